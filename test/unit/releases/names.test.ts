import { describe, expect, it } from 'vitest';
import { releaseNamed } from '../../../server/src/engine/core/release-names.js';
import { compareVersions, parseVersion } from '../../../server/src/engine/core/version.js';
import { readSettings } from '../../../server/src/engine/project/read-settings.js';

const order = ['0.2.6', '0.3.2', '0.3.2.post1', '0.4.9', '0.4.9.2', '0.4.10', '0.5.0.dev1', '0.5.0rc1', '0.5.0', '1'];

describe('versions', () => {
  it('are in the order of PEP 440', () => {
    const shuffled = [...order].reverse();
    expect(shuffled.sort((a, b) => compareVersions(parseVersion(a)!, parseVersion(b)!))).toEqual(order);
  });

  it.each(['', 'main', '1.x', '../0.4', `${'1'.repeat(50)}`])('%j is none', (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });

  it('stand for the newest release that is not newer', () => {
    const releases = ['0.4.3', '0.4.9.2', '0.4.13'].map((name) => ({ name }));
    expect(
      ['0.4.13', '0.4.12', '0.4.9.2', 'v0.4.3', '0.4.13.dev0', '0.4.2', 'main'].map((version) => releaseNamed(releases, version)?.name),
    ).toEqual(['0.4.13', '0.4.9.2', '0.4.9.2', '0.4.3', '0.4.9.2', undefined, undefined]);
  });
});

describe('the setting', () => {
  it('names a release of each framework, and is read as the table has it', () => {
    const { settings, problems } = readSettings({ release: { 'lm-eval': '0.4.9.2', opencompass: '0.5.4', aisbench: '3.1-20260211' } });
    expect([settings.release, problems]).toEqual([{ 'lm-eval': '0.4.9.2', opencompass: '0.5.4', aisbench: '3.1-20260211' }, []]);
  });

  it('is left out where nothing is known by it', () => {
    const { settings, problems } = readSettings({ release: { 'lm-eval': '0.1', toy: '1', opencompass: 5 } });
    expect(settings.release).toEqual({});
    expect(problems.map((problem) => problem.slice(0, 60))).toEqual([
      'promptPreflight.release["lm-eval"] must be one of 0.4.3, 0.4',
      'promptPreflight.release names the unknown framework "toy"; i',
      'promptPreflight.release["opencompass"] must be one of 0.2.6,',
    ]);
    expect(readSettings({ release: 'newest' }).problems).toHaveLength(1);
  });
});

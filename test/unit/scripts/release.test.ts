import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface Outcome {
  readonly problems: readonly string[];
  readonly skipped?: string;
  readonly said?: string;
}

const module = async <T>(name: string): Promise<T> => (await import(resolve('scripts/release', `${name}.mjs`))) as T;
const { versionProblems } = await module<{ versionProblems: (root: string) => Outcome }>('versions');
const { licenceProblems } = await module<{ licenceProblems: (root: string, notices: string) => Outcome }>('licences');
const { readAudit } = await module<{ readAudit: (report: string, explained: object) => Outcome }>('audit');
const { packageProblems } = await module<{ packageProblems: (first: Buffer, second: Buffer) => Outcome }>('packages');
const { tableProblems } = await module<{ tableProblems: (root: string, checkouts: readonly string[]) => Outcome }>('tables');
const { readmeProblems } = await module<{ readmeProblems: (root: string, name: string, unpacked?: string) => Outcome }>('readme');

let root: string;
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'preflight-release-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, content: string | object): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content));
}

describe('release:check', () => {
  it('finds nothing to say of the versions, tables and texts of this repository', () => {
    // Between two releases the changelog may be ahead.
    expect(versionProblems('.').problems.filter((problem) => !problem.startsWith('CHANGELOG.md'))).toEqual([]);
    expect(tableProblems('.', []).problems).toEqual([]);
    for (const name of ['README.md', 'CHANGELOG.md', 'SECURITY.md']) expect(readmeProblems('.', name).problems).toEqual([]);
  });

  it('holds the version against the lock file and the changelog', () => {
    const project = (version: string, lock: string, changelog: string): readonly string[] => {
      write('package.json', { name: 'p', version });
      write('package-lock.json', { name: 'p', version: lock, packages: { '': { name: 'p', version: lock } } });
      write('CHANGELOG.md', `# Changelog\n\n${changelog}`);
      return versionProblems(root).problems;
    };
    const entry = '## [1.2.3] - 2026-11-23\n\n- Something.\n';
    expect(project('1.2.3', '1.2.3', entry)).toEqual([]);
    expect(project('1.2.3', '1.2.3', `## [Unreleased]\n\n${entry}`)).toEqual([]);
    expect(project('1.2.3', '1.2.2', entry)).toHaveLength(2);
    expect(project('1.2.3-beta', '1.2.3-beta', entry.replace('1.2.3', '1.2.3-beta'))).toHaveLength(1);
    for (const wrong of [
      `## [Unreleased]\n\n- More.\n\n${entry}`,
      '## [Unreleased]\n',
      '## [1.2.3] - soon\n\n- It.\n',
      '## [1.2.3] - 2026-11-23\n',
      entry.replace('3]', '2]'),
    ])
      expect(project('1.2.3', '1.2.3', wrong)).toHaveLength(1);
  });

  it('takes licences from a list, with their texts', () => {
    write('package.json', { license: 'Apache-2.0' });
    write('LICENSE', 'Apache License');
    const section = (title: string, text: string): string => `${title}\n${'-'.repeat(title.length)}\n${text}\n\n`;
    const mit = 'Permission is hereby granted. '.repeat(20);
    const notices = (...sections: string[]): string => `Prompt Preflight contains these packages.\n\n${sections.join('')}`;
    expect(licenceProblems(root, notices(section('@a/one 1.0.0 (MIT)', mit), section('two 2.0.0 (ISC)', mit)))).toEqual({
      problems: [],
      said: '2 packages',
    });
    expect(licenceProblems(root, notices(section('one 1.0.0 (GPL-3.0)', mit))).problems).toEqual([expect.stringContaining('GPL-3.0')]);
    expect(licenceProblems(root, notices(section('one 1.0.0 (undefined)', mit), section('two 2.0.0 (MIT)', ''))).problems).toHaveLength(2);
    expect(licenceProblems(root, '').problems).toHaveLength(1);
  });

  it('wants each finding of npm audit explained, and each explanation needed', () => {
    const via = [{ url: 'https://github.com/advisories/GHSA-aaaa', title: 'A fault', severity: 'high' }, 'other'];
    const report = JSON.stringify({ vulnerabilities: { one: { name: 'one', via }, two: { name: 'two', via: ['one'] } } });
    expect(readAudit(report, {}).problems).toEqual(['GHSA-aaaa one: A fault (high)']);
    expect(readAudit(report, { 'GHSA-aaaa': 'only in tests' }).problems).toEqual([]);
    expect(readAudit('{"vulnerabilities": {}}', { 'GHSA-aaaa': 'only in tests' }).problems).toHaveLength(1);
    expect(readAudit('{"message": "no network"}', {})).toEqual({ problems: [], skipped: 'npm could not ask: no network' });
    expect(readAudit('', {}).skipped).toBeDefined();
  });

  it('wants two packages of the same bytes, and not too many', () => {
    const small = Buffer.alloc(10);
    expect(packageProblems(small, Buffer.from(small)).problems).toEqual([]);
    expect(packageProblems(small, Buffer.alloc(11)).problems).toHaveLength(1);
    expect(packageProblems(Buffer.alloc(3_000_000), Buffer.alloc(3_000_000)).problems).toHaveLength(1);
  });

  it('wants the commit of each class table', () => {
    const source = { repository: 'https://github.com/open-compass/opencompass', commit: '0123456789'.repeat(4) };
    write('schemas/class-tables/a.json', { release: 'A 1', source });
    expect(tableProblems(root, [])).toMatchObject({ problems: [], skipped: expect.stringContaining(source.commit) as string });
    write('schemas/class-tables/b.json', { release: 'B 1', source: { ...source, commit: 'main' } });
    expect(tableProblems(root, []).problems).toEqual([expect.stringContaining('b.json')]);
  });

  it('finds links that lead nowhere, pictures without a text, and HTML', () => {
    write('docs/a.md', '# A heading, with `code`\n');
    write('docs/a.png', '');
    const problems = (text: string): readonly string[] => {
      write('README.md', text);
      return readmeProblems(root, 'README.md').problems;
    };
    expect(problems('# Top\n\n[a](docs/a.md#a-heading-with-code) [b](#top) [c](https://example.org) ![d](docs/a.png)\n')).toEqual([]);
    for (const wrong of [
      '[a](docs/b.md)',
      '[a](docs/a.md#none)',
      '![](docs/a.png)',
      '![a](docs/a.svg)',
      '![a](http://example.org/a.png)',
      'a<br>b',
      '<p align="center">\n',
    ])
      expect(problems(wrong), wrong).not.toEqual([]);
    write('README.md', '[a](docs/a.md)\n');
    write('out/readme.md', readFileSync(join(root, 'README.md'), 'utf8'));
    expect(readmeProblems(root, 'README.md', join(root, 'out')).problems).toHaveLength(1);
  });
});

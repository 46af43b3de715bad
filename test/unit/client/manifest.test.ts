import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json';
import { rules } from '../../../server/src/engine/frameworks/registry.js';

const { contributes, scripts } = manifest;
const settings = contributes.configuration.properties;

describe('package.json', () => {
  it("offers a severity for each rule, with the rule's own as the default, and for nothing else", () => {
    const offered = Object.entries(settings['promptPreflight.rules'].properties).map(([id, { default: severity }]) => [id, severity]);
    expect(offered).toEqual(rules.map(({ id, severity }) => [id, severity]));
  });

  it('takes settings that name folders and files from no folder that is not trusted', () => {
    expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.toSorted()).toEqual([
      'promptPreflight.dataRoots',
      'promptPreflight.includePaths',
      'promptPreflight.packageRoots',
      'promptPreflight.pythonPath',
      'promptPreflight.rowFile',
      'promptPreflight.trainRowFile',
    ]);
  });

  it('has a test behind each promise of docs/security.md', () => {
    const links = [...readFileSync('docs/security.md', 'utf8').matchAll(/\]\(\.\.\/(test\/[^)]+)\)/g)].map(([, file]) => file!);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('has a page in docs/rules for each rule that it offers', () => {
    const pages = readdirSync('docs/rules')
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => name.replace(/\.md$/, ''));
    expect(pages.sort()).toEqual(rules.map(({ id }) => id).sort());
  });

  it('bundles everything: nothing is installed beside the extension', () => {
    expect(manifest).not.toHaveProperty('dependencies');
    for (const version of Object.values(manifest.devDependencies)) expect(version).toMatch(/^(?:npm:[a-z]+@)?\d+\.\d+\.\d+$/);
  });

  it('has a lock file without download addresses', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved"/);
  });

  it('names only files that exist', () => {
    expect(existsSync(manifest.icon)).toBe(true);
    for (const script of Object.values(scripts)) {
      const file = /^node (\S+)/.exec(script)?.[1];
      if (file) expect(existsSync(file), file).toBe(true);
    }
  });
});

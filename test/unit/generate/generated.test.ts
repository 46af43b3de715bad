import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import roles from '../../../schemas/roles.json';
import { generated, stale } from '../../../scripts/generate/generated.js';
import { usualRoles } from '../../../server/src/engine/config/usual-roles.js';

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** The names of the files that are out of date once one of them reads otherwise. */
function staleWith(path: string, change: (text: string) => string): string[] {
  const changed = (name: string): string => (name === path ? change(read(name)) : read(name));
  return stale(generated(changed), changed).map((file) => file.path);
}

describe('npm run generate', () => {
  it('has been run', () => {
    expect(stale(generated(read), read).map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ['package.json', '%rule.base-not-found%', 'A base.'],
    ['package.nls.json', 'A base config that cannot be found.', 'A base.'],
    ['package.nls.zh-cn.json', '找不到的基础配置。', '配置。'],
    ['docs/rules/raises.md', '| error |', '| warning |'],
    ['docs/rules/raises.md', 'silences it for its line', 'silences it'],
    ['docs/rules/README.md', '| safe |', '| unsafe |'],
    ['schemas/lm-eval-task.json', '"first_n"', '"last_n"'],
    ['schemas/meta-role.json', '"SYSTEM"', '"TOOL"'],
    ['schemas/classes.json', '"x-parser": "lm"', '"x-parser": "api"'],
  ])('finds %s out of date where it says %s no longer', (path, from, to) => {
    expect(read(path)).toContain(from);
    expect(staleWith(path, (text) => text.replace(from, to))).toEqual([path]);
  });

  it('finds a page that has lost its foot', () => {
    expect(staleWith('docs/rules/limit.md', (text) => text.slice(0, text.indexOf('## Settings')))).toEqual(['docs/rules/limit.md']);
  });

  it('leaves what is written by hand', () => {
    expect(staleWith('docs/rules/limit.md', (text) => text.replace('## Why', 'More.\n\n## Why'))).toEqual([]);
    expect(staleWith('package.json', (text) => text.replace('"Prompt Preflight"', '"Another name"'))).toEqual([]);
  });
});

it('describes the usual roles, and no others', () => {
  expect(Object.keys(roles.roles)).toEqual(usualRoles);
});

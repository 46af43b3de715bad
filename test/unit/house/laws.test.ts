import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { ESLint } from 'eslint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import laws from '../../../.dependency-cruiser.mjs';

/** The laws of docs/architecture.md hold only as long as what breaks one is found: here each is broken. */

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'preflight-laws-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The names of the laws that a tree breaks. @param files by path below the root, with their texts */
async function broken(files: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  for (const top of ['server/src', 'client']) mkdirSync(join(root, top), { recursive: true });
  const { output } = await cruise(['server/src', 'client'], {
    baseDir: root,
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: { forbidden: laws.forbidden },
  });
  return [...new Set((output as ICruiseResult).summary.violations.map(({ rule }) => rule.name))].sort();
}

const engine = 'server/src/engine';
const anything = 'export const anything = 1;\nexport interface Thing {}\n';

describe('an import that breaks a law is found', () => {
  it.each([
    [
      'upwards',
      'engine-core-imports-upwards',
      {
        [`${engine}/core/a.ts`]: "import { anything } from '../project/b.js';\nexport const a = anything;\n",
        [`${engine}/project/b.ts`]: anything,
      },
    ],
    [
      'upwards, though only a type',
      'engine-checks-imports-upwards',
      {
        [`${engine}/checks/a.ts`]: "import type { Thing } from '../editor/b.js';\nexport type A = Thing;\n",
        [`${engine}/editor/b.ts`]: anything,
      },
    ],
    [
      'upwards within Python',
      'engine-python-runtime-imports-upwards',
      {
        [`${engine}/python/runtime/a.ts`]: "export { anything } from '../interpreter/b.js';\n",
        [`${engine}/python/interpreter/b.ts`]: anything,
      },
    ],
    [
      'of a framework from the editor',
      'framework-from-outside',
      {
        [`${engine}/editor/a.ts`]: "export { anything } from '../frameworks/lm-eval/b.js';\n",
        [`${engine}/frameworks/lm-eval/b.ts`]: anything,
      },
    ],
    [
      'of a framework from the command line',
      'framework-from-outside',
      {
        'server/src/cli/a.ts': "export { anything } from '../engine/frameworks/aisbench/b.js';\n",
        [`${engine}/frameworks/aisbench/b.ts`]: anything,
      },
    ],
    [
      'of one framework by another',
      'lm-eval-knows-another-framework',
      {
        [`${engine}/frameworks/lm-eval/a.ts`]: "export { anything } from '../opencompass/b.js';\n",
        [`${engine}/frameworks/opencompass/b.ts`]: anything,
      },
    ],
    [
      'of more than a look at the text',
      'sniffs-import-more',
      {
        [`${engine}/frameworks/lm-eval/sniff.ts`]: "export { anything } from './b.js';\n",
        [`${engine}/frameworks/lm-eval/b.ts`]: anything,
      },
    ],
    ['of the file system', 'engine-knows-the-machine', { [`${engine}/core/a.ts`]: "export { readFileSync } from 'node:fs';\n" }],
    [
      'of the protocol by the command line',
      'cli-imports-lsp',
      { 'server/src/cli/a.ts': "export { anything } from '../lsp/b.js';\n", 'server/src/lsp/b.ts': anything },
    ],
    [
      'of the server by the extension',
      'client-imports-the-server',
      { 'client/src/a.ts': "export { anything } from '../../server/src/engine/project/b.js';\n", [`${engine}/project/b.ts`]: anything },
    ],
    [
      'from a folder that is no room',
      'room-without-a-place',
      { [`${engine}/attic/a.ts`]: "export { anything } from '../core/b.js';\n", [`${engine}/core/b.ts`]: anything },
    ],
  ])('%s', async (_what, law, files) => expect(await broken(files)).toEqual([law]));

  it('a circle of two files', async () => {
    const files = {
      [`${engine}/rows/a.ts`]: "import type { B } from './b.js';\nexport type A = B;\n",
      [`${engine}/rows/b.ts`]: "import type { A } from './a.js';\nexport type B = A;\n",
    };
    expect(await broken(files)).toEqual(['circle-of-files']);
  });
  it('a circle of two folders', async () => {
    const files = {
      [`${engine}/checks/run/a.ts`]: "export { anything } from '../support/b.js';\n",
      [`${engine}/checks/support/b.ts`]: anything,
      [`${engine}/checks/support/c.ts`]: "export { one } from '../run/d.js';\n",
      [`${engine}/checks/run/d.ts`]: 'export const one = 1;\n',
    };
    expect(await broken(files)).toEqual(['circle-of-folders']);
  });
  it('no circle within a core that is recursive by its nature', async () => {
    const circle = {
      [`${engine}/python/interpreter/a.ts`]: "export * from './b.js';\n",
      [`${engine}/python/interpreter/b.ts`]: "export * from './a.js';\n",
    };
    expect(await broken(circle)).toEqual([]);
  });
});

describe('code that breaks a law is found', () => {
  // What is planted is in no project: the rules that ask for types have nothing to ask.
  const untyped = ['no-floating-promises', 'no-misused-promises', 'await-thenable'].map(
    (name) => [`@typescript-eslint/${name}`, 'off'] as const,
  );
  const overrideConfig = { languageOptions: { parserOptions: { projectService: false } }, rules: Object.fromEntries(untyped) };
  const eslint = new ESLint({ overrideConfig });
  const found = async (text: string, file: string): Promise<string[]> => {
    const [result] = await eslint.lintText(text, { filePath: file });
    return result!.messages.flatMap(({ ruleId }) => ruleId ?? []);
  };

  it.each([
    ['state in a module', 'let last = 0;\nexport const next = (): number => ++last;\n', 'no-restricted-syntax'],
    [
      'a memory in a module',
      'const memory = new Map<string, number>();\nexport const remembered = (name: string): number | undefined => memory.get(name);\n',
      'no-restricted-syntax',
    ],
    [
      'a memory that others see',
      'export const memory = new Map<string, number>();\nexport const remembered = (name: string): number | undefined => memory.get(name);\n',
      'no-restricted-syntax',
    ],
    [
      'a memory of what was last',
      'class RecentMap {\n  constructor(readonly most: number) {}\n}\nconst memory = new RecentMap(50);\nexport const most = (): number => memory.most;\n',
      'no-restricted-syntax',
    ],
    [
      'a list that grows',
      'const seen: string[] = [];\nexport const see = (name: string): number => seen.push(name);\n',
      'no-restricted-syntax',
    ],
    ['a clock', 'export const now = (): number => Date.now();\n', 'no-restricted-globals'],
    ['the process', 'export const here = (): string => process.cwd();\n', 'no-restricted-globals'],
    [
      'the name of a framework',
      "export const isTask = (loaded: { framework: { id: string } }): boolean => loaded.framework.id === 'lm-eval';\n",
      'no-restricted-syntax',
    ],
  ])('%s', async (_what, text, rule) => expect(await found(text, `${engine}/project/planted.ts`)).toEqual([rule]));

  it('the package of a framework where all of them meet', async () => {
    const text = "export const roots = (): string[] => ['opencompass', 'ais_bench'];\n";
    expect(await found(text, `${engine}/python/program/planted.ts`)).toEqual(['no-restricted-syntax', 'no-restricted-syntax']);
  });

  it('a memory that no session holds', async () => {
    const text =
      'const lines = new Map<string, number>();\nexport const linesOf = (file: string): number | undefined => lines.get(file);\n';
    expect(await found(text, 'server/src/lsp/planted.ts')).toEqual(['no-restricted-syntax']);
  });

  it('the name of a framework on the command line', async () => {
    expect(
      await found(
        "export const isTask = (framework: { id: string }): boolean => framework.id !== 'aisbench';\n",
        'server/src/cli/planted.ts',
      ),
    ).toEqual(['no-restricted-syntax']);
  });
  it('not a table that never changes, nor what is remembered of a value', async () => {
    const text =
      'const none: ReadonlyMap<string, number> = new Map();\nconst sizes = new WeakMap<object, number>();\nexport const size = (of: object): number => sizes.get(of) ?? none.size;\n';
    expect(await found(text, `${engine}/project/planted.ts`)).toEqual([]);
  });
});

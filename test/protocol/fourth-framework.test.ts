import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client as ClientType } from './client.js';

/** A framework is a folder with one face: one more is one import in the registry, and no change elsewhere. */

/** The registry as it would be with one more line of imports, and one more name in its list. */
const registered: Plugin = {
  name: 'a fourth framework',
  setup({ onLoad }) {
    onLoad({ filter: /frameworks[\\/]registry\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const list = 'frameworks: readonly Framework[] = [';
      if (!source.includes(list)) throw new Error('The registry has no list of frameworks any more.');
      const fixture = JSON.stringify(resolve('test/fixtures/toy-framework/index.ts'));
      return { contents: `import { toy } from ${fixture};\n${source.replace(list, `${list}toy, `)}`, loader: 'ts' };
    });
  },
};

let dist: string;
let client: ClientType;
const file = 'pond.yaml';

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'preflight-fourth-'));
  const common = { bundle: true, platform: 'node', target: 'node20', format: 'cjs', logLevel: 'error' } as const;
  const alias = { 'web-tree-sitter': './node_modules/web-tree-sitter/web-tree-sitter.cjs' };
  await Promise.all([
    build({
      ...common,
      entryPoints: ['server/src/entry/main.ts'],
      outfile: join(dist, 'cli.js'),
      external: ['*/lsp-command.js'],
      supported: { 'dynamic-import': false },
    }),
    build({ ...common, entryPoints: ['server/src/entry/lsp-command.ts'], outfile: join(dist, 'lsp-command.js') }),
    build({ ...common, entryPoints: ['server/src/entry/engine.ts'], outfile: join(dist, 'engine.js'), alias, plugins: [registered] }),
    ...['web-tree-sitter.wasm', 'tree-sitter-python.wasm'].map((name) => copyFile(join('dist', name), join(dist, name))),
  ]);
  process.env['PREFLIGHT_CLI'] = join(dist, 'cli.js');
  const { Client } = await import('./client.js');
  client = await Client.start({ files: { [file]: 'toy_prompt: Say {name}\n' } });
}, 60_000);
afterAll(async () => {
  await client?.stop();
  await rm(dist, { recursive: true, force: true });
  delete process.env['PREFLIGHT_CLI'];
});

describe('a fourth framework, registered by one import', () => {
  it('shows its diagnostics, hovers and previews', async () => {
    await client.openText(file, 'toy_prompt: Say {name}\n', 'yaml');
    expect((await client.diagnostics(file)).map(({ code, message }) => [code, message])).toEqual([
      ['toy-nameless', 'There is no toy_name: the model reads {name}.'],
    ]);
    expect(JSON.stringify(await client.hover(file, { line: 0, character: 2 }))).toContain('What the model is asked.');
    await client.replace(file, '{name}\n', '{name}\ntoy_name: pike\n');
    expect(await client.diagnostics(file)).toEqual([]);
    expect(await client.preview(file)).toMatchObject({
      kind: 'preview',
      preview: { framework: { id: 'toy' }, output: { text: 'Say pike' }, exactness: { level: 'placeholder-rows' } },
    });
  });
});

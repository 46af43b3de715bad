// Builds dist/: the extension and its language client, the command line, which also is the language server (cli.js), the engine behind it (engine.js), and the preview page.
//   node esbuild.mjs [--production] [--watch]
import { build, context } from 'esbuild';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { engineForNode } from './scripts/engine-build.mjs';
import { hintsOnly } from './scripts/hints-only.mjs';
import { thirdPartyNotices } from './scripts/notices.mjs';
import { splitCommonJs } from './scripts/split-bundle.mjs';
import { tables } from './scripts/translated.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const { supported } = engineForNode;
/** @satisfies {import('esbuild').BuildOptions} */
const common = /** @type {const} */ ({
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'warning',
  legalComments: 'none',
  metafile: true,
  supported,
});
/** @satisfies {import('esbuild').BuildOptions} */
const node = /** @type {const} */ ({ ...common, platform: 'node', target: 'node20', format: 'cjs' });

/** @satisfies {import('esbuild').BuildOptions} */
const browser = /** @type {const} */ ({ ...common, platform: 'browser', target: 'es2022', format: 'iife' });

/** @type {(import('esbuild').BuildOptions & { metafile: true })[]} */
const bundles = [
  // The language client is a file of its own: a window with ordinary Python never loads it.
  {
    ...node,
    entryPoints: ['client/src/extension.ts'],
    outfile: 'dist/extension.js',
    external: ['vscode', '*/client.js'],
    supported: { ...supported, 'dynamic-import': false },
  },
  { ...node, entryPoints: ['client/src/client.ts'], outfile: 'dist/client.js', external: ['vscode'] },
  // The command line. The server's part of it is a file of its own, so that a check need not read it.
  {
    ...node,
    entryPoints: ['server/src/entry/main.ts'],
    outfile: 'dist/cli.js',
    external: ['*/lsp-command.js'],
    supported: { ...supported, 'dynamic-import': false },
  },
  { ...node, entryPoints: ['server/src/entry/lsp-command.ts'], outfile: 'dist/lsp-command.js' },
  // The engine, which the command line and the server start in threads of their own and watch: what a server, a command and both need.
  {
    ...node,
    ...engineForNode,
    outdir: 'dist',
    chunkNames: '[name]-[hash]',
    entryPoints: [{ in: 'server/src/entry/engine.ts', out: 'engine-parts' }],
    plugins: [splitCommonJs],
  },
  { ...node, entryPoints: ['server/src/entry/start-engine.ts'], outfile: 'dist/engine.js' },
  // The libraries for Parquet and Arrow files are loaded in a process of their own, when the first such file is read; in a browser in a worker, which is the same program.
  {
    ...node,
    entryPoints: ['server/src/node/columnar-reader.ts'],
    outfile: 'dist/columnar-reader.js',
    external: ['*/columnar-worker.js'],
    supported: { ...supported, 'dynamic-import': false },
  },
  { ...browser, entryPoints: ['server/src/node/columnar-worker.ts'], outfile: 'dist/columnar-worker.js' },
  { ...browser, entryPoints: ['client/webview/main.ts'], outfile: 'dist/webview.js' },
  // The extension in a browser, which can load no other file of its own: one with its language client.
  { ...browser, format: 'cjs', entryPoints: ['client/src/web/extension.ts'], outfile: 'dist/web/extension.js', external: ['vscode'] },
  // The same for a browser: the worker that speaks with the client, and the engine.
  { ...browser, entryPoints: ['server/src/web/relay-worker.ts'], outfile: 'dist/web/server.js' },
  { ...browser, entryPoints: ['server/src/web/engine-worker.ts'], outfile: 'dist/web/engine.js' },
  // What they all say in another language than English.
  ...tables.map((table) => ({ ...table, ...common, sourcemap: /** @type {const} */ (false) })),
];

await rm('dist', { recursive: true, force: true });
await mkdir('dist');
await Promise.all([
  copyFile('node_modules/web-tree-sitter/web-tree-sitter.wasm', 'dist/web-tree-sitter.wasm'),
  copyFile('node_modules/tree-sitter-python/tree-sitter-python.wasm', 'dist/tree-sitter-python.wasm'),
  writeFile('dist/preflight.schema.json', JSON.stringify(hintsOnly(JSON.parse(await readFile('schemas/preflight.json', 'utf8'))))),
  rulePages().then((pages) => writeFile('dist/rule-pages.json', JSON.stringify(pages))),
  ...['verify_lm_eval.py', 'verify_opencompass.py'].map((script) => copyFile(`server/verify/${script}`, `dist/${script}`)),
]);
if (watch) await watchAll();
else {
  const built = await Promise.all(bundles.map((bundle) => build(bundle)));
  await writeFile(
    'dist/third-party-notices.txt',
    thirdPartyNotices(
      built.map(({ metafile }) => metafile),
      ['tree-sitter-python'],
    ),
  );
}

/** The pages of all rules, and their index, by their names: one file of them is half as large in the package as a file each. */
async function rulePages() {
  const folder = 'docs/rules';
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name.slice(0, -'.md'.length), await readFile(`${folder}/${name}`, 'utf8')])),
  );
}

/** Builds whenever a source changes; the two lines tell an editor's task when. */
async function watchAll() {
  console.log('Building');
  const contexts = await Promise.all(bundles.map((bundle) => context(bundle)));
  await Promise.all(contexts.map((one) => one.rebuild().catch(() => undefined)));
  await Promise.all(contexts.map((one) => one.watch()));
  console.log('Built; watching for changes');
}

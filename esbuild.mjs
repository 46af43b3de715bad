// Builds dist/: the extension and its language client, the command line, which also is the language server (cli.js), the engine behind it (engine.js), and the preview page.
import { build } from 'esbuild';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { thirdPartyNotices } from './scripts/notices.mjs';

const production = process.argv.includes('--production');
const common = { bundle: true, minify: production, sourcemap: production ? false : 'linked', logLevel: 'warning', legalComments: 'none', metafile: true };
const node = { ...common, platform: 'node', target: 'node20', format: 'cjs' };

await rm('dist', { recursive: true, force: true });
await mkdir('dist');
const bundles = await Promise.all([
  // The language client is a file of its own: a window with ordinary Python never loads it.
  build({ ...node, entryPoints: ['client/src/extension.ts'], outfile: 'dist/extension.js', external: ['vscode', '*/client.js'], supported: { 'dynamic-import': false } }),
  build({ ...node, entryPoints: ['client/src/client.ts'], outfile: 'dist/client.js', external: ['vscode'] }),
  build({ ...node, entryPoints: ['server/src/cli/main.ts'], outfile: 'dist/cli.js', banner: { js: '#!/usr/bin/env node' } }),
  // The engine, which cli.js starts in a thread of its own and watches. web-tree-sitter's CommonJS build needs no import.meta; an import would resolve
  // to the other one. It gets its wasm as bytes from us.
  build({ ...node, entryPoints: ['server/src/worker/engine.ts'], outfile: 'dist/engine.js', alias: { 'web-tree-sitter': './node_modules/web-tree-sitter/web-tree-sitter.cjs' } }),
  // The libraries for Parquet and Arrow files are loaded in a process of their own, when the first such file is read.
  build({ ...node, entryPoints: ['server/src/lsp/columnar-reader.ts'], outfile: 'dist/columnar-reader.js' }),
  build({ ...common, platform: 'browser', target: 'es2022', format: 'iife', entryPoints: ['client/webview/main.ts'], outfile: 'dist/webview.js' }),
]);
await Promise.all([
  copyFile('node_modules/web-tree-sitter/web-tree-sitter.wasm', 'dist/web-tree-sitter.wasm'),
  copyFile('node_modules/tree-sitter-python/tree-sitter-python.wasm', 'dist/tree-sitter-python.wasm'),
  writeFile('dist/third-party-notices.txt', thirdPartyNotices(bundles.map(({ metafile }) => metafile), ['tree-sitter-python'])),
]);

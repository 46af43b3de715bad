// For maintainers, once a release: node scripts/class-table.mjs opencompass|aisbench DIR
// Writes schemas/class-tables/<framework>.json: what the classes of that framework take, read from its source below DIR by our own class index. No
// build and no test reads DIR again. The release that the file names is the one that the engine speaks for: change it in
// server/src/frameworks/<framework>/index.ts first.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

// Within the project, so that the bundle finds the grammar.
const scratch = mkdtempSync('.class-table-');
try {
  const outfile = join(scratch, 'make-table.cjs');
  const alias = { 'web-tree-sitter': './node_modules/web-tree-sitter/web-tree-sitter.cjs' };
  await build({ entryPoints: ['scripts/class-table/make-table.ts'], outfile, bundle: true, platform: 'node', format: 'cjs', alias, logLevel: 'error' });
  process.exitCode = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

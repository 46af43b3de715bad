// npm run mutants -- --sources DIR… [--framework NAME]… [--per-kind N] [--seed S] [--kind TEXT]… [--list-misses] [--json FILE]: one fault of each kind at a time, put into
// configs that a framework ships and in which nothing is found, and what is found then. docs/conformance.md says how to read the table.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const scratch = mkdtempSync(join(tmpdir(), 'preflight-mutants-'));
try {
  await build({
    entryPoints: ['test/mutants/main.ts'],
    outfile: join(scratch, 'main.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    // Libraries of the engine, and its search for the grammar in node_modules, expect CommonJS.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(import.meta.url)}); const __dirname = ${JSON.stringify(import.meta.dirname)};`,
    },
  });
  const child = spawn(process.execPath, [join(scratch, 'main.mjs'), ...process.argv.slice(2)], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

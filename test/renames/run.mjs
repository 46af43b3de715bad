// npm run renames -- --sources DIR [--seed N] [--count N]: renames random names of a checkout's configs, and holds what each config is before against what it is after.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const scratch = mkdtempSync(join(tmpdir(), 'preflight-renames-'));
try {
  await build({
    entryPoints: ['test/renames/main.ts'],
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

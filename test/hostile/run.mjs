// npm run hostile -- [--kind KIND]… [--only NAME]… [--part ci] [--shard N/M] [--by server|batch|commands]… [--cli FILE] [--json FILE] [--list]: inputs that mean harm, through the
// built product. Each answer may take 2 s of processor time and 512 MB, and a hover elsewhere a second; fails where one takes more or ends wrong.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const args = process.argv.slice(2);
const at = args.indexOf('--cli');
const [, cli] = at < 0 ? [] : args.splice(at, 2);
const scratch = mkdtempSync(join(tmpdir(), 'preflight-hostile-'));
try {
  await build({
    entryPoints: ['test/hostile/main.ts'],
    outfile: join(scratch, 'main.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(import.meta.url)});` },
  });
  const child = spawn(process.execPath, [join(scratch, 'main.mjs'), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...(cli && { PREFLIGHT_CLI: cli }) },
  });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

// npm run hostile -- [--kind KIND]… [--only NAME]… [--part ci] [--shard N/M] [--by server|batch|commands]… [--cli FILE] [--json FILE] [--list]: inputs that mean harm, through the
// built product. Each answer may take 2 s of processor time and 512 MB, and a hover elsewhere a second; fails where one takes more or ends wrong.
import { runBundled } from '../support/run-bundled.mjs';

const args = process.argv.slice(2);
const at = args.indexOf('--cli');
const [, cli] = at < 0 ? [] : args.splice(at, 2);
process.exitCode = (await runBundled('test/hostile/main.ts', args, { env: { ...(cli && { PREFLIGHT_CLI: cli }) } })).code;

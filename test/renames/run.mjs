// npm run renames -- --sources DIR [--seed N] [--count N]: renames random names of a checkout's configs, and holds what each config is before against what it is after.
import { runBundled } from '../support/run-bundled.mjs';

process.exitCode = (await runBundled('test/renames/main.ts', process.argv.slice(2))).code;

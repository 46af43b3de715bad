// npm run mutants -- --sources DIR… [--framework NAME]… [--per-kind N] [--seed S] [--kind TEXT]… [--list-misses] [--json FILE]: one fault of each kind at a time, put into
// configs that a framework ships and in which nothing is found, and what is found then. docs/conformance.md says how to read the table.
import { runBundled } from '../support/run-bundled.mjs';

process.exitCode = (await runBundled('test/mutants/main.ts', process.argv.slice(2))).code;

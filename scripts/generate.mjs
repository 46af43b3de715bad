// npm run generate [-- --check]
// Writes what repeats facts of the code: the settings of the rules in package.json, the foot of their pages, the index of the pages, lists of names in
// schemas/. With --check it writes nothing, and fails where one of these files is out of date.
import { runBundled } from './run-bundled.mjs';

process.exitCode = await runBundled('scripts/generate/main.ts', process.argv.slice(2));

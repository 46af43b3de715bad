// For maintainers, once a release: node scripts/class-table.mjs opencompass|aisbench DIR [--check]
// Writes schemas/class-tables/<framework>.json: what the classes of that framework take, read from its source below DIR by our own class index. No
// build and no test reads DIR again; --check only says whether DIR, the source of the commit that the file names, gives the same. The release that the file names is the one that the engine speaks for: change it in
// server/src/frameworks/<framework>/index.ts first.
import { runBundled } from './run-bundled.mjs';

process.exitCode = await runBundled('scripts/class-table/make-table.ts', process.argv.slice(2));

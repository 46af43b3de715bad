// npm run loaders -- --sources DIR [--json FILE]: for each dataset class of OpenCompass and AISBench, the columns that its source alone tells.
import { runBundled } from './run-bundled.mjs';

process.exitCode = await runBundled('scripts/loaders/report.ts', process.argv.slice(2));

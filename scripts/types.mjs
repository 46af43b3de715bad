// All types, by TypeScript 7, which needs a tenth of the time; typescript-eslint cannot use it yet, so that TypeScript 6 is installed beside it.
//   npm run types
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript-7/package.json')));
const results = ['.', 'client/webview', 'tsconfig.scripts.json'].map(
  (project) => spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' }).status,
);
process.exitCode = results.every((status) => status === 0) ? 0 : 1;

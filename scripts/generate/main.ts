// The work of scripts/generate.mjs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { generated, stale } from './generated.js';

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

const files = stale(generated(read), read);
if (process.argv.includes('--check')) {
  for (const { path } of files) console.error(`${path} is out of date: npm run generate writes it anew.`);
  process.exitCode = files.length > 0 ? 1 : 0;
} else {
  for (const { path, text } of files) writeFileSync(path, text);
  console.log(files.length > 0 ? files.map(({ path }) => path).join('\n') : 'All is up to date.');
}

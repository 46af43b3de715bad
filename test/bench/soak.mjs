// node test/bench/soak.mjs --folder DIR [--edits N] [--cli FILE] DOCUMENT…: a server that lives long. Each document of the folder is edited so often, with
// diagnostics, a hover and a preview after each edit; the memory that is left after a collection must level off. Fails where it does not, or an answer is missing.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { Client } from './server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
/** What the measured growth in 10,000 edits may be off by, in MB. */
const growthMB = 16;
const samplesWanted = 20;

const { values: options, positionals: documents } = parseArgs({
  options: {
    folder: { type: 'string' },
    edits: { type: 'string', default: '3000' },
    cli: { type: 'string', default: 'dist/cli.js' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const folder = options.folder;
if (folder === undefined) throw new Error('--folder DIR is missing: the folder of the documents.');
const { growth, mutated, random } = await fuzzTools();
const next = random(Number(options.seed));
const client = await Client.start(resolve(options.cli), resolve(folder), ['--expose-gc', '--import', join(here, 'report-memory.mjs')]);
const said = createInterface({ input: /** @type {import('node:stream').Readable} */ (client.process.stderr) });
for (const document of documents) await soak(resolve(folder, document), Number(options.edits));
await client.stop();

/** The generator of mutations and the measure of growth are the fuzz's. */
async function fuzzTools() {
  const contents = "export { growth } from './growth.js'; export { mutated, random } from './mutate.js';";
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(here, '../fuzz') },
    bundle: true,
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

async function soak(file, edits) {
  const place = await client.open(file);
  const original = readFileSync(file, 'utf8');
  const kinds = {};
  const samples = [];
  const rss = [];
  for (let done = 1; done <= edits; done++) {
    await edit(place, original, done);
    const [, , preview] = await Promise.all([client.diagnostics(place), client.hover(place), client.askPreview(place)]);
    kinds[preview.kind] = (kinds[preview.kind] ?? 0) + 1;
    if (done % Math.ceil(edits / samplesWanted) !== 0) continue;
    const memory = await memoryOf(client.process);
    samples.push({ cases: done, megabytes: memory.heap });
    rss.push(memory.rss);
  }
  const per10000 = growth(samples) ?? 0;
  console.log(`${file}: ${edits} edits, previews: ${JSON.stringify(kinds)}`);
  console.log(
    `  heap and buffers after each ${Math.ceil(edits / samplesWanted)}, MB: ${samples.map(({ megabytes }) => megabytes).join(' ')}; growth in 10,000 edits ${per10000.toFixed(1)} MB`,
  );
  console.log(`  resident, MB: ${rss.join(' ')}`);
  if (per10000 > growthMB) process.exitCode = 1;
}

/** Letters typed within a text, a name that becomes another one, something else anywhere, and at times the document as it was. */
async function edit(place, original, done) {
  const way = next(10);
  if (way === 0) await client.replace(place, original);
  else if (way < 3) await client.replace(place, mutated(original, next));
  else if (way < 6) await client.replace(place, renamed(original, done));
  else await client.replace(place, typed(place, original, done));
}

function renamed(original, done) {
  const words = [...original.matchAll(/[A-Za-z_]\w{3,}/g)];
  const { 0: word, index } = words[next(words.length)];
  return `${original.slice(0, index)}${word}_${done}${original.slice(index + word.length)}`;
}

function typed({ line, character, letter = '' }, original, done) {
  const lines = original.split('\n');
  const text = `${letter}typed ${done} ${'letters '.repeat(next(20))}`;
  return lines.with(line, lines[line].slice(0, character) + text + lines[line].slice(character)).join('\n');
}

async function memoryOf(child) {
  child.kill('SIGUSR2');
  for (;;) {
    const [line] = await once(said, 'line');
    if (line.startsWith('memory ')) return JSON.parse(line.slice('memory '.length));
  }
}

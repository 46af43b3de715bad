// A workspace of thousands of configs: how long until the open file has its diagnostics, until all names are known, how long others wait meanwhile, and how long it takes behind a checkout that
// changes thousands of files.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { peakMemory } from './memory.mjs';
import { Client } from './server.mjs';
import { round, summary } from './statistics.mjs';

/** A checkout of another branch, as an editor's watcher tells of it: so many files, in so many notifications. */
const changedFiles = 5000;
const notifications = 20;
const changed = 2;
/** Between two hovers that ask whether the server still answers, in ms. */
const pause = 10;

/**
 * @param {string} cli
 * @param {string} folder a workspace; nothing in it is written
 * @param {string} document a config in it, which is open
 * @param {number} runs searches for symbols
 */
export async function benchWorkspace(cli, folder, document, runs) {
  const files = configFiles(folder);
  const begin = performance.now();
  const client = await Client.start(cli, folder);
  const place = await client.open(document);
  await client.diagnostics(place);
  const firstDiagnosticsMs = round(performance.now() - begin);
  // What a hover takes is known once it is compiled.
  for (let i = 0; i < 20; i++) await client.hover(place);
  const index = await whileAsking(client, place, () => symbols(client, 'gsm8k'));
  const samples = [];
  for (let run = 0; run < runs; run++) {
    const name = path.parse(files[Math.floor((run * files.length) / runs)]).name;
    const asked = performance.now();
    await symbols(client, name.slice(0, 3 + (run % 10)));
    samples.push(performance.now() - asked);
  }
  const memory = peakMemory(client.process.pid);
  const checkout = await whileAsking(client, place, async () => {
    await tellOfChanges(client, files.slice(0, changedFiles));
    await client.diagnostics(place);
    await symbols(client, 'gsm8k');
  });
  await client.stop();
  return {
    files: files.length,
    changedFiles: Math.min(changedFiles, files.length),
    firstDiagnosticsMs,
    index,
    symbols: summary(samples),
    checkout,
    peakMemoryMB: memory === undefined ? undefined : round(memory),
  };
}

/** Files with the endings of configs, as the server looks for them. */
function configFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : configFiles(place);
    return entry.isFile() && /\.(?:py|ya?ml|jsonc?)$/.test(entry.name) ? [place] : [];
  });
}

async function symbols(client, query) {
  return client.connection.sendRequest('workspace/symbol', { query });
}

async function tellOfChanges(client, files) {
  const size = Math.ceil(files.length / notifications);
  for (let from = 0; from < files.length; from += size) {
    const changes = files.slice(from, from + size).map((file) => ({ uri: pathToFileURL(file).href, type: changed }));
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
  }
}

/** Hovers one after the other until some work is done. @returns milliseconds of the work, and of the hover that waited longest */
async function whileAsking(client, place, work) {
  const begin = performance.now();
  let done = false;
  const working = work().then(() => {
    done = true;
    return performance.now() - begin;
  });
  const waits = [];
  while (!done) {
    const asked = performance.now();
    await client.hover(place);
    waits.push(performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return { ms: round(await working), hover: summary(waits), longestHoverMs: round(Math.max(...waits)) };
}

// A workspace of thousands of configs: how long until the open file has its diagnostics, until all names are known, how long others wait meanwhile, and how long it takes behind a checkout that
// changes thousands of files.
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { peakMemory } from './memory.mjs';
import { Client } from './server.mjs';
import { round, summary } from './statistics.mjs';

/** A checkout of another branch: so many files are other ones, of which an editor's watcher tells in so many notifications. */
const changedFiles = 5000;
const notifications = 20;
const changed = 2;
/** Between two hovers that ask whether the server still answers, in ms. */
const pause = 10;

/** A list that each changed Python config has anew: where it is found, the new texts are known. */
const newList = 'benched_anew_datasets';

/**
 * @param {string} cli
 * @param {string} folder a workspace; nothing in it is written: a copy is measured
 * @param {string} document a config in it, which is open
 * @param {number} runs searches for symbols
 */
export async function benchWorkspace(cli, folder, document, runs) {
  const copy = mkdtempSync(path.join(tmpdir(), 'bench-workspace-'));
  try {
    copyFolder(folder, copy);
    return await measure(cli, copy, path.join(copy, path.relative(folder, document)), runs);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function measure(cli, folder, document, runs) {
  const files = configFiles(folder).filter((file) => file !== document);
  const begin = performance.now();
  const client = await Client.start(cli, folder, [], true);
  const place = await client.open(document);
  await client.diagnostics(place);
  const firstDiagnosticsMs = round(performance.now() - begin);
  const firstCpuMs = round(await client.cpuMs());
  // What a hover takes is known once it is compiled.
  for (let i = 0; i < 20; i++) await client.hover(place);
  const index = await whileAsking(client, place, () => symbols(client, 'gsm8k'));
  const samples = [];
  const work = [];
  for (let run = 0; run < runs; run++) {
    const name = path.parse(files[Math.floor((run * files.length) / runs)]).name;
    const spent = await client.cpuMs();
    const asked = performance.now();
    await symbols(client, name.slice(0, 3 + (run % 10)));
    samples.push(performance.now() - asked);
    work.push((await client.cpuMs()) - spent);
  }
  const changed = spread(files, changedFiles);
  for (const file of changed) changeFile(file);
  const checkout = await whileAsking(client, place, async () => {
    await tellOfChanges(client, changed);
    await client.diagnostics(place);
    const found = await symbols(client, newList);
    if (found[0]?.name !== newList) throw new Error(`the changed files are not known: ${newList} is not found`);
  });
  const memory = peakMemory(client.process.pid);
  await client.stop();
  return {
    files: files.length,
    changedFiles: Math.min(changedFiles, files.length),
    firstDiagnosticsMs,
    firstCpuMs,
    index,
    symbols: summary(samples),
    symbolsCpuMs: summary(work),
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

/** So many files, from all parts of the workspace. */
function spread(files, count) {
  if (files.length <= count) return files;
  return Array.from({ length: count }, (_, i) => files[Math.floor((i * files.length) / count)]);
}

/** Makes another file of a file, as git does: the one that was there is left as it is, since another folder may have it, too. */
function changeFile(file) {
  const more = file.endsWith('.py') ? `\n${newList} = [dict(abbr='benched', type='X')]\n` : '\n';
  writeFileSync(`${file}.new`, readFileSync(file, 'utf8') + more);
  renameSync(`${file}.new`, file);
}

/** A copy of a folder, without what is hidden in it: of hard links where that is possible. */
function copyFolder(from, to) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const [place, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) {
      mkdirSync(target);
      copyFolder(place, target);
    } else if (entry.isFile()) copyFile(place, target);
  }
}

function copyFile(from, to) {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
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

/**
 * Hovers one after the other until some work is done.
 * @returns milliseconds of the work, by the clock and of the server's processor time, hovers included; of the hover that waited longest; and the most that the server worked while one waited, which
 * other programs on the machine do not lengthen
 */
async function whileAsking(client, place, work) {
  const begin = performance.now();
  const spent = await client.cpuMs();
  let done = false;
  const working = work().then(() => {
    done = true;
    return performance.now() - begin;
  });
  const waits = [];
  const stalls = [];
  while (!done) {
    const before = await client.cpuMs();
    const asked = performance.now();
    await client.hover(place);
    waits.push(performance.now() - asked);
    stalls.push((await client.cpuMs()) - before);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  const cpuMs = round((await client.cpuMs()) - spent);
  return {
    ms: round(await working),
    cpuMs,
    hover: summary(waits),
    longestHoverMs: round(Math.max(...waits)),
    longestStallCpuMs: round(Math.max(...stalls)),
  };
}

// The language server over stdio: how long until it answers `initialize`, an edit's diagnostics, an edit's preview; its peak memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { peakMemory } from './memory.mjs';
import { round, summary } from './statistics.mjs';

const warmUp = 10;

/** A client of one build's server. */
export class Client {
  /**
   * Starts the server and waits for its answer to `initialize`; `startMs` says how long that took.
   * @param nodeOptions of the server's process
   * @param reports whether it can be asked for its processor time
   */
  static async start(cli, folder, nodeOptions = [], reports = false) {
    const begin = performance.now();
    const reporter = fileURLToPath(new URL('report-cpu.mjs', import.meta.url));
    const process_ = /** @type {import('node:child_process').ChildProcess} */ (
      spawn(process.execPath, [...nodeOptions, ...(reports ? ['--import', reporter] : []), cli, 'lsp', '--stdio'], {
        stdio: ['pipe', 'pipe', nodeOptions.length > 0 ? 'pipe' : 'ignore', ...(reports ? [/** @type {const} */ ('ipc')] : [])],
      })
    );
    const connection = createProtocolConnection(
      new StreamMessageReader(/** @type {import('node:stream').Readable} */ (process_.stdout)),
      new StreamMessageWriter(/** @type {import('node:stream').Writable} */ (process_.stdin)),
    );
    connection.onUnhandledNotification(() => {});
    connection.listen();
    const uri = pathToFileURL(folder).href;
    const capabilities = { textDocument: { diagnostic: {} }, workspace: { workspaceFolders: true } };
    await connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: uri,
      capabilities,
      workspaceFolders: [{ uri, name: 'bench' }],
    });
    const client = new Client(process_, connection, performance.now() - begin);
    await connection.sendNotification('initialized', {});
    return client;
  }

  /**
   * @param {import('node:child_process').ChildProcess} process_
   * @param {import('vscode-languageserver/node').ProtocolConnection} connection
   * @param {number} startMs
   */
  constructor(process_, connection, startMs) {
    this.process = process_;
    this.connection = connection;
    this.startMs = startMs;
    /** @type {Map<string, number>} */
    this.versions = new Map();
  }

  async open(file) {
    const uri = pathToFileURL(file).href;
    const text = readFileSync(file, 'utf8');
    this.versions.set(uri, 1);
    const languageId = file.endsWith('.py') ? 'python' : 'yaml';
    await this.connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
    return { uri, ...typingPlace(text) };
  }

  nextVersion(uri) {
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    return version;
  }

  /** Types a letter where the document is edited, or takes it back again. */
  async edit({ uri, line, character, letter = 'x' }, typed) {
    const version = this.nextVersion(uri);
    const range = { start: { line, character }, end: { line, character: character + (typed ? 0 : 1) } };
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text: typed ? letter : '' }],
    });
  }

  /** Replaces all of a document's text. */
  async replace({ uri }, text) {
    const version = this.nextVersion(uri);
    await this.connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
  }

  async diagnostics({ uri }) {
    return this.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } });
  }

  async hover({ uri, line, character }) {
    return this.connection.sendRequest('textDocument/hover', { textDocument: { uri }, position: { line, character } });
  }

  /** @returns the answer, whatever its kind */
  async askPreview({ uri }) {
    return this.connection.sendRequest('workspace/executeCommand', {
      command: 'promptPreflight.renderPreview',
      arguments: [{ uri, selection: {} }],
    });
  }

  async preview({ uri }) {
    const answer = await this.askPreview({ uri });
    if (answer.kind !== 'preview') throw new Error(`no preview of ${uri}: ${answer.reason}`);
  }

  /** Processor time that the server has spent with all its threads, in ms, exact to a microsecond. */
  async cpuMs() {
    const told = once(this.process, 'message');
    this.process.send('cpu');
    const [microseconds] = await told;
    return microseconds / 1000;
  }

  async stop() {
    const exited = once(this.process, 'exit');
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    await exited;
    this.connection.dispose();
  }
}

/** Within the first quoted text of the middle of the document, so that an edit changes a value and breaks nothing. */
function typingPlace(text) {
  const lines = text.split('\n');
  const from = Math.floor(lines.length / 2);
  for (let i = 0; i < lines.length; i++) {
    const line = (from + i) % lines.length;
    const match = /(?:prompt=|prompt: |abbr=|path=|work_dir = )(f?)['"]/.exec(lines[line]);
    if (match) return { line, character: match.index + match[0].length };
  }
  // Nothing to type in: a comment behind the end, so that the document stays whole.
  return { line: lines.length - 1, character: lines.at(-1).length, letter: '#' };
}

/** Spawn → `initialize` answered, in ms, each build in turn. */
export async function benchStart(builds, folder, runs) {
  return interleaved(builds, runs, 1, async (cli) => {
    const client = await Client.start(cli, folder);
    await client.stop();
    return client.startMs;
  });
}

/**
 * Edit → diagnostics and edit → preview of each document, in ms, all builds' servers side by side and asked in turn.
 * @param documents path by name
 */
export async function benchEdits(builds, folder, documents, runs) {
  const clients = {};
  for (const [name, cli] of Object.entries(builds)) clients[name] = await Client.start(cli, folder);
  const edits = {};
  for (const [document, file] of Object.entries(documents)) {
    const places = {};
    for (const [name, client] of Object.entries(clients)) places[name] = await client.open(file);
    const ask = (what) =>
      interleaved(clients, runs, warmUp, async (client, name, run) => {
        const begin = performance.now();
        await client.edit(places[name], run % 2 === 0);
        await client[what](places[name]);
        return performance.now() - begin;
      });
    edits[document] = {
      lines: readFileSync(file, 'utf8').split('\n').length,
      diagnostics: await ask('diagnostics'),
      preview: await ask('preview'),
    };
  }
  const memory = Object.fromEntries(Object.entries(clients).map(([name, client]) => [name, peakMemory(client.process.pid)]));
  for (const client of Object.values(clients)) await client.stop();
  return { edits, serverPeakMemoryMB: Object.fromEntries(Object.entries(memory).map(([name, peak]) => [name, peak && round(peak)])) };
}

/**
 * Edit → diagnostics in one large document, in ms, and how long a hover takes that is sent right behind the edit: each build by itself.
 * @param file a config of `folder`
 */
export async function benchAggregate(builds, folder, file, runs) {
  const results = {};
  for (const [name, cli] of Object.entries(builds)) {
    const client = await Client.start(cli, folder);
    const place = await client.open(file);
    const samples = { diagnostics: /** @type {number[]} */ ([]), hover: /** @type {number[]} */ ([]) };
    for (let run = -2; run < runs + (runs % 2); run++) {
      const begin = performance.now();
      const since = () => performance.now() - begin;
      await client.edit(place, run % 2 === 0);
      const [diagnostics, hover] = await Promise.all([client.diagnostics(place).then(since), client.hover(place).then(since)]);
      if (run < 0) continue;
      samples.diagnostics.push(diagnostics);
      samples.hover.push(hover);
    }
    results[name] = { diagnostics: summary(samples.diagnostics), hover: summary(samples.hover) };
    await client.stop();
  }
  return results;
}

/** Measures each build once a run, so that a busy moment of the machine strikes all alike. An even number of runs undoes every edit. */
async function interleaved(builds, runs, warm, measure) {
  /** @type {Record<string, number[]>} */
  const samples = Object.fromEntries(Object.keys(builds).map((name) => [name, []]));
  const even = (n) => n + (n % 2);
  for (let run = 0; run < even(warm) + even(runs); run++)
    for (const [name, build] of Object.entries(builds)) {
      const sample = await measure(build, name, run);
      if (run >= even(warm)) samples[name].push(sample);
    }
  return Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, summary(list)]));
}

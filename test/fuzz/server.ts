// Changed configs, tasks, chat templates and rows through the built server, as an editor would send them: bundled by run.mjs.
// With --runs they are configs for `lm-eval run --config`.
//   node server.mjs CASES SEED [--runs] FOLDER…
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { families } from '../../server/src/engine/chat/families.js';
import { effectiveConfigCommand } from '../../server/src/protocol/commands.js';
import { cpuSeconds, guard, residentMB } from '../hostile/process-tree.js';
import { Client } from '../protocol/client.js';
import { mutated, random } from './mutate.js';
import { runConfigs } from './run-configs.js';

/** A case may take so long until it counts as one that hangs, in seconds of the processor; the watchdog must end it far sooner. */
const hangSeconds = 10;
const mostMB = 1_500;
/** Of so many cases one may need the watchdog. */
const rare = 10_000;
/** Documents that are open at once. */
const mostOpen = 8;
const reports = 20;

const defined: ReadonlySet<number> = new Set([
  LSPErrorCodes.ContentModified,
  LSPErrorCodes.ServerCancelled,
  LSPErrorCodes.RequestCancelled,
]);
const [cases, seed] = [Number(process.argv[2]), Number(process.argv[3])];
const isOfRuns = process.argv.includes('--runs');
const folders = process.argv.slice(4).filter((argument) => argument !== '--runs');
const next = random(seed);
const pick = <T>(from: readonly T[]): T => from[next(from.length)]!;

function filesBelow(folder: string, ending: RegExp): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && ending.test(entry.name));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

const configs = folders.map((folder) => filesBelow(folder, /\.(?:py|ya?ml|json)$/)).filter((files) => files.length > 0);
const rowFiles = filesBelow('examples', /\.jsonl$/).map((file) => readFileSync(file, 'utf8'));
const asCsv = (rows: string): string => rows.replace(/^\{|\}$|"[^",:]*": /gm, '');
const languages: Readonly<Record<string, string>> = { py: 'python', json: 'json' };

/** A task that is asked with a chat template or a file of rows of the scratch workspace. */
const taskWith = (rows: string, type: string): string =>
  `task: lake\ndataset_path: ${type}\ndataset_kwargs: {data_files: {train: ${rows}, test: ${rows}}}\ntraining_split: train\ntest_split: test\nnum_fewshot: 2\noutput_type: generate_until\ndoc_to_text: "{{ question }}"\ndoc_to_target: answer\n`;
const fixed = { 'jsonl.yaml': taskWith('rows.jsonl', 'json'), 'csv.yaml': taskWith('rows.csv', 'csv') };

let failures = 0;
let slowest = { seconds: 0, what: '' };
let watchdog = 0;
let about = '';
let session: Session;

interface Session {
  readonly client: Client;
  /** The text that each open document had at first, by its address. */
  readonly open: Map<string, string>;
}

async function start(): Promise<Session> {
  const client = await Client.start({
    files: { ...fixed, 'rows.jsonl': '', 'rows.csv': '', 'chat.jinja': '' },
    folders: ['.', ...folders.map((folder) => pathToFileURL(folder).href)],
  });
  for (const [name, text] of Object.entries(fixed)) await client.openText(name, text, 'yaml');
  return { client, open: new Map() };
}

function fail(what: string): void {
  failures++;
  console.log(`${about}: ${what}`);
}

/** Sends a request whose answer may be a result, or that it is out of date. */
async function ask(send: () => Promise<unknown>): Promise<unknown> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const isRefusal = error.code === LSPErrorCodes.RequestFailed && !error.message.includes('Prompt Preflight');
    if (!defined.has(error.code) && !isRefusal) fail(`answers ${String(error.code)}: ${error.message}`);
    return undefined;
  }
}

/** The document becomes the text, by one edit of what differs. */
async function become({ client }: Session, uri: string, text: string): Promise<void> {
  const document = client.document(uri);
  const before = document.getText();
  let start = 0;
  while (start < before.length && before[start] === text[start]) start++;
  let [end, newEnd] = [before.length, text.length];
  while (end > start && newEnd > start && before[end - 1] === text[newEnd - 1]) [end, newEnd] = [end - 1, newEnd - 1];
  await client.change(uri, [
    { range: { start: document.positionAt(start), end: document.positionAt(end) }, newText: text.slice(start, newEnd) },
  ]);
}

/** A document as it is opened at first. */
interface Opened {
  readonly file: string;
  readonly text: string;
}

function configFile(): Opened {
  const file = pick(pick(configs));
  return { file, text: readFileSync(file, 'utf8') };
}

/** There is no such file: it is only open. */
function runConfig(): Opened {
  const number = next(runConfigs.length);
  return { file: resolve('examples/lm-eval', `changed-run-${String(number)}.yaml`), text: runConfigs[number]! };
}

/** A document that is open already, or one that is opened for another. */
async function document(session: Session): Promise<string> {
  const open = [...session.open.keys()];
  if (open.length === mostOpen && next(8) > 0) return pick(open);
  const { file, text } = isOfRuns ? runConfig() : configFile();
  const uri = pathToFileURL(file).href;
  about = file;
  if (session.open.has(uri)) return uri;
  if (open.length === mostOpen) {
    session.open.delete(open[0]!);
    await session.client.closeText(open[0]!);
  }
  session.open.set(uri, text);
  await session.client.openText(uri, text, languages[file.slice(file.lastIndexOf('.') + 1)] ?? 'yaml');
  return uri;
}

/** A config or a task is changed, and asked about. */
async function changeDocument(session: Session): Promise<void> {
  const { client } = session;
  const uri = await document(session);
  about = uri;
  let text = next(4) === 0 ? session.open.get(uri)! : client.document(uri).getText();
  for (let i = next(3); i >= 0; i--) text = mutated(text, next);
  await become(session, uri, text);
  const position = client.document(uri).positionAt(next(text.length + 1));
  const at = (method: string, more?: object) => () =>
    client.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, position, ...more });
  const questions = [
    at('completion'),
    at('definition'),
    at('documentSymbol'),
    at('codeLens'),
    at('documentLink'),
    at('semanticTokens/full'),
    at('signatureHelp'),
    at('prepareRename'),
    at('rename', { newName: 'another' }),
    at('references', { context: { includeDeclaration: true } }),
    () => client.actions(uri, { start: { line: Math.max(0, position.line - 3), character: 0 }, end: position }),
    () => client.preview(uri, { cursor: position }),
    () => client.preview(uri),
    () => client.connection.sendRequest('workspace/executeCommand', { command: effectiveConfigCommand, arguments: [uri] }),
  ];
  await Promise.all([ask(() => client.pull(uri)), ask(at('hover')), ask(pick(questions))]);
}

/** A file of the scratch workspace is changed, and the prompt of a task is made with it. */
async function changeFile({ client }: Session): Promise<void> {
  const kind = pick(['chat.jinja', 'rows.jsonl', 'rows.csv']);
  about = kind;
  let text = kind === 'chat.jinja' ? pick(families).lines.join('') : kind === 'rows.csv' ? asCsv(pick(rowFiles)) : pick(rowFiles);
  for (let i = next(4); i >= 0; i--) text = mutated(text, next);
  client.write(kind, text);
  await client.filesChanged([kind, 2]);
  const document = kind === 'rows.csv' ? 'csv.yaml' : 'jsonl.yaml';
  const selection = { row: next(3), ...(kind === 'chat.jinja' && { chatTemplate: join(client.root, kind), multiturn: next(2) === 0 }) };
  await Promise.all([ask(() => client.preview(document, { selection })), ask(() => client.pull(document))]);
}

/** One case; a server that dies of it is followed by another. */
async function follow(): Promise<void> {
  const { client } = session;
  const pid = client.process.pid!;
  const before = cpuSeconds(pid);
  const watched = guard(pid, { seconds: hangSeconds, mostMB });
  const gone = new Promise<never>((_, end) => client.process.once('exit', () => end(new Error('the server has ended'))));
  try {
    await Promise.race([!isOfRuns && next(5) === 0 ? changeFile(session) : changeDocument(session), gone]);
  } catch (error) {
    fail(watched.ended() ?? String(error));
  }
  client.process.removeAllListeners('exit');
  gone.catch(() => undefined);
  watched.stop();
  for (const line of client.logged.splice(0)) {
    if (line.startsWith('Watchdog:')) watchdog++;
    if (/ failed: |^stderr/.test(line)) fail(line);
  }
  if (client.process.exitCode !== null || client.process.signalCode !== null) session = await start();
  else if (cpuSeconds(pid) - before > slowest.seconds) slowest = { seconds: cpuSeconds(pid) - before, what: about };
}

session = await start();
const begin = performance.now();
const memory: number[] = [];
for (let done = 1; done <= cases; done++) {
  await follow();
  if (done % Math.ceil(cases / reports) === 0) memory.push(residentMB(session.client.process.pid!));
}
await session.client.stop();
const seconds = (performance.now() - begin) / 1_000;
console.log(
  `${String(cases)} cases through the server, seed ${String(seed)}: ${String(failures)} failures, slowest ${slowest.seconds.toFixed(1)} s of the processor (${slowest.what}), ${((1_000 * seconds) / cases).toFixed(1)} ms a case`,
);
console.log(
  `the watchdog was needed ${String(watchdog)} times${watchdog > 0 ? `, once in ${(cases / watchdog).toFixed(0)} cases` : ''}; at most once in ${String(rare)} is allowed`,
);
console.log(`resident after each ${String(Math.ceil(cases / reports))} cases, MB: ${memory.map((one) => one.toFixed(0)).join(' ')}`);
process.exitCode = failures > 0 || watchdog > Math.max(1, cases / rare) ? 1 : 0;

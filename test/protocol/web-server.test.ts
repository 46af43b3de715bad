// The server as it runs in a browser: its two bundles in threads that have what a worker of a browser has, and nothing of Node. Files come from the client, as in a repository far away.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { AbstractMessageReader, AbstractMessageWriter, type DataCallback, type Message } from 'vscode-jsonrpc';
import {
  createProtocolConnection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type ProtocolConnection,
} from 'vscode-languageserver/node';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPreviewCommand } from '../../server/src/protocol/commands.js';
import type { PreviewAnswer } from '../../server/src/protocol/preview.js';
import {
  columnarProgramRequest,
  readFilesRequest,
  type FileGiven,
  type FilesGiven,
  type FilesWanted,
  type FileWanted,
} from '../../server/src/protocol/remote-files.js';
import { tokensCommand, type TokensAnswer, type TokensRequest } from '../../server/src/protocol/tokens.js';
import { workspaceCheckCommand } from '../../server/src/protocol/sweep.js';
import { startBrowserWorker } from '../support/browser-worker.js';
import { smallTokenizer } from '../support/small-tokenizer.js';
import { Client, modern, until } from './client.js';

const dist = dirname(resolve(process.env['PREFLIGHT_CLI'] ?? 'dist/cli.js'));
// Tasks of the examples name their rows from the folder above.
const home = 'vscode-vfs://github/someone/a%20fork/examples';
const open: { readonly stop: () => Promise<unknown> }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.stop()))));

class WorkerReader extends AbstractMessageReader {
  constructor(private readonly worker: Worker) {
    super();
  }
  listen(callback: DataCallback) {
    this.worker.on('message', callback);
    return { dispose: () => undefined };
  }
}

class WorkerWriter extends AbstractMessageWriter {
  constructor(private readonly worker: Worker) {
    super();
  }
  write(message: Message): Promise<void> {
    this.worker.postMessage(message);
    return Promise.resolve();
  }
  end(): void {
    // Nothing to close.
  }
}

/** An editor in a browser, over a folder of this disk that looks far away. */
class WebClient {
  readonly asked: string[] = [];
  readonly logged: string[] = [];
  refreshes = 0;
  capabilities: object = {};
  /** Called before an answer with files is given. */
  beforeFiles: () => Promise<void> = () => Promise.resolve();
  private constructor(
    private readonly worker: Worker,
    private readonly root: string,
    readonly connection: ProtocolConnection,
  ) {
    connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) => items.map(() => null));
    connection.onRequest('client/registerCapability', () => null);
    connection.onRequest('workspace/diagnostic/refresh', () => {
      this.refreshes++;
      return null;
    });
    connection.onNotification('window/logMessage', ({ message }: { message: string }) => void this.logged.push(message));
    connection.onRequest(readFilesRequest, async ({ files }: FilesWanted): Promise<FilesGiven> => {
      await this.beforeFiles();
      return { files: files.map(({ uri, want }) => this.given(uri, want)) };
    });
    connection.onRequest(columnarProgramRequest, () => {
      this.asked.push('the reader of files of columns');
      return join(dist, 'columnar-worker.js');
    });
    connection.listen();
  }

  static async start(root: string, more: object = {}): Promise<WebClient> {
    const worker = startBrowserWorker(join(dist, 'web', 'server.js'));
    const wasm = (name: string): Uint8Array => new Uint8Array(readFileSync(join(dist, name)));
    worker.postMessage({
      engine: join(dist, 'web', 'engine.js'),
      wasm: { runtime: wasm('web-tree-sitter.wasm'), grammar: wasm('tree-sitter-python.wasm') },
      texts: undefined,
      home: { scheme: 'vscode-vfs', authority: 'github' },
      ...more,
    });
    const connection = createProtocolConnection(new WorkerReader(worker), new WorkerWriter(worker));
    const client = new WebClient(worker, root, connection);
    open.push(client);
    const { capabilities } = await connection.sendRequest<{ capabilities: object }>('initialize', {
      processId: null,
      rootUri: null,
      capabilities: modern,
      workspaceFolders: [{ uri: home, name: 'fork' }],
    });
    client.capabilities = capabilities;
    await connection.sendNotification('initialized', {});
    return client;
  }

  uri(name: string): string {
    return `${home}/${name}`;
  }

  async openText(name: string, text = readFileSync(join(this.root, name), 'utf8')): Promise<void> {
    const languageId = name.endsWith('.py') ? 'python' : 'yaml';
    await this.connection.sendNotification('textDocument/didOpen', { textDocument: { uri: this.uri(name), languageId, version: 1, text } });
  }

  async diagnostics(name: string): Promise<Diagnostic[]> {
    const report: DocumentDiagnosticReport = await this.connection.sendRequest('textDocument/diagnostic', {
      textDocument: { uri: this.uri(name) },
    });
    return report.kind === 'full' ? report.items : [];
  }

  preview(name: string): Promise<PreviewAnswer> {
    const argument = { uri: this.uri(name), selection: {} };
    return this.connection.sendRequest('workspace/executeCommand', { command: renderPreviewCommand, arguments: [argument] });
  }

  tokens(request: TokensRequest): Promise<TokensAnswer> {
    return this.connection.sendRequest('workspace/executeCommand', { command: tokensCommand, arguments: [request] });
  }

  async stop(): Promise<void> {
    this.connection.dispose();
    await this.worker.terminate();
  }

  private given(uri: string, want: FileWanted['want']): FileGiven {
    expect(uri.startsWith(home)).toBe(true);
    const name = decodeURIComponent(uri.slice(home.length + 1));
    this.asked.push(`${want} ${name}`);
    const path = join(this.root, name);
    try {
      if (want === 'size') return { kind: 'size', size: statSync(path).size };
      if (want === 'bytes') return { kind: 'bytes', bytes: new Uint8Array(readFileSync(path)) };
      return { kind: 'names', names: readdirSync(path).map((each) => [each, statSync(join(path, each)).isDirectory()]) };
    } catch {
      return { kind: 'missing' };
    }
  }
}

/** What of diagnostics does not depend on where the files lie. */
function told(diagnostics: readonly Diagnostic[], root: string): unknown {
  return diagnostics.map(({ range, message, code, severity }) => ({
    range,
    message: String(message).replaceAll(root, '…'),
    code,
    severity,
  }));
}

function promptOf(answer: PreviewAnswer): unknown {
  if (answer.kind !== 'preview') return answer;
  const { output, stages, selection, exactness } = answer.preview;
  return {
    output,
    selection,
    exactness,
    turns: stages.map(({ id, turns }) => [id, turns.map(({ segments }) => segments.map(({ text }) => text))]),
  };
}

describe('the server in a browser', () => {
  const examples = resolve('examples');

  it('finds and shows what the server on the disk does', async () => {
    const web = await WebClient.start(examples);
    const disk = await Client.start({ root: examples, env: { HOME: '/nowhere' } });
    for (const name of [
      'opencompass/eval_broken.py',
      'opencompass/eval_demo.py',
      'aisbench/eval_service.py',
      'lm-eval/harbour.yaml',
      'lm-eval/harbour_broken.yaml',
    ]) {
      await web.openText(name);
      await disk.openText(name, readFileSync(join(examples, name), 'utf8'), name.endsWith('.py') ? 'python' : 'yaml');
      expect([name, told(await web.diagnostics(name), '/someone/a fork/examples')]).toEqual([
        name,
        told(await disk.diagnostics(name), examples),
      ]);
      expect([name, promptOf(await web.preview(name))]).toEqual([name, promptOf(await disk.preview(name))]);
    }
    // Not `stop`, which removes the folder.
    disk.process.kill();
    expect(new Set(web.asked).size).toBe(web.asked.length);
  });

  it('leads from shell scripts to tasks and configs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preflight-web-'));
    mkdirSync(join(folder, 'configs', 'models', 'hf'), { recursive: true });
    writeFileSync(join(folder, 'configs', 'models', 'hf', 'river.py'), 'models = []\n');
    writeFileSync(join(folder, 'lake.yaml'), `# Deep.\n${taskOf('lake')}`);
    const script = 'lm_eval --model hf \\\n  --tasks lake\nopencompass --models river\n';
    const web = await WebClient.start(folder);
    const textDocument = { uri: web.uri('run.sh') };
    const opened = { ...textDocument, languageId: 'shellscript', version: 1, text: script };
    await web.connection.sendNotification('textDocument/didOpen', { textDocument: opened });
    const definition = (position: object): Promise<unknown> =>
      web.connection.sendRequest('textDocument/definition', { textDocument, position });
    expect(await definition({ line: 1, character: 12 })).toMatchObject([
      { targetUri: web.uri('lake.yaml'), targetRange: { start: { line: 1, character: 6 } } },
    ]);
    expect(await definition({ line: 2, character: 23 })).toMatchObject([{ targetUri: web.uri('configs/models/hf/river.py') }]);
    rmSync(folder, { recursive: true });
  });

  it('follows files that change', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preflight-web-'));
    const base = `models = [dict(type='HuggingFaceCausalLM', abbr='a', path='p', max_out_len=1)]\n`;
    writeFileSync(join(folder, 'base.py'), base);
    const config = `from mmengine.config import read_base\nwith read_base():\n    from .base import models\nmodels[0]['abbr'] = 'b'\n`;
    writeFileSync(join(folder, 'eval.py'), config);
    const web = await WebClient.start(folder);
    await web.openText('eval.py');
    expect(await web.diagnostics('eval.py')).toEqual([]);
    writeFileSync(join(folder, 'base.py'), base.replace('models', 'others'));
    await web.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: web.uri('base.py'), type: 2 }] });
    expect((await web.diagnostics('eval.py')).map(({ message }) => message).join()).toContain("'models'");
    rmSync(folder, { recursive: true });
  });

  it('has the rows of Parquet and Arrow files from a worker of their own, and lives on with one that is damaged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preflight-web-'));
    const fixture = (name: string): Buffer => readFileSync(join('test/fixtures/rows', name));
    const broken = Buffer.from(fixture('types-stream.arrow'));
    // This one byte makes a list too long for any memory.
    broken[3983] = 107;
    const files = {
      'snappy.parquet': fixture('many-snappy.parquet'),
      'brotli.parquet': fixture('many-brotli.parquet'),
      'gzip.parquet': fixture('many-gzip.parquet'),
      'types.arrow': fixture('types-zstd.arrow'),
      'broken.arrow': broken,
    };
    for (const [name, bytes] of Object.entries(files)) {
      writeFileSync(join(folder, name), bytes);
      writeFileSync(join(folder, `${name}.yaml`), taskOf(name));
    }
    const web = await WebClient.start(folder);
    const shown = async (name: string): Promise<string> => {
      await web.openText(`${name}.yaml`);
      let text = '';
      await until('the rows', async () => {
        const answer = await web.preview(`${name}.yaml`);
        if (answer.kind !== 'preview') throw new Error(answer.reason);
        text = answer.preview.rows.problem ?? answer.preview.output?.text ?? '';
        return !text.includes('⟦');
      });
      return text;
    };
    for (const name of ['snappy.parquet', 'brotli.parquet', 'gzip.parquet'])
      expect([name, await shown(name)]).toEqual([name, 'question 0']);
    expect(await shown('broken.arrow')).toMatch(/The (?:Arrow )?file is damaged/);
    expect(await shown('types.arrow')).not.toContain('damaged');
    expect(web.asked.filter((each) => each.startsWith('the reader'))).toHaveLength(1);
    rmSync(folder, { recursive: true });
  }, 30_000);

  it('counts tokens in a worker of their own, by the tokenizer as it is now', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preflight-web-'));
    mkdirSync(join(folder, 'river'));
    const file = '/someone/a fork/examples/river/tokenizer.json';
    writeFileSync(join(folder, 'river', 'tokenizer.json'), JSON.stringify(smallTokenizer()));
    const web = await WebClient.start(folder);
    const question = { file, texts: [{ text: 'hello', special: true, parts: [5] }], shown: 0 } as const;
    const answer = {
      kind: 'tokens',
      counts: [{ all: 2, parts: [2] }],
      tokens: [
        { id: 0, text: '<s>', kind: 'added' },
        { text: 'hello', kind: 'text' },
      ],
    };
    expect(await Promise.all([web.tokens(question), web.tokens(question)])).toMatchObject([answer, answer]);
    expect(web.asked).toEqual(['size', 'bytes', 'size'].map((want) => `${want} river/tokenizer.json`));
    writeFileSync(join(folder, 'river', 'tokenizer.json'), '{}');
    expect(await web.tokens(question)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/\.$/) as string });
    rmSync(join(folder, 'river', 'tokenizer.json'));
    expect(await web.tokens(question)).toEqual({ kind: 'refused', reason: `${file} does not exist.` });
    rmSync(folder, { recursive: true });
  });

  it('says nothing that a file on its way would change', async () => {
    const web = await WebClient.start(examples);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    web.beforeFiles = () => held;
    await web.openText('opencompass/eval_broken.py');
    let answered = false;
    const answer = web.diagnostics('opencompass/eval_broken.py').then((found) => {
      answered = true;
      return found;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(answered).toBe(false);
    release();
    expect((await answer).length).toBeGreaterThan(5);
  });

  it('offers nothing that needs all files, and says what it does not have', async () => {
    const web = await WebClient.start(examples);
    expect(web.capabilities).not.toHaveProperty('renameProvider');
    expect(web.capabilities).toHaveProperty('hoverProvider');
    const asked = web.connection.sendRequest('workspace/executeCommand', { command: workspaceCheckCommand, arguments: [] });
    await expect(asked).rejects.toThrow('not checked as a whole in the browser');
    await expect(
      web.connection.sendRequest('textDocument/rename', {
        textDocument: { uri: web.uri('a.py') },
        position: { line: 0, character: 0 },
        newName: 'b',
      }),
    ).rejects.toThrow();
  });

  it('ends an engine that does not end its work, and another one goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preflight-web-'));
    const engine = join(folder, 'engine.js');
    writeFileSync(engine, stubborn);
    const web = await WebClient.start(examples, { engine });
    await web.openText('a.py', 'loop');
    const hover = (): Promise<unknown> =>
      web.connection.sendRequest('textDocument/hover', { textDocument: { uri: web.uri('a.py') }, position: { line: 0, character: 0 } });
    // The first engine loops; the one behind it knows which document that was.
    expect(await hover()).toEqual({ refused: '/someone/a fork/examples/a.py' });
    expect(web.logged.join()).toContain('it took more than 6 s');
    rmSync(folder, { recursive: true });
  }, 20_000);
});

/** A task whose documents are the rows of a file, asked for with what stands in its first column. */
function taskOf(rows: string): string {
  const [format, column] = rows.endsWith('.parquet') ? ['parquet', 'q'] : ['arrow', 'text'];
  return `task: ${rows.replace('.', '_')}
dataset_path: ${format}
dataset_kwargs:
  data_files: {test: ${rows}}
test_split: test
output_type: generate_until
doc_to_text: "{{${column}}}"
doc_to_target: ""
`;
}

/** An engine that loops where it is asked for a hover, unless it was told to leave a document alone. */
const stubborn = `
let refused;
globalThis.onmessage = () => {
  globalThis.onmessage = ({ data: { id, method, params } }) => {
    if (method === 'promptPreflight/refuse') refused = params.file;
    const answer = (result) => postMessage({ json: JSON.stringify({ jsonrpc: '2.0', id, result }), answers: id });
    if (method === 'initialize') answer({});
    if (method !== 'textDocument/hover') return;
    if (refused) return answer({ refused });
    postMessage({ sight: { turn: 1, work: { what: 'hover', file: '/someone/a fork/examples/a.py', version: 1 } } });
    for (;;);
  };
  postMessage('ready');
};
`;

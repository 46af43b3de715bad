import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LSPErrorCodes, ResponseError, type Diagnostic, type Hover, type Position } from 'vscode-languageserver/node';
import { effectiveConfigCommand, renderPreviewCommand } from '../../server/src/protocol/commands.js';
import { comparePromptsCommand, readSavedCommand } from '../../server/src/protocol/compare.js';
import type { PreviewAnswer } from '../../server/src/protocol/preview.js';
import { Client } from '../protocol/client.js';
import { dataset, task, type HostileInput } from './input.js';
import { cpuSeconds, guard, type Guard } from './process-tree.js';
import { controlIn, guards, internalIn, largest, leakIn, limits, type Fault, type Outcome, type Violation } from './verdict.js';
import { keepChanging, place, remove } from './workspace.js';

const calm = 'calm.py';
const languages: Readonly<Record<string, string>> = { py: 'python', json: 'json', yaml: 'yaml', sh: 'shellscript' };

/** What the document is at last, and a word of its prompt. */
const harmless: Readonly<Record<string, string>> = {
  python: dataset,
  yaml: task(),
  shellscript: 'echo a\n',
  json: '{"datasets": [{"abbr": "demo", "infer_cfg": {"prompt_template": {"type": "PromptTemplate", "template": "Be brief. {q}"}, "retriever": {"type": "ZeroRetriever"}, "inferencer": {"type": "GenInferencer"}}, "reader_cfg": {"input_columns": ["q"], "output_column": "a"}}], "models": []}',
};
const harmlessWord = 'Be brief.';

/** Where an editor hovers: over words all over a short text, and the words of its end; here and there over a long one. */
function places(text: string): number[] {
  if (text.length > 20_000) return [0, 0.02, 0.25, 0.6, 0.999].map((part) => part * text.length);
  const words = [...text.matchAll(/\w+/g)].map(({ index }) => index);
  const step = Math.ceil(words.length / 20);
  return words.filter((_, i) => i % step === 0 || i > words.length - 12);
}

/** Two engines may run at once: half of what the server computes during a wait, at least, is a wait on any machine. */
const atOnce = 2;

/** Answers that tell the client to ask again, or not to wait. */
const defined: ReadonlySet<number> = new Set([
  LSPErrorCodes.ContentModified,
  LSPErrorCodes.ServerCancelled,
  LSPErrorCodes.RequestCancelled,
]);

/** What has no other name is refused with the reason. */
const renames: ReadonlySet<string> = new Set(['prepareRename', 'rename']);

function isRefusal({ code, message }: ResponseError<unknown>): boolean {
  return code === LSPErrorCodes.RequestFailed && internalIn(message) === undefined;
}

/** The built server with one small document open beside whatever comes. */
export class HostileServer {
  private constructor(readonly client: Client) {}

  static async start(): Promise<HostileServer> {
    const client = await Client.start({ files: { [calm]: dataset, 'pyproject.toml': '' } });
    await client.openText(calm, dataset);
    await client.diagnostics(calm);
    return new HostileServer(client);
  }

  get alive(): boolean {
    return this.client.process.exitCode === null && this.client.process.signalCode === null;
  }

  /** Puts the input through all that an editor does with it. */
  async run(input: HostileInput): Promise<Outcome> {
    return new Visit(this, input).run();
  }

  async stop(): Promise<void> {
    if (this.alive) await Promise.race([this.client.stop().catch(() => undefined), wait(2_000)]);
    if (this.alive) this.client.process.kill('SIGKILL');
    remove(this.client.root);
  }
}

/** One input in one server. */
class Visit {
  private readonly violations: Violation[] = [];
  private readonly document: string;
  private readonly language: string;
  private readonly gone: Promise<never>;
  private guard!: Guard;
  private dearest = { of: '', cpu: 0 };
  private readonly hover = { wall: 0, least: 0 };
  private stopped = false;

  constructor(
    private readonly server: HostileServer,
    private readonly input: HostileInput,
  ) {
    this.document = `${input.name}/${input.open}`;
    this.language = languages[input.open.slice(input.open.lastIndexOf('.') + 1)] ?? 'yaml';
    this.gone = new Promise((_, fail) => server.client.process.once('exit', () => fail(new Error('the server has ended'))));
    this.gone.catch(() => undefined);
  }

  async run(): Promise<Outcome> {
    const { client } = this.server;
    const folder = join(client.root, this.input.name);
    const files = this.input.files();
    const logged = client.logged.length;
    place(folder, files);
    const changed = keepChanging(this.input, folder);
    this.guard = guard(client.process.pid!, guards);
    try {
      await this.configure(this.input.rows);
      await client.filesChanged(
        ...Object.keys(files)
          .slice(0, 20)
          .map((name) => [`${this.input.name}/${name}`, 1] as const),
      );
      const others = this.hoverElsewhere();
      await this.ask(files[this.input.open]);
      this.stopped = true;
      await others;
      if (this.hover.least > limits.hoverSeconds)
        this.report(
          'hover late',
          'another document',
          `${this.hover.least.toFixed(1)} s at least, ${this.hover.wall.toFixed(1)} s by the clock`,
        );
      await this.heal();
      await client.closeText(this.document);
      await this.configure(undefined);
    } catch (error) {
      if (this.server.alive && !this.guard.ended()) this.report('unanswered', 'all', String(error));
    }
    this.stopped = true;
    changed();
    const { megabytes, cpu } = this.guard.stop();
    if (this.guard.ended()) this.report(this.guard.ended()!.endsWith('MB') ? 'memory' : 'unanswered', this.dearest.of, this.guard.ended()!);
    else if (!this.server.alive)
      this.report('crash', this.dearest.of, `exit ${String(client.process.exitCode ?? client.process.signalCode)}`);
    if (megabytes > limits.megabytes && !this.guard.ended()) this.report('memory', this.dearest.of, `${megabytes.toFixed(0)} MB`);
    this.readLog(client.logged.slice(logged));
    remove(folder);
    return { input: this.input.name, by: 'server', dearest: this.dearest, cpu, megabytes, hover: this.hover, violations: this.violations };
  }

  private report(fault: Fault, of: string, detail: string): void {
    const known = this.violations.some((one) => one.fault === fault && one.of === of && one.detail === detail);
    if (!known) this.violations.push({ fault, of, detail });
  }

  private async configure(rowFile: string | undefined): Promise<void> {
    const { client } = this.server;
    if (this.input.rows === undefined) return;
    client.settings = rowFile === undefined ? null : { rowFile: join(client.root, this.input.name, rowFile) };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  }

  /** All that an editor asks, one question after the other, while another document is hovered over. */
  private async ask(content: unknown): Promise<void> {
    const { client } = this.server;
    const text = typeof content === 'string' ? content : content instanceof Uint8Array ? new TextDecoder().decode(content) : '';
    await client.openText(this.document, text, this.language);
    const found = await this.answer('diagnostics', () => client.diagnostics(this.document));
    this.readDiagnostics(found ?? []);
    const length = text.length;
    for (const at of places(text)) this.readHover(await this.answer('hover', () => client.hover(this.document, this.position(at))));
    for (const at of [0.02, 0.999]) await this.at('completion', at * length);
    await this.askAtName(text);
    for (const method of ['documentSymbol', 'codeLens', 'documentLink', 'semanticTokens/full', 'foldingRange']) await this.at(method, 0);
    await this.answer('inlayHint', () =>
      client.connection.sendRequest('textDocument/inlayHint', {
        textDocument: { uri: client.uri(this.document) },
        range: { start: { line: 0, character: 0 }, end: this.position(length) },
      }),
    );
    await this.answer('code actions', () =>
      client.actions(this.document, { start: { line: 0, character: 0 }, end: this.position(length) }),
    );
    this.weigh('preview', await this.preview());
    await this.compare();
    for (const [of, { method, params }] of Object.entries(this.input.asks?.(client.uri(this.document)) ?? {}))
      await this.answer(of, () => client.connection.sendRequest(method, params));
    await this.answer('effective config', () =>
      client.connection.sendRequest('workspace/executeCommand', {
        command: effectiveConfigCommand,
        arguments: [client.uri(this.document)],
      }),
    );
    await this.quiet();
  }

  /** What an editor asks at a name. */
  private async askAtName(text: string): Promise<void> {
    const { at } = this.input;
    const offset = at === undefined ? 0.6 * text.length : text.indexOf(at) + at.length / 2;
    await this.at('definition', offset);
    if (at === undefined) return;
    for (const method of ['documentHighlight', 'prepareRename', 'signatureHelp']) await this.at(method, offset);
    await this.at('references', offset, { context: { includeDeclaration: true } });
    await this.at('rename', offset, { newName: 'another' });
  }

  /** The preview beside the prompts that a run has saved. */
  private async compare(): Promise<void> {
    const { saved } = this.input;
    if (!saved) return;
    const { connection } = this.server.client;
    const uri = this.server.client.uri(this.document);
    const commands = [
      { command: readSavedCommand, arguments: [{ id: 'saved', text: saved() }] },
      {
        command: comparePromptsCommand,
        arguments: [{ uri, request: { uri, selection: { row: 0 } }, other: { kind: 'saved', id: 'saved' } }],
      },
    ];
    for (const command of commands)
      this.weigh('preview', await this.answer('saved prompts', () => connection.sendRequest('workspace/executeCommand', command)));
  }

  private position(offset: number): { line: number; character: number } {
    return this.server.client.document(this.document).positionAt(Math.floor(offset));
  }

  private async at(method: string, offset: number, more: object = {}): Promise<unknown> {
    const { client } = this.server;
    const params = { textDocument: { uri: client.uri(this.document) }, position: this.position(offset), ...more };
    return this.answer(method, () => client.connection.sendRequest(`textDocument/${method}`, params));
  }

  private preview(): Promise<PreviewAnswer | undefined> {
    const { client, input } = { client: this.server.client, input: this.input };
    const selection = { row: 0, ...(input.chat !== undefined && { chatTemplate: join(client.root, input.name, input.chat) }) };
    const command = { command: renderPreviewCommand, arguments: [{ uri: client.uri(this.document), selection }] };
    return this.answer('preview', () => client.connection.sendRequest<PreviewAnswer>('workspace/executeCommand', command));
  }

  /** The document becomes harmless: it must get what it would get in a new server. */
  private async heal(): Promise<void> {
    const { client } = this.server;
    const length = client.document(this.document).getText().length;
    const range = { start: { line: 0, character: 0 }, end: this.position(length) };
    await client.change(this.document, [{ range, newText: harmless[this.language]! }]);
    const report = await this.answer('diagnostics afterwards', () => client.diagnostics(this.document));
    const wrong = report?.filter(({ code }) => code === 'syntax-error' || code === 'limit' || code === 'raises') ?? [];
    if (wrong.length > 0) this.report('wrong afterwards', 'diagnostics', wrong.map(({ message }) => String(message)).join(' '));
    const preview = await this.preview();
    if (
      preview &&
      this.language !== 'shellscript' &&
      this.input.chat === undefined &&
      this.input.rows === undefined &&
      !(preview.kind === 'preview' && preview.preview.output?.text.includes(harmlessWord))
    )
      this.report('wrong afterwards', 'preview', JSON.stringify(preview).slice(0, 200));
    await this.quiet();
  }

  /** Sends a request, and holds its answer to what an answer may be and cost. @returns undefined where there is no result */
  private async answer<R>(of: string, send: () => Promise<R>): Promise<R | undefined> {
    const { pid } = this.server.client.process;
    const before = cpuSeconds(pid!);
    try {
      const sent = send();
      // An answer that comes when the server has ended is nobody's any more.
      sent.catch(() => undefined);
      return await Promise.race([sent, this.gone]);
    } catch (error) {
      if (!(error instanceof ResponseError)) {
        this.dearest = { of, cpu: Math.max(this.dearest.cpu, this.guard.stop().cpu) };
        throw error;
      }
      if (!defined.has(error.code) && !(renames.has(of) && isRefusal(error)))
        this.report('internal error', of, error.message.slice(0, 300));
      return undefined;
    } finally {
      const cpu = cpuSeconds(pid!) - before;
      if (cpu > this.dearest.cpu) this.dearest = { of, cpu };
      if (cpu > limits.cpuSeconds) this.report('slow', of, `${cpu.toFixed(1)} s`);
    }
  }

  /** Hovers over the other document again and again until all is answered, and keeps the longest wait. */
  private async hoverElsewhere(): Promise<void> {
    const { client } = this.server;
    const position = client.position(calm, 'ZeroRetriever');
    while (!this.stopped && this.server.alive) {
      const [time, cpu] = [performance.now(), cpuSeconds(client.process.pid!)];
      const found = await this.hoverOver(position);
      this.hover.wall = Math.max(this.hover.wall, (performance.now() - time) / 1_000);
      this.hover.least = Math.max(this.hover.least, (cpuSeconds(client.process.pid!) - cpu) / atOnce);
      if (!found && this.server.alive) this.report('wrong afterwards', 'hover of another document', 'there is none');
      await wait(30);
    }
  }

  /** The hover of the other document; undefined where there is none, which is reported where it is refused with a reason. */
  private async hoverOver(position: Position): Promise<Hover | null | undefined> {
    const sent = this.server.client.hover(calm, position).catch((error: unknown) => {
      if (this.server.alive) this.report('hover refused', 'another document', String(error));
      return undefined;
    });
    return Promise.race([sent, this.gone.catch(() => undefined)]);
  }

  /** Waits until the server does nothing more. */
  private async quiet(): Promise<void> {
    const pid = this.server.client.process.pid!;
    const begin = cpuSeconds(pid);
    for (let last = begin, looks = 0; looks < 200; looks++) {
      await wait(60);
      const now = cpuSeconds(pid);
      if (now - last < 0.025) break;
      last = now;
    }
    const cpu = cpuSeconds(pid) - begin;
    if (cpu > limits.cpuSeconds) this.report('slow', 'after the last answer', `${cpu.toFixed(1)} s`);
  }

  private readDiagnostics(diagnostics: readonly Diagnostic[]): void {
    const texts = diagnostics.map(({ message, relatedInformation }) =>
      [message, ...(relatedInformation ?? []).map((related) => related.message)].join('\n'),
    );
    const control = controlIn(texts.join('\n'));
    if (control !== undefined) this.report('hostile text', 'diagnostics', control);
    this.weigh('diagnostics', diagnostics);
  }

  private readHover(hover: Hover | null | undefined): void {
    const contents = hover?.contents;
    const leak = typeof contents === 'object' && 'value' in contents ? leakIn(contents.value) : undefined;
    if (leak !== undefined) this.report('hostile text', 'hover', leak);
  }

  private weigh(of: keyof typeof largest, answer: unknown): void {
    const bytes = answer === undefined ? 0 : JSON.stringify(answer).length;
    if (bytes > largest[of]) this.report('large answer', of, `${(bytes / 1e6).toFixed(1)} MB`);
  }

  private readLog(lines: readonly string[]): void {
    const own = lines
      .map((line) => internalIn(line) ?? (/ failed: |^stderr/.test(line) ? line.slice(0, 300) : undefined))
      .find((found) => found !== undefined);
    if (own !== undefined) this.report('internal error', 'log', own);
  }
}

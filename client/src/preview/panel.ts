import * as vscode from 'vscode';
import {
  promptKey,
  type ComparedWith,
  type CursorShown,
  type FromWebview,
  type PageLook,
  type PageState,
  type Shown,
  type ToWebview,
} from '../../../server/src/protocol/page.js';
import type { CursorPlace, Position } from '../../../server/src/protocol/place.js';
import type { Preview, PreviewAnswer, PreviewRequest, PreviewSelection, RestSent } from '../../../server/src/protocol/preview.js';
import { baseName } from '../base-name.js';
import type { Server } from '../server.js';
import type { ShownPrompt } from '../verify-arguments.js';
import { isConfigDocument } from '../config-documents.js';
import { takeAway } from '../compare/take-away.js';
import type { TakenForm } from '../../../server/src/protocol/take-away.js';
import { chooseOther } from '../compare/choose.js';
import { chosenPrompt } from '../compare/chosen-prompt.js';
import { PanelComparison } from '../compare/panel-comparison.js';
import { plainText } from '../plain-text.js';
import { rulePageCommand } from '../rule-pages.js';
import { applyFix } from './apply-fix.js';
import { previewPage } from './html.js';
import { HeldPreview } from './held-preview.js';
import { LastPrompts } from './last-prompts.js';
import { NewestWins } from './newest-wins.js';
import { openLink } from './open-link.js';
import { PageSender } from './page-sender.js';
import { PromptTokens } from './prompt-tokens.js';
import { chooseRows, chooseTrainRows } from './choose-rows.js';
import { saveRowsForTeam } from './save-rows.js';
import type { PairMemory } from './pair-memory.js';
import type { RowMemory } from './row-memory.js';
import { asKept, ofTheModel, withPick, withShown } from './selection.js';
import { isFromWebview } from './shapes.js';
import { previewOf, uriOf } from './shown.js';

/** What the workspace keeps of picks. */
export interface Memories {
  readonly pairs: PairMemory;
  readonly rows: RowMemory;
}

/** How long a newer request may take an older one's place: a burst of cursor keys is asked for once. While an answer is outstanding, only the newest of the rest is kept. */
const delay = { now: 0, cursor: 60 } as const;

/**
 * An answer that takes longer is waited for in words. The prompt of another document goes soon, yet one that is read faster replaces it without a
 * flicker between; the document's own may stand for a while before it is marked as not up to date.
 */
const patience = { other: 200, same: 2000 } as const;

/** One preview: asks the server for the prompt of its source document and shows the newest answer. */
export class PreviewPanel implements vscode.Disposable {
  private readonly requests: NewestWins<PreviewRequest, PreviewAnswer>;
  private readonly held: HeldPreview;
  private readonly comparison: PanelComparison;
  private readonly tokens: PromptTokens;
  private readonly subscriptions: vscode.Disposable[] = [];
  private readonly prompts = new LastPrompts();
  private readonly page = new PageSender((message) => this.send(message));
  private readonly state: { uri: string; selection: PreviewSelection; locked: boolean };
  private shown: Shown | undefined;
  private late: NodeJS.Timeout | undefined;
  private lastPlace: CursorPlace | undefined;
  /** The page is still to be told of `lastPlace`. */
  private cursorBehind = false;
  private visible = true;
  private sourceColumn: vscode.ViewColumn = vscode.ViewColumn.One;
  private lastCursor: { version: number; line: number } | undefined;
  /** The document that a click in the page opened: it is not followed, or the prompt that was clicked would be gone. */
  private visited: string | undefined;

  /** How the page looked at its prompt before a reload. */
  private readonly look: PageLook | undefined;

  /** The stage that the page shows; undefined: the one that the prompt leaves. */
  private stage: string | undefined;

  /** What the prompt was compared with before a reload, until it is again. */
  private compared: ComparedWith | undefined;

  /** The dataset and the model that were picked since the last answer. */
  private picked: Pick<PreviewSelection, 'dataset' | 'model'> = {};

  /** The dataset of the last prompt: a document that has none is shown with it, unless another one was picked. */
  private lastDataset: string | undefined;

  /** What was shown before the panel followed an editor: it stays where the editor's document has no prompt. */
  private before: { uri: string; selection: PreviewSelection } | undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    private readonly server: () => Promise<Server>,
    private readonly memory: Memories,
    { uri, selection, locked, look, compared, last }: PageState,
  ) {
    this.look = look;
    this.stage = look?.stage;
    this.compared = compared;
    this.state = { uri, selection: asKept(selection), locked };
    if (last) this.prompts.keep(last);
    this.tokens = new PromptTokens(server, (tokens) => this.send({ type: 'tokens', tokens }));
    this.held = new HeldPreview(async (request) => (await server()).render(request));
    this.requests = new NewestWins({
      ask: (request) => this.held.ask(request),
      show: (answer, request) => this.show(answer, request),
      failed: (error, request) => this.failed(error, request),
    });
    this.comparison = new PanelComparison(server, (compared) => this.send({ type: 'compare', ...(compared && { compared }) }));
    const dist = vscode.Uri.joinPath(extensionUri, 'dist');
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
    panel.webview.options = { enableScripts: true, enableForms: false, enableCommandUris: [rulePageCommand], localResourceRoots: [dist] };
    this.listen();
    const script = (name: string): string => panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
    panel.webview.html = previewPage(script, vscode.env.language);
    this.retitle();
    this.refresh(delay.now);
    if (vscode.window.activeTextEditor) this.markCursor(vscode.window.activeTextEditor);
  }

  /** Changes to a document, unless it is the one already shown, and asks for its prompt at the cursor. */
  setSource(uri: vscode.Uri, cursor: Position | undefined, column: vscode.ViewColumn | undefined): void {
    if (column !== undefined) this.sourceColumn = column;
    this.visited = undefined;
    this.before = undefined;
    if (uri.toString() !== this.state.uri) {
      this.state.uri = uri.toString();
      this.state.selection = ofTheModel(this.state.selection);
      this.lastCursor = undefined;
      this.retitle();
    }
    this.request(delay.now, cursor, cursor !== undefined);
    this.expectAnswer();
  }

  /** Picks a dataset, a model or both, as the lists of the page do. */
  pick(picked: PreviewSelection): void {
    this.state.selection = withPick(this.state.selection, picked);
    this.picked = { ...this.picked, ...halvesOf(picked) };
    this.request(delay.now, undefined, false);
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  toggleLock(): void {
    this.setLocked(!this.state.locked);
  }

  /** Asks the user what to compare the prompt with, and shows that. */
  async compare(): Promise<void> {
    const preview = this.shown && previewOf(this.shown);
    if (!preview) return;
    const chosen = await chooseOther(preview, this.asShown(preview), this.server).catch((error: unknown) => {
      void vscode.window.showErrorMessage(plainText(error instanceof Error ? error.message : String(error)));
    });
    if (chosen) await this.compareWith(chosen, preview);
  }

  private async compareWith(chosen: ComparedWith, preview: Preview): Promise<void> {
    const prompt = await chosenPrompt(chosen, preview, this.server);
    if (prompt) this.comparison.start(prompt, this.asShown(preview), preview);
  }

  private asShown({ uri }: Preview): PreviewRequest {
    return { uri, selection: this.state.selection, halves: this.halves() };
  }

  /** Copies the prompt in a form; absent: the user is asked for one. */
  async take(form?: TakenForm): Promise<void> {
    const preview = this.shown && previewOf(this.shown);
    if (preview) await takeAway(form, this.asShown(preview), this.server);
  }

  /** Keeps the panel on its pair. */
  lock(): void {
    if (!this.state.locked) this.setLocked(true);
  }

  get locked(): boolean {
    return this.state.locked;
  }

  get active(): boolean {
    return this.panel.active;
  }

  inspect(): object {
    return {
      uri: this.state.uri,
      locked: this.state.locked,
      title: this.panel.title,
      visible: this.panel.visible,
      active: this.panel.active,
      column: this.panel.viewColumn,
      pending: this.requests.pending,
      answer: this.shown,
    };
  }

  /** The prompt that is shown, as far as the command line is told of it; undefined while that of another document, which the panel has gone on to, is on its way. */
  prompt(): ShownPrompt | undefined {
    const preview = this.isShown() && this.shown ? previewOf(this.shown) : undefined;
    return preview && { uri: preview.uri, selection: preview.selection, rowFile: preview.rows.file };
  }

  private listen(): void {
    this.subscriptions.push(
      this.panel.webview.onDidReceiveMessage((message: unknown) => {
        if (isFromWebview(message)) void this.receive(message);
      }),
      this.panel.onDidChangeViewState(({ webviewPanel }) => {
        if (webviewPanel.visible && !this.visible) this.refresh(delay.now);
        this.visible = webviewPanel.visible;
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      vscode.window.onDidChangeTextEditorSelection((event) => this.cursorMoved(event.textEditor)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document.uri.toString() === this.state.uri) this.refresh(delay.now);
      }),
    );
    void this.server().then((server) => {
      server.chooseRowFiles(this.memory.rows.files());
      this.subscriptions.push(
        server.onStarted(() => this.refresh(delay.now)),
        server.onPreviewRest((rest) => this.completed(rest)),
        server.onPreviewChanged(({ uris }) => {
          if (uris.includes(this.state.uri)) this.refresh(delay.now);
        }),
      );
    });
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    if (!editor) return;
    this.markCursor(editor);
    const uri = editor.document.uri.toString();
    if (uri === this.state.uri) {
      this.sourceColumn = editor.viewColumn ?? this.sourceColumn;
      this.visited = undefined;
      return;
    }
    if (this.state.locked || uri === this.visited || !isConfigDocument(editor.document)) return;
    const inSight = this.isShown() && previewOf(this.shown) !== undefined;
    const before = inSight ? { uri: this.state.uri, selection: this.state.selection } : this.before;
    this.setSource(editor.document.uri, editor.selection.active, editor.viewColumn);
    this.before = before;
  }

  /** Tells the page where the cursor is, so that it can mark what comes from there: in whichever document it is. */
  private markCursor(editor: vscode.TextEditor): void {
    const { line, character } = editor.selection.active;
    this.lastPlace = { uri: editor.document.uri.toString(), position: { line, character } };
    if (!this.cursorBehind) this.sendCursor(this.lastPlace);
  }

  private sendCursor(cursor: CursorPlace): void {
    this.cursorBehind = false;
    this.send({ type: 'cursor', ...cursorShown(cursor) });
  }

  /** A cursor that moves to another line picks what is around it; one that moves because of typing does not. */
  private cursorMoved(editor: vscode.TextEditor): void {
    const isShown = editor.document.uri.toString() === this.state.uri;
    const { version } = editor.document;
    const { line } = editor.selection.active;
    const last = this.lastCursor;
    const typed = last !== undefined && last.version !== version;
    // Of the cursor that typing moves the page is told with the prompt that is on its way: what it draws is drawn once.
    // A move without typing takes that back, since no prompt may come of an answer.
    this.cursorBehind = isShown && typed && this.requests.pending;
    this.markCursor(editor);
    if (!isShown) return;
    this.lastCursor = { version, line };
    if (this.state.locked) return;
    if (!typed && last?.line !== line) this.request(delay.cursor, editor.selection.active, true);
  }

  private refresh(delayMs: number): void {
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === this.state.uri);
    this.request(delayMs, editor?.selection.active, false);
  }

  private request(delayMs: number, cursor: Position | undefined, cursorWins: boolean): void {
    // A preview behind another tab costs nothing; it asks when it comes into sight.
    if (!this.panel.visible) {
      this.visible = false;
      return;
    }
    const { stage } = this;
    const { uri, selection } = this.state;
    // A vscode.Position does not survive the protocol's JSON as { line, character }.
    const at = cursor && { line: cursor.line, character: cursor.character };
    const waits = this.requests.pending;
    this.requests.schedule(
      { uri, selection, halves: this.halves(), ...(at && { cursor: at, cursorWins }), ...(stage !== undefined && { stage }) },
      delayMs,
    );
    if (!waits) this.expectAnswer();
  }

  private halves(): { readonly dataset?: string; readonly model?: string } {
    return { ...(this.lastDataset !== undefined && { dataset: this.lastDataset }), ...this.memory.pairs.halves() };
  }

  /** Starts to wait for the next answer, where one is outstanding. */
  private expectAnswer(): void {
    clearTimeout(this.late);
    if (!this.requests.pending) return;
    this.late = setTimeout(
      () =>
        this.display(this.prompts.instead({ kind: 'reading', uri: this.state.uri, reason: vscode.l10n.t('Reading {0} …', this.name()) })),
      this.isShown() ? patience.same : patience.other,
    );
  }

  /** False after a change to another document, until something is known of that. */
  private isShown(): boolean {
    return this.shown !== undefined && uriOf(this.shown) === this.state.uri;
  }

  private show(answer: PreviewAnswer, request: PreviewRequest): void {
    this.expectAnswer();
    if (request.uri !== this.state.uri) return;
    const document = this.document();
    // The change that made this answer old has asked for a new one already.
    if (document && versionOf(answer) < document.version) return;
    const shown = this.prompts.answered(answer);
    if (answer.kind === 'none' && this.before && !previewOf(shown)) return this.goBack(this.before);
    this.before = undefined;
    if (answer.kind === 'preview' && request.selection === this.state.selection) {
      this.state.selection = withShown(this.state.selection, answer.preview.selection);
      this.remember(answer.preview);
      if (this.takeKeptRows(answer.preview)) return;
    }
    this.display(shown);
    if (answer.kind !== 'preview') return;
    const { compared } = this;
    this.compared = undefined;
    if (compared) void this.compareWith(compared, answer.preview);
    else this.comparison.follow({ ...request, selection: this.state.selection }, answer.preview);
  }

  /** The dataset is another one, and was seen with other rows than those by themselves: it is asked for with these. */
  private takeKeptRows({ rows: { of } }: Preview): boolean {
    const { selection } = this.state;
    const kept = selection.rowsOf === of ? undefined : this.memory.rows.of(of);
    if (!kept) return false;
    this.state.selection = { ...selection, ...kept, rowsOf: of };
    this.request(delay.now, undefined, false);
    return true;
  }

  /** Rows that were picked are those of the dataset that is shown, from now on. */
  private pickRows(picked: Pick<PreviewSelection, 'rows' | 'row' | 'trainRows'>): void {
    const of = this.shown && previewOf(this.shown)?.rows.of;
    if (of === undefined) return;
    const { rows, row, trainRows } = { ...this.state.selection, ...picked };
    this.state.selection = { ...this.state.selection, rows, row, trainRows, rowsOf: of };
    this.memory.rows.keep(of, { rows, row, trainRows });
    this.request(delay.now, undefined, false);
  }

  private remember(preview: Preview): void {
    this.lastDataset = preview.portable.dataset;
    if (this.picked.dataset === undefined && this.picked.model === undefined) return;
    this.memory.pairs.pickedPair(this.picked, preview);
    this.picked = {};
  }

  /** The rest of the prompt that is shown has come. */
  private completed(rest: RestSent): void {
    const came = this.held.completed(rest);
    const { shown } = this;
    if (!came || shown?.kind !== 'preview' || shown.preview !== came.before) return;
    this.prompts.keep(came.now);
    this.display({ ...shown, preview: came.now });
  }

  private failed(error: unknown, { uri }: PreviewRequest): void {
    this.expectAnswer();
    if (uri !== this.state.uri) return;
    this.display(this.prompts.instead({ kind: 'failed', uri, reason: error instanceof Error ? error.message : String(error) }));
  }

  private display(shown: Shown): void {
    this.shown = shown;
    this.page.show(shown, this.state.locked, this.look, this.cursorBehind && this.lastPlace ? cursorShown(this.lastPlace) : undefined);
    this.cursorBehind = false;
    if (shown.kind === 'preview' && !shown.preview.behind) this.tokens.follow(shown.preview, promptKey(shown.preview));
  }

  /** A model config has no prompt of its own: while one works on it, the prompt that was there is what to look at. */
  private goBack({ uri, selection }: { uri: string; selection: PreviewSelection }): void {
    this.before = undefined;
    this.visited = this.state.uri;
    this.state.uri = uri;
    this.state.selection = selection;
    this.lastCursor = undefined;
    this.retitle();
    this.refresh(delay.now);
  }

  private async receive(message: FromWebview): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.tokens.again();
        this.page.again();
        if (this.shown) this.display(this.shown);
        this.comparison.again();
        if (this.lastPlace) this.sendCursor(this.lastPlace);
        return;
      case 'select':
        // Which files are read is chosen in a dialog, or a list, of VS Code: the page names none.
        if (message.selection.rows && message.selection.rows.kind !== 'file')
          return this.pickRows({ row: undefined, rows: message.selection.rows });
        if (message.selection.row !== undefined) return this.pickRows({ row: message.selection.row });
        return this.pick(withoutRows(message.selection));
      case 'findRow':
        return this.findRow(message);
      case 'chooseRows':
        return this.chooseRows();
      case 'saveRows':
        return this.saveRows();
      case 'chooseTrainRows':
        return this.chooseTrainRows();
      case 'choices':
        return this.choices(message.of);
      case 'states':
        return this.states(message);
      case 'open':
        this.visited = message.link.uri;
        await openLink(message.link, this.sourceColumn).catch((error: unknown) => {
          void vscode.window.showWarningMessage(
            plainText(
              vscode.l10n.t('{0} cannot be opened: {1}', message.link.label, error instanceof Error ? error.message : String(error)),
            ),
          );
        });
        return;
      case 'fix':
        await this.fix(message);
        return;
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return;
      case 'take':
        return this.take(message.form);
      case 'compare':
        return this.compare();
      case 'endCompare':
        return this.comparison.end();
      case 'pick-tokenizer':
        await this.pickTokenizer();
        return;
      case 'stage':
        this.stage = message.stage;
        return;
      case 'lock':
        this.setLocked(message.locked);
    }
  }

  private async pickTokenizer(): Promise<void> {
    const [file] =
      (await vscode.window.showOpenDialog({
        canSelectMany: false,
        filters: { 'tokenizer.json': ['json'] },
        title: vscode.l10n.t('Choose a tokenizer.json'),
      })) ?? [];
    if (!file) return;
    this.state.selection = { ...this.state.selection, tokenizer: file.fsPath.replaceAll('\\', '/') };
    this.request(delay.now, undefined, false);
  }

  private async fix({ problem: index, fix: choice, version }: Extract<FromWebview, { type: 'fix' }>): Promise<void> {
    const preview = this.shown?.kind === 'preview' ? this.shown.preview : undefined;
    const problem = preview?.problems[index];
    const fix = problem?.fixes[choice];
    // An edit computed for other text would land in the wrong place.
    const current =
      preview?.version === version && !preview.behind && (this.document()?.version ?? version) === version && !this.requests.pending;
    if (problem && fix && current) await applyFix(problem, fix, this.state.uri, this.sourceColumn);
    else this.refresh(delay.now);
  }

  private async chooseRows(): Promise<void> {
    const preview = this.shown && previewOf(this.shown);
    const rows = preview && (await chooseRows(preview, this.memory.rows));
    if (rows === undefined) return;
    (await this.server()).chooseRowFiles(this.memory.rows.files());
    this.pickRows({ rows: rows === 'by itself' ? undefined : rows, row: undefined });
  }

  /** What the team's file names is what the dataset has by itself from then on. */
  private async saveRows(): Promise<void> {
    const preview = this.shown && previewOf(this.shown);
    if (preview?.rows.file === undefined) return;
    const { of, file } = preview.rows;
    const rows = { uri: this.state.uri, of, file, row: preview.selection.row ?? 0 };
    const saved = await this.ask((server) => saveRowsForTeam(server, rows));
    if (saved) this.pickRows({ rows: undefined, row: undefined });
  }

  private async chooseTrainRows(): Promise<void> {
    const preview = this.shown && previewOf(this.shown);
    const file = preview && (await chooseTrainRows(preview, this.memory.rows));
    if (file === undefined) return;
    (await this.server()).chooseRowFiles(this.memory.rows.files());
    this.pickRows({ trainRows: file === 'by itself' ? undefined : file });
  }

  private async findRow({ text, back }: Extract<FromWebview, { type: 'findRow' }>): Promise<void> {
    const from = (this.shown && previewOf(this.shown)?.selection.row) ?? 0;
    const { uri, selection } = this.state;
    const answer = await this.ask((server) => server.findRow({ uri, selection, halves: this.halves(), text, from, back }));
    this.send({ type: 'foundRow', found: answer?.row !== undefined });
    if (answer?.row !== undefined && answer.row !== from) this.pickRows({ row: answer.row });
  }

  private async choices(of: string): Promise<void> {
    const { uri, selection } = this.state;
    const choices = await this.ask((server) => server.choices({ uri, selection, halves: this.halves() }));
    this.send({ type: 'choices', of, choices: choices ?? { datasets: [], models: [] }, recent: this.memory.pairs.recent() });
  }

  private async states({ datasets, models }: Extract<FromWebview, { type: 'states' }>): Promise<void> {
    const { uri } = this.state;
    const answer = await this.ask((server) => server.states({ uri, datasets, models }));
    this.send({ type: 'states', uri, datasets, models, states: answer?.states ?? [] });
  }

  /** Of what stands beside the prompt nothing is shown where the server does not answer: that is said of the prompt. */
  private async ask<T>(question: (server: Server) => Promise<T>): Promise<T | undefined> {
    try {
      return await question(await this.server());
    } catch {
      return undefined;
    }
  }

  private setLocked(locked: boolean): void {
    this.state.locked = locked;
    this.retitle();
    if (this.shown) this.display(this.shown);
    if (!locked) this.follow(vscode.window.activeTextEditor);
  }

  private retitle(): void {
    this.panel.title = this.state.locked ? vscode.l10n.t('Prompt: [{0}]', this.name()) : vscode.l10n.t('Prompt: {0}', this.name());
  }

  private name(): string {
    return plainText(baseName(vscode.Uri.parse(this.state.uri).path));
  }

  private document(): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === this.state.uri);
  }

  private send(message: ToWebview): void {
    void this.panel.webview.postMessage(message);
  }

  dispose(): void {
    this.requests.dispose();
    this.comparison.dispose();
    this.tokens.dispose();
    clearTimeout(this.late);
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

function cursorShown(cursor: CursorPlace): CursorShown {
  return { cursor, follow: vscode.workspace.getConfiguration('promptPreflight').get<boolean>('followCursor', true) };
}

function withoutRows({ rows, rowsOf, trainRows, ...others }: PreviewSelection): PreviewSelection {
  void rows;
  void rowsOf;
  void trainRows;
  return others;
}

function halvesOf({ dataset, model }: PreviewSelection): Pick<PreviewSelection, 'dataset' | 'model'> {
  return { ...(dataset !== undefined && { dataset }), ...(model !== undefined && { model }) };
}

function versionOf(answer: PreviewAnswer): number {
  return answer.kind === 'preview' ? answer.preview.version : answer.version;
}

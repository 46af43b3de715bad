import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { partsOf, shownOf, type ShownParts } from '../../../client/src/preview/shown.js';
import { withJsonChanges } from '../../../server/src/protocol/json-changes.js';
import type { PageState, Shown, ToWebview } from '../../../server/src/protocol/page.js';
import type { PreviewAnswer, PreviewRequest } from '../../../server/src/protocol/preview.js';
import { answerWith, invented } from './invented-preview.js';

const uri = (of: unknown) => ({ toString: () => String(of), path: String(of) });
const nothing = { dispose: () => undefined };
const listen = () => nothing;

vi.mock('vscode', () => ({
  Uri: { parse: uri, joinPath: uri },
  ViewColumn: { One: 1 },
  env: { language: 'en' },
  l10n: { t: (text: string, ...values: unknown[]) => text.replace(/\{(\d+)\}/g, (_, i: string) => String(values[Number(i)])) },
  window: {
    activeTextEditor: undefined,
    visibleTextEditors: [],
    onDidChangeActiveTextEditor: listen,
    onDidChangeTextEditorSelection: listen,
  },
  workspace: { textDocuments: [], onDidChangeTextDocument: listen },
}));
const { PairMemory } = await import('../../../client/src/preview/pair-memory.js');
const { RowMemory } = await import('../../../client/src/preview/row-memory.js');
const { PreviewPanel } = await import('../../../client/src/preview/panel.js');

const state = new Map<string, unknown>();
const kept = { get: (key: string) => state.get(key), update: (key: string, value: unknown) => Promise.resolve(void state.set(key, value)) };

const config = invented().uri;
const other = 'file:///made/other.py';
const last = invented({ notes: ['kept'] });

beforeEach(() => {
  vi.useFakeTimers();
  state.clear();
});
afterEach(() => void vi.useRealTimers());

/** A panel with a server that answers when it is told to, and all that its page is sent. */
async function open(state: PageState = { uri: config, selection: {}, locked: false }) {
  const pages: ToWebview[] = [];
  const compared: unknown[] = [];
  const answers: { request: PreviewRequest; resolve(answer: PreviewAnswer): void; reject(error: Error): void }[] = [];
  let receive: (message: unknown) => void = () => undefined;
  const webview = {
    options: {},
    html: '',
    asWebviewUri: uri,
    onDidReceiveMessage: (listener: (message: unknown) => void) => ((receive = listener), nothing),
    postMessage: (message: ToWebview) => pages.push(message),
  };
  const server = {
    render: (request: PreviewRequest) => new Promise((resolve, reject) => answers.push({ request, resolve, reject })),
    compare: ({ other }: { other: unknown }) => (compared.push(other), new Promise(() => undefined)),
    chooseRowFiles: () => undefined,
    onStarted: listen,
    onPreviewRest: listen,
    onPreviewChanged: listen,
  };
  const panel = new PreviewPanel(
    { webview, visible: true, onDidChangeViewState: listen } as never,
    uri('extension') as never,
    () => Promise.resolve(server as never),
    { pairs: new PairMemory(kept), rows: new RowMemory(kept) },
    state,
  );
  await vi.advanceTimersByTimeAsync(1);
  const shown = () => pages.reduce(shownBehind, undefined);
  return {
    panel,
    webview,
    answers,
    compared,
    shown,
    settle: (ms = 1) => vi.advanceTimersByTimeAsync(ms),
    receive: (message: unknown) => receive(message),
    pages,
  };
}

/** What a page shows behind a message. */
function shownBehind(before: Shown | undefined, message: ToWebview): Shown | undefined {
  if (message.type === 'show') return message.shown;
  if (message.type !== 'changed' || !before || !message.changes) return before;
  return shownOf(withJsonChanges(partsOf(before), message.changes) as ShownParts);
}

it('shows what was kept through a reload until the server answers', async () => {
  const { answers, shown, settle } = await open({ uri: config, selection: {}, locked: false, last });
  expect(shown()).toBeUndefined();
  await settle(250);
  expect(shown()).toMatchObject({ kind: 'reading', last: { notes: ['kept'] } });
  answers[0]!.resolve(answerWith());
  await settle();
  expect(shown()).toEqual(answerWith());
});

it('compares again after a reload with what the page kept, and then with each new prompt', async () => {
  const chosen = { kind: 'shots', count: 0 } as const;
  const { panel, answers, compared, pages, settle } = await open({ uri: config, selection: {}, locked: false, compared: chosen });
  answers[0]!.resolve(answerWith());
  await settle();
  expect(compared).toEqual([{ kind: 'selection', selection: { shots: 0 } }]);
  const shown = pages.flatMap((message) => (message.type === 'compare' ? [message.compared] : []));
  expect(shown).toEqual([{ name: '0 shots', now: '2 shots', with: chosen }]);
  panel.setSource(uri(config) as never, undefined, undefined);
  await settle();
  answers[1]!.resolve(answerWith());
  await settle();
  expect(pages.filter(({ type }) => type === 'compare')).toHaveLength(1);
});

it('takes no kept prompt of another document', async () => {
  const { shown, settle } = await open({ uri: config, selection: {}, locked: false, last: { ...last, uri: other } });
  await settle(250);
  expect(shown()).toMatchObject({ kind: 'reading', uri: config });
  expect(shown()).not.toHaveProperty('last');
});

it('marks the prompt as out of date where the server takes long, and not at once', async () => {
  const { panel, answers, shown, settle } = await open();
  answers[0]!.resolve(answerWith());
  await settle();
  panel.setSource(uri(config) as never, undefined, undefined);
  await settle(1000);
  expect(shown()).toEqual(answerWith());
  await settle(1500);
  expect(shown()).toMatchObject({ kind: 'reading', last: { uri: config } });
});

it('shows nothing of one document under the name of another, whose answer is slow or fails', async () => {
  const { panel, answers, shown, settle } = await open();
  answers[0]!.resolve(answerWith());
  await settle();
  panel.setSource(uri(config) as never, undefined, undefined);
  await settle();
  panel.setSource(uri(other) as never, undefined, undefined);
  await settle(250);
  expect(shown()).toEqual({ kind: 'reading', uri: other, reason: 'Reading other.py …' });
  // The failure of the first document's request says nothing of the second.
  answers[1]!.reject(new Error('gone'));
  await settle();
  expect(shown()).toMatchObject({ kind: 'reading', uri: other });
  answers[2]!.reject(new Error('gone'));
  await settle();
  expect(shown()).toEqual({ kind: 'failed', uri: other, reason: 'gone' });
});

it('allows the page the one command that shows the page of a rule, and no files but its own script', async () => {
  const { webview } = await open();
  expect(webview.options).toEqual({
    enableScripts: true,
    enableForms: false,
    enableCommandUris: ['promptPreflight.openRulePage'],
    localResourceRoots: [expect.anything()],
  });
});

it('asks for nothing on a message of no known shape', async () => {
  const { answers, receive, settle } = await open();
  answers[0]!.resolve(answerWith());
  await settle();
  for (const message of [undefined, null, 'select', { type: 'select', selection: { row: 'a' } }, { type: 'fix', problem: 0, fix: 0 }])
    receive(message);
  await settle();
  expect(answers).toHaveLength(1);
  receive({ type: 'select', selection: { row: 1 } });
  await settle();
  expect(answers).toHaveLength(2);
});

it('sends the page what is other, and everything where the page has something else', async () => {
  const { panel, answers, pages, shown, settle, receive } = await open();
  answers[0]!.resolve(answerWith());
  await settle();
  panel.setSource(uri(config) as never, undefined, undefined);
  await settle();
  answers[1]!.resolve(answerWith({ notes: ['new'] }));
  await settle();
  expect(shown()).toEqual(answerWith({ notes: ['new'] }));
  const kinds = () => pages.flatMap(({ type }) => (type === 'show' || type === 'changed' ? [type] : []));
  expect(kinds()).toEqual(['show', 'changed']);
  const changed = pages.find(({ type }) => type === 'changed');
  expect(JSON.stringify(changed).length).toBeLessThan(200);
  receive({ type: 'ready' });
  expect(kinds()).toEqual(['show', 'changed', 'show']);
});

it('the prompt of the document before is not taken for that of the one which the panel has gone on to', async () => {
  const { panel, answers, settle } = await open();
  answers[0]!.resolve(answerWith());
  await settle();
  expect(panel.prompt()).toMatchObject({ uri: config });
  panel.setSource(uri(other) as never, undefined, undefined);
  await settle();
  expect(panel.prompt()).toBeUndefined();
  answers[1]!.resolve(answerWith({ uri: other }));
  await settle();
  expect(panel.prompt()).toMatchObject({ uri: other });
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

interface Item {
  text: string;
  detail: string;
  busy: boolean;
}

const nothing = { dispose: () => undefined };
const heard: Record<string, (event: unknown) => void> = {};
const listener = (name: string) => (hear: (event: unknown) => void) => ((heard[name] = hear), nothing);
const uri = { toString: () => 'file:///eval.py', scheme: 'file', path: '/eval.py' };
const document = {
  uri,
  version: 1,
  languageId: 'python',
  fileName: '/eval.py',
  getText: () => 'datasets = []\nmodels = []\n',
  lineCount: 2,
};

/** Each time something of the item is put in, since VS Code then draws it anew. */
const drawn: [string, unknown][] = [];

vi.mock('vscode', () => ({
  DiagnosticSeverity: { Error: 0, Warning: 1 },
  l10n: { t: (text: string, ...values: unknown[]) => text.replace(/\{(\d+)\}/g, (_, i: string) => String(values[Number(i)])) },
  window: { activeTextEditor: { document }, onDidChangeActiveTextEditor: listener('editor') },
  workspace: { onDidChangeTextDocument: listener('text'), onDidCloseTextDocument: listener('close') },
  languages: {
    onDidChangeDiagnostics: listener('diagnostics'),
    getDiagnostics: () => [{ source: 'Prompt Preflight', severity: 0 }],
    createLanguageStatusItem: () =>
      new Proxy({ dispose: () => undefined } as unknown as Item, {
        set: (item, name, value: unknown) => (drawn.push([String(name), value]), Reflect.set(item, name, value)),
      }),
  },
}));
vi.mock('../../../client/src/config-documents.js', () => ({ configLanguages: ['python'], isConfigDocument: () => true }));
const { FindingsStatus } = await import('../../../client/src/findings-status.js');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('while somebody types nothing is drawn anew; when it is quiet, what was found and how long that took', async () => {
  const status = new FindingsStatus();
  heard['editor']!(undefined);
  drawn.length = 0;
  for (let key = 0; key < 5; key++) {
    document.version++;
    heard['text']!({ document });
    await vi.advanceTimersByTimeAsync(20);
    status.take({ uri: String(uri), version: document.version, milliseconds: 12 });
    heard['diagnostics']!({ uris: [uri] });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(drawn).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(drawn.map(([name]) => name)).toEqual(['text', 'detail', 'busy']);
  expect(status.inspect()).toEqual({ text: '1 finding', detail: '1 error, 0 warnings · checked in 12 ms', busy: false });
  status.dispose();
});

it('a check that takes longer is busy', async () => {
  const status = new FindingsStatus();
  heard['editor']!(undefined);
  status.take({ uri: String(uri), version: document.version, milliseconds: 12 });
  document.version++;
  heard['text']!({ document });
  await vi.advanceTimersByTimeAsync(400);
  expect(status.inspect()).toMatchObject({ busy: true });
  status.dispose();
});

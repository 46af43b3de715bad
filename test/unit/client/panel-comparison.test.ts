import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PanelComparison, type ChosenPrompt } from '../../../client/src/compare/panel-comparison.js';
import type { Server } from '../../../client/src/server.js';
import type { CompareRequest } from '../../../server/src/protocol/compare.js';
import type { ShownComparison } from '../../../server/src/protocol/page.js';
import { invented } from './invented-preview.js';

const uri = 'file:///w/a.py';

describe('the comparison of a panel', () => {
  let asked: CompareRequest[];
  let shown: (ShownComparison | undefined)[];
  let comparison: PanelComparison;
  let changed: (() => void) | undefined;
  let commit: string;

  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    shown = [];
    changed = undefined;
    commit = 'first';
    const compare = (request: CompareRequest): Promise<object> => {
      asked.push(request);
      return Promise.resolve({ kind: 'none', uri, reason: `answer ${asked.length}` });
    };
    const server = { compare } as unknown as Server;
    comparison = new PanelComparison(
      () => Promise.resolve(server),
      (compared) => shown.push(compared),
    );
  });
  afterEach(() => {
    comparison.dispose();
    vi.useRealTimers();
  });

  const watched: ChosenPrompt = {
    with: { kind: 'commit' },
    name: 'last commit',
    now: () => 'in the editor',
    other: () => Promise.resolve({ kind: 'files', texts: [{ uri, text: commit }] }),
    onDidChange: (listener) => {
      changed = listener;
      return { dispose: () => (changed = undefined) };
    },
  };
  const texts = (): unknown[] => asked.map(({ other }) => (other.kind === 'files' ? other.texts[0]?.text : other.kind));

  it('is made anew when what it is compared with changes, of the request that was made last', async () => {
    const preview = invented();
    comparison.start(watched, { uri, selection: {} }, preview);
    await vi.runAllTimersAsync();
    comparison.follow({ uri, selection: { row: 2 } }, preview);
    await vi.runAllTimersAsync();
    commit = 'second';
    changed!();
    await vi.runAllTimersAsync();
    expect(texts()).toEqual(['first', 'first', 'second']);
    expect(asked.at(-1)?.request).toEqual({ uri, selection: { row: 2 } });
    expect(shown.at(-1)?.answer).toMatchObject({ reason: 'answer 3' });
  });

  it('is not watched any more when it is ended, or another one is begun', async () => {
    const preview = invented();
    comparison.start(watched, { uri, selection: {} }, preview);
    expect(changed).toBeDefined();
    comparison.end();
    expect(changed).toBeUndefined();
    comparison.start(watched, { uri, selection: {} }, preview);
    const { onDidChange, ...other } = watched;
    expect(onDidChange).toBeDefined();
    comparison.start(other, { uri, selection: {} }, preview);
    expect(changed).toBeUndefined();
    comparison.start(watched, { uri, selection: {} }, preview);
    comparison.dispose();
    expect(changed).toBeUndefined();
    await vi.runAllTimersAsync();
  });
});

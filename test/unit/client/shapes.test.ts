import { describe, expect, it } from 'vitest';
import { isFromWebview, isPosition, readPageState } from '../../../client/src/preview/shapes.js';
import { invented, link } from './invented-preview.js';

/** Values that are no object of ours. */
const odd: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  NaN,
  '',
  'text',
  [],
  {},
  [[]],
  () => 1,
  Symbol('s'),
  { type: 'x' },
  { uri: 1 },
  new Map(),
  new Date(),
];
const kept = { uri: 'file:///made/eval.py', selection: { dataset: 'd/one', row: 2 }, locked: true, last: invented() };

describe('what the page kept', () => {
  it('is read back as it was, with and without a prompt', () => {
    const again: unknown = JSON.parse(JSON.stringify(kept));
    expect(readPageState(again)).toBe(again);
    for (const compared of [
      { kind: 'model', id: 'm', name: 'M' },
      { kind: 'shots', count: 0 },
      { kind: 'release', release: '1' },
      { kind: 'commit' },
    ])
      expect(readPageState({ ...kept, compared })).toEqual({ ...kept, compared });
    const small = { uri: kept.uri, selection: {}, locked: false };
    expect(readPageState(small)).toBe(small);
  });

  it('is left out where it is of another shape', () => {
    for (const value of odd) expect(readPageState(value)).toBeUndefined();
    for (const compared of [{ kind: 'model' }, { kind: 'shots', count: -1 }, { kind: 'else' }, 7])
      expect(readPageState({ ...kept, compared })).toBeUndefined();
    expect(readPageState({ ...kept, locked: 'yes' })).toBeUndefined();
    expect(readPageState({ ...kept, selection: { row: -1 } })).toBeUndefined();
    expect(readPageState({ ...kept, selection: { row: 1.5 } })).toBeUndefined();
  });

  it('is read without its prompt where only that is unsound, at whichever depth', () => {
    const changes: object[] = odd.slice(1).map((value) => ({ last: value }));
    for (const key of Object.keys(invented()))
      if (key !== 'output') changes.push({ last: { ...invented(), [key]: undefined } }, { last: { ...invented(), [key]: { length: 1 } } });
    const stage = invented().stages[0]!;
    changes.push({ last: { ...invented(), stages: [{ ...stage, turns: [{ ...stage.turns[0], segments: [{ text: 1 }] }] }] } });
    for (const change of changes)
      expect(readPageState({ ...kept, ...change }), JSON.stringify(change)).toEqual({ ...kept, last: undefined });
  });
});

describe('messages of the page', () => {
  it('are taken where they are whole', () => {
    const messages = [
      { type: 'ready' },
      { type: 'select', selection: {} },
      { type: 'select', selection: { shots: 2, mode: 'ppl', label: undefined } },
      { type: 'open', link: link('a.py', 3) },
      { type: 'fix', problem: 0, fix: 1, version: 7 },
      { type: 'copy', text: 'prompt' },
      { type: 'lock', locked: true },
    ];
    for (const message of messages) expect(isFromWebview(message), message.type).toBe(true);
  });

  it('are not taken otherwise', () => {
    for (const value of odd) expect(isFromWebview(value)).toBe(false);
    const messages = [
      { type: 'select' },
      { type: 'select', selection: { mode: 'run' } },
      { type: 'open', link: { ...link('a.py', 3), range: { start: { line: -1, character: 0 }, end: { line: 0, character: 0 } } } },
      { type: 'open', link: 'command:workbench.action.reloadWindow' },
      { type: 'fix', problem: -1, fix: 0, version: 1 },
      { type: 'fix', problem: '__proto__', fix: 0, version: 1 },
      { type: 'copy', text: ['a'] },
      { type: 'lock', locked: 1 },
    ];
    for (const message of messages) expect(isFromWebview(message), JSON.stringify(message)).toBe(false);
  });
});

it('takes a position only where it can be one', () => {
  expect(isPosition({ line: 0, character: 12 })).toBe(true);
  for (const line of [-1, 0.5, NaN, Infinity, 1e300, '1', undefined]) expect(isPosition({ line, character: 0 }), String(line)).toBe(false);
});

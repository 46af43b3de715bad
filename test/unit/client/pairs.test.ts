import { describe, expect, it } from 'vitest';
import { PairMemory } from '../../../client/src/preview/pair-memory.js';
import { RowMemory } from '../../../client/src/preview/row-memory.js';
import { entriesOf, inSight, pieces } from '../../../client/webview/bar/entries.js';
import { fitting } from '../../../client/webview/bar/fuzzy.js';
import { countPairs, modelReasons, nextCell, rowsWith, uprightName } from '../../../client/webview/pairs/matrix-view.js';

const choices = ['gsm8k', 'mmlu_history', 'mmlu_law', 'hellaswag', 'math_agent'].map((label, i) => ({
  id: `d/${label}`,
  label,
  group: i < 1 ? 'gsm8k_gen.py' : 'mmlu_ppl.py',
}));
const labels = (query: string): string[] =>
  entriesOf(choices, query, []).flatMap((entry) => (entry.kind === 'choice' ? [entry.choice.label] : []));

it('tells models without an abbr apart where their names stand upright', () => {
  const shown = ['WiseDiag_Z1-think', 'Spark_x1-2025-10'].map((end) => uprightName(`opencompass.models.${end}`));
  expect(shown).toEqual(['openco…WiseDiag_Z1-think', 'openco….Spark_x1-2025-10']);
  expect(uprightName('internlm2_5-7b-chat-hf')).toBe('internlm2_5-7b-chat-hf');
});

describe('what is typed into a picker', () => {
  it('finds words, then letters in their order, and the better fit first', () => {
    // Those behind come from a file of that name.
    expect(labels('mmlu')).toEqual(['mmlu_law', 'mmlu_history', 'hellaswag', 'math_agent']);
    expect(labels('hist')).toEqual(['mmlu_history']);
    expect(labels('mlaw')).toEqual(['mmlu_law']);
    expect(labels('law mmlu')[0]).toBe('mmlu_law');
    expect(labels('ma')[0]).toBe('math_agent');
    expect(labels('zzz')).toEqual([]);
  });

  it('finds what comes from a file by its name', () => {
    expect(labels('gsm8k_gen')).toEqual(['gsm8k']);
    expect(labels('ppl hella')).toEqual(['hellaswag']);
  });

  it('marks what was typed, and never in another text than the label', () => {
    expect(pieces('mmlu_law', fitting('law')('mmlu_law')!.at)).toEqual([
      { text: 'mmlu_', typed: false },
      { text: 'law', typed: true },
    ]);
    // Its small form has another length.
    expect(fitting('stanbul')('İstanbul')).toEqual({ score: 0, at: [] });
  });
});

describe('the list of a picker', () => {
  it('has its groups, and on top what was used last', () => {
    const many = [...choices, { id: 'd/z', label: 'z', group: 'z.py' }];
    const lines = entriesOf(many, '', ['d/mmlu_law', 'gone']).map((entry) =>
      entry.kind === 'group' ? `# ${entry.text}` : entry.choice.label,
    );
    expect(lines.slice(0, 4)).toEqual(['# Last used', 'mmlu_law', '# gsm8k_gen.py', 'gsm8k']);
    expect(lines).toHaveLength(3 + 1 + 1 + 6);
    expect(entriesOf(choices, '', ['d/mmlu_law'])[0]).toEqual({ kind: 'group', text: 'gsm8k_gen.py' });
  });

  it('of ten thousand entries draws those in sight', () => {
    expect(inSight(10_000, 0, 480, 24)).toEqual({ from: 0, to: 26 });
    expect(inSight(10_000, 24 * 5000, 480, 24)).toEqual({ from: 4994, to: 5026 });
    expect(inSight(3, 1_000_000, 480, 24)).toEqual({ from: 0, to: 3 });
  });
});

describe('the matrix', () => {
  const models = [
    { id: 'a', label: 'a' },
    { id: 'b', label: 'b' },
  ];
  const stateOf = (dataset: string, model: string) =>
    dataset === 'd/gsm8k' ? undefined : ({ state: dataset === 'd/mmlu_law' && model === 'b' ? 'error' : 'fine', reason: '' } as const);

  it('counts its pairs, and shows those in one state', () => {
    expect(countPairs(choices, models, stateOf)).toEqual({ fine: 7, warning: 0, error: 1, unknown: 2 });
    expect(rowsWith(choices, models, stateOf, 'error').map(({ label }) => label)).toEqual(['mmlu_law']);
    expect(rowsWith(choices, models, stateOf, undefined)).toHaveLength(5);
  });

  it('tells what is the same with a model whichever dataset it is asked', () => {
    const warned = { state: 'warning', reason: 'No such role.' } as const;
    const states = (dataset: string, model: string) => (model === 'b' ? warned : stateOf(dataset, model));
    expect([...modelReasons(choices, models, states)]).toEqual([['b', warned]]);
    expect(modelReasons(choices.slice(0, 1), models, states).size).toBe(0);
    expect(modelReasons(choices, models, (dataset, model) => (dataset === 'd/gsm8k' ? undefined : states(dataset, model))).size).toBe(0);
    const other = (dataset: string, model: string) =>
      dataset === 'd/mmlu_law' ? { ...warned, reason: 'Another one.' } : states(dataset, model);
    expect(modelReasons(choices, models, other).size).toBe(0);
  });

  it('goes by arrow keys and stays within', () => {
    const at = { row: 0, column: 1 };
    expect(nextCell('ArrowUp', at, 5, 2, 10)).toEqual(at);
    expect(nextCell('PageDown', at, 5, 2, 10)).toEqual({ row: 4, column: 1 });
    expect(nextCell('ArrowLeft', at, 5, 2, 10)).toEqual({ row: 0, column: 0 });
    expect(nextCell('x', at, 5, 2, 10)).toBeUndefined();
  });
});

describe('what the workspace keeps of picks', () => {
  const memory = (start?: unknown) => {
    const state = new Map<string, unknown>([['promptPreflight.used', start]]);
    return new PairMemory({ get: (key) => state.get(key), update: (key, value) => Promise.resolve(void state.set(key, value)) });
  };
  const shown = (dataset: string, model: string) =>
    ({
      portable: { dataset: `/ws/${dataset}.py#d/${dataset}`, ...(model !== '' && { model: `/ws/${model}.py#m/${model}` }) },
      selection: { dataset: `d/${dataset}`, model },
    }) as never;

  it('is the last pick of each half, "no meta template" among them, and all picks for the list', () => {
    const kept = memory();
    expect(kept.halves()).toEqual({});
    kept.pickedPair({ dataset: 'd/one' }, shown('one', 'a'));
    expect(kept.halves()).toEqual({ dataset: '/ws/one.py#d/one' });
    kept.pickedPair({ model: 'a' }, shown('one', 'a'));
    kept.pickedPair({ dataset: 'd/two' }, shown('two', 'a'));
    expect(kept.halves()).toEqual({ dataset: '/ws/two.py#d/two', model: '/ws/a.py#m/a' });
    expect(kept.recent().slice(0, 3)).toEqual(['d/two', 'a', 'd/one']);
    kept.pickedPair({ model: '' }, shown('two', ''));
    expect(kept.halves().model).toBe('');
  });

  it('is nothing where what was kept is of another shape', () => {
    for (const start of [7, 'x', null, { dataset: 1, model: [2] }]) expect(memory(start).halves()).toEqual({});
  });
});

describe('what the workspace keeps of rows', () => {
  const memory = (start?: unknown) => {
    const state = new Map<string, unknown>([['promptPreflight.rows', start]]);
    return new RowMemory({ get: (key) => state.get(key), update: (key, value) => Promise.resolve(void state.set(key, value)) });
  };

  it('is a pick for each dataset, until it is taken back', () => {
    const kept = memory();
    kept.keep('one', { rows: { kind: 'file', path: '/data/rows.jsonl' }, row: 3, trainRows: '/data/train.jsonl' });
    kept.keep('two', { row: 7 });
    expect(kept.of('one')).toEqual({ rows: { kind: 'file', path: '/data/rows.jsonl' }, row: 3, trainRows: '/data/train.jsonl' });
    expect(kept.of('two')).toEqual({ row: 7 });
    kept.keep('one', {});
    expect(kept.of('one')).toBeUndefined();
    kept.keep('long', { rows: { kind: 'written', text: 'x'.repeat(200_000) } });
    expect(kept.of('long')).toBeUndefined();
  });

  it('is nothing where what was kept is of another shape', () => {
    for (const start of [7, {}, [1], [['one']], [['one', null]]]) expect(memory(start).of('one')).toBeUndefined();
    expect(memory([['one', { rows: { kind: 'file' }, row: -1, trainRows: 7 }]]).of('one')).toEqual({});
  });

  it('names the files that were used, the last first', () => {
    const kept = memory();
    for (const file of ['/a', '/b', '/a']) kept.used(file);
    expect(kept.files()).toEqual(['/a', '/b']);
  });
});

import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

// What a config loses without an error, and the marks that it lacks.

const file = '/ws/configs/pond.py';

/** Rule, place, and the text after the first fix. */
function found(text: string, more: Readonly<Record<string, string>> = {}): readonly (readonly [string, string])[] {
  return createProject(new MemoryWorkspace({ ...more, [file]: text }, ['/ws']), defaultSettings)
    .check(file)
    .map(({ rule, span, fixes }) => {
      const edits = [...(fixes[0]?.edits ?? [])].sort((a, b) => b.span.start - a.span.start);
      const after = edits.reduce((all, edit) => all.slice(0, edit.span.start) + edit.newText + all.slice(edit.span.end), text);
      return [`${rule} ${text.slice(span.start, span.end)}`, after === text ? '' : after] as const;
    });
}

const places = (text: string, more: Readonly<Record<string, string>> = {}): readonly string[] => found(text, more).map(([place]) => place);

/** Where the first finding is. */
function spanOf(text: string): readonly [number, number] {
  const { start, end } = createProject(new MemoryWorkspace({ [file]: text }, ['/ws']), defaultSettings).check(file)[0]!.span;
  return [start, end];
}

const pond = `from opencompass.datasets import JsonlDataset
from opencompass.openicl.icl_evaluator import AccEvaluator
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever

names = ['frog', 'newt']
pond_datasets = []
for name in names:
    infer_cfg = dict(
        ice_template=dict(
            type=PromptTemplate,
            template=dict(begin='</E>', round=[dict(role='HUMAN', prompt='{question}\\nA. {A}\\nB. {B}\\nC. {C}'), dict(role='BOT', prompt='{answer}')]),
            ice_token='</E>',
        ),
        retriever=dict(type=FixKRetriever, fix_id_list=[0, 1]),
        inferencer=dict(type=GenInferencer),
    )
    pond_datasets.append(
        dict(
            abbr='pond-' + name,
            type=JsonlDataset,
            path=name,
            reader_cfg=dict(input_columns=['question', 'A', 'B', 'C'], output_column='answer'),
            infer_cfg=infer_cfg,
            eval_cfg=dict(evaluator=dict(type=AccEvaluator)),
        )
    )
`;

const changed = (from: string, to: string): string => {
  expect(pond).toContain(from);
  return pond.replace(from, to);
};

describe('what is lost', () => {
  it('is nothing as it stands', () => expect(found(pond)).toEqual([]));

  it.each([
    ['C. {C}', 'C. {D}', 'unfilled-placeholder {D}'],
    ['C. {C}', 'C. C', 'unfilled-placeholder C'],
  ])('is the option of %s as %s', (from, to, place) => expect(found(changed(from, to))).toEqual([[place, pond]]));

  it.each([
    ['C. {C}', 'C. {B}', 'unfilled-placeholder {B}'],
    ['A. {A}', 'A. {B}', 'unfilled-placeholder {B}'],
  ])('is the option of %s copied as %s', (from, to, place) => {
    const text = changed(from, to);
    expect(found(text)).toEqual([[place, pond]]);
    expect(text.slice(...spanOf(text))).toBe(to.slice(3));
    expect(text.slice(0, spanOf(text)[0]).endsWith(to.slice(0, 3))).toBe(true);
  });

  it.each([
    ["'question', 'A', 'B', 'C'", "'question', 'sol1', 'sol2'", '{sol1} or {sol2}', '{sol1} or {sol1}'],
    ["'question', 'A', 'B', 'C'", "'question', 'textA', 'textB'", '{textA} or {textB}', '{textB} or {textB}'],
    ["'question', 'A', 'B', 'C'", "'question', 'option_a', 'option_b'", '{option_a}{option_b}', '{option_a}{option_a}'],
  ])('is the other column of its kind, %# ', (columns, names, right, copied) => {
    const text = changed(columns, names).replace('A. {A}\\nB. {B}\\nC. {C}', right);
    expect(found(text)).toEqual([]);
    expect(found(text.replace(right, copied))).toEqual([
      [`unfilled-placeholder ${copied.slice(-right.length / 2).replace(/^.* /, '')}`, text],
    ]);
  });

  it.each([
    ["'question', 'A', 'B', 'C'", "'question', 'question2', 'sol1'", '{sol1} {sol1}'],
    ["'question', 'A', 'B', 'C'", "'question', 'data', 'date'", '{date} {date}'],
    ["'question', 'A', 'B', 'C'", "'question', 'sol1', 'sol2', 'sol3'", '{sol1} {sol1}'],
    ["'question', 'A', 'B', 'C'", "'question', 'sol1', 'sol2'", '{sol1}'],
  ])('is nothing where another is not surely meant, %#', (columns, names, written) =>
    expect(found(changed(columns, names).replace('A. {A}\\nB. {B}\\nC. {C}', written))).toEqual([]),
  );

  it('is looked for in the text of each label', () => {
    const labels = (second: string): string =>
      changed("'question', 'A', 'B', 'C'", "'question', 'sol1', 'sol2'")
        .replaceAll('GenInferencer', 'PPLInferencer')
        .replace(
          /template=dict\(begin=.*\n.*ice_token.*\n/,
          `template={'x': '</E>{sol1} or {sol2}', 'y': '</E>${second}'},\n            ice_token='</E>',\n`,
        );
    expect(found(labels('{sol2} or {sol1}'))).toEqual([]);
    expect(places(labels('{sol1} or {sol1}'))).toEqual(['unfilled-placeholder {sol1}']);
    expect(found(labels('{question} {sol1}'))).toEqual([]);
  });

  it('is the option whose line is gone', () => expect(places(changed('\\nC. {C}', ''))).toEqual(['unfilled-placeholder {B}']));

  it.each([
    ["prompt='{answer}'", "prompt=''", "missing-part ''"],
    ["dict(role='BOT', prompt='{answer}')", "dict(role='BOT', prompt='{C}')", undefined],
  ])('is the answer of the examples: %s as %s', (from, to, place) =>
    expect(places(changed(from, to)).filter((each) => each.startsWith('missing-part'))).toEqual(place === undefined ? [] : [place]),
  );

  it('is all but the last turn of a loop', () => {
    const text = pond.replace(/ {4}pond_datasets\.append[^]*/, (statement) => statement.replaceAll(/^ {4}/gm, ''));
    const [first, ...more] = found(text);
    expect(first![0]).toContain('run-part pond_datasets.append(');
    expect(first![1]).toBe(pond);
    expect(more).toEqual([]);
    expect(places(text.replace("['frog', 'newt']", "['frog']"))).toEqual([]);
  });
});

describe('splits that a class names', () => {
  const loading = (body: string): Readonly<Record<string, string>> => ({
    '/ws/pond_data.py': `from opencompass.datasets.base import BaseDataset


class PondDataset(BaseDataset):

    @staticmethod
    def load(path):
${body}
        return read(rows)
`,
  });
  const loop = `        rows = {}
        for split in ['dev', 'val', 'test']:
            rows.setdefault(split, []).append(path)`;
  const config = (split: string): string =>
    pond
      .replace('from opencompass.datasets import JsonlDataset', 'from pond_data import PondDataset')
      .replace('type=JsonlDataset', 'type=PondDataset')
      .replace("output_column='answer'", `output_column='answer', train_split='dev', test_split=${split}`);
  const splits = (split: string, body: string): readonly string[] =>
    places(config(split), loading(body)).filter((each) => each.startsWith('unknown-split'));

  it.each([
    ["'val'", loop, []],
    ["'validation'", loop, ["unknown-split 'validation'"]],
    ["'validation'", `${loop}\n        rows['validation'] = rows['val']`, []],
    ["'validation'", `${loop}\n        rows = load_dataset(path)`, []],
  ])('%s', (split, body, expected) => expect(splits(split, body)).toEqual(expected));
});

describe('a mark that is lacking', () => {
  it.each([
    ['path=name,', 'path=name'],
    ["['question', 'A'", "['question' 'A' for"],
    ['fix_id_list=[0, 1]', 'fix_id_list=[0 1]'],
    ['fix_id_list=[0, 1])', 'fix_id_list=[0, 1]'],
  ])('%s as %s', (from, to) => {
    const fixes = found(changed(from, to)).filter(([place]) => place.startsWith('syntax-error'));
    expect(fixes).toHaveLength(1);
    expect(['', pond]).toContain(fixes[0]![1]);
    if (from.endsWith(',') || from.endsWith('1]')) expect(fixes[0]![1]).toBe(pond);
  });

  it('closes a bracket', () => {
    const text = 'from opencompass.models import OpenAI\n\nmodels = [\n    dict(\n        type=OpenAI\n]\n';
    expect(found(text).map(([, after]) => after)).toEqual([text.replace('OpenAI\n]', 'OpenAI)\n]')]);
  });
});

describe('the name of a variable in quotes', () => {
  it('is the variable', () =>
    expect(found(changed('infer_cfg=infer_cfg', "infer_cfg='infer_cfg'")).map(([, after]) => after)).toContain(pond));
});

describe('the output column of other configs of the folder', () => {
  it('is meant by a slip of it', () => {
    const text = changed("output_column='answer'", "output_column='answers'").replace("prompt='{answer}'", "prompt='{answers}'");
    expect(places(text)).toEqual([]);
    const [first] = found(text, { '/ws/configs/pond_2.py': pond });
    expect(first?.[0]).toBe('unknown-column answers');
  });
});

describe('ids of examples', () => {
  it.each([
    ['(0, 1)', []],
    ["'0, 1'", ['wrong-type']],
    ["('a', 'b')", ['wrong-type']],
  ])('%s', (ids, rules) =>
    expect(
      places(changed('fix_id_list=[0, 1]', `fix_id_list=${ids}`))
        .map((place) => place.split(' ')[0])
        .filter((rule) => rule === 'wrong-type'),
    ).toEqual(rules),
  );
});

describe('stop texts', () => {
  it.each([
    ["['---' 'Q:']", ["missing-comma '---' 'Q:'"]],
    ["['---', 'Q:']", []],
    ["[\n'a long text '\n'in two lines']", []],
  ])('%s', (texts, expected) =>
    expect(
      places(changed('type=GenInferencer)', `type=GenInferencer, stopping_criteria=${texts})`)).filter((each) =>
        each.startsWith('missing-comma'),
      ),
    ).toEqual(expected),
  );
});

describe('labels of options', () => {
  const labelled = (letters: string): string =>
    pond
      .replace(/template=dict\(begin.*\n/, `template={opt: '</E>{question} {A} {B} {C} ' + opt for opt in ${letters}},\n`)
      .replaceAll('GenInferencer', 'PPLInferencer');

  it.each([
    ["['A', 'B', 'C']", 0],
    ["['A', 'B']", 1],
    ["['yes', 'no']", 0],
  ])('%s', (letters, times) =>
    expect(places(labelled(letters)).filter((each) => each.startsWith('labels-not-compared'))).toHaveLength(times),
  );
});

describe('combinations of models and datasets', () => {
  const combined = (name: string, models: string): string => `from opencompass.models import VLLM

mine = [dict(type=VLLM, abbr='m', path='p', max_out_len=8, batch_size=1)]
${pond}
models = mine
datasets = pond_datasets
${name} = [dict(models=${models}, datasets=pond_datasets)]
`;
  const told = (text: string): readonly (readonly [string, string])[] => found(text).filter(([place]) => place.startsWith('run-part'));

  it.each(['mine', '[*mine]', 'mine[:1]'])('are of %s', (models) =>
    expect(told(combined('model_dataset_combinations', models))).toEqual([]),
  );

  it.each([
    ['mine[0]', '[mine[0]]'],
    ['[mine]', '[*mine]'],
  ])('are not of %s', (models, meant) =>
    expect(told(combined('model_dataset_combinations', models))).toEqual([
      [`run-part ${models}`, combined('model_dataset_combinations', meant)],
    ]),
  );

  it('have their name', () =>
    expect(told(combined('model_dataset_combination', 'mine'))).toEqual([
      ['run-part model_dataset_combination', combined('model_dataset_combinations', 'mine')],
    ]));
});

describe('the role behind a token', () => {
  it.each([
    ['assistant', 0],
    ['assisstant', 1],
    ['tool', 0],
    ['users', 1],
  ])('%s', (role, times) => {
    const text = `from opencompass.models import HuggingFaceCausalLM

models = [
    dict(
        type=HuggingFaceCausalLM,
        abbr='m',
        path='p',
        max_out_len=8,
        batch_size=1,
        meta_template=dict(round=[dict(role='HUMAN', begin='<|im_start|>user\\n', end='<|im_end|>'), dict(role='BOT', begin='<|im_start|>${role}\\n', end='<|im_end|>', generate=True)]),
    )
]
`;
    expect(places(text)).toEqual(Array<string>(times).fill(`special-token-slip ${role}`));
  });
});

describe('turns that a loop writes anew', () => {
  it('are lost', () => {
    const text = `examples = [('a', 'b'), ('c', 'd')]
rounds = []
for query, response in examples:
    rounds = [dict(role='HUMAN', prompt=query), dict(role='BOT', prompt=response)]
${pond}`;
    expect(places(text)).toEqual(['run-part rounds']);
    expect(places(text.replace('    rounds = [', '    rounds += ['))).toEqual([]);
  });
});

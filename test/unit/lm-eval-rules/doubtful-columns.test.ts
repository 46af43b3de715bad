import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { isNameSlip } from '../../../server/src/engine/checks/support/slip.js';

const rules = new Set(['undefined-var', 'undefined-silent', 'literal-not-column', 'single-brace']);

function check(text: string, around: Readonly<Record<string, string>> = {}, dataset = 'example/pond'): readonly Diagnostic[] {
  const task = `task: pond\ndataset_path: ${dataset}\ntest_split: test\n${text}`;
  const files = Object.fromEntries(Object.entries(around).map(([name, other]) => [`/ws/tasks/pond/${name}`, other]));
  const workspace = new MemoryWorkspace({ ...files, '/ws/tasks/pond/pond.yaml': task }, ['/ws']);
  return createProject(workspace, defaultSettings)
    .check('/ws/tasks/pond/pond.yaml')
    .filter(({ rule }) => rules.has(rule));
}

const said = (text: string, around?: Readonly<Record<string, string>>, dataset?: string): (string | undefined)[] =>
  check(text, around, dataset).map(({ rule, fixes }) => `${rule}: ${fixes[0]?.edits[0]?.newText ?? ''}`);

const neighbour = { 'other.yaml': 'task: other\ndoc_to_text: "{{riddle}} {{hint_a}}"\ndoc_to_target: reply\n' };

describe('a column of which no row is at hand', () => {
  it.each([
    [
      'a slip of one that very many datasets have',
      'doc_to_text: "{{qestion}}"\ndoc_to_target: "{{answer}}"\n',
      ['undefined-var: question'],
    ],
    [
      'a slip of one that another template uses',
      'doc_to_text: "{{ridle}}"\ndescription: "{{riddle}} {{riddle}}"\ndoc_to_target: ""\n',
      ['undefined-var: riddle'],
    ],
    ['a slip of a word', 'doc_to_text: "{{question}}"\ndoc_to_target: anwser\n', ['literal-not-column: answer']],
    ['a document that is asked for its columns', 'doc_to_text: "{{doc.question}}"\ndoc_to_target: "{{answer}}"\n', ['undefined-var: ']],
    ['braces apart', 'doc_to_text: "{ {Pond_name} }: {{question}}"\ndoc_to_target: ""\n', ['single-brace: {{Pond_name}}']],
    [
      'what stands behind a dot of a column, without braces',
      'doc_to_text: "{{question}}"\ndoc_to_choice: choices.text\ndoc_to_target: "{{choices.label.index(answer)}}"\n',
      ['literal-not-column: "{{choices.text}}"'],
    ],
    ['single braces beside double ones', 'doc_to_text: "{{context}} {question}"\ndoc_to_target: ""\n', ['single-brace: {{question}}']],
  ])('is doubted: %s', (_, text, found) => expect(said(text)).toEqual(found));

  it.each([
    ['a name of its own', 'doc_to_text: "{{pond_depth}}"\ndoc_to_target: fish\n'],
    ['one of a row of names', 'doc_to_text: "{{option_e}} {{choice1}} {{choice2}}"\ndoc_to_target: label2\n'],
    ['a name that is used twice', 'doc_to_text: "{{qestion}}"\ndoc_to_target: "{{qestion}}"\n'],
    ['one that may be missing', 'doc_to_text: "{% if qestion is defined %}{{qestion}}{% endif %}"\ndoc_to_target: ""\n'],
    ['one in place of another that may be missing', 'doc_to_text: "{{context if context is defined else qestion}}"\ndoc_to_target: ""\n'],
    ['a name with a dot', 'doc_to_text: "{{question}}"\ndoc_to_choice: choices.text\ndoc_to_target: "{{answer}}"\n'],
    ['a longer name', 'doc_to_text: "{{qtext}}"\ndoc_to_target: ""\n'],
    ['braces of LaTeX', 'doc_to_text: "{{context}} \\\\boxed{answer} x_{answer}"\ndoc_to_target: ""\n'],
  ])('is not doubted: %s', (_, text) => expect(said(text)).toEqual([]));

  it('is held against what the files around use', () => {
    const text = 'doc_to_text: "{{ridddle}}"\ndoc_to_target: rpely\n';
    expect(said(text)).toEqual([]);
    expect(said(text, neighbour)).toEqual(['undefined-var: riddle', 'literal-not-column: reply']);
    expect(said(text, { ...neighbour, 'utils.py': 'def f(doc):\n    return {"ridddle": doc["riddle"], "rpely": 1}\n' })).toEqual([]);
  });

  it('is told of an included file where no check of its own does', () => {
    const base = 'doc_to_text: "{{qestion}}"\ndoc_to_target: anwser\nvalidation_split: vaildation\n';
    const found = ['undefined-var: question', 'literal-not-column: answer'];
    expect(said('include: _base\n', { _base: base })).toEqual(found);
    expect(said('include: _base.yaml\n', { '_base.yaml': base })).toEqual([]);
    expect(said('include: _base\ndoc_to_text: "{{context}}"\n', { _base: base })).toEqual(found.slice(1));
  });

  it('is held against the text of a module beside the task, whatever that makes its functions of', () => {
    const text = 'doc_to_text: "{{qestion}}"\ndoc_to_target: ""\nprocess_docs: !function utils.animals\n';
    const made = 'from functools import partial\ndef f(docs, name):\n    return docs\nanimals = partial(f, name="animals")\n';
    expect(said(text, { 'utils.py': made })).toEqual(['undefined-var: question']);
    expect(said(text, { 'utils.py': `${made}columns = ["qestion"]\n` })).toEqual([]);
    expect(said(text)).toEqual([]);
  });

  it.each(['Fact_a', 'factA', 'fact_aa'])('is the one that a row of letters lacks: %s', (name) => {
    expect(said(`doc_to_text: "{{${name}}} {{fact_b}} {{fact_c}} {{fact_d}}"\ndoc_to_target: ""\n`)).toEqual(['undefined-var: fact_a']);
    expect(said(`doc_to_text: "{{${name}}} {{fact_b}} {{fact_c}}"\ndoc_to_target: ""\n`)).toEqual([]);
  });

  it('is one of another case only where the task does not write its columns so', () => {
    expect(said('doc_to_text: "{{Riddle}}"\ndoc_to_target: ""\n', neighbour)).toEqual(['undefined-var: riddle']);
    expect(said('doc_to_text: "{{Riddle}} {{Pond}}"\ndoc_to_target: ""\n', neighbour)).toEqual([]);
  });

  it('is known of a dataset that is well known, unless a function makes others', () => {
    const text = 'doc_to_text: "{{question}} {{instruction_text}}"\ndoc_to_target: answer\n';
    expect(said(text, {}, 'cais/mmlu')).toEqual(['undefined-var: ']);
    expect(said('doc_to_text: "{{question}}"\ndoc_to_target: "{{answer if answer is defined else reply}}"\n', {}, 'cais/mmlu')).toEqual([]);
    expect(said(`${text}process_docs: !function utils.f\n`, { 'utils.py': 'def f(docs):\n    return docs\n' }, 'cais/mmlu')).toEqual([]);
  });
});

/** Another task of the same documents. */
const kin = (name: string, text: string, dataset = 'example/pond'): Readonly<Record<string, string>> => ({
  [`${name}.yaml`]: `task: ${name}\ndataset_path: ${dataset}\ntest_split: test\n${text}`,
});

describe('a plural, another case or any other letter', () => {
  const asked = 'doc_to_text: "{{questions}}"\ndoc_to_target: reply\n';
  const other = 'doc_to_text: "{{question}}"\ndoc_to_target: reply\n';

  it('is a slip where several tasks of the same documents use the other name', () => {
    expect(said(asked, kin('one', other))).toEqual([]);
    expect(said(asked, { ...kin('one', other), ...kin('two', other) })).toEqual(['undefined-var: question']);
    expect(said(asked, { ...kin('one', other, 'example/lake'), ...kin('two', other, 'example/lake') })).toEqual([]);
    expect(said(`${asked}description: "{{question}}"\n`, { ...kin('one', other), ...kin('two', other) })).toEqual([]);
    expect(said(asked, { ...kin('one', other), ...kin('two', other), ...kin('three', asked) })).toEqual([]);
  });

  it('counts tasks of another part of the dataset only where all of them use the other name', () => {
    const part = (name: string, text: string): Readonly<Record<string, string>> => kin(name, `dataset_name: ${name}\n${text}`);
    const own = `dataset_name: own\n${asked}`;
    expect(said(own, { ...part('one', other), ...part('two', other) })).toEqual(['undefined-var: question']);
    expect(said(own, { ...part('one', other), ...part('two', other), ...part('three', 'doc_to_text: "{{word}}"\n') })).toEqual([]);
  });

  it('is a slip where a function of the task, or the query that nothing asks for, has the other name besides', () => {
    const results = { 'utils.py': 'def results(doc, results):\n    return {"acc": doc["question"] == results[0]}\n' };
    const scored = `${asked}process_results: !function utils.results\n`;
    expect(said(scored, results)).toEqual([]);
    expect(said(scored, { ...results, ...kin('one', other) })).toEqual(['undefined-var: question']);
    const query = `${asked}doc_to_decontamination_query: "Q: {{question}}"\n`;
    expect(said(query)).toEqual([]);
    expect(said(query, kin('one', other))).toEqual(['undefined-var: question']);
  });

  it('is a slip of a column that the task makes and does not use', () => {
    const made = (more = ''): Readonly<Record<string, string>> => ({
      'utils.py': `def process(docs):\n    return docs.map(lambda doc: {"query": doc["q"], "choices": doc["all"], "gold": 1})\n${more}`,
    });
    const text = (gold: string, choices: string): string =>
      `output_type: multiple_choice\nprocess_docs: !function utils.process\ndoc_to_text: "{{query}}"\ndoc_to_target: "{{${gold}}}"\ndoc_to_choice: ${choices}\n`;
    expect(said(text('gold', 'choices'), made())).toEqual([]);
    expect(said(text('golds', 'choices'), made())).toEqual(['undefined-var: gold']);
    expect(said(text('gold', 'choicess'), made())).toEqual(['literal-not-column: choices']);
    expect(said(text('gold', 'choice'), made())).toEqual(['literal-not-column: choices']);
    const scored = `${text('gold', 'choice')}process_results: !function utils.results\n`;
    expect(said(scored, made('def results(doc, results):\n    return {"acc": doc["choices"]}\n'))).toEqual([]);
    expect(said(text('gold', 'choice'), made('def process_more(doc):\n    return doc["choice"]\n'))).toEqual([]);
  });

  it('is a slip of a usual name that only the query has which nothing asks for', () => {
    const query = (text: string, name: string): string =>
      `doc_to_text: "{{${text}}}"\ndoc_to_target: reply\ndoc_to_decontamination_query: "{{${name}}}"\n`;
    expect(said(query('Proble', 'Problem'))).toEqual(['undefined-var: Problem']);
    expect(said(query('problem', 'Problem'))).toEqual([]);
    expect(said(query('croaks', 'croak'))).toEqual([]);
    const parts = (part: string): Readonly<Record<string, string>> => kin('other', `dataset_name: ${part}\ndoc_to_text: "{{text}}"\n`);
    expect(said('dataset_name: b\ndoc_to_text: "{{texts}}"\n', parts('b'))).toEqual(['undefined-var: text']);
    expect(said('dataset_name: b\ndoc_to_text: "{{texts}}"\n', parts('c'))).toEqual([]);
  });

  it('is a slip of a usual name of which the task takes another part', () => {
    const parts = (from: string, to: string): string => `doc_to_text: "{{${from}.en}}"\ndoc_to_target: "{{${to}.ro}}"\n`;
    expect(said(parts('Translation', 'translation'))).toEqual(['undefined-var: translation']);
    expect(said(parts('translation', 'translations'))).toEqual(['undefined-var: translation']);
    expect(said(parts('croak', 'croaks'))).toEqual([]);
    expect(said('doc_to_text: "{{documents[0]}} {{document}}"\ndoc_to_target: reply\n')).toEqual([]);
    expect(said('doc_to_text: "{{pond.text[0]}} {{pond.text[1]}} {{ponds.label}}"\ndoc_to_target: reply\n')).toEqual([
      'undefined-var: pond',
    ]);
    expect(said('doc_to_text: "{{pond.text[0]}} {{pond.text[1]}} {{ponds.text}}"\ndoc_to_target: reply\n')).toEqual([]);
  });
});

describe('a column in the braces of Chinese texts', () => {
  it.each([
    ['｛｛pond_name｝｝', ['single-brace: {{pond_name}}']],
    ['{{question}} ｛｛ pond_name ｝｝', ['single-brace: {{pond_name}}']],
    ['｛{pond_name}｝', ['single-brace: {{pond_name}}']],
    ['｛question｝', ['single-brace: {{question}}']],
    ['｛pond_name｝', []],
    ['｛1, 2｝', []],
  ])('%s', (text, found) => expect(said(`doc_to_text: "${text}"\ndoc_to_target: reply\n`)).toEqual(found));
});

describe('a column as other tools write it, beside others in braces', () => {
  const text = (notation: string): string => `doc_to_text: "{{riddle}} ${notation}"\ndoc_to_target: reply\n`;
  const other = kin('other', 'doc_to_text: "{{riddle}} {{croak}}"\ndoc_to_target: reply\n');
  it.each(['<croak>', '[[croak]]', '$croak'])('%s is told where a task of the same documents has it', (notation) => {
    expect(said(text(notation))).toEqual([]);
    expect(said(text(notation), other)).toEqual(['single-brace: ']);
    expect(said(`${text(notation)}gen_prefix: "{{croak}}"\n`, other)).toEqual([]);
    expect(said(text(`${notation} </croak>`), other)).toEqual([]);
  });
});

describe('a column that raises nothing where it is missing', () => {
  const choices = (list: string): string =>
    `output_type: multiple_choice\ndoc_to_text: "{{question}}"\ndoc_to_target: 0\ndoc_to_choice: "${list}"\n`;
  it('is doubted in a list of choices', () => {
    expect(said(choices('{{[answr, reply]}}'))).toEqual(['undefined-silent: answer']);
    expect(said(choices('{{[replay, croak]}}'))).toEqual([]);
    const other = kin('other', 'doc_to_choice: "{{[croak1, croak2]}}"\n');
    expect(said(choices('{{[croak1, croak, croak3]}}'), other)).toEqual(['undefined-silent: croak2']);
  });

  it('is known of a part of a well-known dataset', () => {
    const boolq = (part: string): string => `dataset_name: ${part}\ndoc_to_text: "{{passage}} {{questions}}"\ndoc_to_target: label\n`;
    expect(said(boolq('boolq'), {}, 'aps/super_glue')).toEqual(['undefined-var: question']);
    expect(said(boolq('record'), {}, 'aps/super_glue')).toEqual([]);
  });

  it('is known of a well-known dataset', () => {
    const piqa = (list: string): string => `doc_to_text: "{{goal}}"\ndoc_to_target: label\ndoc_to_choice: "${list}"\n`;
    expect(said(piqa('{{[sol1, sol2]}}'), {}, 'baber/piqa')).toEqual([]);
    expect(said(piqa('{{[sol1, sol]}}'), {}, 'baber/piqa')).toEqual(['undefined-silent: sol2']);
    expect(said(piqa('{{[sol1, frog]}}'), {}, 'baber/piqa')).toEqual(['undefined-silent: ']);
    expect(said(piqa("{{'' if frog is none else frog}} {{[sol1]}}"), {}, 'baber/piqa')).toEqual(['undefined-var: ']);
    const trusted = 'dataset_kwargs:\n  trust_remote_code: true\n';
    expect(said(`${piqa('{{[sol1, frog]}}')}${trusted}`, {}, 'baber/piqa')).toEqual(['undefined-silent: ']);
    expect(said(`doc_to_text: "{{goals}} {{label}}"\ndoc_to_target: sol1\n`, {}, 'baber/piqa')).toEqual(['undefined-var: goal']);
  });
});

describe('one of several names with numbers', () => {
  const text = 'doc_to_text: "{{croak1}} {{croak3}} {{croak}}"\ndoc_to_target: reply\n';
  it('is a slip without its number beside the first one alone', () => {
    expect(said('doc_to_text: "{{croak1}} {{croak}}"\ndoc_to_target: reply\n')).toEqual(['undefined-var: croak2']);
    expect(said('doc_to_text: "{{croak1}} {{croak2}} {{croak}}"\ndoc_to_target: reply\n')).toEqual([]);
    expect(said('doc_to_text: "{{croak2}} {{croak}}"\ndoc_to_target: reply\n')).toEqual([]);
  });

  it('is a slip without its number where a task of the same documents has it', () => {
    expect(said(text)).toEqual([]);
    expect(said(text, kin('other', 'doc_to_text: "{{croak1}} {{croak2}}"\n'))).toEqual(['undefined-var: croak2']);
    expect(said(text, kin('other', 'doc_to_text: "{{croak1}} {{croak2}} {{croak}}"\n'))).toEqual([]);
    expect(said(text, kin('other', 'doc_to_text: "{{croak1}}"\n'))).toEqual([]);
  });
});

describe('a name that is made of the name of the dataset in all tasks around', () => {
  const around = Object.assign(
    {},
    ...['hau', 'ibo', 'kin', 'lin', 'nya'].map((name) => kin(name, `dataset_name: ${name}_Latn\ndoc_to_target: croak_${name}_Latn\n`)),
  ) as Record<string, string>;
  const own = (target: string, name = 'pond'): string => `dataset_name: ${name}\ndoc_to_text: ""\ndoc_to_target: ${target}\n`;
  it('is doubted where it is nearly so', () => {
    expect(said(own('croak_pond'), around)).toEqual([]);
    expect(said(own('croak_pnd'), around)).toEqual(['literal-not-column: croak_pond']);
    expect(said(own('Croak_Pond'), around)).toEqual(['literal-not-column: croak_pond']);
    expect(said(own('croak_pod', 'pod'), around)).toEqual([]);
    expect(said(own('croak_lake'), around)).toEqual([]);
    // The name of the dataset may be the slip.
    expect(said(own('croak_pond', 'pondd'), around)).toEqual([]);
  });
});

it.each([
  ['qestion', 'question', true],
  ['questtion', 'question', true],
  ['quesiton', 'question', true],
  ['questian', 'question', true],
  ['answers', 'answer', false],
  ['choice1', 'choice2', false],
  ['option_a', 'option_b', false],
  ['sol1', 'sol2', false],
  ['mc1_targets', 'mc2_targets', false],
  ['text', 'test', false],
  ['question1', 'question', false],
])('%s is a slip of %s: %s', (name, meant, slip) => expect(isNameSlip(name, meant, 'none')).toBe(slip));

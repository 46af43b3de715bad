import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { taskWith } from './pond-task.js';

type Changed = Readonly<Record<string, string>>;

const file = '/ws/tasks/pond.yaml';
const utils = 'def clean(dataset):\n    return dataset\n\n\ndef score(doc, results):\n    return {"acc": 1.0}\n';

function check(text: string, at = file, more: Changed = {}): readonly Diagnostic[] {
  const workspace = new MemoryWorkspace({ ...more, [at]: text, '/ws/tasks/utils.py': utils }, ['/ws']);
  return createProject(workspace, defaultSettings)
    .check(at)
    .filter(({ severity }) => severity !== 'hint');
}

function repaired(text: string, [first]: readonly Diagnostic[]): string {
  return first!.fixes[0]!.edits.toSorted((a, b) => b.span.start - a.span.start).reduce(
    (result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end),
    text,
  );
}

const shown = (text: string, found: readonly Diagnostic[]): string[] =>
  found.map(({ rule, severity, span }) => `${severity} ${rule} ${text.slice(span.start, span.end)}`);

const steps = (text: string): Changed => ({ filter_list: `[{name: x, filter: ${text}}]` });
const kwargs = (text: string): Changed => ({ generation_kwargs: `{until: ["\\n"], ${text}}` });
const metric = (text: string): Changed => ({ metric_list: `[{metric: exact_match, ${text}}]` });
const choices: Changed = {
  output_type: 'multiple_choice',
  doc_to_choice: '[frog, heron]',
  metric_list: '[{metric: acc}]',
  generation_kwargs: 'null',
};

describe('a mistake in a task', () => {
  it.each<readonly [string, Changed, string]>([
    ['a filter that is a mere name', steps('[take_first]'), 'error wrong-field-type take_first'],
    ['a truth value in quotes for exact_match', metric('ignore_case: "false"'), 'warning wrong-field-type "false"'],
    ['a truth value in quotes for hf_evaluate', metric('hf_evaluate: "true"'), 'warning wrong-field-type "true"'],
    [
      'the address of a dataset',
      { dataset_path: 'https://huggingface.co/datasets/example/pond' },
      'error wrong-field-type https://huggingface.co/datasets/example/pond',
    ],
    ['a file of the Hub', { dataset_path: 'hf://datasets/example/pond' }, 'error wrong-field-type hf://datasets/example/pond'],
    ['a blank behind a name', { dataset_name: '"ponds "' }, 'warning wrong-field-type "ponds "'],
    ['a blank behind a split', { test_split: '"test "' }, 'warning wrong-field-type "test "'],
    ['a blank of no break', { dataset_path: '\u00A0example/pond' }, 'warning wrong-field-type \u00A0example/pond'],
    ['a blank without width', { tag: 'ponds\u200B' }, 'warning wrong-field-type ponds\u200B'],
    ['a part of a split', { test_split: '"test[:100]"' }, 'error split-not-loaded "test[:100]"'],
    ['an address where more is asked', kwargs('max_len: 32'), 'warning generation-argument max_len'],
    ['what other programs call the length', kwargs('max_out_len: 32'), 'warning generation-argument max_out_len'],
    ['stop_sequences', { generation_kwargs: '{stop_sequences: ["x"]}' }, 'warning generation-argument stop_sequences'],
    [
      'a metric that is turned round',
      { metric_list: '[{metric: exact_match, aggregation: mean, higher_is_better: false}]' },
      'warning metric-argument false',
    ],
    ['a prompt for the system', { system_prompt: '"Be brief.\\n"' }, 'error unknown-field system_prompt'],
    ['what gen_prefix was', { assistant_prefill: 'Answer' }, 'error unknown-field assistant_prefill'],
    ['another name of a split', { val_split: 'dev' }, 'error unknown-field val_split'],
    ['a pattern of two backslashes', steps("[{function: regex, regex_pattern: '(\\\\d+)'}]"), 'warning broken-regex \\\\d'],
    ['a text that goes on behind a #', { doc_to_text: 'Question #1: {{question}}' }, 'warning yaml11-scalar #1: {{question}}'],
    ['templates in a list of targets', { doc_to_target: '["{{answer}}", "{{alias}}"]' }, 'warning choice-template "{{answer}}"'],
    [
      'a filter of texts where there are likelihoods',
      { ...choices, doc_to_target: 'label', ...steps('[{function: regex, regex_pattern: "([AB])"}, {function: take_first}]') },
      'error filter-argument regex',
    ],
    [
      'a filter that raises of a likelihood',
      { ...choices, doc_to_target: 'label', ...steps('[{function: take_first}, {function: lowercase}]') },
      'error filter-argument lowercase',
    ],
    [
      'a filter that finds nothing in likelihoods',
      {
        ...choices,
        doc_to_target: 'label',
        process_results: '!function utils.score',
        ...steps('[{function: map, mapping_dict: {a: "1"}}]'),
      },
      'warning filter-argument map',
    ],
    [
      'a module by the folder of the task',
      { process_docs: '!function tasks.pond.utils.clean' },
      'warning function-missing tasks.pond.utils.clean',
    ],
    [
      'a truth value in quotes, of a metric that the harness knows',
      { metric_list: '[{metric: exact_match, aggregation: mean, higher_is_better: "false"}]' },
      'warning wrong-field-type "false"',
    ],
    [
      'what a loop does not have',
      { doc_to_text: '"{% for c in options %}{{loop.idx}}{{c}}{% endfor %}{{question}}"' },
      'warning unknown-method idx',
    ],
    ['a tag with a blank in it', { doc_to_text: '"{% if question %}{{question}}{ % else %}{% endif %}"' }, 'warning single-brace { %'],
    [
      'the names of columns for choices',
      { ...choices, dataset_path: 'baber/piqa', doc_to_text: '"{{goal}}"', doc_to_target: 'label', doc_to_choice: '[sol1, sol2]' },
      'warning choice-template [sol1, sol2]',
    ],
    [
      'the names of columns as texts',
      {
        ...choices,
        dataset_path: 'baber/piqa',
        doc_to_text: '"{{goal}}"',
        doc_to_target: 'label',
        doc_to_choice: `"{{['sol1', 'sol2']}}"`,
      },
      `warning choice-template "{{['sol1', 'sol2']}}"`,
    ],
    ['a version without its colon', { metadata: '\n  version 1.0' }, 'warning unknown-field version 1.0'],
    [
      'a slip of the column that the query is',
      { doc_to_text: 'question_stm', doc_to_decontamination_query: 'question_stem', should_decontaminate: 'true' },
      'warning literal-not-column question_stm',
    ],
    ['null for stop texts', { generation_kwargs: '{until: null}' }, 'warning generation-argument null'],
  ])('is %s, and its fix leaves nothing to find', (_, changed, wanted) => {
    const text = taskWith(changed);
    const found = check(text).filter(({ rule }) => rule !== 'until-missing');
    expect(shown(text, found)).toEqual([wanted]);
    expect(check(repaired(text, found))).toEqual([]);
  });

  it.each<readonly [string, Changed, string]>([
    ['the address of something else', { dataset_path: 'https://example.org/pond' }, 'error wrong-field-type https://example.org/pond'],
    ['a sum of splits', { test_split: 'test+validation' }, 'error split-not-loaded test+validation'],
    ['rows that have no index', { dataset_kwargs: '{streaming: true}' }, 'error split-not-loaded streaming'],
    ['sampling at 0', kwargs('do_sample: true, temperature: 0.0'), 'warning generation-argument 0.0'],
    ['sampling without a temperature', kwargs('do_sample: true, top_p: 0.9'), 'warning generation-argument do_sample'],
    ['a field of the task among the arguments', kwargs('num_fewshot: 5'), 'warning generation-argument num_fewshot'],
    [
      'indices of examples that nobody reads',
      { fewshot_split: 'train', fewshot_config: '{fewshot_indices: [0, 2]}' },
      'warning unknown-fewshot-key fewshot_indices',
    ],
    ['no choice at all', { ...choices, doc_to_choice: '[]', doc_to_target: '"{{answer}}"' }, 'error choice-empty []'],
    [
      'a list with a letter twice',
      { ...choices, doc_to_choice: '[A, B, C]', doc_to_target: `"{{['A', 'A', 'C'].index(answer)}}"` },
      "warning choice-duplicate 'A'",
    ],
    ['a number of examples that is true', { num_fewshot: 'true' }, 'warning yaml11-scalar true'],
    [
      'a longer list than there are choices',
      { ...choices, doc_to_target: `"{{['A', 'B', 'C'].index(answer)}}"` },
      "warning choice-range ['A', 'B', 'C']",
    ],
    [
      'a shorter list than there are choices',
      { ...choices, doc_to_choice: '"{{[a, b, c]}}"', doc_to_target: `"{{['A', 'B'].index(answer)}}"` },
      "warning choice-range ['A', 'B']",
    ],
    ['a list of texts for the numbers of choices', { ...choices, doc_to_target: '[label]' }, 'error choice-range label'],
    [
      'a list for an aggregation',
      { metric_list: '[{metric: exact_match, aggregation: [mean], higher_is_better: true}]' },
      'warning wrong-field-type [mean]',
    ],
    ['a list for metadata', { metadata: '[{version: 1.0}]' }, 'warning wrong-field-type [{version: 1.0}]'],
    ['a method in single braces', { doc_to_text: '"Q: {question.strip()}"' }, 'warning single-brace {question.strip()}'],
    ['fewer than no tokens', kwargs('max_gen_toks: -1'), 'warning generation-argument -1'],
    [
      'a dict for the choices',
      { ...choices, doc_to_choice: '"{{options}}"', doc_to_target: '"{{options.label.index(answer)}}"' },
      'warning choice-not-list "{{options}}"',
    ],
    [
      'fewer letters than the prompt shows',
      {
        ...choices,
        doc_to_text: '"{{question}}\\nA. {{a}}\\nB. {{b}}\\nC. {{c}}\\nAnswer:"',
        doc_to_choice: '[A, B]',
        doc_to_target: 'label',
      },
      'warning choice-range [A, B]',
    ],
    ['several answers that are the same', { ...kwargs('do_sample: false'), repeats: '4' }, 'information genkw-unused repeats'],
    [
      'a yes that is none',
      steps('[{function: map, mapping_dict: {yes: a, "no": b}, default_value: c}, {function: take_first}]'),
      'warning filter-argument yes',
    ],
    [
      'a list whose key is missing',
      { metric_list: '\n  - metric: bleu\n    lowercase: true\n      - "."\n      - ","' },
      'warning yaml11-scalar true',
    ],
    [
      'a list whose key is missing, behind a truth value',
      { metric_list: '\n  - metric: exact_match\n    ignore_punctuation: true\n      - "."\n      - ","' },
      'warning yaml11-scalar true',
    ],
  ])('is %s, and is found where it stands', (_, changed, wanted) => {
    const text = taskWith(changed);
    expect(shown(text, check(text))).toEqual([wanted]);
    expect(check(text)[0]!.fixes).toEqual([]);
  });

  it.each<readonly [string, Changed]>([
    ['texts for what only its own metric takes', { metric_list: '[{metric: bleu, ignore_case: "no"}]' }],
    ['a name with blanks in it', { dataset_name: 'standard (4 options)', task_alias: '" pond "' }],
    ['a folder for a dataset', { dataset_path: './data/pond/' }],
    ['rows that a function makes a list of', { dataset_kwargs: '{streaming: true}', process_docs: '!function utils.clean' }],
    ['rows that do not stream', { dataset_kwargs: '{streaming: false}' }],
    ['a split with a dot', { test_split: 'test.en' }],
    ['sampling at a temperature', kwargs('do_sample: true, temperature: 0.7')],
    ['no sampling without a temperature', kwargs('do_sample: false')],
    ['a temperature alone', kwargs('temperature: 0.7')],
    ['arguments of models', kwargs('stop_token_ids: [1], max_time: 3, seed: 1')],
    [
      'a score of its own that is turned round',
      { process_results: '!function utils.score', metric_list: '[{metric: acc, higher_is_better: false}]' },
    ],
    ['a metric of which less is better', { metric_list: '[{metric: ter, higher_is_better: false}]' }],
    ['a choice among likelihoods', { ...choices, doc_to_target: 'label', ...steps('[{function: majority_vote}, {function: take_first}]') }],
    ['a module of the harness', { process_docs: '!function lm_eval.tasks.pond.utils.clean' }],
    ['letters that columns are called, too', { ...choices, doc_to_text: '"{{A}} {{B}}"', doc_to_target: 'label', doc_to_choice: '[A, B]' }],
    [
      'names of columns that the prompt has as words',
      {
        ...choices,
        dataset_path: 'baber/piqa',
        doc_to_text: '"{{goal}} sol1: {{sol1}} sol2: {{sol2}}"',
        doc_to_target: 'label',
        doc_to_choice: '[sol1, sol2]',
      },
    ],
    ['braces of something else', { doc_to_text: '"Q: {x[0]} {a.b} {{question}}"' }],
    ['what a loop has', { doc_to_text: '"{% for c in options %}{{loop.index0}}{{c}}{% endfor %}{{question}}"' }],
    ['no tokens at all', kwargs('max_gen_toks: 0')],
    ['choices of which a method is called', { ...choices, doc_to_choice: '"{{options}}"', doc_to_target: '"{{options.index(answer)}}"' }],
    [
      'as many letters as the prompt shows',
      { ...choices, doc_to_text: '"{{question}}\\nA. {{a}}\\nB. {{b}}\\nAnswer:"', doc_to_choice: '[A, B]', doc_to_target: 'label' },
    ],
    [
      'more letters under a condition',
      {
        ...choices,
        doc_to_text: '"{{question}}\\nA. {{a}}\\nB. {{b}}{% if c %}\\nC. {{c}}{% endif %}"',
        doc_to_choice: '[A, B]',
        doc_to_target: 'label',
      },
    ],
    ['an empty list of indices', { fewshot_split: 'train', fewshot_config: '{fewshot_indices: []}' }],
    ['patterns of LaTeX', steps("[{function: regex, regex_pattern: '(\\\\sqrt\\\\d\\d)'}, {function: regex, regex_pattern: '\\\\boxed'}]")],
    ['two backslashes within double quotes', steps('[{function: regex, regex_pattern: "(\\\\d+)"}]')],
    ['a remark behind a column', { doc_to_text: 'question # {{question}}' }],
    ['a remark without a column', { gen_prefix: 'The answer is # not in the paper' }],
    ['a # in quotes', { doc_to_text: '"Question #1: {{question}}"' }],
    ['a list of targets', { doc_to_target: '[frog, heron]' }],
    ['a list of letters', { ...choices, doc_to_choice: '[A, B]', doc_to_target: `"{{['A', 'B'].index(answer)}}"` }],
    ['several answers that are sampled', { ...kwargs('temperature: 0.8'), repeats: '4' }],
    ['a mapping of letters', steps('[{function: map, mapping_dict: {A: 0, "1": 1}, default_value: 2}, {function: take_first}]')],
    ['a list of numbers of choices', { ...choices, doc_to_target: '[0, 1]' }],
    ['a list in another list', { ...choices, doc_to_target: `"{{[3, 4].index(['A', 'B', 'C'].index(answer))}}"` }],
    ['a name with a dash on lines of its own', { task_alias: 'pond\n  -1', metadata: '{note: a b}' }],
  ])('is not %s', (_, changed) => expect(check(taskWith(changed))).toEqual([]));
});

describe('a mistake in a group', () => {
  const group = '/ws/tasks/ponds.yaml';
  const more = { [file]: taskWith({ tag: 'pond_tag' }) };

  it('is a member that is told by its tag', () => {
    const text = 'group: ponds\ntask:\n  - tag: pond_tag\n';
    const found = check(text, group, more);
    expect(shown(text, found)).toEqual(['error group-task-string tag']);
    expect(check(repaired(text, found), group, more)).toEqual([]);
  });

  it('is a member that stands there twice', () => {
    const text = 'group: ponds\ntask:\n  - pond\n  - pond\n';
    expect(shown(text, check(text, group, more))).toEqual(['warning group-task-string pond']);
  });

  it('is a list of names without its marks', () => {
    const text = 'group: ponds\ntask:\n  pond\n  pond_tag\n';
    const found = check(text, group, more);
    expect(shown(text, found)).toEqual(['error group-task-string pond\n  pond_tag']);
    expect(repaired(text, found)).toBe('group: ponds\ntask:\n  [pond, pond_tag]\n');
  });

  it('is the name of a task under another key', () => {
    const text = taskWith({}).replace('task: pond', 'name: pond');
    const at = '/ws/lm_eval/tasks/pond/pond.yaml';
    const found = check(text, at).filter(({ rule }) => rule === 'not-indexed');
    expect(shown(text, found)).toEqual(['error not-indexed name']);
    expect(repaired(text, found)).toBe(taskWith({}));
  });

  it('is a task whose name is null', () => {
    const text = taskWith({ task: '' });
    expect(shown(text, check(text))).toEqual(['error not-indexed task']);
  });
});

describe('a dash too many', () => {
  const at = '/ws/tasks/ponds.yaml';
  const more = { [file]: taskWith({ tag: 'pond_tag' }) };

  it('stands before the members of a group in another', () => {
    const text = 'group: ponds\ntask:\n  - group: inner\n  - task:\n      - pond\n';
    const found = check(text, at, more);
    expect(shown(text, found)).toEqual(['error group-task-string task']);
    expect(repaired(text, found)).toBe('group: ponds\ntask:\n  - group: inner\n    task:\n      - pond\n');
    expect(check(repaired(text, found), at, more)).toEqual([]);
  });

  it('stands before the rest of a metric', () => {
    const text = 'group: ponds\ntask: [pond]\naggregate_metric_list:\n  - metric: exact_match\n  - weight_by_size: true\n';
    const found = check(text, at, more);
    expect(shown(text, found)).toEqual(['error unknown-metric weight_by_size: true']);
    expect(check(repaired(text, found), at, more)).toEqual([]);
  });

  it('is not taken from the only item', () => {
    const text = 'group: ponds\ntask: [pond]\naggregate_metric_list:\n  - weight_by_size: true\n';
    expect(check(text, at, more).map(({ fixes }) => fixes.length)).toEqual([0]);
  });
});

it('A metric that is a number gets its quotes', () => {
  const text = taskWith({
    process_results: '!function utils.score',
    metric_list: '[{metric: 4096, aggregation: mean, higher_is_better: true}]',
  });
  const found = check(text).filter(({ rule }) => rule === 'wrong-field-type');
  expect(shown(text, found)).toEqual(['warning wrong-field-type 4096']);
  expect(repaired(text, found)).toContain('{metric: "4096",');
});

it('Scores are those of the function that is handed on', () => {
  const text = taskWith({ process_results: '!function utils.score', metric_list: '[{metric: exact_match}, {metric: f1}]' });
  const scoring =
    'def scores(gold):\n    return {"em": 1.0, "f1": 1.0}\n\n\ndef score(doc, results):\n    found = scores(results[0])\n    return found\n';
  const workspace = new MemoryWorkspace({ [file]: text, '/ws/tasks/utils.py': scoring }, ['/ws']);
  const found = createProject(workspace, defaultSettings)
    .check(file)
    .filter(({ rule }) => rule === 'unknown-metric');
  expect(shown(text, found)).toEqual(['warning unknown-metric exact_match']);
});

describe('a member with more than its name', () => {
  const at = '/ws/lm_eval/tasks/ponds/ponds.yaml';
  const more = { '/ws/lm_eval/tasks/ponds/pond.yaml': taskWith({}) };
  const said = (member: string, group = ''): string[] => {
    const text = `group: ponds\n${group}task:\n  - ${member}\n`;
    return shown(
      text,
      check(text, at, more).filter(({ severity }) => severity !== 'information'),
    );
  };

  it.each([
    ['{task: ponb, num_fewshot: 2}', 'error group-member-unknown ponb'],
    ['{taks: pond, num_fewshot: 2}', 'error unknown-field taks'],
    ['{task: pond, num_fewshots: 2}', 'error unknown-field num_fewshots'],
    ['{task: pond, num_fewshot: "2"}', 'error wrong-field-type "2"'],
    ['{group: sub, task: [{task: ponb}]}', 'error group-member-unknown ponb'],
  ])('has a slip in %s', (member, wanted) => expect(said(member)).toEqual([wanted]));

  it('may be defined in place', () => {
    expect(said('{task: heron, dataset_path: example/heron, doc_to_text: "{{a}}", doc_to_target: "{{b}}", test_split: test}')).toEqual([]);
    expect(said('{task: heron, doc_to_text: "{{a}}"}', 'dataset_path: example/heron\n')).toEqual([]);
  });

  it('is told by what building the group raises', () => {
    const text = 'group: ponds\ntask:\n  - taks: pond\n';
    expect(check(text, at, more)[0]!.message).toContain("ValueError: Dict entry in group must have 'task' or 'group' key");
  });
});

describe('generation arguments in place of included ones', () => {
  const base = { '/ws/tasks/base_yaml': taskWith({ generation_kwargs: '{until: ["x"], max_gen_toks: 32, top_k: 1}' }) };
  const said = (kwargs: string): string[] =>
    check(`include: base_yaml\ntask: pond_b\ngeneration_kwargs: {${kwargs}}\n`, file, base)
      .filter(({ rule }) => rule === 'include-shallow')
      .map(({ message }) => message.replace(/^.* merged: /, ''));

  it('lose what they do not repeat', () => expect(said('until: ["y"]')).toEqual(['max_gen_toks and top_k are lost.']));

  it('do not lose the length that they give under another name', () =>
    expect(said('until: ["y"], max_tokens: 64')).toEqual(['top_k is lost.']));
});

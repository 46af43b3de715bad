import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { taskWith } from './pond-task.js';

const file = '/ws/tasks/pond.yaml';

function checked(text: string, rule: string, others: Readonly<Record<string, string>> = {}): readonly Diagnostic[] {
  const workspace = new MemoryWorkspace({ [file]: text, ...others }, ['/ws']);
  return createProject(workspace, defaultSettings)
    .check(file)
    .filter((found) => found.rule === rule);
}

/** What a rule says of a task with some fields: severity, the text that is marked, and the text of the line after its fix. */
function found(rule: string, changed: Readonly<Record<string, string>>, others: Readonly<Record<string, string>> = {}): readonly string[] {
  const text = taskWith(changed);
  return checked(text, rule, others).map(({ severity, span, fixes }) => {
    const said = `${severity} ${text.slice(span.start, span.end)}`;
    const [edit] = fixes[0]?.edits ?? [];
    return edit ? `${said} → ${edit.newText}` : said;
  });
}

const choice = {
  output_type: 'multiple_choice',
  doc_to_choice: '["a", "b"]',
  doc_to_target: 'label',
  generation_kwargs: 'null',
  metric_list: 'null',
};
const likelihood = { output_type: 'loglikelihood', generation_kwargs: 'null' };
const rolling = { output_type: 'loglikelihood_rolling', generation_kwargs: 'null' };
const metric = (name: string, aggregation?: string): Readonly<Record<string, string>> => ({
  metric_list: `[{metric: ${name}, ${aggregation === undefined ? '' : `aggregation: ${aggregation}, `}higher_is_better: true}]`,
});

describe('metric-aggregation', () => {
  it.each([
    [{ ...choice, ...metric('acc', 'f1') }, 'error f1 → mean'],
    [{ ...choice, ...metric('exact_match', 'bleu') }, 'error bleu → mean'],
    [{ ...choice, ...metric('f1', 'mean') }, 'error mean → f1'],
    [{ ...choice, ...metric('mcc', 'nanmean') }, 'error nanmean → matthews_corrcoef'],
    [{ ...choice, ...metric('f1', 'brier_score') }, 'error brier_score → f1'],
    [{ ...choice, ...metric('brier_score', 'mean') }, 'error mean → brier_score'],
    [{ ...choice, ...metric('likelihood', 'mean') }, 'error mean'],
    [{ ...choice, ...metric('likelihood') }, 'error likelihood'],
    [{ ...choice, ...metric('acc', 'perplexity') }, 'warning perplexity → mean'],
    [{ ...likelihood, ...metric('perplexity', 'mean') }, 'warning mean → perplexity'],
    [{ ...likelihood, ...metric('perplexity', 'weighted_perplexity') }, 'error weighted_perplexity → perplexity'],
    [{ ...rolling, ...metric('word_perplexity', 'mean') }, 'error mean → weighted_perplexity'],
    [{ ...rolling, ...metric('bits_per_byte', 'f1') }, 'error f1 → bits_per_byte'],
    [metric('exact_match', 'f1'), 'error f1 → mean'],
  ])('is told of %j', (changed, said) => expect(found('metric-aggregation', changed)).toEqual([said]));

  it.each([
    [{ ...choice, ...metric('acc', 'median') }],
    [{ ...choice, ...metric('f1', 'f1') }],
    [{ ...choice, ...metric('f1') }],
    [{ ...choice, ...metric('brier_score') }],
    [{ ...choice, ...metric('f1', 'bypass') }],
    [{ ...choice, ...metric('f1', '!function utils.combined') }],
    [{ ...choice, ...metric('f1', 'mean'), process_results: '!function utils.scores' }],
    [{ ...choice, metric_list: '[{metric: f1, aggregation: mean, hf_evaluate: true}]' }],
    [{ ...rolling, ...metric('byte_perplexity', 'bits_per_byte') }],
    [metric('exact_match', 'nanmean')],
  ])('fits, or nobody knows: %j', (changed) => expect(found('metric-aggregation', changed)).toEqual([]));
});

describe('wrong-field-type', () => {
  it.each([
    [{ metric_list: '[{metric: [acc, acc_norm], aggregation: mean, higher_is_better: true}]' }, 'error [acc, acc_norm]'],
    [{ repeats: '0' }, 'error 0 → 1'],
    [{ dataset_name: '2024-01-01' }, 'error 2024-01-01 → "2024-01-01"'],
    [{ ...choice, target_delimiter: 'null' }, 'error null → ""'],
    [{ ...choice, target_delimiter: '' }, 'error target_delimiter →  ""'],
    [{ target_delimiter: '~', num_fewshot: '2' }, 'error ~ → ""'],
    [{ fewshot_delimiter: 'null', num_fewshot: '2' }, 'error null → ""'],
    [{ tag: 'frogs, herons' }, 'warning frogs, herons → [frogs, herons]'],
    [{ tag: '"frogs,herons"' }, 'warning "frogs,herons" → [frogs, herons]'],
    [{ tag: '["frogs,herons", newts]' }, 'warning "frogs,herons"'],
    [{ task: 'frogs,herons' }, 'warning frogs,herons'],
  ])('is told of %j', (changed, said) => expect(found('wrong-field-type', changed)).toEqual([said]));

  it.each([
    [{ repeats: '1' }],
    [{ dataset_name: '"2024-01-01"' }],
    [{ ...choice, fewshot_delimiter: 'null' }],
    [{ target_delimiter: 'null' }],
    [{ ...choice, target_delimiter: '""' }],
    [{ tag: '[frogs, herons]' }],
    [{ tag: 'frogs of the pond' }],
  ])('is silent on %j', (changed) => expect(found('wrong-field-type', changed)).toEqual([]));

  const group = (metrics: string): string => `group: ponds\ntask: [frogs]\naggregate_metric_list: ${metrics}\n`;
  it.each([
    ['[acc]', ['error acc']],
    ['acc', ['error acc']],
    ['5', ['error 5']],
    ['[{metric: [acc, acc_norm]}]', ['warning [acc, acc_norm]']],
    ['[{metric: acc, filter_list: 5}]', ['error 5']],
    ['[{metric: acc, filter_list: [none]}]', []],
    ['{metric: acc}', []],
  ])('looks at what a group combines: %s', (metrics, said) => {
    const text = group(metrics);
    const marked = checked(text, 'wrong-field-type').map(({ severity, span }) => `${severity} ${text.slice(span.start, span.end)}`);
    expect(marked).toEqual(said);
  });
});

describe('choice-range', () => {
  const template = { ...choice, doc_to_choice: '"{{[a, b, c]}}"' };
  it.each([
    [{ ...template, doc_to_target: '3' }, 'error 3'],
    [{ ...template, doc_to_target: '"{{3}}"' }, 'error "{{3}}"'],
    [{ ...choice, doc_to_target: '-1' }, 'error -1 → 1'],
    [{ ...template, doc_to_target: '-3' }, 'error -3 → 0'],
    [{ ...choice, doc_to_target: '-3' }, 'error -3'],
    [{ ...choice, doc_to_target: '"-1"' }, 'error "-1"'],
  ])('is told of %j', (changed, said) => expect(found('choice-range', changed)).toEqual([said]));

  it.each([
    [{ ...template, doc_to_target: '2' }],
    [{ ...template, doc_to_choice: '"{{[a, b] + c}}"', doc_to_target: '3' }],
    [{ ...template, doc_to_choice: '"{{choices}}"', doc_to_target: '3' }],
    [{ ...choice, doc_to_target: '-1', process_results: '!function utils.scores' }],
    [{ ...choice, output_type: 'generate_until', doc_to_target: '-1' }],
    [{ ...choice, metric_list: '[{metric: exact_match, aggregation: mean, higher_is_better: true}]', doc_to_target: '-1' }],
    [{ ...choice, doc_to_choice: '["-1", "1"]', doc_to_target: '"-1"' }],
  ])('is silent on %j', (changed) => expect(found('choice-range', changed)).toEqual([]));
});

describe('broken-regex', () => {
  const ignoring = (value: string): Readonly<Record<string, string>> => ({
    metric_list: `[{metric: exact_match, aggregation: mean, higher_is_better: true, regexes_to_ignore: ${value}}]`,
  });
  it.each([
    [ignoring("'\\$'"), "error '\\$' → ['\\$']"],
    [ignoring('the'), 'warning the → ["the"]'],
  ])('is told of %j', (changed, said) => expect(found('broken-regex', changed)).toEqual([said]));
  it.each([[ignoring('","')], [ignoring('[the]')], [ignoring('null')]])('is silent on %j', (changed) =>
    expect(found('broken-regex', changed)).toEqual([]),
  );

  const step = (pattern: string): Readonly<Record<string, string>> => ({
    filter_list: `[{name: a, filter: [{function: regex, regex_pattern: '${pattern}'}, {function: take_first}]}]`,
  });
  it('looks at patterns in which a bracket is escaped', () => {
    expect(found('broken-regex', step(String.raw`is (\(?([A-D])\)?`))).toHaveLength(1);
    expect(found('broken-regex', step(String.raw`is (?i)\(?([A-D])\)?`))).toHaveLength(1);
    expect(found('broken-regex', step(String.raw`is \(?([A-D])\)?`))).toEqual([]);
  });
});

describe('names that stand twice', () => {
  const twice = (first: string, second: string): Readonly<Record<string, string>> => ({
    metric_list: `[{metric: exact_match, aggregation: mean, higher_is_better: true, ${first}}, {metric: exact_match, aggregation: mean, higher_is_better: true, ${second}}]`,
  });
  const filters = (first: string, second: string): Readonly<Record<string, string>> => ({
    filter_list: `[{name: ${first}, filter: [{function: take_first}]}, {name: ${second}, filter: [{function: take_first}]}]`,
  });
  it('are those of metrics and filters', () => {
    expect(found('metric-argument', twice('ignore_case: true', 'ignore_punctuation: true'))).toEqual(['warning exact_match']);
    expect(found('filter-argument', filters('strict', 'strict'))).toEqual(['warning strict']);
    expect(found('filter-argument', filters('strict', 'flexible'))).toEqual([]);
  });
});

describe('filter-argument', () => {
  const steps = (...written: readonly string[]): Readonly<Record<string, string>> => ({
    filter_list: `[{name: a, filter: [${written.join(', ')}]}]`,
  });
  const first = '{function: take_first}';
  it.each([
    [steps('{function: map, mapping_dict: {"yes": "1"}}', first), 'warning map'],
    [steps('{function: map}', first), 'error map'],
    [steps('{function: take_first_k, k: 5}', first), 'error 5'],
    [{ ...steps('{function: take_first_k, k: 5}', first), repeats: '4' }, 'error 5'],
    [steps('{function: !function utils.filtered}', first), 'error utils.filtered'],
  ])('is told of %j', (changed, said) => expect(found('filter-argument', changed, module)).toEqual([said]));
  const module = { '/ws/tasks/utils.py': 'def filtered(resps, docs):\n    return resps\n\n\ndef made(k=1):\n    return k\n' };

  it.each([
    [steps('{function: map, mapping_dict: {"yes": "1"}, default_value: "0"}', first)],
    [{ ...steps('{function: map, mapping_dict: {"yes": "1"}}', first), process_results: '!function utils.scores' }],
    [steps('{function: map, mapping_dict: {"yes": "1"}}', first, '{function: custom, filter_fn: !function utils.filtered}')],
    [{ ...steps('{function: take_first_k, k: 5}', first), repeats: '5' }],
    [steps('{function: custom, filter_fn: !function utils.filtered}', '{function: take_first_k, k: 5}', first)],
    [steps('{function: !function utils.made}', first)],
  ])('is silent on %j', (changed) => expect(found('filter-argument', changed, module)).toEqual([]));
});

describe('arguments of load_dataset', () => {
  it.each([
    ['unknown-field', { dataset_kwargs: '{name: ponds}' }, 'error name'],
    ['unknown-field', { dataset_kwargs: '{path: ponds}' }, 'error path'],
    ['split-not-loaded', { dataset_kwargs: '{split: test}' }, 'error split'],
  ])('%s: %j', (rule, changed, said) => expect(found(rule, changed)).toEqual([said]));
  it.each([
    ['unknown-field', { dataset_kwargs: '{name: ponds}', custom_dataset: '!function utils.made' }],
    ['split-not-loaded', { dataset_kwargs: '{split: test}', custom_dataset: '!function utils.made' }],
    ['split-not-loaded', { dataset_kwargs: '{split: null}' }],
  ])('is silent on %s: %j', (rule, changed) => expect(found(rule, changed)).toEqual([]));
});

describe('group-task-string', () => {
  const others = { '/ws/tasks/frogs.yaml': taskWith({ task: 'frogs' }), '/ws/tasks/herons.yaml': taskWith({ task: 'herons' }) };
  const said = (text: string, rule = 'group-task-string'): readonly string[] =>
    checked(text, rule, others).map(({ severity, span, fixes }) => {
      const [edit] = fixes[0]?.edits ?? [];
      return `${severity} ${text.slice(span.start, span.end)}${edit ? ` → ${edit.newText}` : ''}`;
    });

  it.each([
    ['group: ponds\ntask_list: [frogs]\n', ['error task_list → task']],
    ['group: ponds\ntasks: [frogs]\n', ['error tasks → task']],
    ['group: ponds\ntasks: [others]\n', []],
    ['group: ponds\ntasks: frogs\n', []],
    ['group: ponds\ntask:\n  - group: small\n    task: frogs\n', ['error frogs → [frogs]']],
    ['group: ponds\ntask:\n  - group: small\n    task: [frogs]\n', []],
    ['group: ponds\ntask:\n  - task: frogs\n    num_fewshot: 1\n  - task: frogs\n    num_fewshot: 2\n', ['warning frogs']],
    ['group: ponds\ntask:\n  - frogs\n  - task: frogs\n    num_fewshot: 2\n', ['warning frogs']],
    ['group: ponds\ntask:\n  - frogs\n  - frogs\n', ['warning frogs']],
    ['group: ponds\ntask:\n  - task: frogs\n    num_fewshot: 1\n  - herons\n', []],
  ])('looks at members: %j', (text, expected) => expect(said(text)).toEqual(expected));

  it('leaves what only the harness has to the rule of unknown fields', () => {
    expect(said('group: ponds\ntasks: [frogs]\naggregate_metric_list: [{metric: acc}]\n')).toEqual([]);
    expect(said('group: ponds\ntasks: [frogs]\naggregate_metric_list: [{metric: acc}]\n', 'unknown-field')).toEqual(['error tasks → task']);
    expect(said('group: ponds\ntasks: [frogs]\n', 'unknown-field')).toEqual([]);
  });
});

describe('a class without its mark', () => {
  const text = 'task: pond\nclass: task.Pond\n';
  it('is told where there is one of its name', () => {
    const classes = { '/ws/tasks/task.py': 'class Pond:\n    pass\n' };
    expect(checked(text, 'function-quoted', classes).map(({ fixes }) => fixes[0]!.edits[0]!.newText)).toEqual(['!function task.Pond']);
    expect(checked(text, 'function-quoted')).toEqual([]);
  });
});

describe('names in a folder of very many tasks', () => {
  const many = Object.fromEntries(Array.from({ length: 3_001 }, (_, i) => [`/ws/tasks/other/t${String(i)}.yaml`, 'x: 1\n']));
  const messages = (rule: string, text: string, others: Readonly<Record<string, string>>): readonly string[] =>
    checked(text, rule, { ...many, ...others }).map(({ message }) => message);

  it('are found in other folders, too', () => {
    const frogs = taskWith({ task: 'frogs' });
    const taken = 'The name frogs is taken by a.yaml: the harness skips this file, and --tasks frogs runs the other. Give it another name.';
    expect(messages('not-indexed', frogs, { '/ws/tasks/lake/a.yaml': frogs })).toEqual([taken]);
    expect(messages('not-indexed', frogs, { '/ws/tasks/zoo/a.yaml': frogs })).toEqual([]);
    expect(messages('not-indexed', frogs, { '/ws/tasks/lake/a.yaml': 'task: frogs\ninclude: nothing.yaml\n' })).toEqual([]);
  });

  it('may be those of a tag', () => {
    const tagged = taskWith({ task: 'herons', tag: 'frogs' });
    const frogs = taskWith({ task: 'frogs' });
    const lost = 'A task or group is called frogs too, and the tag is lost: --tasks frogs runs that alone. Call the tag something else.';
    const skipped =
      'The file z.yaml gives this name to a task or group, which is lost: --tasks frogs runs all that have the tag. Call the tag something else.';
    expect(messages('tag-collision', tagged, { '/ws/tasks/lake/a.yaml': frogs })).toEqual([lost]);
    expect(messages('tag-collision', tagged, { '/ws/tasks/zoo/z.yaml': frogs })).toEqual([skipped]);
    expect(messages('tag-collision', tagged, {})).toEqual([]);
    const earlier = { '/ws/tasks/lake/a.yaml': frogs, '/ws/tasks/bog/b.yaml': taskWith({ task: 'newts', tag: 'frogs' }) };
    expect(messages('tag-collision', tagged, earlier)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { TextEdit } from '../../../server/src/engine/core/text-edit.js';

const utils = 'def clean(dataset):\n    return dataset\n\n\ndef filled(resps, docs):\n    return resps\n\n\ndef ask(doc):\n    return ""\n';
const fields: Readonly<Record<string, string>> = {
  task: 'pond',
  dataset_path: 'example/pond',
  output_type: 'generate_until',
  training_split: 'train',
  test_split: 'test',
  doc_to_text: '"Question: {{question}}\\nAnswer:"',
  doc_to_target: '"{{answer}}"',
  generation_kwargs: '{until: ["\\n"]}',
  metric_list: '[{metric: exact_match, aggregation: mean, higher_is_better: true}]',
};

function taskWith(changed: Readonly<Record<string, string>>): string {
  return Object.entries({ ...fields, ...changed })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
}

function repairedBy(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end), text);
}

function check(text: string): readonly Diagnostic[] {
  const workspace = new MemoryWorkspace({ '/ws/tasks/pond.yaml': text, '/ws/tasks/utils.py': utils }, ['/ws']);
  return createProject(workspace, defaultSettings)
    .check('/ws/tasks/pond.yaml')
    .filter(({ severity }) => severity === 'error' || severity === 'warning');
}

const step = (text: string): Readonly<Record<string, string>> => ({ filter_list: `[{name: x, filter: [${text}]}]` });
const kwargs = (text: string): Readonly<Record<string, string>> => ({ generation_kwargs: `{${text}}` });
const metric = (text: string): Readonly<Record<string, string>> => ({ metric_list: `[{${text}}]` });

/** Each raises, or is silently ignored, in lm-evaluation-harness 0.4.13; the fix leaves nothing to find. */
const repaired: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['num_fewshot: "5"', { num_fewshot: '"5"' }, 'wrong-field-type'],
  ['num_fewshot: 2.0', { num_fewshot: '2.0' }, 'wrong-field-type'],
  ['repeats: three', { repeats: 'three' }, 'wrong-field-type'],
  ['a number for the name of a dataset', { dataset_name: '2023' }, 'wrong-field-type'],
  ['a metric_list that is a name', { metric_list: 'exact_match' }, 'wrong-field-type'],
  ['a metric_list of names', { metric_list: '[exact_match]' }, 'wrong-field-type'],
  ['a metric_list that is a dict', { metric_list: '{metric: exact_match}' }, 'wrong-field-type'],
  ['a truth value in quotes', { should_decontaminate: '"false"' }, 'wrong-field-type'],
  ['process_docs without !function', { process_docs: 'utils.clean' }, 'function-quoted'],
  ['doc_to_text without !function', { doc_to_text: 'utils.ask' }, 'function-quoted'],
  ['filter_fn without !function', step('{function: custom, filter_fn: utils.filled}'), 'function-quoted'],
  ['a module nearly called so', { process_docs: '!function util.clean' }, 'function-missing'],
  ['a module that is not there, where another has the function', { process_docs: '!function helpers.clean' }, 'function-missing'],
  ['an argument of a filter', step('{function: regex, regex_patern: "(a)"}'), 'filter-argument'],
  ['k of take_first_k', step('{function: take_first_k, n: 2}'), 'filter-argument'],
  ['a number in words', step('{function: take_first_k, k: two}'), 'filter-argument'],
  ['func for function', step('{functon: take_first}'), 'filter-argument'],
  ['filters for filter', { filter_list: '[{name: x, filters: [{function: take_first}]}]' }, 'filter-argument'],
  ['an open group', step('{function: regex, regex_pattern: "(a"}'), 'broken-regex'],
  ['an open set', step('{function: regex, regex_pattern: "([a-z"}'), 'broken-regex'],
  ['a stray bracket', step('{function: regex, regex_pattern: "a)"}'), 'broken-regex'],
  ['metrics for metric', metric('metrics: exact_match'), 'metric-argument'],
  ['a slip of aggregation', metric('metric: exact_match, agregation: mean'), 'metric-argument'],
  ['a slip of a metric', metric('metric: exact_mach, aggregation: mean, higher_is_better: true'), 'unknown-metric'],
  ['untill', kwargs('untill: ["\\n"]'), 'generation-argument'],
  ['stop', kwargs('stop: ["\\n"]'), 'generation-argument'],
  ['max_gen_tok', kwargs('until: ["\\n"], max_gen_tok: 32'), 'generation-argument'],
  ['a number of tokens in quotes', kwargs('until: ["\\n"], max_gen_toks: "32"'), 'generation-argument'],
  ['a stop text that is a bool', kwargs('until: [No]'), 'generation-argument'],
  [
    'choices in one text',
    { output_type: 'multiple_choice', doc_to_choice: '"A, B"', metric_list: '[{metric: acc}]', generation_kwargs: 'null' },
    'choice-not-list',
  ],
];

describe('a fault of a task', () => {
  it.each(repaired)('%s is found, and its fix leaves nothing to find', (_, changed, rule) => {
    const text = taskWith(changed);
    const found = check(text);
    expect(found.map((one) => one.rule)).toEqual([rule]);
    const edits = found[0]!.fixes[0]!.edits;
    expect(check(repairedBy(text, edits))).toEqual([]);
  });

  it('is not found where there is none', () => expect(check(taskWith({}))).toEqual([]));
});

import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { TextEdit } from '../../../server/src/engine/core/text-edit.js';
import { taskWith } from './pond-task.js';

const utils =
  'def clean(dataset):\n    return dataset\n\n\ndef filled(resps, docs):\n    return resps\n\n\ndef ask(doc):\n    return ""\n\n\ndef load(**kwargs):\n    return kwargs\n';
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

function checkGroup(text: string): readonly Diagnostic[] {
  const workspace = new MemoryWorkspace({ '/ws/tasks/ponds.yaml': text, '/ws/tasks/pond.yaml': taskWith({}) }, ['/ws']);
  return createProject(workspace, defaultSettings)
    .check('/ws/tasks/ponds.yaml')
    .filter(({ rule }) => rule === 'group-member-unknown');
}

const step = (text: string): Readonly<Record<string, string>> => ({ filter_list: `[{name: x, filter: [${text}]}]` });
const kwargs = (text: string): Readonly<Record<string, string>> => ({ generation_kwargs: `{${text}}` });
const metric = (text: string): Readonly<Record<string, string>> => ({ metric_list: `[{${text}}]` });

/** Each raises, or is silently ignored, in lm-evaluation-harness 0.4.13; the fix leaves nothing to find. */
const ofChoices = {
  doc_to_choice: '[frog, heron]',
  doc_to_target: '0',
  metric_list: '[{metric: acc}, {metric: acc_norm}]',
  generation_kwargs: 'null',
};
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
  ['k of take_first_k', { ...step('{function: take_first_k, n: 2}'), repeats: '2' }, 'filter-argument'],
  ['a number in words', { ...step('{function: take_first_k, k: two}'), repeats: '2' }, 'filter-argument'],
  ['func for function', step('{functon: take_first}'), 'filter-argument'],
  ['filters for filter', { filter_list: '[{name: x, filters: [{function: take_first}]}]' }, 'filter-argument'],
  ['an open group', step('{function: regex, regex_pattern: "(a"}'), 'broken-regex'],
  ['an open set', step('{function: regex, regex_pattern: "([a-z"}'), 'broken-regex'],
  ['the prefix of a raw string', step(String.raw`{function: regex, regex_pattern: r"is \(?(A)\)?"}`), 'broken-regex'],
  ['the edge of a word in double quotes', step(String.raw`{function: regex, regex_pattern: "\b(an|a)\b"}`), 'broken-regex'],
  [
    'the edge of a word in what a metric leaves out',
    metric(String.raw`metric: exact_match, regexes_to_ignore: ["\ban|a|the\b"]`),
    'broken-regex',
  ],
  ['a stray bracket', step('{function: regex, regex_pattern: "a)"}'), 'broken-regex'],
  ['metrics for metric', metric('metrics: exact_match'), 'metric-argument'],
  ['a slip of aggregation', metric('metric: exact_match, agregation: mean'), 'metric-argument'],
  ['a slip of a metric', metric('metric: exact_mach, aggregation: mean, higher_is_better: true'), 'unknown-metric'],
  ['a function of Python', { doc_to_text: '"{{ len(question) }} letters: {{ question }}"' }, 'undefined-var'],
  ['a function of Python in a condition', { doc_to_text: '"{% if a %}{{ str(question) }}{% endif %}{{ question }}"' }, 'undefined-var'],
  ['a method of another language', { doc_to_text: '"{{ question.lowercase() }}"' }, 'unknown-method'],
  ['a slip of a split', { validation_split: 'validtion' }, 'split-not-loaded'],
  ['a target of examples that begins with a space', { doc_to_target: '" {{answer}}"', num_fewshot: '2' }, 'double-space'],
  ['a generator', { doc_to_text: '"{{ question | map(\\"trim\\") }} {{ question }}"' }, 'generator-printed'],
  ['typographic quotes', { doc_to_target: '“{{answer}}”' }, 'typographic-quotes'],
  ['typographic quotes around a stop text', kwargs('until: [„x“]'), 'typographic-quotes'],
  ['untill', kwargs('untill: ["\\n"]'), 'generation-argument'],
  ['a number of examples below 0', { num_fewshot: '-1' }, 'wrong-field-type'],
  ['a description without the mark of its block', { description: '\n  Answer: yes or no' }, 'wrong-field-type'],
  ['a column as shells write it', { doc_to_text: '"Question: ${question}\\nAnswer:"' }, 'single-brace'],
  ['a column of the target as shells write it', { doc_to_text: '"{{question}} ${a_b}"', doc_to_target: '"{{a_b}}"' }, 'single-brace'],
  ['a slip in an argument of load_dataset', { dataset_kwargs: '{revison: main}' }, 'unknown-field'],
  ['a slip of version', { metadata: '{versoin: 1.0}' }, 'unknown-field'],
  ['generate_until for multiple_choice', { ...ofChoices, output_type: 'generate_until' }, 'gen-with-choice'],
  ['stop', kwargs('stop: ["\\n"]'), 'generation-argument'],
  ['max_gen_tok', kwargs('until: ["\\n"], max_gen_tok: 32'), 'generation-argument'],
  ['a number of tokens in quotes', kwargs('until: ["\\n"], max_gen_toks: "32"'), 'generation-argument'],
  ['a length with the prompt', kwargs('until: ["\\n"], max_length: 128'), 'generation-argument'],
  [
    'templates in a list of choices',
    { ...ofChoices, output_type: 'multiple_choice', doc_to_choice: '["{{option1}}", "{{ option2 }}"]' },
    'choice-template',
  ],
  ['one column of several in single braces', { doc_to_text: '"{{question}} A {{choice1}} B {{choice2}} C {choice3}"' }, 'single-brace'],
  ['a stop text that is a bool', kwargs('until: [No]'), 'generation-argument'],
  ['the word None for a configuration', { dataset_name: 'None' }, 'yaml11-scalar'],
  ['the word None for a description', { description: 'None' }, 'yaml11-scalar'],
  ['a comma after the name of a dataset', { dataset_path: 'example/pond,' }, 'wrong-field-type'],
  ['a comma after a split', { test_split: 'heldout,' }, 'split-not-loaded'],
  ['a number for a delimiter', { target_delimiter: '0' }, 'wrong-field-type'],
  ['a number for a tag', { tag: '5' }, 'wrong-field-type'],
  ['the words of higher_is_better in another order', metric('metric: exact_match, is_higher_better: true'), 'metric-argument'],
  ['agg for aggregation', metric('metric: bleu, agg: bleu'), 'metric-argument'],
  ['the first words of an argument of load_dataset', { dataset_kwargs: '{trust_remote: true}' }, 'unknown-field'],
  ['a brace too few before a name that nothing else has', { doc_to_text: '"Fact: {fact}}\\n{{question}}"' }, 'single-brace'],
  ['a brace too few before an expression', { doc_to_target: `'{parts["de"]}}'` }, 'single-brace'],
  [
    'a target in another case than its choice',
    {
      output_type: 'multiple_choice',
      doc_to_choice: '["yes", "no"]',
      doc_to_target: '"Yes"',
      metric_list: '[{metric: acc}]',
      generation_kwargs: 'null',
    },
    'choice-range',
  ],
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

  it('is told a bounded number of times where a text is made of it', () => {
    const found = check(taskWith({ doc_to_text: `"{{question}} ${'{question}} '.repeat(1_000)}"` }));
    expect(new Set(found.map((one) => one.rule))).toEqual(new Set(['single-brace']));
    expect(found.length).toBeLessThan(500);
  });

  it('is not found where there is none', () => expect(check(taskWith({}))).toEqual([]));

  it.each([
    ['a function of Jinja', { doc_to_text: '"{{ range(3) | join }} {{ question }}"' }],
    ['a macro', { doc_to_text: '"{% macro f(x) %}{{ x }}{% endmacro %}{{ f(question) }}"' }],
    ['a name that is given a function', { doc_to_text: '"{% set f = range %}{{ f(3) | join }}"' }],
    [
      'generators that are joined and gone through',
      { doc_to_text: '"{{ a | map(\\"trim\\") | join }}{% for b in c | unique %}{{ b }}{% endfor %}"' },
    ],
    ['what a column calls a length', { doc_to_text: '"{{ question.lengths }}{{ loop.length }}{{ question | length }}"' }],
    ['a sum of money and a formula', { doc_to_text: '"{{question}} costs ${x}$, ${answer}^2, $${answer}, ${PATH}"' }],
    ['keys of a builder and metadata of others', { dataset_kwargs: '{subset: a}', metadata: '{versions: [1], version: 1}' }],
    ['a keyword of a function that loads', { custom_dataset: '!function utils.load', dataset_kwargs: '{data_file: a}' }],
    ['choices beside a metric of texts', { ...ofChoices, metric_list: '[{metric: exact_match}]' }],
    ['braces of JSON and of LaTeX', { doc_to_text: '"{\\"a\\": {\\"b\\": 1}} \\\\frac{a}{ {{question}} } {fact}"' }],
    ['a word in quotes that is None', { dataset_name: '"None"' }],
    ['an answer in the words of a template', { doc_to_text: '"{{question}} Answer with <answer> or [[answer]], not $answer."' }],
    [
      'metrics of pairs as they are combined',
      { metric_list: '[{metric: f1}, {metric: bleu}, {metric: mcc, aggregation: matthews_corrcoef}]' },
    ],
    [
      'a target that is a choice',
      {
        output_type: 'multiple_choice',
        doc_to_choice: '["yes", "Yes"]',
        doc_to_target: '"Yes"',
        metric_list: '[{metric: acc}]',
        generation_kwargs: 'null',
      },
    ],
    ['braces that a choice is about', { ...ofChoices, output_type: 'multiple_choice', doc_to_choice: '["{a}", "{{", "}}"]' }],
    ['a number in braces that no column is', { doc_to_text: '"{{question}} {choice3} {x_1}"' }],
    ['a pattern of a backslash and a b', step(String.raw`{function: regex, regex_pattern: "\\b(a)\\b"}`)],
    ['quotes within a text', { doc_to_text: '“{{question}}”, “{{question}}”', doc_to_choice: '[“a”, “b”]' }],
    ['a split of a name of its own', { validation_split: 'tests', fewshot_split: 'training' }],
    ['a slip that two splits have in common', { validation_split: 'validtion', fewshot_split: 'validtion' }],
  ])('is not found in %s', (_, changed) => expect(check(taskWith(changed))).toEqual([]));

  it.each([
    ['{function: take_first}, {function: regex, regex_pattern: "(a+)"}', ['regex']],
    ['{function: lowercase}, {function: take_first}, {function: remove_whitespace}, {function: take_first}', ['remove_whitespace']],
    ['{function: take_first}, {function: regex, regex_pattern: "(a+)"}, {function: lowercase}', ['regex', 'lowercase']],
    ['{function: regex, regex_pattern: "(a+)"}, {function: take_first}', []],
    ['{function: majority_vote}, {function: take_first}', []],
    ['{function: take_first}, {function: map, mapping_dict: {A: 0, B: 1}}, {function: take_first}', []],
    ['{function: take_first}, {function: map, mapping_dict: {frog: 0, heron: 1}}', ['map']],
    ['{function: take_first}, {function: custom, filter_fn: !function utils.filled}, {function: lowercase}', []],
    ['{function: custom, filter_fn: !function utils.filled}, {function: take_first}, {function: lowercase}', []],
  ])('is a filter of texts after the one that takes the first: %s', (steps, names) => {
    const text = taskWith(step(steps));
    const found = check(text);
    expect(found.map(({ rule, severity, span }) => [rule, severity, text.slice(span.start, span.end)])).toEqual(
      names.map((name) => ['filter-argument', 'warning', name]),
    );
  });

  it.each([
    ['{function: regex, regex_pattern: "(a)(b)", group_select: 1}', '1'],
    ['{function: regex, regex_pattern: "(a)(b)", group_select: 0}', undefined],
    ['{function: regex, regex_pattern: "(a)(b)", group_select: -1}', undefined],
  ])('is a match that few answers have: %s', (steps, at) => {
    const text = taskWith(step(steps));
    const found = check(text).map(({ rule, severity, span }) => [rule, severity, text.slice(span.start, span.end)]);
    expect(found).toEqual(at === undefined ? [] : [['filter-argument', 'warning', at]]);
  });

  it.each([
    ['a file of data for the name of a dataset', { dataset_path: 'data/pond.jsonl' }, 'wrong-field-type'],
    ['a list for a delimiter', { fewshot_delimiter: '[" "]' }, 'wrong-field-type'],
    ['a metric of pairs whose mean is taken', metric('metric: mcc, aggregation: mean'), 'unknown-metric'],
    ['a metric of likelihoods', metric('metric: perplexity'), 'unknown-metric'],
    ['a column in angle brackets', { doc_to_text: '"Question: <question>\\nAnswer:"' }, 'single-brace'],
    ["a column in Python's old form", { doc_to_text: '"{{context}} %(question)s"' }, 'single-brace'],
    ['a list among tags', { tag: '[a, [b]]' }, 'wrong-field-type'],
    ['a brace too few before a sum', { doc_to_target: `"{ parts + '.' }}"` }, 'single-brace'],
    ['one of two columns in single braces', { doc_to_text: '"{question1} {{question2}}"' }, 'single-brace'],
    ['one of two options in single braces', { doc_to_text: '"{{question}} {{option_A}} {option_B}"' }, 'single-brace'],
    ['an option without a brace', { doc_to_text: '"{{question}} {{A}} {{B}} {C}}"' }, 'single-brace'],
    ['a field that is empty', { doc_to_target: '' }, 'missing-task-field'],
  ])('%s is found where it stands', (_, changed: Readonly<Record<string, string>>, rule) => {
    const text = taskWith(changed);
    const found = check(text);
    expect(found.map((one) => one.rule)).toEqual([rule]);
    const line = text.slice(0, found[0]!.span.start).split('\n').length - 1;
    expect(text.split('\n')[line]).toMatch(new RegExp(`^${Object.keys(changed)[0]!}:`));
  });

  it('is the metrics of a group as those of its tasks', () => {
    const text = 'group: ponds\ntask:\n  - pond\nmetric_list:\n  - metric: exact_match\n    weight_by_size: true\n';
    const workspace = new MemoryWorkspace({ '/ws/tasks/ponds.yaml': text, '/ws/tasks/pond.yaml': taskWith({}) }, ['/ws']);
    const project = createProject(workspace, defaultSettings);
    const [found] = project.check('/ws/tasks/ponds.yaml').filter(({ rule }) => rule === 'group-overrides');
    expect(found?.severity).toBe('warning');
    expect(repairedBy(text, found!.fixes[0]!.edits)).toContain('\naggregate_metric_list:');
  });

  it.each([['Include', 'Include: pond.yaml\ntask: frogs\ndataset_name: frogs\n']])('is %s where a file has little else', (_, text) => {
    const workspace = new MemoryWorkspace({ '/ws/tasks/frogs.yaml': text, '/ws/tasks/pond.yaml': taskWith({}) }, ['/ws']);
    const rules = createProject(workspace, defaultSettings)
      .check('/ws/tasks/frogs.yaml')
      .map(({ rule }) => rule);
    expect(rules).toContain('unknown-field');
  });

  it('has no fix where the call is more than a name', () => {
    const found = check(taskWith({ doc_to_text: '"{{ len(question + answer) }}{{ zip(question) }}"' }));
    expect(found.map(({ rule, fixes }) => [rule, fixes])).toEqual([
      ['undefined-var', []],
      ['undefined-var', []],
    ]);
  });

  it('is an example whose answer a function may give with the question', () => {
    const text = taskWith({ num_fewshot: '2', fewshot_config: '{doc_to_text: !function utils.ask, doc_to_target: ""}' });
    const workspace = new MemoryWorkspace({ '/ws/tasks/pond.yaml': text, '/ws/tasks/utils.py': utils }, ['/ws']);
    const found = (release: string): readonly string[] =>
      createProject(workspace, { ...defaultSettings, release: { 'lm-eval': release } })
        .check('/ws/tasks/pond.yaml')
        .filter(({ rule }) => rule === 'empty-target-shots')
        .map(({ severity }) => severity);
    expect([found('0.4.13'), found('0.4.9.2')]).toEqual([['information'], []]);
  });

  it('is a space in front of the target, where no number of examples says otherwise', () => {
    const found = (more: Readonly<Record<string, string>>): readonly string[] =>
      createProject(
        new MemoryWorkspace({ '/ws/tasks/pond.yaml': taskWith({ doc_to_target: '" {{answer}}"', ...more }) }, ['/ws']),
        defaultSettings,
      )
        .check('/ws/tasks/pond.yaml')
        .filter(({ rule }) => rule === 'double-space')
        .map(({ severity }) => severity);
    expect(found({})).toEqual(['information']);
    expect(found({ num_fewshot: '0' })).toEqual([]);
    expect(found({ target_delimiter: '""', num_fewshot: '2' })).toEqual([]);
    expect(found({ doc_to_target: '" "', num_fewshot: '2' })).toEqual([]);
  });

  it('is the length of a list in JavaScript', () => {
    const text = taskWith({ doc_to_text: '"{{ choices[:choices.length] }}"' });
    const found = check(text).map(({ rule, severity, span }) => [rule, severity, text.slice(span.start, span.end)]);
    expect(found).toEqual([['unknown-method', 'warning', 'length']]);
  });

  it('is a function by a path, which releases before 0.4.12 followed', () => {
    const text = taskWith({ process_docs: '!function ../utils.clean' });
    const file = '/ws/lm_eval/tasks/ponds/small/pond.yaml';
    const workspace = new MemoryWorkspace({ [file]: text, '/ws/lm_eval/tasks/ponds/utils.py': utils }, ['/ws']);
    const found = (release: string): readonly Diagnostic[] =>
      createProject(workspace, { ...defaultSettings, release: { 'lm-eval': release } })
        .check(file)
        .filter(({ rule }) => rule === 'function-missing');
    expect(found('0.4.11')).toEqual([]);
    expect(found('0.4.13').map(({ message }) => message)).toEqual([
      "Building the task raises ImportError: Cannot import module '../utils' for function 'clean' (from YAML in /ws/lm_eval/tasks/ponds/small). Did you mean lm_eval.tasks.ponds.utils.clean?",
    ]);
    const repaired = repairedBy(text, found('0.4.13')[0]!.fixes[0]!.edits);
    expect(repaired).toContain('process_docs: !function lm_eval.tasks.ponds.utils.clean\n');
  });

  it('is a function or module that is not there, in the words of the release', () => {
    const folder = '/ws/lm_eval/tasks/ponds';
    const told = (named: string, release: string): readonly string[] =>
      createProject(
        new MemoryWorkspace({ [`${folder}/pond.yaml`]: taskWith({ process_docs: `!function ${named}` }), [`${folder}/utils.py`]: utils }, [
          '/ws',
        ]),
        { ...defaultSettings, release: { 'lm-eval': release } },
      )
        .check(`${folder}/pond.yaml`)
        .flatMap(({ rule, message }) => (rule === 'function-missing' ? [message] : []));
    expect(told('utils.gone', '0.4.13')[0]).toContain(
      `raises AttributeError: Module '${folder}/utils.py' has no function 'gone' (from YAML`,
    );
    expect(told('utils.gone', '0.4.11')[0]).toContain("raises AttributeError: module 'utils' has no attribute 'gone'.");
    expect(told('utilz.clean', '0.4.13')[0]).toContain("raises ImportError: Cannot import module 'utilz' for function 'clean'");
    expect(told('utilz.clean', '0.4.11')[0]).toContain(
      `raises FileNotFoundError: [Errno 2] No such file or directory: '${folder}/utilz.py'. Did you mean utils.clean?`,
    );
  });

  it('is a single choice', () => {
    const choices = { output_type: 'multiple_choice', metric_list: '[{metric: acc}]', generation_kwargs: 'null', doc_to_target: '0' };
    expect(check(taskWith({ ...choices, doc_to_choice: '[A]' })).map(({ rule }) => rule)).toEqual(['mc-no-choice']);
    expect(check(taskWith({ ...choices, doc_to_choice: '[A, B]' }))).toEqual([]);
  });

  it('is a group in itself', () => {
    const text = 'group: ponds\ntask:\n  - ponds\n  - pond\nmetadata:\n  version: 1\n';
    const found = checkGroup(text);
    expect(found.map(({ rule, message }) => [rule, message])).toEqual([
      ['group-member-unknown', 'The group contains itself: building it raises RecursionError: maximum recursion depth exceeded.'],
    ]);
    expect(repairedBy(text, found[0]!.fixes[0]!.edits)).toBe(text.replace('  - ponds\n', ''));
    expect(checkGroup('group: ponds\ntask: [ponds, pond]\n').map(({ fixes }) => fixes)).toEqual([[]]);
    expect(checkGroup('group: ponds\ntask:\n  - ponds\n').map(({ fixes }) => fixes)).toEqual([[]]);
  });

  it('is a column in the plural that no task around has', () => {
    const around = Object.fromEntries(
      [1, 2, 3, 4, 5].map((n) => [`/ws/tasks/pond${String(n)}.yaml`, taskWith({ task: `pond${String(n)}`, doc_to_text: '"{{riddle}}"' })]),
    );
    const found = (text: string): readonly string[] =>
      createProject(new MemoryWorkspace({ '/ws/tasks/pond.yaml': text, ...around }, ['/ws']), defaultSettings)
        .check('/ws/tasks/pond.yaml')
        .map(({ rule }) => rule);
    expect(found(taskWith({ doc_to_text: '"{{riddles}}"' }))).toContain('undefined-var');
    expect(found(taskWith({ doc_to_text: '"{{riddles}}{{riddle}}"' }))).not.toContain('undefined-var');
  });

  it('is a text for a truth value of a group', () => {
    const text =
      "group: ponds\ntask: [pond]\naggregate_metric_list: [{metric: exact_match, weight_by_size: 'False'}]\nmetadata: {version: 1}\n";
    const workspace = new MemoryWorkspace({ '/ws/tasks/ponds.yaml': text, '/ws/tasks/pond.yaml': taskWith({}) }, ['/ws']);
    const found = createProject(workspace, defaultSettings).check('/ws/tasks/ponds.yaml');
    expect(found.map(({ rule, message }) => [rule, message])).toEqual([
      ['wrong-field-type', '`weight_by_size` must be a bool, and this is a str: any text counts as true.'],
    ]);
  });

  it.each([
    ['inculde: base\ntask: pond\ndataset_name: a\n', ['unknown-field']],
    ['include： base\ntask: pond\ndataset_name: a\n', ['syntax-error']],
    ['include: base\ntask： pond\ndataset_name: a\n', ['syntax-error']],
    ['include base\ntask: pond\ndataset_name: a\n', ['syntax-error']],
    ['dataset_name: a\ninclude: base\ntask pond\n', ['syntax-error']],
    ['dataset_name: a\ninclude: base\n', ['not-indexed']],
    ['dataset_name: a\ninclude: unnamed\n', ['not-indexed']],
    ['includes: base\ntask: pond\ndataset_name: a\n', []],
    ['exclude: base\ntask: pond\ndataset_name: a\n', []],
  ])('may be all that a task is known by: %j', (text, rules) => {
    const workspace = new MemoryWorkspace(
      {
        '/ws/tasks/pond.yaml': text,
        '/ws/tasks/base': taskWith({}).replace(/^task.*\n/m, ''),
        '/ws/tasks/unnamed': taskWith({ task: 'null' }),
      },
      ['/ws'],
    );
    const found = createProject(workspace, defaultSettings).check('/ws/tasks/pond.yaml');
    expect([...new Set(found.map(({ rule }) => rule))]).toEqual(expect.arrayContaining(rules));
    expect(found.length > 0).toBe(rules.length > 0);
  });
});

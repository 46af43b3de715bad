import { dataset, input, many, numbered, task, yaml, type Entry, type Files, type HostileInput, type Kind } from '../input.js';

/** As large as a file of rows may be and still be held. */
const wide = 19_999;
const cells = (count: number, cell = ''): string => `${`${cell},`.repeat(count - 1)}${cell}\n`;
const header = (count: number): string => `${many(count - 1, (i) => `c${String(i)},`)}question\n`;

/** Files of rows that are each within what is read, and are much together. */
const rows: readonly (readonly [name: string, file: string, content: () => Entry])[] = [
  ['csv-wide-and-many', 'rows.csv', () => header(wide) + cells(wide).repeat(1_000)],
  ['csv-row-much-wider', 'rows.csv', () => `question\nWhy?\n${cells(10_000_000, 'a')}`],
  ['csv-rows-much-wider', 'rows.csv', () => `question\n${cells(1_000_000, 'a').repeat(12)}`],
  ['csv-header-much-wider', 'rows.csv', () => cells(10_000_000, 'a')],
  ['csv-quotes-in-each-cell', 'rows.csv', () => `question\n${'"a"'.repeat(5_000_000)}\n`],
  ['csv-quotes-doubled-in-cells', 'rows.csv', () => `question\n${'"""",'.repeat(3_000_000)}\n`],
  ['csv-blank-quoted', 'rows.csv', () => `question\n"${'\n'.repeat(5_000_000)}"\n`],
  ['csv-line-ends-mixed', 'rows.csv', () => `question\n${'\r\n\n\r'.repeat(2_000_000)}a\n`],
  ['csv-columns-same', 'rows.csv', () => `${'question,'.repeat(wide)}a\n${cells(wide, 'b').repeat(20)}`],
  ['csv-numbers-long', 'rows.csv', () => `question\n${`${'9'.repeat(4_000_000)}\n`.repeat(5)}`],
  ['csv-numbers-like', 'rows.csv', () => `question\n${`${'-+1e5.'.repeat(500_000)}\n`.repeat(5)}`],
  ['jsonl-values-many-in-each', 'rows.jsonl', () => `{"question": [${'0,'.repeat(99_990)}0]}\n`.repeat(150)],
  ['jsonl-objects-many-in-each', 'rows.jsonl', () => `{"question": [${'{},'.repeat(49_990)}{}]}\n`.repeat(200)],
  ['jsonl-keys-many-in-each', 'rows.jsonl', () => `{${many(40_000, (i) => `"${String(i)}":0,`)}"question":0}\n`.repeat(80)],
  ['jsonl-too-many-in-each', 'rows.jsonl', () => `{"question": [${'0,'.repeat(200_000)}0]}\n`.repeat(75)],
  ['jsonl-ints-long', 'rows.jsonl', () => `{"question": [${`${'9'.repeat(4_299)},`.repeat(1_000)}0]}\n`.repeat(7)],
  ['jsonl-escapes-many', 'rows.jsonl', () => `{"question": "${'\\u0041'.repeat(4_000_000)}"}\n`],
  ['jsonl-lines-of-one', 'rows.jsonl', () => '1\n'.repeat(10_000_000)],
  ['jsonl-lines-of-braces', 'rows.jsonl', () => '{}\n'.repeat(8_000_000)],
  ['jsonl-backslashes', 'rows.jsonl', () => `{"question": "${'\\\\'.repeat(8_000_000)}"}\n`],
  ['json-columns-many', 'rows.json', () => `{${many(280_000, (i) => `"${String(i)}": [],`)}"question": ["a"]}`],
  ['json-columns-numbered', 'rows.json', () => `{"question": {${many(140_000, (i) => `"${String(i)}": "a",`)}"x": 1}}`],
  ['json-values-many', 'rows.json', () => `{"question": [${'0,'.repeat(7_000_000)}0]}`],
  ['json-list-of-wide', 'rows.json', () => `[${`{"question": [${'0,'.repeat(99_990)}0]},`.repeat(150)}{}]`],
  ['json-list-of-lists', 'rows.json', () => `[${'[],'.repeat(5_000_000)}[]]`],
  ['json-list-of-quotes', 'rows.json', () => `[${'"",'.repeat(5_000_000)}""]`],
  ['json-blanks-between', 'rows.json', () => `[${`{}${' '.repeat(2_000)},`.repeat(8_000)}{}]`],
  ['tsv-cells-empty', 'rows.tsv', () => `question${'\t'.repeat(wide - 1)}\n${`${'\t'.repeat(wide - 1)}\n`.repeat(800)}`],
];

/** The same files as a task loads them, with types. */
const loaded: readonly string[] = [
  'csv-wide-and-many',
  'csv-row-much-wider',
  'csv-columns-same',
  'csv-numbers-long',
  'csv-numbers-like',
  'csv-line-ends-mixed',
  'jsonl-values-many-in-each',
  'jsonl-keys-many-in-each',
  'jsonl-lines-of-one',
  'jsonl-lines-of-braces',
  'jsonl-ints-long',
  'json-values-many',
  'json-list-of-wide',
];

/** Keys of a task, whose texts or numbers are read in a way of their own. */
const tasks: Readonly<Record<string, () => string>> = {
  'tags-in-one-line': () => `tag: [${'a,'.repeat(1_200_000)}b]`,
  'tags-in-many-lines': () => `tag:\n${'  - a\n'.repeat(500_000)}`,
  'tasks-in-one-line': () => `group: g\ntask: [${'a,'.repeat(1_200_000)}b]`,
  'includes-in-one-line': () => `include: [${'a,'.repeat(1_000_000)}b]`,
  'functions-open': () => '!function a.b.'.repeat(250_000),
  'function-words': () => `x: "${'!function a '.repeat(300_000)}"`,
  'keys-like-task': () => `${'task :'.repeat(1)}${'\ttask'.repeat(500_000)}: a`,
  'comment-of-blanks-and-signs': () => `x: 1 ${'# '.repeat(190_000)}preflight: ignore[${','.repeat(190_000)}]`,
  'comment-of-rule-long': () => `x: 1 # preflight: ignore[${'unknown-key'.repeat(34_000)}]`,
  'comment-of-rules-many': () => `x: 1 # preflight: ignore[${many(40_000, (i) => `unknown-ke${String(i)}, `)}]`,
  'block-marks': () => `x: 1 # preflight: a\n${'|0'.repeat(1_000)}\n`.repeat(180),
  'percent-lines': () => `x: "${'%s {} '.repeat(60_000)}"\ndescription: "${'%(a)s'.repeat(60_000)}"`,
  'regex-of-filter-long': () =>
    `filter_list: [{name: a, filter: [{function: regex, regex_pattern: "${'(a|'.repeat(50_000)}b${')'.repeat(50_000)}"}]}]`,
  'regex-of-filter-bomb': () =>
    `filter_list: [{name: a, filter: [{function: regex, regex_pattern: "(${'(a+)+'.repeat(2_000)})$", group_select: 99999999999999999999}, {function: take_first_k, k: 1.0e+308}]}]`,
  'regex-of-filter-counts': () =>
    `filter_list: [{name: a, filter: [{function: regex, regex_pattern: "${'(?:a{1,1000}){1,1000}'.repeat(500)}"}]}]`,
  'numbers-of-runs': () =>
    'repeats: 1000000000000\nnum_fewshot: .nan\nfewshot_config: {sampler: first_n, samples: .inf}\nbatch_size: -1e400',
  'numbers-of-answers': () =>
    'generation_kwargs: {until: "", max_gen_toks: 1.0e+400, temperature: -.inf, num_beams: 99999999999999999999999}',
  'until-long': () => `generation_kwargs: {until: ["${'a'.repeat(380_000)}"]}`,
  'until-patterns': () => `generation_kwargs: {until: [${many(20_000, (i) => `"${'\\n'.repeat(i % 9)}${String(i)}", `)}]}`,
  'delimiter-long': () => `target_delimiter: "${'a'.repeat(380_000)}"\nnum_fewshot: 1000`,
  'texts-in-all-fields': () =>
    ['description', 'gen_prefix', 'fewshot_delimiter', 'target_delimiter', 'dataset_name', 'process_docs', 'test_split', 'fewshot_split']
      .map((key) => `${key}: "${'{{ question }} '.repeat(3_000)}"\n`)
      .join(''),
  'choices-of-templates': () => `output_type: multiple_choice\ndoc_to_choice: "{{ [question] * 100000 }}"\nnum_fewshot: 100`,
  'metadata-keys-long': () => `metadata:\n${many(300, (i) => `  ? ${'k'.repeat(1_000)}${String(i)}\n  : v\n`)}`,
  'class-as-task': () => 'task: !function utils.C\nclass: !function utils.C\ncustom_dataset: !function utils.C\n',
  'versions-compared': () => `metadata: {version: "${'1.'.repeat(190_000)}"}`,
  'quotes-doubled': () => `x: '${"''".repeat(180_000)}`,
  'loose-quotes-many': () => many(200, (i) => `q${String(i)}: "${'a '.repeat(100)}\nb"\n`) + `z: "${'\\"'.repeat(100_000)}`,
  'loose-brackets-deep': () => `x: ${'[a,\n'.repeat(1_000)}${']'.repeat(1_000)}`,
  'braces-of-objects-escaped': () => `x: "${'\\{\\{'.repeat(10)}"\ny: '${'{{'.repeat(90_000)}${'}}'.repeat(90_000)}'`,
};

/** Templates of Jinja whose text is looked at by more than one reader. */
const templates: Readonly<Record<string, () => string>> = {
  'comment-of-tags': () => `{#${'{% if a %}'.repeat(30_000)}#}{{ question }}`,
  'strings-of-tags': () => `{{ "${"{% if a %}'".repeat(30_000)}" }}`,
  'braces-half-open': () => `{{ question }} ${'{question}} '.repeat(40_000)}`,
  'braces-too-many': () => '{{ question }}} '.repeat(30_000),
  'names-alike': () => many(15_000, (i) => `{{ questio${String(i)} }}`),
  'sets-in-a-row': () => `${many(8_000, (i) => `{% set a${String(i)} = ${i === 0 ? 'question' : `a${String(i - 1)}`} %}`)}{{ a7999 }}`,
  'sets-in-sets': () => `${'{% set a %}'.repeat(3_000)}x${'{% endset %}'.repeat(3_000)}`,
  'macros-calling-on': () =>
    `${many(3_000, (i) => `{% macro m${String(i)}() %}{{ ${i === 0 ? 'question' : `m${String(i - 1)}()`} }}{% endmacro %}`)}{{ m2999() }}`,
  'loops-over-names': () => `${many(3_000, (i) => `{% for a${String(i)} in question %}{{ a${String(i)} }}{% endfor %}`)}`,
  'conditions-long': () => `{% if ${many(20_000, (i) => `question == "${String(i)}" or `)}1 %}x{% endif %}`,
  'tests-of-names': () => many(10_000, (i) => `{% if b${String(i)} is defined %}{{ b${String(i)} }}{% endif %}`),
  'filters-unknown': () => `{{ question${many(10_000, (i) => ` | f${String(i)}`)} }}`,
  'arguments-many': () => `{{ question.format(${many(40_000, (i) => `a${String(i)}=${String(i)}, `)}) }}`,
  'dicts-wide': () => `{{ {${many(40_000, (i) => `"a${String(i)}": ${String(i)}, `)}} }}`,
  'slices-long': () => `{{ question${'[0:]'.repeat(60_000)} }}`,
  'numbers-long': () => `{{ ${'1_'.repeat(150_000)}1 }}{{ 1e${'9'.repeat(100_000)} }}`,
  'line-ends-in-tags': () => `{{${'\r\n'.repeat(150_000)}question }}`,
  'raw-in-raw': () => '{% raw %}{% endraw %}'.repeat(18_000),
  'trims-all': () => '{{- question -}} \n '.repeat(18_000),
  'joined-of-texts': () => "{{ (['a' * 100000] * 40) | join(question * 10000) }}",
  'batches-of-filled': () => "{{ range(100000) | batch(99999, 'x' * 1000) | list }}",
  'sorted-by-attribute': () => "{{ ([{'a': {'b': 1}}] * 50000) | sort(attribute='a.b,a.b,a.b') | length }}",
  'rejected-by-attribute': () => `{{ ([{'a': 1}] * 50000) | rejectattr('${'a.'.repeat(10_000)}a') | list | length }}`,
  'grouped-by-long': () => "{% for i in range(1000) %}{{ (['x' * 1000] * 1000) | groupby('0') | length }}{% endfor %}",
  'formatted-widths': () => "{{ '%9999999s%9999999s' % ('a', 'b') }}{{ '%-99999999999d' % 1 }}",
  'centred-again': () => "{% for i in range(10000) %}{{ 'a' | center(1000000) | length }}{% endfor %}",
  'rounded-huge': () => "{{ 1e308 | round(400, 'floor') }}{{ 5 | round(-10000000) }}{{ 1e308 | int | string | length }}",
  'size-of-files': () => '{{ 10 ** 300 | filesizeformat }}{{ (9 ** 9999) | filesizeformat }}',
  'words-counted': () => "{% for i in range(10000) %}{{ ('a ' * 100000) | wordcount }}{% endfor %}",
  'json-of-loop': () => '{% for a in [1] %}{{ loop | tojson }}{{ loop }}{{ [loop] * 100000 }}{% endfor %}',
  'namespace-of-itself': () => '{% set n = namespace() %}{% set n.a = n %}{{ n }}{{ n.a.a.a | tojson }}{{ n == n.a }}',
  'cycler-long': () => '{% set c = cycler(*range(100000)) %}{% for i in range(100000) %}{{ c.next() }}{% endfor %}',
  'joiner-much': () => "{% set j = joiner('x' * 1000000) %}{% for i in range(100000) %}{{ j() }}{% endfor %}",
};

const notebook = (cell: string, count: number): string => `{"cells": [${`{"cell_type": "code", "source": [${cell}]},`.repeat(count)}{}]}`;
const folder = `${task('dataset_path')}dataset_path: ./data\nnum_fewshot: 2\n`;
const row = '{"question": "Why?", "answer": "So."}\n';

/** A README at the head of a folder of rows. */
const readmes: Readonly<Record<string, () => string>> = {
  'entries-many': () => `---\nconfigs:\n- config_name: default\n  data_files:\n${'  - {split: test, path: a}\n'.repeat(100_000)}---\n`,
  'configs-many': () => `---\nconfigs:\n${many(50_000, (i) => `- config_name: c${String(i)}\n`)}---\n`,
  aliases: () =>
    `---\na: &a [x, x]\n${many(25, (i) => `a${String(i)}: &a${String(i)} [*a${i === 0 ? '' : String(i - 1)}, *a${i === 0 ? '' : String(i - 1)}]\n`)}configs: *a24\n---\n`,
  deep: () => `---\nconfigs: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n---\n`,
  open: () => `---\n${'a: b\n'.repeat(700_000)}`,
  'lines-only': () => '---\n'.repeat(900_000),
  'carriage-returns': () => `---\r\n${'\r\n'.repeat(1_500_000)}---\r\n`,
  'patterns-long': () => `---\nconfigs:\n- config_name: default\n  data_files: "${'*a'.repeat(100_000)}"\n---\n`,
  'patterns-many': () => `---\nconfigs:\n- config_name: default\n  data_files: [${'"**/*a*b*.jsonl", '.repeat(20_000)}]\n---\n`,
  outside: () =>
    '---\nconfigs:\n- config_name: default\n  data_dir: ../../../../etc\n  data_files: ["/etc/passwd", "../../../etc/*"]\n---\n',
  tags: () => '---\nconfigs: !!python/object/apply:os.system ["touch /tmp/preflight-was-here"]\n---\n',
};

/** What stands beside a document. */
const beside: readonly (readonly [name: string, open: string, files: () => Files])[] = [
  ...Object.entries(readmes).map(([name, text]): readonly [string, string, () => Files] => [
    `readme-${name}`,
    'main.yaml',
    () => ({ 'main.yaml': folder, 'data/README.md': text(), 'data/test.jsonl': row }),
  ]),
  ['notebook-sources', 'main.py', () => ({ 'main.py': dataset, 'a.ipynb': notebook('"x\\n",'.repeat(10) + '""', 40_000) })],
  ['gitignore-of-one-line', 'main.py', () => ({ 'main.py': dataset, '.gitignore': `${'[!a'.repeat(80_000)}]` })],
  ['gitignore-of-escapes', 'main.py', () => ({ 'main.py': dataset, '.gitignore': `${'\\'.repeat(250_000)}\n${'!'.repeat(100)}a\n` })],
  [
    'preflight-numbers',
    'main.py',
    () => ({ 'main.py': dataset, 'preflight.json': `{"rows": {"demo": "a.jsonl:${'9'.repeat(300_000)}"}, "x": 1e999}` }),
  ],
  ['preflight-strings-open', 'main.py', () => ({ 'main.py': dataset, 'preflight.json': `{"exclude": ["${'\\"'.repeat(300_000)}` })],
  ['preflight-values-many', 'main.py', () => ({ 'main.py': dataset, 'preflight.json': `{"exclude": [${'0,'.repeat(1_000_000)}0]}` })],
  [
    'preflight-rows-many',
    'main.py',
    () => ({
      'main.py': dataset,
      'preflight.json': `{"rows": {${many(30_000, (i) => `"demo${String(i)}": "a.jsonl:1", `)}"demo": "a.jsonl:1"}}`,
      'a.jsonl': row,
    }),
  ],
  [
    'paths-of-environment',
    'main.py',
    () => ({
      'main.py': `from opencompass.models import X\n${dataset}`,
      '.venv/pyvenv.cfg': 'home = /usr/bin\n',
      ...numbered(3_000, (i) => [`.venv/lib/python3.12/site-packages/p${String(i)}.pth`, `import os\n${'/a/../'.repeat(500)}\n`]),
      '.venv/lib/python3.12/site-packages/__editable___x_finder.py': `MAPPING = {${`'opencompass' ${' '.repeat(1_000)}`.repeat(300)}`,
    }),
  ],
];

const inputs: HostileInput[] = [
  ...rows.map(([name, file, content]) =>
    input(`scan-rows-${name}`, 'main.py', () => ({ 'main.py': dataset, [file]: content() }), { rows: file }),
  ),
  ...rows
    .filter(([name]) => loaded.includes(name))
    .map(([name, file, content]) =>
      input(`scan-loaded-${name}`, 'main.yaml', () => ({
        'main.yaml': `${task('dataset_path')}dataset_path: ${file.endsWith('.csv') ? 'csv' : 'json'}\ndataset_kwargs: {data_files: {test: scan-loaded-${name}/${file}}}\nnum_fewshot: 2\n`,
        [file]: content(),
      })),
    ),
  ...Object.entries(tasks).map(([name, text]) => yaml(`scan-task-${name}`, text)),
  ...Object.entries(templates).map(([name, text]) =>
    input(`scan-template-${name}`, 'main.yaml', () => ({ 'main.yaml': `${task('doc_to_text')}doc_to_text: ${JSON.stringify(text())}\n` })),
  ),
  ...beside.map(([name, open, files]) => input(`scan-${name}`, open, files)),
];

export const scanners: Kind = { kind: 'scanners', inputs };

import { input, many, task, yaml, type HostileInput, type Kind } from '../input.js';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const aliasBomb = (levels: number, wide: number): string =>
  letters
    .slice(0, levels)
    .map((name, i) => `${name}: &${name} [${i === 0 ? many(wide, () => 'x, ') : `*${letters[i - 1]!}, `.repeat(wide)}]`)
    .join('\n');
const mergeBomb = (levels: number): string =>
  letters
    .slice(0, levels)
    .map(
      (name, i) =>
        `${name}: &${name} {${i === 0 ? 'k: 1' : `<<: [*${letters[i - 1]!}, *${letters[i - 1]!}], ${name}: *${letters[i - 1]!}`}}`,
    )
    .join('\n');

/** What stands behind the keys of a task. */
const texts: Readonly<Record<string, string | (() => string)>> = {
  'alias-bomb': aliasBomb(9, 9),
  'alias-bomb-deep': aliasBomb(26, 2),
  'alias-bomb-wide': aliasBomb(3, 10_000),
  'alias-many': () => `a: &a [1]\nb: [${'*a, '.repeat(300_000)}]`,
  'alias-texts': () => `a: &a "${'x'.repeat(1_000_000)}"\nb: [${'*a, '.repeat(100_000)}]`,
  'alias-itself': 'a: &a [*a]',
  'alias-itself-merged': 'a: &a\n  <<: *a\n  b: 1',
  'alias-unknown': () => 'a: *x\n'.repeat(10_000),
  'anchors-many': () => many(100_000, (i) => `a${String(i)}: &a${String(i)} 1\n`),
  'anchors-same': () => many(50_000, (i) => `a${String(i)}: &a 1\n`),
  'anchor-long': () => `a: &${'x'.repeat(1_000_000)} 1`,
  'merge-bomb': mergeBomb(26),
  'merge-chain': () =>
    `a0: &a0 {k0: 1}\n${many(5_000, (i) => `a${String(i + 1)}: &a${String(i + 1)} {<<: *a${String(i)}, k${String(i + 1)}: 1}\n`)}`,
  'merge-list': () => `a: &a {k: 1}\nb: {<<: [${'*a, '.repeat(100_000)}]}`,
  'merge-no-mapping': '<<: 5\na: {<<: [1, 2]}',
  'keys-same': () => 'k: 1\n'.repeat(50_000),
  'keys-same-nested': () => `m:\n${'  k: 1\n'.repeat(50_000)}`,
  'keys-same-flow': () => `m: {${'k: 1, '.repeat(50_000)}}`,
  'keys-many': () => many(100_000, (i) => `k${String(i)}: ${String(i)}\n`),
  'keys-long': () => `? ${'k'.repeat(1_000_000)}\n: 1\n`,
  'keys-lists': () => many(10_000, (i) => `? [${String(i)}, [${String(i)}]]\n: 1\n`),
  'keys-unknown-typos': () => many(20_000, (i) => `doc_to_txet${String(i)}: 1\n`),
  'keys-odd': '__proto__: {x: 1}\nconstructor: 1\ntoString: 2\n? null\n: 1\n? true\n: 2\n? 1.0\n: 3\n? 1\n: 4',
  'deep-flow': () => `a: ${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  'deep-flow-open': () => `a: ${'['.repeat(500_000)}`,
  'deep-flow-maps': () => `a: ${'{a: '.repeat(50_000)}${'}'.repeat(50_000)}`,
  'deep-flow-maps-open': () => `a: ${'{a: '.repeat(300_000)}`,
  'deep-dashes': () => `a:\n${'- '.repeat(50_000)}x`,
  'deep-blocks': () => many(1_500, (i) => `${' '.repeat(i)}a:\n`),
  'deep-questions': () => '? '.repeat(50_000),
  'deep-closing': () => `a: ${']}'.repeat(500_000)}`,
  'deep-colons': () => `a: ${'b: '.repeat(100_000)}`,
  'tags-python':
    'a: !!python/object/apply:os.system ["touch /tmp/hostile"]\nb: !!python/name:os.system\nc: !!python/module:os\nd: !!python/object/new:os.system [x]',
  'tags-function': () => many(5_000, (i) => `f${String(i)}: !function utils.f${String(i)}\n`),
  'tags-function-long': () => `f: !function ${'a.'.repeat(500_000)}b`,
  'tags-long': () => `a: !${'x'.repeat(1_000_000)} 1`,
  'tags-many': () => many(100_000, (i) => `a${String(i)}: !t${String(i)} 1\n`),
  'tags-broken': () => 'a: !<' + 'x'.repeat(1_000_000),
  'tags-of-types':
    'a: !!int x\nb: !!float y\nc: !!binary "%%%"\nd: !!set {a, b}\ne: !!omap [a: 1]\nf: !!pairs [a: 1]\ng: !!timestamp 2001-99-99\nh: !!null x\ni: !!bool y',
  'block-long': () => `a: |\n${'  line\n'.repeat(500_000)}`,
  'block-folded': () => `a: >\n${'  word\n\n'.repeat(300_000)}`,
  'block-blanks': () => `a: |\n${' '.repeat(1_000_000)}\n`,
  'block-blank-lines': () => `a: |\n${'\n'.repeat(1_000_000)}`,
  'block-indent': () => `a: |9\n${' '.repeat(9)}x\n b: 1\n`,
  'block-many': () => many(100_000, (i) => `b${String(i)}: |\n  x\n`),
  'quoted-long': () => `a: "${'\\n'.repeat(1_000_000)}"`,
  'quoted-lines': () => `a: "${'x\n\n  '.repeat(300_000)}"`,
  'quoted-open': () => `a: "${'x\n'.repeat(1_000_000)}`,
  'quoted-open-single': () => `a: '${"x''".repeat(1_000_000)}`,
  'quoted-escapes': () => `a: "${'\\U0001F600'.repeat(200_000)}"`,
  'quoted-lenient': () => many(20_000, (i) => `q${String(i)}: "a\nb"\n`),
  'plain-long': () => `a: ${'word '.repeat(600_000)}`,
  'plain-lines': () => `a: x\n${'  word\n'.repeat(500_000)}`,
  'scalars-numbers': () =>
    `a: ${'9'.repeat(1_000_000)}\nb: 0x${'f'.repeat(500_000)}\nc: 0o${'7'.repeat(500_000)}\nd: 1e${'9'.repeat(10_000)}`,
  'scalars-int-digits': `a: ${'9'.repeat(4_301)}`,
  'scalars-sexagesimal': () => `a: 1${':59'.repeat(300_000)}\nb: 190:20:30.15`,
  'scalars-floats': () => `a: [${'.1e1, '.repeat(300_000)}]`,
  'scalars-underscores': () => `a: 1${'_'.repeat(1_000_000)}x`,
  'scalars-dates': () => many(100_000, () => '- 2001-12-14t21:59:43.10-05:00\n').replace(/^/, 'a:\n'),
  'list-long': () => `a: [${'1, '.repeat(1_000_000)}]`,
  'list-block': () => `a:\n${'- 1\n'.repeat(800_000)}`,
  'list-empty-items': () => `a:\n${'-\n'.repeat(1_000_000)}`,
  commas: () => `a: [${','.repeat(1_000_000)}]`,
  'documents-many': () => '---\na: 1\n'.repeat(100_000),
  'documents-ends': () => '...\n'.repeat(500_000),
  directives: () => `...\n${'%TAG !e! tag:x,2000:\n'.repeat(50_000)}---\na: 1`,
  comments: () => '#\n'.repeat(1_000_000),
  'comments-ignoring': () => '# preflight: ignore[limit]\n'.repeat(100_000),
  tabs: () => `\ta: 1\n${'\t'.repeat(1_000_000)}`,
  'carriage-returns': () => 'a: 1\r'.repeat(300_000),
  'broken-lines': () => ': : :\n'.repeat(300_000),
  'broken-indents': () => many(1_200, (i) => `${' '.repeat(1_200 - i)}a: 1\n`),
  'broken-quotes': () => `"'`.repeat(500_000),
  'broken-braces': () => '{['.repeat(500_000),
  'broken-ampersands': () => 'a: & * ! | > % @ `\n'.repeat(100_000),
  nuls: () => '\0'.repeat(1_000_000),
  'byte-order-marks': () => '\ufeffa: 1\n'.repeat(100_000),
  'num-fewshot': 'num_fewshot: 5000000',
  'num-fewshot-smaller': 'num_fewshot: 10000',
  'num-fewshot-larger': 'num_fewshot: 99999999999999999999',
  'num-fewshot-float': 'num_fewshot: 1.0e+308',
  'num-fewshot-negative': 'num_fewshot: -5',
  'num-fewshot-long-text': () => `num_fewshot: 100000\ndescription: "${'x'.repeat(100_000)}"`,
  'num-fewshot-delimiter': () => `num_fewshot: 100000\nfewshot_delimiter: "${'x'.repeat(100_000)}"`,
  'fewshot-samples': () =>
    `num_fewshot: 100000\nfewshot_config:\n  sampler: first_n\n  samples:\n${'    - {question: a, answer: b}\n'.repeat(50_000)}`,
  'choices-many': () => `output_type: multiple_choice\ndoc_to_choice: [${many(200_000, (i) => `c${String(i)}, `)}]`,
  'choices-same': () => `output_type: multiple_choice\ndoc_to_choice: [${'c, '.repeat(100_000)}]`,
  'choices-long': () =>
    `output_type: multiple_choice\ndoc_to_choice: ["${'x'.repeat(1_000_000)}", "${'x'.repeat(1_000_000)}"]\nnum_fewshot: 1000`,
  'choice-index-huge': 'output_type: multiple_choice\ndoc_to_choice: [a, b]\ndoc_to_target: 99999999999999999999',
  'until-many': () => `generation_kwargs:\n  until: [${many(200_000, (i) => `u${String(i)}, `)}]`,
  'filters-many': () =>
    `filter_list:\n${many(20_000, (i) => `  - {name: f${String(i)}, filter: [{function: regexx, regex_pattern: "(a+)+$"}]}\n`)}`,
  'metrics-many': () => `metric_list:\n${many(20_000, () => '  - {metric: accc, aggregation: meen, higher_is_better: true}\n')}`,
  'metadata-large': () => `metadata:\n${'  - [1, 2, 3, four]\n'.repeat(200_000)}`,
  'dataset-kwargs-files': () =>
    `dataset_path: json\ndataset_kwargs: {data_files: {test: [${many(10_000, (i) => `f${String(i)}.jsonl, `)}]}}`,
  'dataset-kwargs-zero': 'dataset_path: json\ndataset_kwargs: {data_files: {test: /dev/zero}}',
  'dataset-path-long': () => `dataset_path: ${'a/'.repeat(500_000)}b`,
  'description-long': () => `description: "${'word {{ x }} '.repeat(100_000)}"`,
};

const inputs: HostileInput[] = [
  ...Object.entries(texts).map(([name, text]) => yaml(`yaml-${name}`, text)),
  input('yaml-utf-16', 'main.yaml', () => ({ 'main.yaml': Buffer.from(`\ufeff${task()}`, 'utf16le') })),
  input('yaml-binary', 'main.yaml', () => ({ 'main.yaml': Buffer.alloc(1_000_000, 0x9c) })),
  input('yaml-scalar-only', 'main.yaml', () => ({ 'main.yaml': 'x'.repeat(3_900_000) })),
  input('yaml-list-only', 'main.yaml', () => ({ 'main.yaml': '- task: a\n'.repeat(300_000) })),
  input('yaml-family-bomb', 'main.yaml', () => ({ 'main.yaml': `infer_cfg: {}\n${aliasBomb(10, 9)}\ndatasets: [*j]\nmodels: [*j]\n` })),
];

export const yamlDocuments: Kind = { kind: 'yaml', inputs };

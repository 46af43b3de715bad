import { dataset, many, pythonText, type HostileInput, type Kind } from '../input.js';

/** What opens and closes around a value; a text between them is the value. */
const brackets: readonly (readonly [name: string, open: string, middle: string, close: string])[] = [
  ['lists', '[', '', ']'],
  ['tuples', '(', '1,', ',)'],
  ['parentheses', '(', '1', ')'],
  ['dicts', "{'a':", '1', '}'],
  ['sets', '{', '1', '}'],
  ['calls', 'dict(a=', '1', ')'],
  ['subscripts', 'a[', '0', ']'],
  ['lambdas', 'lambda:', '1', ''],
  ['conditionals', '1 if 1 else ', '1', ''],
  ['conditions', '(1 if ', '1', ' else 0)'],
  ['nots', 'not ', '1', ''],
  ['minuses', '-', '1', ''],
  ['tildes', '~', '1', ''],
  ['comprehensions', '[', 'x', ' for x in []]'],
  ['iterables', '[x for x in ', '[]', ']'],
  ['generators', '(', 'x', ' for x in [])'],
  ['stars', '[*', '[]', ']'],
  ['double-stars', '{**', '{}', '}'],
  ['walruses', '(x:=', '1', ')'],
  ['slices', 'a[0:', '0', ']'],
  ['awaits', 'await ', 'x', ''],
  ['template-lists', '[dict(round=', '[]', ')]'],
];

/** What goes on and on to the right. */
const chains: readonly (readonly [name: string, first: string, next: string])[] = [
  ['or', '0', ' or 1'],
  ['and', '1', ' and 1'],
  ['plus', '1', ' + 1'],
  ['plus-texts', "'a'", " + 'a'"],
  ['times', '1', ' * 1'],
  ['power', '1', ' ** 1'],
  ['comparisons', '1', ' < 2'],
  ['is', 'x', ' is x'],
  ['in', 'x', ' in x'],
  ['bars', '1', ' | 1'],
  ['shifts', '1', ' << 0'],
  ['attributes', 'demo_datasets', '.a'],
  ['called', 'dict', '()'],
  ['indexed', 'demo_datasets', '[0]'],
  ['methods', "'a'", '.strip()'],
  ['replaced', "'a'", ".replace('a', 'b')"],
  ['texts-joined', "'a'", " 'a'"],
  ['fstrings-joined', "f'{1}'", " f'{1}'"],
  ['elses', '1 if 0', ' else 1 if 0'],
  ['items', '1', ', 1'],
  ['assigned', 'x', ' = x'],
  ['dict-bars', '{}', ' | {}'],
];

/** Statements in statements. */
const statements: readonly (readonly [name: string, head: string])[] = [
  ['if', 'if 1:'],
  ['else', 'if 0: pass\nelse:'],
  ['for', 'for i in [1]:'],
  ['while', 'while 1:'],
  ['def', 'def f():'],
  ['class', 'class A:'],
  ['try', 'try:'],
  ['with', 'with read_base():'],
  ['match', 'match 1:'],
];

function indented(head: string, depth: number): string {
  return (
    many(depth, (i) =>
      head
        .split('\n')
        .map((line) => ' '.repeat(i) + line + '\n')
        .join(''),
    ) +
    ' '.repeat(depth) +
    'pass\n'
  );
}

function made(name: string, text: () => string): HostileInput {
  return pythonText(name, () => dataset + text());
}

const inputs: HostileInput[] = [
  ...brackets.flatMap(([name, open, middle, close]) => [
    made(`deep-${name}-whole`, () => `x = ${open.repeat(3_000)}${middle}${close.repeat(3_000)}\n`),
    made(`deep-${name}-open`, () => `x = ${open.repeat(100_000)}${middle}\n`),
  ]),
  ...chains.map(([name, first, next]) =>
    made(`chain-${name}`, () => `x = ${first}${next.repeat(20_000)}${name === 'elses' ? ' else 2' : ''}\n`),
  ),
  ...statements.map(([name, head]) => made(`statements-${name}`, () => indented(head, 400))),
  made('statements-elif', () => `if 0: pass\n${'elif 0: pass\n'.repeat(50_000)}`),
  made('statements-semicolons', () => `x = 1${'; x = 1'.repeat(200_000)}\n`),
  made('statements-backslashes', () => `x = 1 + \\\n${'  1 + \\\n'.repeat(100_000)}1\n`),
  made('deep-fstrings', () => `x = ${many(200, (i) => `f${i % 2 ? '"' : "'"}{`)}1${many(200, (i) => `}${i % 2 ? "'" : '"'}`)}\n`),
  made('deep-format-specs', () => `x = f'{1:${'{1:'.repeat(2_000)}${'}'.repeat(2_000)}}'\n`),
  made('deep-mixed', () => `x = ${'[({'.repeat(30_000)}\n`),
  made('deep-closing-only', () => `x = ${'])}'.repeat(200_000)}\n`),
  made('deep-wrong-order', () => `x = ${'[('.repeat(20_000)}${'])'.repeat(20_000)}\n`),
  made('deep-decorators', () => `${'@a.b(c)\n'.repeat(50_000)}def f(): pass\n`),
  made('deep-parameters', () => `def f(${many(50_000, (i) => `a${String(i)}=${String(i)}, `)}): pass\nf()\n`),
  made('deep-annotations', () => `x: ${'list['.repeat(3_000)}int${']'.repeat(3_000)} = 1\n`),
  made('deep-targets', () => `${'('.repeat(3_000)}x${',)'.repeat(3_000)} = 1\n`),
  made('deep-deletes', () => `del ${'('.repeat(3_000)}x${')'.repeat(3_000)}\n`),
  made('deep-patterns', () => `match 1:\n  case ${'['.repeat(3_000)}${']'.repeat(3_000)}: pass\n`),
  made('deep-imports', () => `from ${'.'.repeat(100_000)} import a\nimport ${'a.'.repeat(100_000)}a\n`),
  made(
    'deep-template',
    () => `demo_datasets[0]['infer_cfg']['prompt_template']['template'] = ${'dict(round=['.repeat(2_000)}${'])'.repeat(2_000)}\n`,
  ),
  made('deep-meta-template', () => `models[0]['meta_template'] = ${'dict(round=['.repeat(2_000)}${'])'.repeat(2_000)}\n`),
];

export const pythonNesting: Kind = { kind: 'python-nesting', inputs };

import { describe, expect, it } from 'vitest';
import { defaultLimits, type Evaluation } from '../../../server/src/engine/core/evaluation.js';
import type { StrValue, Value } from '../../../server/src/engine/core/value.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { evaluateYaml } from '../../../server/src/engine/yaml/read-yaml.js';

function evaluate(text: string, limits = defaultLimits): Evaluation {
  return evaluateYaml('/ws/a.yaml', text, new MemoryWorkspace({}), limits);
}

/** A value as plain data: ints as bigints, unknowns as `?`. */
function plain(value: Value | undefined): unknown {
  switch (value?.kind) {
    case 'none':
      return null;
    case 'bool':
    case 'int':
    case 'float':
      return value.value;
    case 'str':
      return value.text;
    case 'list':
    case 'tuple':
      return value.items.map(plain);
    case 'dict':
      return Object.fromEntries([...value.entries.values()].map((entry) => [String(plain(entry.key)), plain(entry.value)]));
    case 'unknown':
      return '?';
    default:
      return value?.kind;
  }
}

const read = (text: string): unknown => plain(evaluate(text).value);

describe('scalars as PyYAML reads them', () => {
  it.each<[string, unknown]>([
    ['yes', true],
    ['Off', false],
    ['y', 'y'],
    ['~', null],
    ['', null],
    ['017', 15n],
    ['08', '08'],
    ['0o17', '0o17'],
    ['0x1F', 31n],
    ['0b101', 5n],
    ['1_000', 1000n],
    ['1:30', 90n],
    ['1e3', '1e3'],
    ['1.0e3', '1.0e3'],
    ['1.0e+3', 1000],
    ['.5', 0.5],
    ['-.inf', -Infinity],
    ['2001-01-01', 'object'],
    ['2001-12-14 21:59:43', 'object'],
    ["'2001-01-01'", '2001-01-01'],
    ['"yes"', 'yes'],
    ['!!str 1', '1'],
    ['!!int "3"', 3n],
    ['opencompass.models.HuggingFaceCausalLM', 'opencompass.models.HuggingFaceCausalLM'],
    ['!!python/tuple [1, a]', [1n, 'a']],
    ['!!python/name:a.b.C', 'ref'],
  ])('%s', (source, expected) => expect(read(`x: ${source}\n`)).toEqual({ x: expected }));
});

describe('mappings and lists', () => {
  it('keeps order and takes the last of equal keys', () => {
    const { value } = evaluate('b: 1\na: 2\nb: 3\n');
    expect([...value.entries.keys()]).toEqual(['b', 'a']);
    expect(value.get('b')).toMatchObject({ value: 3n });
  });

  it('merges: own keys win, earlier mappings win over later ones, merged keys come first', () => {
    const { value } = evaluate('p: &p {a: 1, b: 1}\nq: &q {b: 2, c: 2}\nx:\n  d: 4\n  <<: [*p, *q]\n  a: 5\n');
    expect(plain(value.get('x'))).toEqual({ b: 1n, c: 2n, a: 5n, d: 4n });
    const x = value.get('x');
    expect(x?.kind === 'dict' && [...x.entries.keys()]).toEqual(['b', 'c', 'a', 'd']);
  });

  it('shares what an alias stands for', () => {
    const { value } = evaluate('a: &x [1]\nb: *x\n');
    expect(value.get('b')).toBe(value.get('a'));
    expect(value.entry('b')!.valueSpan).toMatchObject({ start: 13, end: 15 });
  });

  it('does not follow a value into itself', () => expect(read('a: &x\n  b: *x\n')).toEqual({ a: { b: '?' } }));

  it('gives every value the span that is written', () => {
    const text = 'models:\n  - type: a.B\n    round:\n      - role: HUMAN\n\n# end\n';
    const models = evaluate(text).value.get('models')!;
    expect(text.slice(models.span.start, models.span.end)).toBe('- type: a.B\n    round:\n      - role: HUMAN');
  });
});

describe('origins of scalars', () => {
  const pieces = (text: string): string[] => {
    const { traced } = evaluate(text).value.get('x') as StrValue;
    return [...traced.located()].map(({ start, piece }) => {
      const own = traced.text.slice(start, start + piece.length);
      if (piece.origin.kind !== 'source') return piece.origin.kind;
      const source = text.slice(piece.origin.span.start, piece.origin.span.end);
      expect(piece.origin.exact ? source : own).toBe(own);
      return piece.origin.exact ? own : `${source}→${own}`;
    });
  };

  it.each<[string, string, string[]]>([
    ['plain', 'x: Q </E>\n', ['Q </E>']],
    ['single-quoted', "x: 'it''s'\n", ['it', "''→'", 's']],
    ['double-quoted', 'x: "a\\n{q}\\u00e9"\n', ['a', '\\n→\n', '{q}', '\\u00e9→é']],
    ['double-quoted over lines', 'x: "a\n  b\\\n  c"\n', ['a', '\n  → ', 'b', 'c']],
    ['plain over lines', 'x: a\n  b\n\n  c\n', ['a', '\n  → ', 'b', '\n\n  →\n', 'c']],
    ['folded', 'x: >\n  a\n  b\n', ['a', '\n  → ', 'b', '\n→\n']],
    ['literal', 'x: |\n  a\n   b\n\n  c\n', ['a\n', ' b\n\n', 'c\n']],
    ['literal with Windows line breaks', 'x: |\r\n  a\r\n  b\r\n', ['a', '\r\n→\n', 'b', '\r\n→\n']],
    ['literal with an indentation indicator', 'x: |2-\n    a\n  b\n', ['  a\n', 'b']],
    ['literal without the last break', 'x: |-\n  a\n', ['a']],
  ])('%s', (_name, text, expected) => expect(pieces(text)).toEqual(expected));
});

describe('what is wrong', () => {
  const problem = (text: string, limits = defaultLimits): [string, string] => {
    const evaluation = evaluate(text, limits);
    expect(evaluation.ok).toBe(false);
    const [first] = evaluation.problems;
    return [first!.kind, first!.message];
  };

  it.each([
    ['a: [1, 2\nb: 3\n', 'syntax-error', 'Flow sequence'],
    ['a: 1\n b: 2\n', 'syntax-error', 'Nested mappings'],
    ['\ta: 1\n', 'syntax-error', 'Tabs'],
    ['a: "x\n', 'syntax-error', 'closing'],
    ['a: x\n\t\nb: 1\n', 'syntax-error', 'begin with a tab'],
    ['a: "x"\n\t # c\nb: 1\n', 'syntax-error', 'begin with a tab'],
    ['# c\n\t\na: 1\n', 'syntax-error', 'begin with a tab'],
    ['a: *nope\n', 'syntax-error', 'nope'],
    ['a: 1\n---\nb: 2\n', 'syntax-error', 'single document'],
    ['a: \0\n', 'syntax-error', 'control character'],
    ['- a\n', 'raises', "'list' object has no attribute 'get'"],
    ['', 'raises', "'NoneType' object has no attribute 'get'"],
    ['1: a\n', 'raises', "'int' object has no attribute 'startswith'"],
    ['text: a\n', 'raises', 'text is reserved for config file'],
    ['? [a]\n: 1\n', 'raises', 'unhashable'],
    ['a: !foo x\n', 'raises', "constructor for the tag '!foo'"],
    ['a: !!int x\n', 'raises', 'ValueError'],
    ['a: {<<: 1}\n', 'raises', 'ConstructorError'],
  ])('%j', (text, kind, message) => {
    const [foundKind, found] = problem(text);
    expect(foundKind).toBe(kind);
    expect(found).toContain(message);
  });

  it.each(['a: "x\n\t\n  y"\n', 'a: [x,\n\t\n  y]\n', 'a: x\n  \t\nb: 1\n', 'a: x\t\nb: 1\n'])('a tab is none in %j', (text) =>
    expect(evaluate(text).ok).toBe(true),
  );

  it('keeps what stands around a syntax error', () => {
    expect(plain(evaluate('a: 1\nb: [1, 2\nc: 3\n').value)).toMatchObject({ a: 1n, c: 3n });
  });

  it('stops a bomb of aliases', () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) =>
        `l${i}: &l${i} [${
          i === 0
            ? '1'
            : Array(9)
                .fill(`*l${i - 1}`)
                .join(', ')
        }]\n`,
    );
    const evaluation = evaluate(levels.join(''));
    expect(evaluation.problems).toHaveLength(1);
    expect(evaluation.problems[0]).toMatchObject({ kind: 'limit' });
  });

  it.each([
    ['flow lists', 'a: ' + '['.repeat(100_000)],
    ['block lists', '- '.repeat(100_000) + 'a'],
    ['deep blocks', Array.from({ length: 1000 }, (_, i) => ' '.repeat(i) + 'a:\n').join('')],
  ])('stops at too deep %s', (_name, text) => expect(problem(text)[0]).toBe('limit'));

  it('reads no document that is larger than the limit', () => expect(problem('a: 1', { ...defaultLimits, document: 3 })[0]).toBe('limit'));

  it.each(['a: "b\\"\nc: "d"\n', "a: 'b''\nc: 'd'\n", 'a: 1\nb:\n  c: "x\\" \nd: 2\n'])('is not closed by an escaped quote: %j', (text) => {
    expect(evaluate(text).problems).toMatchObject([{ kind: 'syntax-error', span: { start: text.search(/["']/) } }]);
  });

  it.each(['a: "b \\"c\\""\n', "a: 'it''s ''b'''\nc: ''\n", 'a: \'\'\nb: "\\\\"\n', 'a: "b \\"\n  c"\n'])(
    'is closed behind escaped ones: %j',
    (text) => {
      expect(evaluate(text).problems).toEqual([]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import type { FString, StringLiteral } from '../../../server/src/engine/python/syntax/tree/ast.js';
import { TracedText } from '../../../server/src/engine/core/traced-text.js';
import { expression, parse, pieces, problems } from './support.js';

const text = (source: string): string => (expression(source) as StringLiteral).traced.text;

describe('string literals', () => {
  it.each([
    ['"a"', 'a'],
    ["'it''s'", 'its'],
    ["'it\\'s'", "it's"],
    ["r'\\n'", '\\n'],
    ["R'\\''", "\\'"],
    ["u'é'", 'é'],
    ["'\\x41\\u00e9\\U0001F600'", 'Aé😀'],
    ["'\\101\\7\\0'", 'A\x07\0'],
    ["'\\a\\b\\f\\v\\t\\r\\n\\\\'", '\x07\b\f\v\t\r\n\\'],
    ["'a\\\nb'", 'ab'],
    ["'\\d\\{'", '\\d\\{'],
    ["'\\N{EM DASH}\\N{greek small letter alpha}\\N{LATIN SMALL LETTER E WITH ACUTE}'", '—αé'],
    ['"""a\r\nb\rc"""', 'a\nb\nc'],
    ["'''it's \"so\"'''", 'it\'s "so"'],
    ["('a'\n  \"b\" '''c''')", 'abc'],
    ["'{question}'", '{question}'],
  ])('%s', (source, decoded) => expect(text(source)).toBe(decoded));

  it('reads bytes', () => {
    expect(expression("b'a\\xff\\101\\u0041'")).toMatchObject({ type: 'Bytes', bytes: 'a\xffA\\u0041' });
    expect(problems("b'é'")).toEqual(['0-4 bytes can only contain ASCII literal characters']);
    expect(problems("b'a' 'b'")).toEqual(['0-8 cannot mix bytes and nonbytes literals']);
  });

  it('does not know every Unicode name, and says so without calling it an error', () => {
    expect(expression("'\\N{KATAKANA LETTER A}'")).toMatchObject({ type: 'Missing', reason: expect.stringContaining('KATAKANA LETTER A') });
  });

  it.each([
    ["'\\x4'", '1-4 (unicode error)'],
    ["'\\u12'", '1-5 (unicode error)'],
    ["'\\U00110000'", '1-11 (unicode error)'],
    ["'\\N{'", '1-3 (unicode error)'],
  ])('refuses %s', (source, problem) => expect(problems(source)[0]).toContain(problem));
});

describe('origins of strings', () => {
  const origin = (source: string): string[] => pieces(source, (expression(source) as StringLiteral).traced);

  it('are exact for plain text', () => expect(origin("'plain 😀 text'")).toEqual(['plain 😀 text']));
  it('make a piece of each escape', () => expect(origin("'a\\nb\\x41'")).toEqual(['a', '\\n→\n', 'b', '\\x41→A']));
  it('lead to each literal of a concatenation', () => expect(origin("('a'\n '' 'b')")).toEqual(['a', 'b']));
  it('know Windows line breaks', () => expect(origin('"""a\r\nb"""')).toEqual(['a', '\r\n→\n', 'b']));
  it('count UTF-16 units', () => {
    const source = "x = '😀'\ny = 'b'";
    const [, second] = parse(source).body;
    expect(second).toMatchObject({ type: 'Assign', value: { start: source.indexOf("'b'"), end: source.length } });
  });
});

describe('f-strings', () => {
  /** Parts as text, or `{expression!conversion:spec}`. */
  const parts = (source: string): unknown[] => shown((expression(source) as FString).parts);
  const shown = (list: FString['parts']): unknown[] =>
    list.map((part) =>
      part instanceof TracedText ? part.text : [part.value.type, part.conversion ?? '', ...(part.spec ? shown(part.spec) : [])],
    );

  it.each<[string, unknown[]]>([
    ["f'a{b}c'", ['a', ['Name', ''], 'c']],
    ["f'{{a}}'", ['{a}']],
    ["f'{a!r:>{w}}'", [['Name', 'r', '>', ['Name', '']]]],
    ["f'{a=}'", ['a=', ['Name', 'r']]],
    ["f'{a = !s}'", ['a = ', ['Name', 's']]],
    ["f'{a=:x}'", ['a=', ['Name', '', 'x']]],
    ["f'{a,b}'", [['Tuple', '']]],
    ["f'{x:=5}'", [['Name', '', '=5']]],
    ["f'{(x:=5)}'", [['NamedExpression', '']]],
    ["rf'\\d{x}'", ['\\d', ['Name', '']]],
    ["f'\\n{x}\\{y}'", ['\n', ['Name', ''], '\\', ['Name', '']]],
    ["'{q}' f'{a}' '{r}'", ['{q}', ['Name', ''], '{r}']],
    ["f'plain'", ['plain']],
    ["f'''{\n a\n}'''", [['Name', '']]],
  ])('%s', (source, expected) => expect(parts(source)).toEqual(expected));

  it.each([
    ["f'{}'", 'empty expression not allowed'],
    ["f'a}'", "single '}' is not allowed"],
    ["f'{a'", "expecting '}'"],
    ["f'{a!x}'", 'invalid conversion character'],
  ])('refuses %s', (source, message) => expect(problems(source)[0]).toContain(message));
});

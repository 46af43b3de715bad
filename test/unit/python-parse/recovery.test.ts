import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import { parse } from './support.js';

/** Names that are assigned at the top level. */
function assigned(text: string): string[] {
  return parse(text).body.flatMap((statement) =>
    statement.type === 'Assign' && statement.targets[0]?.type === 'Name' ? [statement.targets[0].name] : [],
  );
}

describe('recovery', () => {
  it.each([
    ['an unclosed bracket', 'a = 1\nb = dict(x=[1,\nc = dict(y=2)\nd = 3\n'],
    ['a bracket closed by another', 'a = 1\nb = dict(x=[1, 2)\nc = dict(y=2)\nd = 3\n'],
    ['a closing bracket too many', 'a = 1\nb = dict(x=1))\nc = 2\nd = 3\n'],
    ['an unclosed string', "a = 1\nb = dict(x='abc,\n    y=2)\nc = 2\nd = 3\n"],
    ['a string that swallows the closing bracket', "a = 1\nb = dict(x='abc)\nc = 2\nd = 3\n"],
    ['an unclosed triple-quoted string', "a = 1\nb = dict(x='''abc\nc = 2\nd = 3\n"],
    ['a missing comma', 'a = 1\nb = dict(x=1 y=2)\nc = 2\nd = 3\n'],
    ['a missing value', 'a = 1\nb =\nc = 2\nd = 3\n'],
    ['a half keyword', 'a = 1\nb = 0\nfo\nc = dict(\n    x=\n)\nd = 3\n'],
    ['two errors', 'a = (1\nb = 2)\nb = [\nc = 3\nd = 4\n'],
    ['a block without body', 'a = 1\nb = 1\nif a:\nc = 2\nd = 3\n'],
  ])('%s', (_name, text) => {
    expect(parse(text).errors.length).toBeGreaterThan(0);
    expect(new Set(assigned(text))).toEqual(new Set(text.startsWith('a = 1\nb =\n') ? ['a', 'c', 'd'] : ['a', 'b', 'c', 'd']));
  });

  it('keeps the arguments around an error', () => {
    const text = "x = dict(\n    abbr='a',\n    path=,\n    n=1,\n    t=dict(u=2\n)\n";
    const [statement] = parse(text).body;
    expect(statement).toMatchObject({ value: { type: 'Call' } });
    const call = statement?.type === 'Assign' && statement.value.type === 'Call' ? statement.value : undefined;
    expect(call?.keywords.map((keyword) => keyword.name?.name)).toEqual(expect.arrayContaining(['abbr', 'n', 't']));
  });

  it('says one thing about one mistake', () => {
    expect(parse('x = dict(\n    a=1\n    b=2,\n    c=[1, 2],\n)\n').errors).toHaveLength(1);
    expect(parse("x = dict(a='abc)\ny = 2\n").errors).toHaveLength(1);
    expect(parse('x = dict(a=[1, 2)\ny = 2\n').errors).toHaveLength(1);
  });
});

describe('bounds', () => {
  it('reads no document that is larger than the limit', () => {
    const { errors, body } = parse('('.repeat(defaultLimits.source + 1));
    expect(errors).toHaveLength(1);
    expect(body).toEqual([]);
  });

  it('reads what a run has written down as its config, whose indentation is half of it', () => {
    const line = `${' '.repeat(20)}dict(b='c.'),\n`;
    const text = `x = dict(\n${line.repeat(Math.floor((1.5 * defaultLimits.source) / line.length))})\n`;
    expect(text.length).toBeGreaterThan(defaultLimits.source);
    expect(parse(text).errors).toEqual([]);
    const blank = `${' '.repeat(99)}\n`;
    expect(parse(blank.repeat(Math.ceil((2 * defaultLimits.source) / blank.length) + 1)).errors).toHaveLength(1);
  });

  it.each([
    ['braces', '{}'],
    ['subscripts', '[]'],
    ['braces with something in them', '{1}'],
    ['operands', '(1)1 '],
    ['strings and braces', "''{}"],
    ['conditions without else', 'a if b '],
    ['words', 'print a, '],
    ['broken calls', 'a(b c)'],
    ['continued lines', '\\\n'],
    ['empty blocks', 'if x:\n'],
  ])('finds what is wrong with %s without end', (_name, text) => {
    const { errors } = parse(`x = ${text.repeat(400_000 / text.length)}\n`);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.some(({ limit }) => limit)).toBe(false);
  });

  it.each([
    ['data', `x = [${'[1,{"a":1}],'.repeat(40_000)}]\n`],
    ['statements', 'x1=[1,1,{1:2}]\n'.repeat(30_000)],
    ['short statements', 'x = 1;' + 'x=1;'.repeat(100_000) + '\n'],
    ['continued lines', 'x = 1 \\\n+ 1\n'.repeat(20_000)],
  ])('reads much and dense %s', (_name, text) => expect(parse(text).errors).toEqual([]));

  it('says of valid text that is too much for it that the limit is its own', () => {
    expect(parse('x = ' + '1 + '.repeat(1000) + '1').errors).toMatchObject([
      { limit: true, message: expect.stringContaining('Python may well read it') as string },
    ]);
  });

  it.each([
    ['brackets', '['.repeat(450_000), 'too many nested parentheses'],
    ['closed brackets', '['.repeat(1000) + ']'.repeat(1000), 'too many nested parentheses'],
    [
      'signs',
      'x = ' + '-'.repeat(20_000) + '1',
      'Expressions are nested too deeply here to be read. The limit is that of Prompt Preflight; Python may well read it.',
    ],
    [
      'additions',
      'x = ' + '1 + '.repeat(20_000) + '1',
      'Expressions are nested too deeply here to be read. The limit is that of Prompt Preflight; Python may well read it.',
    ],
    [
      'attributes',
      'x = a' + '.a'.repeat(20_000),
      'Expressions are nested too deeply here to be read. The limit is that of Prompt Preflight; Python may well read it.',
    ],
    [
      'conditions',
      'x = ' + 'a if b else '.repeat(20_000) + '1',
      'Expressions are nested too deeply here to be read. The limit is that of Prompt Preflight; Python may well read it.',
    ],
    ['blocks', Array.from({ length: 300 }, (_, i) => ' '.repeat(i) + 'if x:\n').join(''), 'too many levels of indentation'],
  ])('refuses too deep %s with one clear problem', (_name, text, message) => {
    expect(parse(text).errors.map((problem) => problem.message)).toContain(message);
  });

  it('reads the rest of a document beside a statement that is too deep', () => {
    expect(assigned('a = 1\nb = ' + '['.repeat(300) + ']'.repeat(300) + '\n')).toEqual(['a']);
  });

  it('reads long chains and lists', () => {
    expect(parse('x = ' + "'a' + ".repeat(400) + "'b'").errors).toEqual([]);
    expect(parse('x = [' + '1, '.repeat(20_000) + ']').errors).toEqual([]);
    expect(parse('if a: pass\n' + 'elif b: pass\n'.repeat(5000)).errors).toEqual([]);
  });

  it('names a bounded number of problems', () => {
    expect(parse('x = ）\n'.repeat(5000)).errors.length).toBeLessThanOrEqual(200);
  });
});

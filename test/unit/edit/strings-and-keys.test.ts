import { describe, expect, it } from 'vitest';
import { insertIntoString, removeTrailingComma, renameKey } from '../../../server/src/engine/edit/index.js';
import { apply, dictAt, entryAt, evaluate, strAt, tupleAt } from './support.js';

describe('insertIntoString', () => {
  const put = (text: string, side: 'start' | 'end', newText: string, file = '/ws/a.py'): string | undefined =>
    apply(text, insertIntoString(text, strAt(evaluate(file, text), 'x'), side, newText));

  it.each<[string, 'start' | 'end', string, string]>([
    ["x = 'abc'", 'start', '</E>', "x = '</E>abc'"],
    ["x = 'abc'", 'end', '</E>', "x = 'abc</E>'"],
    ["x = ''", 'start', '</E>', "x = '</E>'"],
    ["x = 'abc'", 'start', "it's\n", "x = 'it\\'s\\nabc'"],
    ['x = \'a\' "b"', 'end', '"', 'x = \'a\' "b\\""'],
    ["x = '\\nabc\\n'", 'start', 'T', "x = 'T\\nabc\\n'"],
    ["x = '\\nabc\\n'", 'end', 'T', "x = '\\nabc\\nT'"],
    ['x = """a\nb"""', 'start', 'T\n', 'x = """T\na\nb"""'],
    ["q = 1\nx = f'a{q}b'", 'start', '{T}', "q = 1\nx = f'{{T}}a{q}b'"],
    ["x = r'a\\d'", 'start', '</E>', "x = r'</E>a\\d'"],
    ["y = 'b'\nx = 'a' + y", 'start', 'T', "y = 'b'\nx = 'Ta' + y"],
  ])('%s', (before, side, newText, after) => {
    expect(put(before, side, newText)).toBe(after);
    const was = strAt(evaluate('/ws/a.py', before), 'x').text;
    expect(strAt(evaluate('/ws/a.py', after), 'x').text).toBe(side === 'start' ? newText + was : was + newText);
  });

  it.each<[string, 'start' | 'end']>([
    ['x = str(1)', 'start'],
    ["q = 1\nx = f'{q}'", 'start'],
    ["x = 'a'.upper()", 'end'],
  ])('leaves %s alone', (text, side) => expect(put(text, side, 'T')).toBeUndefined());

  it('cannot put a line break into a raw string', () => expect(put("x = r'a'", 'start', '\n')).toBeUndefined());

  it.each<[string, string, string]>([
    ['x: abc\n', '</E>', 'x: </E>abc\n'],
    ['x: "abc"\n', 'a"\n', 'x: "a\\"\\nabc"\n'],
    ["x: 'abc'\n", "it's", "x: 'it''sabc'\n"],
    ['x: |\n  abc\n  d\n', 'T\n', 'x: |\n  T\n  abc\n  d\n'],
    ['x: >\n  abc\n', '</E>', 'x: >\n  </E>abc\n'],
  ])('YAML %j', (before, newText, after) => {
    expect(put(before, 'start', newText, '/ws/a.yaml')).toBe(after);
    expect(strAt(evaluate('/ws/a.yaml', after), 'x').text).toBe(newText + strAt(evaluate('/ws/a.yaml', before), 'x').text);
  });

  it('leaves a plain scalar alone that the text would break', () => expect(put('x: abc\n', 'start', '# ', '/ws/a.yaml')).toBeUndefined());
  it('JSON', () => expect(put('{"x": "abc"}', 'start', '"\n', '/ws/a.json')).toBe('{"x": "\\"\\nabc"}'));
});

describe('removeTrailingComma', () => {
  const without = (text: string): string | undefined => apply(text, removeTrailingComma(text, tupleAt(evaluate('/ws/a.py', text), 'x')));

  it.each([
    ['x = dict(a=1),', 'x = dict(a=1)'],
    ['x = dict(\n    a=1,\n),\n', 'x = dict(\n    a=1,\n)\n'],
    ['x = (dict(a=1),)', 'x = (dict(a=1))'],
    ['x = [1, 2],  # note', 'x = [1, 2]  # note'],
    ["x = 'a,',", "x = 'a,'"],
  ])('%j', (before, after) => {
    expect(without(before)).toBe(after);
    expect(evaluate('/ws/a.py', after).get('x')!.kind).not.toBe('tuple');
  });

  it.each(['x = 1, 2', 'x = tuple([1])'])('leaves %s alone', (text) => expect(without(text)).toBeUndefined());
});

describe('renameKey', () => {
  const renamed = (text: string, file = '/ws/a.py'): string | undefined =>
    apply(text, renameKey(text, entryAt(dictAt(evaluate(file, text), 'x'), 'promt'), 'prompt'));

  it.each([
    ['x = dict(promt=1)', 'x = dict(prompt=1)'],
    ["x = {'promt': 1}", "x = {'prompt': 1}"],
    ['x = {"""promt""": 1}', 'x = {"""prompt""": 1}'],
    ["x = {}\nx['promt'] = 1", "x = {}\nx['prompt'] = 1"],
  ])('%j', (before, after) => expect(renamed(before)).toBe(after));

  it('YAML and JSON', () => {
    expect(renamed('x:\n  promt: 1\n', '/ws/a.yaml')).toBe('x:\n  prompt: 1\n');
    expect(renamed('x: {"promt": 1}\n', '/ws/a.yaml')).toBe('x: {"prompt": 1}\n');
    expect(renamed('{"x": {"promt": 1}}', '/ws/a.json')).toBe('{"x": {"prompt": 1}}');
  });

  it.each(["k = 'promt'\nx = {k: 1}", "x = {'pro' 'mt': 1}", 'x = {f\'{"promt"}\': 1}'])('leaves %s alone', (text) =>
    expect(renamed(text)).toBeUndefined(),
  );
});

import { describe, expect, it } from 'vitest';
import { insertEntry } from '../../../server/src/engine/edit/index.js';
import { apply, dictAt, evaluate } from './support.js';

/** The text after `generate=True` was added to the dict under `x`. */
function added(text: string, file = '/ws/a.py', literal = 'True'): string | undefined {
  return apply(text, insertEntry(text, dictAt(evaluate(file, text), 'x'), 'generate', literal));
}

describe('insertEntry in Python', () => {
  it.each([
    ['one line', "x = dict(role='BOT')", "x = dict(role='BOT', generate=True)"],
    ['a comma at the end', "x = dict(role='BOT',)", "x = dict(role='BOT', generate=True,)"],
    ['empty', 'x = dict()', 'x = dict(generate=True)'],
    ['braces', "x = {'role': 'BOT'}", "x = {'role': 'BOT', 'generate': True}"],
    ['double quotes', 'x = {"role": "BOT"}', 'x = {"role": "BOT", "generate": True}'],
    ['empty braces', 'x = {}', "x = {'generate': True}"],
    [
      'many lines',
      "x = dict(\n    role='BOT',\n    begin='b',\n)\n",
      "x = dict(\n    role='BOT',\n    begin='b',\n    generate=True,\n)\n",
    ],
    [
      'many lines without a comma',
      "x = dict(\n    role='BOT',\n    begin='b'\n)\n",
      "x = dict(\n    role='BOT',\n    begin='b',\n    generate=True\n)\n",
    ],
    [
      'the bracket behind the last entry',
      "x = dict(role='BOT',\n         begin='b')\n",
      "x = dict(role='BOT',\n         begin='b',\n         generate=True)\n",
    ],
    [
      'a comment behind the last entry',
      "x = dict(\n    role='BOT',  # who\n)\n",
      "x = dict(\n    role='BOT',  # who\n    generate=True,\n)\n",
    ],
    ['a comment and no comma', "x = dict(\n    role='BOT'  # who\n)\n", "x = dict(\n    role='BOT',  # who\n    generate=True\n)\n"],
    ['several entries on a line', 'x = dict(\n    a=1, b=2,\n)\n', 'x = dict(\n    a=1, b=2,\n    generate=True,\n)\n'],
    ['brackets and commas inside', "x = dict(a=[1, (2, 3)], b='),]')", "x = dict(a=[1, (2, 3)], b='),]', generate=True)"],
    ['unpacking', 'y = dict(a=1)\nx = dict(**y)', 'y = dict(a=1)\nx = dict(**y, generate=True)'],
    ['Windows line breaks', "x = dict(\r\n    role='BOT',\r\n)\r\n", "x = dict(\r\n    role='BOT',\r\n    generate=True,\r\n)\r\n"],
    ['a dict in a list', "x = [dict(role='BOT')][0]", "x = [dict(role='BOT', generate=True)][0]"],
  ])('%s', (_name, before, after) => {
    expect(added(before)).toBe(after);
    expect(dictAt(evaluate('/ws/a.py', after), 'x').get('generate')).toMatchObject({ value: true });
  });

  it.each([
    ['a comprehension', "x = {k: 1 for k in 'ab'}"],
    ['a dict made by code', "x = dict([('a', 1)]).copy()"],
    ['a comprehension in a call', "x = dict((k, 1) for k in 'ab')"],
  ])('leaves %s alone', (_name, text) => {
    const after = added(text);
    if (after !== undefined) expect(dictAt(evaluate('/ws/a.py', after), 'x').get('generate')).toMatchObject({ value: true });
    else expect(after).toBeUndefined();
  });

  it('takes plain names only', () => {
    const text = 'x = dict()';
    expect(insertEntry(text, dictAt(evaluate('/ws/a.py', text), 'x'), 'not a name', '1')).toBeUndefined();
  });
});

describe('insertEntry in YAML and JSON', () => {
  it.each([
    ['a block', 'x:\n  role: BOT\n  begin: b\ny: 1\n', 'x:\n  role: BOT\n  begin: b\n  generate: true\ny: 1\n'],
    ['a block at the end of the text', 'x:\n  role: BOT', 'x:\n  role: BOT\n  generate: true'],
    ['a block with a comment', 'x:\n  role: BOT  # who\n', 'x:\n  role: BOT  # who\n  generate: true\n'],
    [
      'a block that ends in a block scalar',
      'x:\n  begin: |\n    a\n    b\ny: 1\n',
      'x:\n  begin: |\n    a\n    b\n  generate: true\ny: 1\n',
    ],
    ['flow', 'x: {role: BOT}\n', 'x: {role: BOT, generate: true}\n'],
    ['flow with quotes', 'x: {"role": "BOT"}\n', 'x: {"role": "BOT", generate: true}\n'],
    ['an empty flow', 'x: {}\n', 'x: {generate: true}\n'],
    ['a nested block', 'x:\n  a:\n    b: 1\n', 'x:\n  a:\n    b: 1\n  generate: true\n'],
  ])('%s', (_name, before, after) => {
    expect(added(before, '/ws/a.yaml')).toBe(after);
    expect(dictAt(evaluate('/ws/a.yaml', after), 'x').get('generate')).toMatchObject({ value: true });
  });

  it('knows the column of a mapping in a list', () => {
    const text = 'x:\n  - role: BOT\n    begin: b\n';
    expect(apply(text, insertEntry(text, dictAt(evaluate('/ws/a.yaml', text), 'x', 0), 'generate', 'True'))).toBe(
      'x:\n  - role: BOT\n    begin: b\n    generate: true\n',
    );
  });

  it('writes JSON into JSON with comments', () => {
    const text = '{"x": {"a": 1}} // pond\n';
    expect(apply(text, insertEntry(text, dictAt(evaluate('/ws/a.jsonc', text), 'x'), 'generate', 'True'))).toBe(
      '{"x": {"a": 1, "generate": true}} // pond\n',
    );
  });

  it.each([
    ['one line', '{"x": {"a": 1}}', '{"x": {"a": 1, "generate": "HUMAN"}}'],
    ['many lines', '{\n  "x": {\n    "a": 1\n  }\n}\n', '{\n  "x": {\n    "a": 1,\n    "generate": "HUMAN"\n  }\n}\n'],
    ['empty', '{"x": {}}', '{"x": {"generate": "HUMAN"}}'],
  ])('JSON, %s', (_name, before, after) => {
    expect(added(before, '/ws/a.json', "'HUMAN'")).toBe(after);
    expect(JSON.parse(after)).toMatchObject({ x: { generate: 'HUMAN' } });
  });

  it('knows no counterpart for a Python expression', () => expect(added('{"x": {}}', '/ws/a.json', 'dict(a=1)')).toBeUndefined());
});

import { describe, expect, it } from 'vitest';
import { PyError } from '../../../server/src/engine/core/errors.js';
import { literalEval } from '../../../server/src/engine/python/runtime/literal-eval.js';
import { TracedText } from '../../../server/src/engine/core/traced-text.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';
import { StrValue } from '../../../server/src/engine/core/value.js';

const span = { file: '/ws/a.yaml', start: 0, end: 1 };

function read(text: string): string {
  try {
    return toGolden(literalEval(new StrValue(TracedText.computed(text, span), span))).json;
  } catch (error) {
    if (error instanceof PyError) return error.type;
    throw error;
  }
}

describe('literalEval', () => {
  it.each([
    ['0', '0'],
    ['00', '0'],
    ['-1', '-1'],
    ['+2.5', '2.5'],
    [' \t["a", \'b\']\n', '["a", "b"]'],
    ["['a' 'b', u'c', r'\\n', None, True]", '["ab", "c", "\\\\n", null, true]'],
    ['(1, "x"),', '[[1, "x"]]'],
    ['{"k": [1], "k": 2}', '{"k": 2}'],
    ['{1, 2}', '{"$set": [1, 2]}'],
    ['set()', '{"$set": []}'],
    ['[1, # two\n 2]', '[1, 2]'],
  ])('reads %j', (text, json) => expect(read(text)).toBe(json));

  it.each([
    ['07', 'SyntaxError'],
    ['²', 'SyntaxError'],
    ['', 'SyntaxError'],
    ['a, b and c', 'ValueError'],
    ['a, b c', 'SyntaxError'],
    ['1\n2', 'SyntaxError'],
    ['\n [1]', 'IndentationError'],
    ['x', 'ValueError'],
    ['[a, b]', 'ValueError'],
    ['1 + 2', 'ValueError'],
    ['--1', 'ValueError'],
    ['f"{1}"', 'ValueError'],
    ['dict()', 'ValueError'],
    ['{**{}}', 'ValueError'],
    ['{[]: 1}', 'TypeError'],
    ['{[1]}', 'TypeError'],
  ])('raises on %j as Python does', (text, type) => expect(read(text)).toBe(type));

  it('leads strings back to where their characters come from', () => {
    const row = TracedText.of('it', { kind: 'row', split: 'test', index: 0, column: 'c' });
    const mark = TracedText.computed("['", span);
    const list = literalEval(new StrValue(TracedText.join([mark, row, TracedText.computed("\\n', 'x']", span)]), span));
    const first = list.kind === 'list' ? list.items[0] : undefined;
    expect(first?.kind === 'str' && first.traced.pieces.map(({ length, origin }) => [length, origin.kind])).toEqual([
      [2, 'row'],
      [1, 'source'],
    ]);
  });

  it('does not know what a text with an unknown part stands for', () => {
    const hole = TracedText.of('⟨unknown⟩', { kind: 'unknown', reason: 'A function is not run.' });
    expect(literalEval(new StrValue(hole, span))).toMatchObject({ kind: 'unknown', reason: 'A function is not run.' });
  });
});

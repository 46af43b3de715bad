import { describe, expect, it } from 'vitest';
import type { TracedText } from '../../../server/src/engine/core/traced-text.js';
import { result } from './table.js';

/** The pieces of a text as `what it says <- what stands at its origin`, `~` before an origin that is coarse. */
function pieces(program: string): string[] {
  const value = result(program);
  if (value.kind !== 'str') throw new Error(`r is a ${value.kind}`);
  return describePieces(value.traced, program);
}

function describePieces(traced: TracedText, source: string): string[] {
  return [...traced.located()].map(({ start, piece }) => {
    const text = traced.text.slice(start, start + piece.length);
    if (piece.origin.kind !== 'source') return `${text} <- ${piece.origin.kind}`;
    const { span, exact } = piece.origin;
    const at = source.slice(span.start, span.end);
    if (exact && at !== text) throw new Error(`wrong origin: ${JSON.stringify(text)} is not ${JSON.stringify(at)}`);
    return exact ? text : `${text} ~ ${at}`;
  });
}

describe('origins of strings', () => {
  it.each([
    ["r = '  a b '.strip()", ['a b']],
    ["r = 'a,b,c'.split(',')[1]", ['b']],
    ["r = ' a  b '.rsplit(None, 1)[0]", [' a']],
    ["r = 'one\\ntwo'.splitlines()[1]", ['two']],
    ["r = 'k=v'.partition('=')[2]", ['v']],
    ["r = 'hello'[1:4]", ['ell']],
    ["r = '日😀本'[1:2]", ['😀']],
    ["r = 'ab'[::-1]", ['b', 'a']],
    ["r = 'a-b'.replace('-', '+')", ['a', '+', 'b']],
    ["r = ', '.join(['x', 'y'])", ['x', ', ', 'y']],
    ["r = '<{}>{x}'.format('p', x='q')", ['<', 'p', '>', 'q']],
    ["r = '{{{}}}'.format('p')", ['{', 'p', '}']],
    ["r = '%s|%s' % ('p', 'q')", ['p', '|', 'q']],
    ["r = 'ab' * 2", ['ab', 'ab']],
    ["r = 'prefix-rest'.removeprefix('prefix-')", ['rest']],
    ["r = 'abc'.removesuffix('c')", ['ab']],
    ["import re\nr = re.sub(r'(b)', r'<\\1>', 'abc')", ['a', '<', 'b', '>', 'c']],
    ["import os\nr = os.path.basename('dir/name.txt')", ['name.txt']],
    ["from textwrap import dedent\nr = dedent('  x')", ['x']],
    ['import json\nr = json.loads(\'{"k": "text"}\')[\'k\']', ['text']],
    ["r = ''.join(c for c in 'ab')", ['a', 'b']],
    ["r = str('same')", ['same']],
    ["r = max(['a', 'b'])", ['b']],
  ])('%s', (program, expected) => {
    expect(pieces(program)).toEqual(expected);
  });

  it('gives changed text a coarse origin that covers what it was made of', () => {
    expect(pieces("r = 'ab'.upper()")).toEqual(['AB ~ ab']);
    expect(pieces("r = 'ab'.lower()")).toEqual(['ab']);
  });

  it('keeps the origins of strings inside a repr', () => {
    expect(pieces("r = str(['x', 'y'])").filter((piece) => !piece.includes('~'))).toEqual(['x', 'y']);
  });

  it('gives padding the origin of the expression', () => {
    expect(pieces("r = '7'.zfill(3)")).toEqual(["00 ~ '7'.zfill(3)", '7']);
  });
});

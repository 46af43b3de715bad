import { expect, test } from 'vitest';
import { evaluate, pieces } from './support.js';

test('the text of a file that a config reads leads to its place in that file', () => {
  const main = "f = open('/ws/t.txt')\nx = f.read().strip()\ny = 'Q: ' + x\ndel f\n";
  const evaluation = evaluate(main, { 't.txt': '  one\ntwo\n' });
  const x = evaluation.value.get('x');
  expect(x).toMatchObject({ text: 'one\ntwo', traced: { pieces: [{ origin: { kind: 'source', exact: true, span: { file: '/ws/t.txt', start: 2, end: 9 } } }] } });
  expect(pieces(main, evaluation.value.get('y'))).toEqual([
    ['Q: ', 'Q: ', true],
    ['one\ntwo', '/ws/t.txt', true],
  ]);
});

test('other line breaks become Python’s, and lead to the file as a whole', () => {
  const lines = evaluate("f = open('/ws/t.txt')\nx = f.read()\ndel f\n", { 't.txt': 'a\r\nb\r' }).value.get('x');
  expect(lines).toMatchObject({ text: 'a\nb\n', traced: { pieces: [{ origin: { exact: false, span: { file: '/ws/t.txt', start: 0, end: 5 } } }] } });
});

import { expect, test } from 'vitest';
import { evaluateDocument } from '../../../server/src/engine/project/evaluate-document.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { evaluate, pieces } from './support.js';

test('the text of a file that a config reads leads to its place in that file', () => {
  const main = "f = open('/ws/t.txt')\nx = f.read().strip()\ny = 'Q: ' + x\ndel f\n";
  const evaluation = evaluate(main, { 't.txt': '  one\ntwo\n' });
  const x = evaluation.value.get('x');
  expect(x).toMatchObject({
    text: 'one\ntwo',
    traced: { pieces: [{ origin: { kind: 'source', exact: true, span: { file: '/ws/t.txt', start: 2, end: 9 } } }] },
  });
  expect(pieces(main, evaluation.value.get('y'))).toEqual([
    ['Q: ', 'Q: ', true],
    ['one\ntwo', '/ws/t.txt', true],
  ]);
});

test('other line breaks become Python’s, and lead to the file as a whole', () => {
  const lines = evaluate("f = open('/ws/t.txt')\nx = f.read()\ndel f\n", { 't.txt': 'a\r\nb\r' }).value.get('x');
  expect(lines).toMatchObject({
    text: 'a\nb\n',
    traced: { pieces: [{ origin: { exact: false, span: { file: '/ws/t.txt', start: 0, end: 5 } } }] },
  });
});

test('nothing of the caches of Hugging Face is opened, unless they are in an open folder', () => {
  const caches = { hub: '/hf/hub', datasets: '/hf/datasets' };
  const main = "x = open('/hf/hub/a.txt').read()\n";
  const opened = (folder: string): unknown =>
    evaluateDocument(
      '/ws/main.py',
      main,
      'python',
      new MemoryWorkspace({ '/ws/main.py': main, '/hf/hub/a.txt': 'secret' }, [folder], caches),
    ).value.get('x');
  expect(opened('/ws')).toMatchObject({
    kind: 'unknown',
    reason: expect.stringContaining('/hf/hub/a.txt is in a cache of Hugging Face') as string,
  });
  expect(opened('/hf')).toMatchObject({ kind: 'str', text: 'secret' });
});

test('what a pointer of Git LFS stands for is not known', () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:c597\nsize 3022\n';
  const main = "f = open('/ws/t.txt')\nx = f.read()\ndel f\n";
  expect(evaluate(main, { 't.txt': pointer }).value.get('x')).toMatchObject({
    kind: 'unknown',
    reason: '/ws/t.txt is a pointer of Git LFS: its content has not been fetched.',
  });
});

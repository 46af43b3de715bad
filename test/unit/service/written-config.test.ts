import { expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { pairStates } from '../../../server/src/engine/editor/preview/states.js';
import { evalConfig, workspaceFixture } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

const shown = (code: string): { level: string; state: string } => {
  const { project, file } = fixture(workspaceFixture({ 'eval.py': `$0${evalConfig}${code}` }));
  const result = preview(project, file, { selection: {} });
  if (result.kind !== 'preview') throw new Error(result.reason);
  const { exactness, selection } = result.preview;
  const [pair] = pairStates(project, file, { datasets: [selection.dataset], models: [selection.model] });
  const level = exactness.reasons.find(({ kind }) => kind === 'never-sent')?.message ?? exactness.level;
  return { level, state: pair!.state };
};

it.each([
  ['def first(xs):\n    return xs[:1]\n', 'first'],
  ['class Own:\n    pass\n', 'Own'],
  ['import os\n', 'os'],
])('is never sent where a run cannot read again what it has written: %j', (code, name) => {
  expect(shown(code)).toEqual({
    level: `A run writes this config into a file and reads it again, which raises SyntaxError: of ${name} only the name is written.`,
    state: 'error',
  });
});

it.each([
  ["more = {'True': 1, 'False': 2}\n", 'SyntaxError: the key True is written as it is.'],
  ["most = float('inf')\n", 'NameError: inf is written as it is.'],
  ['call = [len]\n', 'SyntaxError: of len only the name is written.'],
])('says what is written so: %j', (code, reason) => {
  expect(shown(code).level).toBe(`A run writes this config into a file and reads it again, which raises ${reason}`);
});

it.each(['', 'import os\ndef first(xs):\n    return xs[:1]\ndel os, first\n', 'import os.path as osp\n'])(
  'is as exact as its rows where it can: %j',
  (code) => {
    expect(shown(code)).toEqual({ level: 'placeholder-rows', state: 'fine' });
  },
);

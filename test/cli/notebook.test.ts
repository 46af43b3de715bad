import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isHere, pathWithProgram } from '../support/on-the-path.js';

interface Cell {
  readonly cell_type: string;
  readonly source: readonly string[];
  readonly outputs?: readonly { readonly text: readonly string[] }[];
}

const python = process.platform === 'win32' ? 'python' : 'python3';
const { cells } = JSON.parse(readFileSync('examples/notebook/preview.ipynb', 'utf8')) as { cells: readonly Cell[] };
const code = cells.filter(({ cell_type }) => cell_type === 'code');

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'preflight-notebook-'));
  cpSync('examples', join(scratch, 'examples'), { recursive: true });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs a program of Python beside `preflight.py`; what it prints. */
function run(program: string): string {
  const cwd = join(scratch, 'examples', 'notebook');
  writeFileSync(join(cwd, 'program.py'), program);
  const env = { ...process.env, PATH: pathWithProgram(join(scratch, 'bin')), PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' };
  return execFileSync(python, ['program.py'], { cwd, env, encoding: 'utf8' });
}

describe.skipIf(!isHere(python, ['--version']))('examples/notebook', () => {
  it('has cells whose outputs are those that they show', () => {
    const mark = '=====';
    const printed = run(code.map(({ source }) => `${source.join('')}\nprint('${mark}')\n`).join(''));
    const outputs = code.map(({ outputs }) => (outputs ?? []).flatMap(({ text }) => text).join(''));
    expect(outputs.filter((output) => output !== '').length).toBeGreaterThan(3);
    expect(printed.split(`${mark}\n`).slice(0, -1)).toEqual(outputs);
  });

  it('is twenty lines of Python, which say what cannot be answered', () => {
    const lines = readFileSync('examples/notebook/preflight.py', 'utf8').split('\n');
    expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(20);
    const raises = `
from preflight import Preflight
preflight = Preflight('../opencompass')
try:
    preflight.preview('eval_demo.py', dataset='gsm9k')
except ValueError as error:
    print(error)
print(len(preflight.check('eval_demo.py')))`;
    expect(run(raises)).toMatch(/^There is no dataset 'gsm9k'\. There are: word_problems, [^\n]*\n0\n$/);
  });
});

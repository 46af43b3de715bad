import { describe, expect, it } from 'vitest';
import { ImportPlaces } from '../../../server/src/engine/checks/run/placement.js';
import { evaluate } from '../evaluate/support.js';

/** What is marked of a main file for findings in another one. */
function placed(main: string, files: Readonly<Record<string, string>>, file: string): string | undefined {
  const evaluation = evaluate(main, files);
  expect(evaluation.problems).toEqual([]);
  const span = new ImportPlaces(evaluation).placeOf(`/ws/${file}`);
  return span && `${main.slice(span.start, span.end)} in line ${String(main.slice(0, span.start).split('\n').length)}`;
}

const imports = (...lines: readonly string[]): string => `with read_base():\n${lines.map((line) => `    ${line}\n`).join('')}`;

describe('a finding in a base is placed', () => {
  const files = {
    'a.py': 'x = [1]\ny = dict(z=[(2, dict(w=3))])\n',
    'list.py': `${imports('from .a import x')}l = ['own', x]\n`,
    'dict.py': `${imports('from .a import y')}d = dict(own=1, deep=y)\n`,
    'tuple.py': `${imports('from .a import x')}t = ('own', x)\n`,
    'other.py': 'o = 1\n',
  };

  it('at the name that its file gives', () => {
    expect(placed(imports('from .other import o', 'from .a import x, y'), files, 'a.py')).toBe('x in line 3');
    expect(placed(imports('from .other import o', 'from .a import y as x'), files, 'a.py')).toBe('y in line 3');
  });

  it.each([
    ['a list', 'from .list import l', 'l in line 3'],
    ['a dict', 'from .dict import d', 'd in line 3'],
    ['a tuple', 'from .tuple import t', 't in line 3'],
  ])('at the name that holds something of its file in %s', (_what, line, place) => {
    expect(placed(imports('from .other import o', line), files, 'a.py')).toBe(place);
  });

  it('at the import of its own file rather than at one that holds something of it', () => {
    expect(placed(imports('from .list import l', 'from .a import y'), files, 'a.py')).toBe('y in line 3');
  });

  it('at the module where no name holds anything of its file', () => {
    const main = `${imports('from .other import o', 'from .a import x')}x = 0\n`;
    expect(placed(main, { ...files, 'a.py': `${imports('from .other import o as x')}` }, 'a.py')).toBe('.a in line 3');
  });

  it('at the first import where its file is named by none', () => {
    expect(placed(imports('from .other import o', 'from .a import x'), files, 'nowhere.py')).toBe('.other in line 2');
  });

  it('nowhere in a document that imports nothing', () => {
    expect(placed('x = 1\n', {}, 'a.py')).toBeUndefined();
  });

  it('at the first import also where a value holds itself', () => {
    const main = `${imports('from .a import x')}x.append(x)\n`;
    expect(new ImportPlaces(evaluate(main, files)).placeOf('/ws/nowhere.py')).toMatchObject({
      file: '/ws/main.py',
      start: main.indexOf('.a'),
    });
  });
});

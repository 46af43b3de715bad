import { describe, expect, it } from 'vitest';
import { readSource, type Binding } from '../../../server/src/engine/classes/source-module.js';

const bindings = (text: string): readonly Binding[] => readSource('/ws/pond.py', text).bindings;

/** The grammar reads what goes on behind a backslash. */
const byGrammar = (line: string): readonly Binding[] => bindings(line.replace(' ', ' \\\n '));

describe('an import on one line', () => {
  it.each([
    'from a import b',
    'from a.b import c, d as e,f\t as\tg',
    'from . import a',
    'from ..a.b import c  # where it is',
    'from .a import *',
    'from .a import *  # noqa: F401, F403',
    'import a',
    'import a.b.c',
    'import a.b.c as d  # short',
  ])('binds what the grammar reads in it: %s', (line) => {
    const read = bindings(`${line}\n\n# A remark.\n`);
    expect(read.length).toBeGreaterThan(0);
    expect(read).toEqual(byGrammar(line));
  });

  it.each(['import a, b as c', 'from .é import ü', 'from a import b; x = 1'])(
    'is left to the grammar where it is another form: %s',
    (line) => {
      expect(bindings(line).length).toBeGreaterThan(0);
      expect(bindings(line)).toEqual(byGrammar(line));
    },
  );

  it.each(['from a import b,', 'from import b', 'from a. import b', 'import a..b', 'import a b'])(
    'that is broken is what the grammar makes of it: %s',
    (line) => {
      expect(bindings(line)).toEqual(byGrammar(line));
    },
  );
});

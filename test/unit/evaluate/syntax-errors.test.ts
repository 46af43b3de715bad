import { describe, expect, test } from 'vitest';
import { evaluate, lazyLine } from './support.js';

/** What loading raises, without the place that its text ends in. */
function raised(code: string, files: Readonly<Record<string, string>> = {}): string {
  const { error } = evaluate(code, files);
  return error ? `${error.type}: ${error.text.replace(/ \(<unknown>, line \d+\)$/, '')}` : 'nothing';
}

describe('of several syntax errors the one that CPython raises', () => {
  test.each([
    ['what the tokenizer cannot read is found behind a missing block', 'if a:\nb = 1\nc = 1)\n', "SyntaxError: unmatched ')'"],
    ['but not behind an indentation that is too deep', 'a = 1\n  b = 2\nc = 1)\n', 'IndentationError: unexpected indent'],
    [
      'nor behind one that fits nothing',
      'if a:\nb = 1\nif c:\n    d = 1\n  e = 1\nf = 1)\n',
      "IndentationError: expected an indented block after 'if' statement",
    ],
    ['a line above counts before an indentation', 'def f():\n    a = = 1\n  b = 2\n', 'SyntaxError: invalid syntax'],
    ['the head of a block counts before its missing body', 'with a b c:\nfrom .d import e\n', 'SyntaxError: invalid syntax'],
    [
      'tabs count before the indentation that they make',
      'def f():\n    a = 1\n\tb = 1\n',
      'TabError: inconsistent use of tabs and spaces in indentation',
    ],
    [
      'what a try needs is asked for behind its body',
      'try:\n    for a in b:\nc = 1\n',
      "IndentationError: expected an indented block after 'for' statement",
    ],
    [
      'the compiler comes after the parser',
      'a = dict(b=1, b=2)\nif a:\nc = 1\n',
      "IndentationError: expected an indented block after 'if' statement",
    ],
    [
      'the missing block counts before what stands in its place',
      'with a():\n== b\n',
      "IndentationError: expected an indented block after 'with' statement",
    ],
    [
      'a try of one line needs no indented line, but a handler',
      'try: a = 1\n    b = 2\nexcept c: pass\n',
      "SyntaxError: expected 'except' or 'finally' block",
    ],
    ['a decorator asks for a definition', '@a\n  def f(): pass\n', 'IndentationError: unexpected indent'],
  ])('%s', (_what, code, expected) => {
    expect(raised(code)).toBe(expected);
  });

  test('the compiler comes after the bases, too', () => {
    const code = 'with read_base():\n    from .base import missing\na = dict(b=1, b=2)\n';
    expect(raised(code, { 'base.py': 'there = 1\n' })).toBe("KeyError: 'missing'");
    expect(raised(code, { 'base.py': 'missing = 1\n' })).toBe('SyntaxError: keyword argument repeated: b');
    expect(raised(lazyLine + 'a = missing\nreturn 1\n')).toBe("SyntaxError: 'return' outside function");
  });
});

describe('syntax errors that a grammar lets pass', () => {
  test.each([
    ['a call with nothing but a comma', 'a = str(,)\n', 'SyntaxError: invalid syntax'],
    ['a name that is almost a keyword', 'if 1:\n    a = 1\nelsewhere:\n    a = 2\n', 'SyntaxError: invalid syntax'],
    ['a `with` with a star', 'with* a():\n    pass\n', 'SyntaxError: invalid syntax'],
    ['a `with` without a context', 'with .(elif):\n    pass\n', 'SyntaxError: invalid syntax'],
    [
      '`:=` in what a comprehension goes through',
      'a = [b for b in (c := [1])]\n',
      'SyntaxError: assignment expression cannot be used in a comprehension iterable expression',
    ],
    [
      '`:=` for its own variable',
      'a = [(b := 1) for b in [1]]\n',
      "SyntaxError: assignment expression cannot rebind comprehension iteration variable 'b'",
    ],
    [
      '`:=` in a comprehension of a class',
      'class A:\n    a = [(b := 1) for c in [1]]\n',
      'SyntaxError: assignment expression within a comprehension cannot be used in a class body',
    ],
  ])('%s', (_what, code, expected) => {
    expect(raised(code)).toBe(expected);
  });

  const late = 'SyntaxError: from __future__ imports must occur at the beginning of the file';
  test.each([
    ['behind other code', 'import os\nfrom __future__ import annotations\n', late],
    ['within other code', 'if 1:\n    from __future__ import annotations\n', late],
    ['of what it does not have', 'from __future__ import nothing\n', 'SyntaxError: future feature nothing is not defined'],
    ['of braces', 'from __future__ import braces\n', 'SyntaxError: not a chance'],
    ['before the modules that mmengine puts first', 'from __future__ import annotations\nimport torch\n', late],
    ['behind a docstring', '"Doc."\nfrom __future__ import annotations\nfrom __future__ import division\n', 'nothing'],
    ['behind nothing but `_base_`, which mmengine takes out', '_base_ = []\nfrom __future__ import annotations\n', 'nothing'],
    ['before names that are imported lazily', `from __future__ import annotations\n${lazyLine}`, 'nothing'],
  ])('an import from the future %s', (_what, code, expected) => {
    expect(raised(code)).toBe(expected);
  });

  test('imports from a base are no part of what is compiled', () => {
    const files = { 'base.py': 'a = 1\n' };
    expect(
      raised(
        'with read_base():\n    from .base import a\nfrom __future__ import annotations\ndef f():\n    from .base import *\n    pass\n',
        files,
      ),
    ).toBe('nothing');
    expect(raised('with read_base():\n    from .base import a\ndef f():\n    from .base import *\n    break\n', files)).toBe(
      "SyntaxError: 'break' outside loop",
    );
  });

  test('of a base, before it is asked how that is to be loaded', () => {
    const files = { 'base.py': 'from .other import b\na = 1\n  b = 2\n' };
    expect(raised("_base_ = './base.py'\n", files)).toBe('IndentationError: unexpected indent');
  });

  test('a mark of the byte order within the text', () => {
    expect(raised('if 1:\n\ufeffa = 1\n')).toMatch(/^SyntaxError: invalid non-printable character U\+FEFF/);
  });

  test('`:=` elsewhere is fine', () => {
    expect(raised('a = [b for c in [1] if (b := c)]\nclass A:\n    d = (e := 1)\n    def f(self): return [(g := 1) for h in [1]]\n')).toBe(
      'nothing',
    );
  });
});

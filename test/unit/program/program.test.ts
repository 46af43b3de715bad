import { describe, expect, it } from 'vitest';
import { LimitError, PyError } from '../../../server/src/engine/core/errors.js';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import { str } from '../../../server/src/engine/core/value.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { PythonProgram } from '../../../server/src/engine/python/program/program.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';

/** What `main.py` of the package `demo` has under the name `r`, as JSON; or what it raises. */
function result(files: Readonly<Record<string, string>>): string {
  const workspace = new MemoryWorkspace(Object.fromEntries(Object.entries(files).map(([name, text]) => [`/ws/demo/${name}`, text])), [
    '/ws',
  ]);
  const program = new PythonProgram(
    {
      workspace,
      environment: () => ({ kind: 'unset' }),
      workingDirectory: '/ws',
      limits: { ...defaultLimits, steps: 10_000 },
      packages: new Set(['demo']),
      library: (name) => (name === 'library' ? str('the library', { file: '', start: 0, end: 0 }) : undefined),
    },
    '/ws/demo/main.py',
  );
  try {
    const module = program.load('/ws/demo/main.py', 'demo.main');
    return toGolden(program.run(() => program.interpreter.getAttribute(module, 'r'))).json;
  } catch (error) {
    if (error instanceof PyError || error instanceof LimitError) return error.message;
    throw error;
  }
}

describe('modules of a program', () => {
  it.each([
    ['a name of another module', { 'main.py': 'from demo.a import x\nr = x', 'a.py': 'x = 1' }, '1'],
    ['a name of a sibling', { 'main.py': 'from .a import x as y\nr = y', 'a.py': 'x = 2' }, '2'],
    ['a module', { 'main.py': 'from . import a\nr = a.x', 'a.py': 'x = 3', '__init__.py': '' }, '3'],
    ['a module by its whole name', { 'main.py': 'import demo.a\nr = demo.a.x', 'a.py': 'x = 4' }, '4'],
    ['a module under another name', { 'main.py': 'import demo.sub.a as b\nr = b.x', 'sub/a.py': 'x = 5' }, '5'],
    ['what a package defines', { 'main.py': 'from .sub import x\nr = x', 'sub/__init__.py': 'from .a import x', 'sub/a.py': 'x = 6' }, '6'],
    ['all public names', { 'main.py': 'from .a import *\nr = [x, "_y" in globals()]', 'a.py': 'x = 7\n_y = 8' }, '[7, false]'],
    ['the names of __all__', { 'main.py': 'from .a import *\nr = _y', 'a.py': '__all__ = ["_y"]\nx = 7\n_y = 8' }, '8'],
    ['the names that it has', { 'main.py': 'r = [__name__, __package__]' }, '["demo.main", "demo"]'],
    [
      'a ring of modules',
      { 'main.py': 'from .a import f\ndef g(): return 9\nr = f()', 'a.py': 'from .main import g\ndef f(): return g()' },
      '9',
    ],
    [
      'one module, run once',
      { 'main.py': 'from . import a, b\nb.x.append(2)\nr = a.x', 'a.py': 'x = [1]', 'b.py': 'from .a import x' },
      '[1, 2]',
    ],
    ['the library', { 'main.py': 'import library\nr = library' }, '"the library"'],
    ['a module that is not run unless it is used', { 'main.py': 'from .a import x\nr = 1', 'a.py': 'raise ValueError("no")' }, '1'],
  ])('gives %s', (_, files, expected) => {
    expect(result(files as Record<string, string>)).toBe(expected);
  });

  it.each([
    ['a module that is not there', { 'main.py': 'from demo.b import x\nr = x' }, "ModuleNotFoundError: No module named 'demo.b'"],
    [
      'a name that is not there',
      { 'main.py': 'from .a import y\nr = y', 'a.py': 'x = 1' },
      "ImportError: cannot import name 'y' from 'demo.a'",
    ],
    ['what a module raises', { 'main.py': 'from .a import x\nr = x', 'a.py': 'raise ValueError("no")' }, 'ValueError: no'],
    [
      'a package above the first',
      { 'main.py': 'from ...a import x\nr = x' },
      'ImportError: attempted relative import beyond top-level package',
    ],
  ])('raises for %s', (_, files, expected) => {
    expect(result(files as Record<string, string>)).toBe(expected);
  });

  it('stops at the limit each time that something of an endless module is asked for', () => {
    const files = {
      'main.py': 'from .a import x\nr = []\nfor i in range(2):\n    try: r.append(x)\n    except Exception: r.append(i)',
      'a.py': 'while True: pass',
    };
    expect(result(files)).toMatch(/^Evaluation stops after 10000 steps/);
  });

  it('does not know a library that is not handed in, nor what a function of it may have changed', () => {
    expect(result({ 'main.py': 'import torch\nr = torch.cat([1])' })).toBe('{"$unknown": "The library torch is not followed."}');
    expect(result({ 'main.py': 'import torch\nr = [1]\ntorch.cat(r)' })).toBe('{"$unknown": "The library torch is not followed."}');
  });
});

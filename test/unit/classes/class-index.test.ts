import { describe, expect, it } from 'vitest';
import { ClassIndex, type ClassSource } from '../../../server/src/engine/classes/class-index.js';
import { hierarchyOf } from '../../../server/src/engine/classes/hierarchy.js';
import { constructorSignature } from '../../../server/src/engine/classes/signature.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const from = '/ws/eval.py';

function indexOf(files: Readonly<Record<string, string>>): ClassIndex {
  return new ClassIndex(workspaceOf(files));
}

function workspaceOf(files: Readonly<Record<string, string>>): MemoryWorkspace {
  return new MemoryWorkspace(Object.fromEntries(Object.entries(files).map(([name, text]) => [`/ws/${name}`, text])), ['/ws']);
}

function kind(files: Readonly<Record<string, string>>, path: string): string {
  return indexOf(files).find(path, from).kind;
}

describe('a path', () => {
  const files = {
    'lake/__init__.py':
      'from .fish import *\nfrom .reed import Reed as Grass\nfrom .gone import Gone\nimport lake.deep as deep\nwater = 1\nif water:\n    class Ice: pass\nelse:\n    Ice = None\n',
    'lake/fish.py': '__all__ = ["Pike"]\nclass Pike: pass\nclass Roach: pass\n_hidden = 1\n',
    'lake/reed.py': 'class Reed:\n    """\nclass Fake: pass\n"""\n@wet\ndef grow(): pass\nOld = Reed\nfrom elsewhere import *\n',
    'lake/deep/__init__.py': 'class Trout: pass\n',
    'sand.py': 'class Grain: pass\n',
  };

  it.each([
    ['lake.Pike', 'class'],
    ['lake.fish.Roach', 'class'],
    ['lake.Grass', 'class'],
    ['lake.reed.grow', 'function'],
    ['lake.reed.Old', 'class'],
    ['lake.Ice', 'other'],
    ['lake.water', 'other'],
    ['lake.deep', 'other'],
    ['lake.fish', 'other'],
    ['lake.deep.Trout', 'class'],
    ['sand.Grain', 'class'],
    ['lake.Roach', 'missing'],
    ['lake.fish.Fake', 'missing'],
    ['lake.pond.Pike', 'missing'],
    ['sand.Stone', 'missing'],
    // What a package imports exists for the importer; whether it is there is the package's own affair.
    ['lake.Gone', 'unknown'],
    ['lake.reed.Fake', 'unknown'],
    ['sea.Whale', 'unknown'],
  ])('%s leads to %s', (path, expected) => {
    expect(kind(files, path)).toBe(expected);
  });

  it('through modules that import each other ends', () => {
    expect(kind({ 'a.py': 'from b import *\n', 'b.py': 'from a import *\n' }, 'a.X')).toBe('missing');
  });

  it('through a package that was looked through before is the same as the first time', () => {
    const shared = indexOf({
      'sea/__init__.py': 'from .shoal import *\nfrom .coast import *\n',
      'sea/shoal/__init__.py': 'from .herring import *\nfrom .loop import *\n_inner = 1\n',
      'sea/shoal/herring.py': 'class Herring: pass\nclass Sprat: pass\n',
      'sea/shoal/loop.py': 'from sea.shoal import *\nclass Loop: pass\n',
      'sea/shoal/bay/__init__.py': '',
      'sea/coast/__init__.py': 'from .rock import *\n',
      'sea/coast/rock.py': 'from nowhere import *\nclass Rock: pass\n',
      'sea/still/__init__.py': 'from ..shoal import *\n',
    });
    const kinds = (names: readonly string[]): string[] => names.map((name) => shared.find(name, from).kind);
    expect(kinds(['sea.Nothing', 'sea.still.Nothing', 'sea.shoal.Nothing'])).toEqual(['unknown', 'missing', 'missing']);
    expect(kinds(['sea.Herring', 'sea.Loop', 'sea.Rock', 'sea.bay', 'sea._inner'])).toEqual([
      'class',
      'class',
      'class',
      'other',
      'missing',
    ]);
    expect(kinds(['sea.still.Sprat', 'sea.still.bay', 'sea.still._inner', 'sea.still.Rock'])).toEqual([
      'class',
      'other',
      'missing',
      'missing',
    ]);
  });

  it('into a package that makes its names is unknown', () => {
    expect(kind({ 'a.py': 'def __getattr__(name): return 1\n' }, 'a.X')).toBe('unknown');
  });

  it('from within a package does not take its folders for packages of their own', () => {
    expect(indexOf({ 'lake/__init__.py': '', 'lake/data/__init__.py': '' }).find('lake.data.X', '/ws/lake/eval.py').kind).toBe('missing');
    const inner = new ClassIndex(new MemoryWorkspace({ '/ws/lake/__init__.py': '', '/ws/lake/data/__init__.py': '' }, ['/ws/lake']));
    expect(inner.find('data.X', '/ws/lake/eval.py').kind).toBe('unknown');
  });
});

describe('the statement that binds a name', () => {
  const files = {
    'sand.py': 'class Grain: pass\ndef _sift(): pass\n',
    'listed.py': '__all__ = ["_fine"]\n_fine = coarse = 1\n',
    'beach.py': 'from sand import *\nfrom listed import *\nfrom sand import _sift as sift\n',
  };
  it.each([
    ['Grain', '/ws/sand.py'],
    ['sift', '/ws/sand.py'],
    ['_fine', '/ws/listed.py'],
    // No star brings them.
    ['_sift', undefined],
    ['coarse', undefined],
  ])('of %s is found as Python imports it', (name, file) => {
    expect(indexOf(files).boundInFile('/ws/beach.py', name)?.file).toBe(file);
  });
});

describe('a change', () => {
  it('of a file, of one that was looked for, and of a package that was not there is seen', () => {
    const workspace = workspaceOf({ 'lake/__init__.py': 'from .fish import *\n', 'lake/fish.py': '' });
    const index = new ClassIndex(workspace);
    expect(index.find('lake.Pike', from).kind).toBe('missing');
    expect(index.find('sea.Whale', from).kind).toBe('unknown');
    expect(index.invalidate('/ws/eval.py')).toBe(false);
    workspace.write('/ws/lake/fish.py', 'class Pike: pass\n');
    expect(index.invalidate('/ws/lake/fish.py')).toBe(true);
    expect(index.find('lake.Pike', from).kind).toBe('class');
    workspace.write('/ws/lake/deep.py', '');
    expect(index.invalidate('/ws/lake/deep.py')).toBe(true);
    expect(index.find('sea.Whale', from).kind).toBe('unknown');
    workspace.write('/ws/sea/__init__.py', 'class Whale: pass\n');
    expect(index.invalidate('/ws/sea/__init__.py')).toBe(true);
    expect(index.find('sea.Whale', from).kind).toBe('class');
  });
});

function classIn(text: string, name: string): { index: ClassIndex; source: ClassSource } {
  const index = indexOf({ 'm.py': text });
  const found = index.find(`m.${name}`, from);
  if (found.kind !== 'class') throw new Error(`${name} is ${found.kind}`);
  return { index, source: found.source };
}

function signature(text: string, name = 'C'): string | undefined {
  const { index, source } = classIn(text, name);
  const found = constructorSignature(index, source);
  return found && [...found.keys.keys(), ...(found.open ? ['**'] : [])].join(' ');
}

describe('the constructor of a class', () => {
  const base = 'class B:\n    def __init__(self, a, b=1): pass\n';

  it.each([
    ['is its own', `${base}class C(B):\n    def __init__(self, x, *, y=1): pass\n`, 'x y'],
    ['or that of its base', `${base}class C(B): pass\n`, 'a b'],
    ['takes what it hands on', `${base}class C(B):\n    def __init__(self, x, **kw):\n        super().__init__(**kw)\n`, 'x a b'],
    [
      'but not what it gives itself',
      `${base}class C(B):\n    def __init__(self, x, **kw):\n        super(C, self).__init__(x, b=2, **kw)\n`,
      'x',
    ],
    [
      'takes anything where it uses the rest',
      `${base}class C(B):\n    def __init__(self, x, **kw):\n        use(kw)\n        super().__init__(**kw)\n`,
      'x **',
    ],
    [
      'takes what it takes out of the rest',
      `${base}class C(B):\n    def __init__(self, x, **kw):\n        kw.pop('z', 1)\n        super().__init__(**kw)\n`,
      'x z a b',
    ],
    [
      'takes what it writes over',
      `${base}class C(B):\n    def __init__(self, *args, **kw):\n        kw['b'] = 2\n        super().__init__(*args, **kw)\n`,
      'a b',
    ],
    [
      'takes anything where it takes out what it computes',
      `${base}class C(B):\n    def __init__(self, x, **kw):\n        kw.pop(x)\n        super().__init__(**kw)\n`,
      'x **',
    ],
    ['takes nothing where there is none', 'class C: pass\n', ''],
    ['is unknown behind a base that is', 'from sea import B\nclass C(B): pass\n', undefined],
    ['is known before it', 'from sea import B\nclass C(B):\n    def __init__(self, x): pass\n', 'x'],
    ['is unknown with a metaclass', `class C(metaclass=M):\n    def __init__(self, x): pass\n`, undefined],
    ['is unknown with a decorator', `@dataclass\nclass C:\n    x: int\n`, undefined],
    ['is known when registered', `@MODELS.register_module()\nclass C:\n    def __init__(self, x): pass\n`, 'x'],
    ['is unknown when wrapped', `class C:\n    @wrap\n    def __init__(self, x): pass\n`, undefined],
  ])('%s', (_, text, expected) => {
    expect(signature(text)).toBe(expected);
  });
});

describe('the order of bases', () => {
  it("is Python's", () => {
    const { index, source } = classIn('class A: pass\nclass B(A): pass\nclass D(A): pass\nclass E(B, D): pass\n', 'E');
    expect(hierarchyOf(index, source).classes.map(({ name }) => name)).toEqual(['E', 'B', 'D', 'A']);
  });

  it('ends where a class derives from itself', () => {
    const { index, source } = classIn('class A(B): pass\nclass B(A): pass\n', 'A');
    expect(hierarchyOf(index, source).complete).toBe(false);
  });
});

describe('what is told of modules without reading them', () => {
  const files = {
    'lake/__init__.py': 'from .fish import *\nfrom .reed import *\nfrom .own import *\n',
    'lake/fish.py': 'class Pike: pass\nclass Added: pass\n',
    'lake/reed.py': 'class Reed: pass\n',
    'lake/own.py': 'class Mine: pass\n',
  };
  const told = new Map([
    ['/ws/lake/fish', new Set(['Pike'])],
    ['/ws/lake/reed', new Set(['Reed'])],
  ]);
  const looked = (name: string) => {
    const read: string[] = [];
    class Watched extends MemoryWorkspace {
      override read(file: string) {
        read.push(file.slice('/ws/lake/'.length));
        return super.read(file);
      }
    }
    const workspace = new Watched(Object.fromEntries(Object.entries(files).map(([file, text]) => [`/ws/${file}`, text])), ['/ws']);
    const { kind } = new ClassIndex(workspace, (module) => told.get(module)).find(`lake.${name}`, from);
    return [kind, ...read.filter((file) => file !== '__init__.py')];
  };

  it.each([
    // A module that nothing is told of may have any name.
    ['Pike', ['class', 'own.py', 'fish.py']],
    ['Mine', ['class', 'own.py']],
    // A fork has added it: it is looked for everywhere.
    ['Added', ['class', 'own.py', 'reed.py', 'fish.py']],
    ['Nowhere', ['missing', 'own.py', 'reed.py', 'fish.py']],
  ])('leads to %s', (name, expected) => {
    expect(looked(name)).toEqual(expected);
  });
});

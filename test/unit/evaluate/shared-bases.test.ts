import { expect, it } from 'vitest';
import { BaseCache, evaluateDocument } from '../../../server/src/engine/project/evaluate-document.js';
import { pyRepr } from '../../../server/src/engine/python/runtime/semantics.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const base = `
items = [dict(n=0)]

def grow():
    items.append(dict(n=len(items)))
    return len(items)
`;
const list = 'with read_base():\n    from .base import items\n';
const everything = 'with read_base():\n    from .base import items, grow\nsize = grow()\n';
const star = 'with read_base():\n    from .base import *\nsize = grow()\n';

/** What a config evaluates to with the bases that earlier ones have left. */
function value(bases: BaseCache, text: string, name: string): string {
  const workspace = new MemoryWorkspace({ '/ws/base.py': base, '/ws/a.py': text });
  const { value, hidden } = evaluateDocument('/ws/a.py', text, 'python', workspace, { bases });
  return pyRepr((value.get(name) ?? hidden.get(name))!).text;
}

it('a base with a function is loaded anew for each config that takes the function, and shared by all others', () => {
  const bases = new BaseCache();
  const alone = [list, everything, star].map((text) => value(new BaseCache(), text, text === list ? 'items' : 'size'));
  expect(alone).toEqual(["[{'n': 0}]", '2', '2']);
  for (let i = 0; i < 2; i++) {
    expect(value(bases, everything, 'size')).toBe('2');
    expect(value(bases, list, 'items')).toBe("[{'n': 0}]");
    expect(value(bases, star, 'size')).toBe('2');
    expect(value(bases, list + 'items[0].n = 5\n', 'items')).toBe("[{'n': 5}]");
  }
});

it('a base that shares its list takes part in a run once', () => {
  const bases = new BaseCache();
  value(bases, list, 'items');
  const kept = bases.get('/ws/base.py', base);
  expect(kept?.stateful).toEqual(new Set(['grow']));
  value(bases, everything, 'size');
  value(bases, list, 'items');
  expect(bases.get('/ws/base.py', base)).toBe(kept);
});

it('a function that is handed on by another base keeps its state, too', () => {
  const bases = new BaseCache();
  const middle = 'with read_base():\n    from .base import items, grow\n';
  const files = { '/ws/base.py': base, '/ws/middle.py': middle };
  const text = 'with read_base():\n    from .middle import grow\nsize = grow()\n';
  for (let i = 0; i < 2; i++) {
    const { value } = evaluateDocument('/ws/b.py', text, 'python', new MemoryWorkspace({ ...files, '/ws/b.py': text }), { bases });
    expect(pyRepr(value.get('size')!).text).toBe('2');
  }
});

const importing = (...names: readonly string[]): string =>
  `from mmengine.config import read_base\nwith read_base():\n${names.map((name) => `    from .${name} import *\n`).join('')}`;

/** A workspace that counts how often its files are read. */
function counted(files: Readonly<Record<string, string>>) {
  const workspace = new MemoryWorkspace(files);
  const read = workspace.read.bind(workspace);
  let reads = 0;
  workspace.read = (file) => {
    reads++;
    return read(file);
  };
  return { workspace, reads: () => reads };
}

it('a base that itself has bases is loaded once, though it imports read_base, which a star hands on', () => {
  const levels = 10;
  const files: Record<string, string> = { '/ws/a10.py': 'x = 1\n', '/ws/b10.py': 'y = 2\n' };
  for (let i = 0; i < levels; i++)
    for (const side of ['a', 'b']) files[`/ws/${side}${String(i)}.py`] = importing(`a${String(i + 1)}`, `b${String(i + 1)}`);
  const { workspace, reads } = counted(files);
  const { value, ok } = evaluateDocument('/ws/top.py', importing('a0', 'b0'), 'python', workspace, { bases: new BaseCache() });
  expect([ok, [...value.entries.keys()]]).toEqual([true, ['x', 'y']]);
  // Two for each file at most; each way to each file would be four thousand.
  expect(reads()).toBeLessThan(100);
});

it('the files of an import cycle depend on each other', () => {
  const count = 40;
  const name = (i: number): string => `m${String(i % count)}`;
  const files = Object.fromEntries(Array.from({ length: count }, (_none, i) => [`/ws/${name(i)}.py`, importing(name(i + 1), 'side')]));
  const workspace = new MemoryWorkspace({ ...files, '/ws/side.py': 'side = 1\n' });
  const bases = new BaseCache();
  const all = [...Object.keys(files), '/ws/side.py'];
  for (const file of ['/ws/m0.py', '/ws/m7.py']) {
    const { dependencies, error } = evaluateDocument(file, files[file]!, 'python', workspace, { bases });
    expect(error?.type).toBe('RecursionError');
    expect([...dependencies].sort()).toEqual(all.filter((other) => other !== file).sort());
  }
  const outside = evaluateDocument('/ws/top.py', importing('m3', 'm5', 'side'), 'python', workspace, { bases });
  expect([...outside.dependencies].sort()).toEqual([...all].sort());
  expect(bases.get('/ws/side.py', 'side = 1\n')?.dependencies).toEqual(new Set());
});

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

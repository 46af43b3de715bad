import { describe, expect, it } from 'vitest';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { shown } from './table.js';

const base = "c = dict(a=1, b=dict(x=1, y=[1, dict(z=2)]), l=[dict(q=1), 2], t=(dict(w=1), 3), s='str')\n";

function withBase(program: string): string {
  const workspace = new MemoryWorkspace({ '/ws/base.py': base });
  return shown(`from mmengine.config import read_base\nwith read_base():\n    from .base import c\n${program}`, workspace);
}

// Each row: what is done with the ConfigDict `c` that a base config gives, and the repr or exception that mmengine's own ConfigDict leads to.
const rows: readonly (readonly [program: string, expected: string])[] = [
  ["r=c.a, c.b.x, c['b']['y'][1].z, c.l[0].q, c.t[0].w", '(1, 1, 2, 1, 1)'],
  ['r=c.missing', "AttributeError: 'ConfigDict' object has no attribute 'missing'"],
  ["r=c['missing']", "KeyError: 'missing'"],
  ["r=c.get('missing'), c.get('a'), c.get('z',5), c.get(key='a')", '(None, 1, 5, 1)'],
  [
    "r=(c.pop('missing'), c.pop('a'), c.pop('zz',7), c)",
    "(None, 1, 7, {'b': {'x': 1, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'})",
  ],
  ['c.update(b=dict(y=5,k=1))\nr=c', "{'a': 1, 'b': {'x': 1, 'y': 5, 'k': 1}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}"],
  [
    "c.update({'b':{'x':{'deep':1}},'n':{'m':[{'o':1}]}})\nr=c, type(c.n).__name__, type(c.n.m[0]).__name__",
    "({'a': 1, 'b': {'x': {'deep': 1}, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str', 'n': {'m': [{'o': 1}]}}, 'ConfigDict', 'ConfigDict')",
  ],
  ["c.update([('a',2)])", "TypeError: descriptor 'items' for 'dict' objects doesn't apply to a 'list' object"],
  ['c.update(dict(a=2),b=3)\nr=c', "{'a': 2, 'b': 3, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}"],
  [
    "r=c|{'b':{'x':9},'new':{'k':1}}, type(c|{}).__name__, c",
    "({'a': 1, 'b': {'x': 9, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str', 'new': {'k': 1}}, 'Dict', {'a': 1, 'b': {'x': 1, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'})",
  ],
  [
    "r={'b':{'y':0},'q':1}|c, type({}|c).__name__",
    "({'b': {'y': [1, {'z': 2}], 'x': 1}, 'q': 1, 'a': 1, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}, 'Dict')",
  ],
  [
    "c|={'b':{'x':9}}\nr=c, type(c).__name__",
    "({'a': 1, 'b': {'x': 9, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}, 'ConfigDict')",
  ],
  [
    "d=c.copy()\nd['a']=5\nd.b.x=7\nd.l.append(1)\nr=(c,d,d.l is c.l,d.b is c.b)",
    "({'a': 1, 'b': {'x': 7, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}, {'a': 5, 'b': {'x': 7, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2, 1], 't': ({'w': 1}, 3), 's': 'str'}, False, True)",
  ],
  [
    'import copy\nd=copy.deepcopy(c)\nd.b.x=7\nr=(c,d,type(d.b).__name__)',
    "({'a': 1, 'b': {'x': 1, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}, {'a': 1, 'b': {'x': 7, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}, 'ConfigDict')",
  ],
  [
    'import copy\nd=copy.copy(c)\nd.l.append(5)\nd.b.x=3\nr=(c,d)',
    "({'a': 1, 'b': {'x': 3, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}, {'a': 1, 'b': {'x': 3, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2, 5], 't': ({'w': 1}, 3), 's': 'str'})",
  ],
  ["x={'k':1}\nc['x']=x\nx['k']=2\nr=(c['x'], type(c['x']).__name__, x)", "({'k': 1}, 'ConfigDict', {'k': 2})"],
  ["x=[{'k':1}]\nc.x=x\nx.append(2)\nr=(c.x, type(c.x[0]).__name__)", "([{'k': 1}], 'ConfigDict')"],
  ['c.items=5', "AttributeError: 'Dict' object attribute 'items' is read-only"],
  [
    "c.a=2\nc.new={'m':1}\nr=c, type(c.new).__name__",
    "({'a': 2, 'b': {'x': 1, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str', 'new': {'m': 1}}, 'ConfigDict')",
  ],
  ['del c.a\nr=c', "{'b': {'x': 1, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}"],
  ['del c.zz', "KeyError: 'zz'"],
  ["del c['a']\nr=list(c)", "['b', 'l', 't', 's']"],
  [
    'r=type(c.items()).__name__, type(c.values()).__name__, type(c.keys()).__name__, c.items()',
    "('list', 'list', 'dict_keys', [('a', 1), ('b', {'x': 1, 'y': [1, {'z': 2}]}), ('l', [{'q': 1}, 2]), ('t', ({'w': 1}, 3)), ('s', 'str')])",
  ],
  ["r=c=={'a':1}, c.b=={'x':1,'y':[1,{'z':2}]}, c==c.copy(), c=={**c}", '(False, True, True, True)'],
  ["r=type({**c}).__name__, type(dict(c)).__name__, type(dict(c)['b']).__name__, dict(c, a=5)['a']", "('dict', 'dict', 'ConfigDict', 5)"],
  [
    "r=isinstance(c,dict), type(c).__name__, type(c)==dict, len(c), 'a' in c, bool(c), list(c), [k for k in c]",
    "(True, 'ConfigDict', False, 5, True, True, ['a', 'b', 'l', 't', 's'], ['a', 'b', 'l', 't', 's'])",
  ],
  [
    "r=(c.setdefault('a',9), c.setdefault('n',{'k':1}), type(c.setdefault('m',{})).__name__, type(c.m).__name__, c.n)",
    "(1, {'k': 1}, 'dict', 'ConfigDict', {'k': 1})",
  ],
  ["c.l[0]['q']=5\nc.l.append({'p':1})\nr=c.l, type(c.l[-1]).__name__", "([{'q': 5}, 2, {'p': 1}], 'dict')"],
  ['for k,v in c.items():\n    c[k]=1\nr=c', "{'a': 1, 'b': 1, 'l': 1, 't': 1, 's': 1}"],
  [
    "r=c.to_dict(), type(c.to_dict()['b']).__name__",
    "({'a': 1, 'b': {'x': 1, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}, 'dict')",
  ],
  ["r=hasattr(c,'a'), hasattr(c,'zz'), getattr(c,'zz',3), getattr(c,'a')", '(True, False, 3, 1)'],
  ["c.pop('b')['x']=4\nr=c", "{'a': 1, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}"],
  [
    "r=str(c), repr(c.b), f'{c.b}', '%s' % c.b",
    "(\"{'a': 1, 'b': {'x': 1, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}\", \"{'x': 1, 'y': [1, {'z': 2}]}\", \"{'x': 1, 'y': [1, {'z': 2}]}\", \"{'x': 1, 'y': [1, {'z': 2}]}\")",
  ],
  ["r=c+{'a':1}", "TypeError: unsupported operand type(s) for +: 'ConfigDict' and 'dict'"],
  ['r=c.b.y+[1], sum([c.l, c.l], [])', "([1, {'z': 2}, 1], [{'q': 1}, 2, {'q': 1}, 2])"],
  ['r=c.popitem(), c', "(('s', 'str'), {'a': 1, 'b': {'x': 1, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3)})"],
  ["r=c.fromkeys('ab')", "{'a': None, 'b': None}"],
  ['r=sorted(c.keys()), max(c), sorted(c.items(), key=lambda kv: kv[0])[0]', "(['a', 'b', 'l', 's', 't'], 't', ('a', 1))"],
  ["r=dict(a=c)['a'] is c, [c][0] is c", '(True, True)'],
  ["e={'z':c}\nr=type(e['z']).__name__", "'ConfigDict'"],
  [
    "d={}\nd.update(c)\nr=type(d).__name__, type(d['b']).__name__, d['b'] is c['b'], d['b']",
    "('dict', 'ConfigDict', True, {'x': 1, 'y': [1, {'z': 2}]})",
  ],
  ['t=c.t\nt[0].w=9\nr=c.t', "({'w': 9}, 3)"],
  ["c['b']['y'][1]={'n':1}\nr=type(c['b']['y'][1]).__name__", "'dict'"],
  ['c.b.update(c.b)\nr=c', "{'a': 1, 'b': {'x': 1, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 'str'}"],
  ["c.update(a={'x':1})\nc.update(a={'y':1})\nr=c.a", "{'x': 1, 'y': 1}"],
  ['c.b=c.b\nr=c.b', "{'x': 1, 'y': [1, {'z': 2}]}"],
  ['r=c.__class__.__name__', "'ConfigDict'"],
  ['r=c.deepcopy().b is c.b', 'False'],
  ['c.l=c.l*2\nc.l[0].q=77\nr=c.l', "[{'q': 77}, 2, {'q': 77}, 2]"],
  ["c.l+=[{'x':1}]\nr=c.l,type(c.l[-1]).__name__", "([{'q': 1}, 2, {'x': 1}], 'ConfigDict')"],
  ['r={k:type(v).__name__ for k,v in c.items()}', "{'a': 'int', 'b': 'ConfigDict', 'l': 'list', 't': 'tuple', 's': 'str'}"],
  ["x=dict(**c.b, z=3)\nr=x,type(x['y'][1]).__name__", "({'x': 1, 'y': [1, {'z': 2}], 'z': 3}, 'ConfigDict')"],
  ['def f(**k):\n    return k\nr=f(**c.b), type(f(**c.b)).__name__', "({'x': 1, 'y': [1, {'z': 2}]}, 'dict')"],
  ["c['a'],c['s']=c['s'],c['a']\nr=c", "{'a': 'str', 'b': {'x': 1, 'y': [1, {'z': 2}]}, 'l': [{'q': 1}, 2], 't': ({'w': 1}, 3), 's': 1}"],
  ['r=c.b.items()[0], c.b.values()[1]', "(('x', 1), [1, {'z': 2}])"],
  ['r=c.items().foo', "AttributeError: 'list' object has no attribute 'foo'"],
  ['r=c(1)', "TypeError: 'ConfigDict' object is not callable"],
  ['c.clear()\nr=c, c+[5]', '({}, [5])'],
];

describe('ConfigDict', () => {
  it.each(rows)('%s', (program, expected) => {
    expect(withBase(program)).toBe(expected);
  });
});

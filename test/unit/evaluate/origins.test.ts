import { describe, expect, test } from 'vitest';
import type { DictValue, Value } from '../../../server/src/engine/core/value.js';
import { at, evaluate, pieces } from './support.js';

function dict(value: Value | undefined): DictValue {
  if (value?.kind !== 'dict') throw new Error('no dict');
  return value;
}

function item(value: Value | undefined, index: number): Value | undefined {
  return value?.kind === 'list' || value?.kind === 'tuple' ? value.items[index] : undefined;
}

describe('where values are written', () => {
  test('keys and values of dict(…), {…} and assignments', () => {
    const main = "r = [1]\nd = dict(role='HUMAN', round=r)\ne = {'prompt': 'Q'}\nd['late'] = e\nd.update(z=3)\n";
    const d = dict(evaluate(main).value.get('d'));
    const places = [...d.entries.values()].map((e) => [at(main, e.keySpan), at(main, e.valueSpan), at(main, e.value.span)]);
    expect(places.slice(0, 3)).toEqual([
      ['role', "'HUMAN'", "'HUMAN'"],
      ['round', 'r', '[1]'],
      ["'late'", 'e', "{'prompt': 'Q'}"],
    ]);
    expect(places[3]?.[0]).toBe('z');
  });

  test('top-level names: where they are bound', () => {
    const main = 'with read_base():\n    from .b import q as models, data\nx = y = 3\nfor i in [5]: pass\ndef f(): pass\n';
    const { value } = evaluate(main, { 'b.py': 'q = [1]\ndata = [2]\n' });
    const places = [...value.entries.values()].map((e) => [at(main, e.keySpan), e.keySpan.file]);
    expect(places).toEqual(['models', 'data', 'x', 'y', 'i', 'f'].map((name) => [name, '/ws/main.py']));
    expect(value.get('models')?.span).toEqual({ file: '/ws/b.py', start: 4, end: 7 });
    expect(at(main, value.entry('x')!.valueSpan)).toBe('3');
  });

  test('values of a base keep their places there, through names and copies', () => {
    const base = "p = 'base prompt'\nds = [dict(prompt=p)]\n";
    const main =
      'with read_base():\n    from .b import ds\nfrom copy import deepcopy\nout = [dict(d, n=1) for d in ds]\nout[0].update(k=2)\n';
    const { value } = evaluate(main, { 'b.py': base });
    const entry = dict(item(value.get('out'), 0)).entry('prompt')!;
    expect(entry.valueSpan).toEqual({ file: '/ws/b.py', start: base.indexOf('p)'), end: base.indexOf('p)') + 1 });
    expect(entry.value.span).toEqual({ file: '/ws/b.py', start: 4, end: 17 });
  });

  test('**spread keeps the places of the spread entries', () => {
    const main = "a = dict(k='v')\nx = dict(**a, n=1)\ny = {**a}\n";
    const { value } = evaluate(main);
    for (const name of ['x', 'y']) {
      const entry = dict(value.get(name)).entry('k')!;
      expect([at(main, entry.keySpan), at(main, entry.valueSpan)]).toEqual(['k', "'v'"]);
    }
  });
});

describe('where the text of strings comes from, piece by piece', () => {
  test('f-strings', () => {
    const main = "name = 'gsm8k'\nx = f'{name}_gen {1 + 1} {name:>7}'\n";
    expect(pieces(main, evaluate(main).value.get('x'))).toEqual([
      ['gsm8k', 'gsm8k', true],
      ['_gen ', '_gen ', true],
      ['2', '1 + 1', false],
      [' ', ' ', true],
      ['  ', "'gsm8k'", false],
      ['gsm8k', 'gsm8k', true],
    ]);
  });

  test('concatenation, implicit and explicit, and methods', () => {
    const main = "a = 'one ' 'two'\nx = (a + ' three').replace('two', 'TWO').strip()\n";
    expect(pieces(main, evaluate(main).value.get('x'))).toEqual([
      ['one ', 'one ', true],
      ['TWO', 'TWO', true],
      [' three', ' three', true],
    ]);
  });

  test('loops and functions', () => {
    const main = "def ask(q):\n    return 'Q: ' + q\nx = ''\nfor n in ['a', 'b']:\n    x += ask(n)\n";
    expect(pieces(main, evaluate(main).value.get('x'))).toEqual([
      ['Q: ', 'Q: ', true],
      ['a', 'a', true],
      ['Q: ', 'Q: ', true],
      ['b', 'b', true],
    ]);
  });

  test('a base config', () => {
    const main = "with read_base():\n    from .b import p\nx = p + '!'\n";
    expect(pieces(main, evaluate(main, { 'b.py': "p = 'base'\n" }).value.get('x'))).toEqual([
      ['base', '/ws/b.py', true],
      ['!', '!', true],
    ]);
  });

  test('variables that are filled in in the text', () => {
    const main = "a = 1\nx = 'run/{{ fileBasename }}/out'\nb = 'behind'\n";
    const { value } = evaluate(main);
    expect(pieces(main, value.get('x'))).toEqual([
      ['run/', 'run/', true],
      ['main.py', '{{ fileBasename }}', false],
      ['/out', '/out', true],
    ]);
    expect(pieces(main, value.get('b'))).toEqual([['behind', 'behind', true]]);
    expect(at(main, value.entry('b')!.keySpan)).toBe('b');
    expect(at(main, value.get('x')!.span)).toBe("'run/{{ fileBasename }}/out'");
  });
});

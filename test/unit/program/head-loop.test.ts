import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import type { Value } from '../../../server/src/engine/core/value.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { PythonProgram } from '../../../server/src/engine/python/program/program.js';
import { PartialList } from '../../../server/src/engine/python/runtime/partial.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';

const line = (i: number): string => JSON.stringify({ q: `Question ${String(i)}?`, n: i, long: 'x'.repeat(4000) }) + '\n';
const lines = (count: number): string => Array.from({ length: count }, (_, i) => line(i)).join('');
const [large, small] = [lines(1200), lines(30)];

/** What the body of a function returns that goes through a file. */
function returned(body: string, data: string): Value {
  const indented = body
    .split('\n')
    .map((each) => `    ${each}\n`)
    .join('');
  const text = `import json, re, random\nclass Counter:\n    def __init__(self):\n        self.n = 0\n    def get(self, x):\n        self.n += 1\n        return self.n\ndef f():\n${indented}r = f()\n`;
  const program = new PythonProgram(
    {
      workspace: new MemoryWorkspace({ '/ws/demo/main.py': text, '/ws/data.jsonl': data }, ['/ws']),
      environment: () => ({ kind: 'unset' }),
      workingDirectory: '/ws',
      limits: { ...defaultLimits, steps: 20_000_000 },
      packages: new Set(['demo']),
      library: () => undefined,
    },
    '/ws/demo/main.py',
  );
  const module = program.load('/ws/demo/main.py', 'demo.main');
  return program.run(() => program.interpreter.getAttribute(module, 'r'));
}

const loop = (body: string, before = 'rows = []', iter = 'f', after = 'return rows'): string =>
  `${before}\nwith open('data.jsonl', encoding='utf-8') as f:\n    for line in ${iter}:\n${body
    .split('\n')
    .map((each) => `        ${each}`)
    .join('\n')}\n${after}`;

describe('the first lines of a large file', () => {
  it.each([
    ['a plain loop', loop('rows.append(json.loads(line))')],
    ['one that skips lines', loop("d = json.loads(line.strip())\nif d['n'] % 3 == 0:\n    continue\nrows.append(d)")],
    [
      'one that makes rows anew',
      loop(
        "d = json.loads(line)\nif d['n'] > 5:\n    answer = 'late'\nelse:\n    answer = 'early'\nd['a'] = answer\nrows.append({'q': d['q'], 'a': d['a']})",
      ),
    ],
    [
      'one that counts its lines',
      loop("rows.append((i, json.loads(line)['q']))", 'rows = []', 'enumerate(f)').replace('for line in', 'for i, line in'),
    ],
    ['one that begins with rows', loop('rows.append(len(line))', 'rows = [1, 2]')],
    [
      'one with an inner loop',
      loop("d = json.loads(line)\nparts = []\nfor word in d['q'].split():\n    parts.append(word.lower())\nrows.append(' '.join(parts))"),
    ],
    ['a comprehension', "with open('data.jsonl') as f:\n    return [json.loads(line)['q'] for line in f if 'x' in line]"],
  ])('are what %s is known by', (_, body) => {
    const found = returned(body, large);
    if (!(found instanceof PartialList)) throw new Error(`It is ${toGolden(found).json.slice(0, 200)}`);
    expect(found.head.length).toBeGreaterThan(50);
    const whole = returned(body, small);
    const count = whole.kind === 'list' ? whole.items.length : 0;
    expect(found.head.slice(0, count).map((item) => toGolden(item).json)).toEqual(
      whole.kind === 'list' ? whole.items.map((item) => toGolden(item).json) : [],
    );
  });

  it.each([
    ['reads what it has appended', loop("if len(rows) < 3:\n    rows.append(json.loads(line)['n'])")],
    ['reads it under another name', loop('rows.append(len(other))', 'rows = []\nother = rows')],
    ['carries something on', loop('total = total + 1\nrows.append(total)', 'rows = []\ntotal = 0')],
    ['changes what was there before', loop("kept['n'] = line[:9]\nrows.append(dict(kept))", 'rows = []\nkept = {}')],
    ['changes it under another name', loop("d = kept\nd['n'] = line[:9]\nrows.append(d['n'])", 'rows = []\nkept = {}')],
    ['takes from an iterator', loop('rows.append([a for a, b in zip(numbers, [1])])', 'rows = []\nnumbers = iter(range(5000))')],
    ['calls what may count', loop('rows.append(c.get(line))', 'rows = []\nc = Counter()')],
    ['sorts behind its back', loop('rows.append(line[:9])\nrows.sort()')],
    ['draws numbers', loop('rows.append(random.random())')],
    ['leaves the function', loop('rows.append(len(line))\nif len(line) == 0:\n    return rows')],
  ])('are not taken for a loop that %s', (_, body) => {
    expect(returned(body, large)).not.toBeInstanceOf(PartialList);
  });

  it('are all that is known: a length, an item, and what loops leave are not', () => {
    for (const after of [
      'return len(rows)',
      'return rows[0]',
      'return line',
      'return d',
      'return sorted(rows)',
      'return [r for r in rows]',
    ])
      expect([after, returned(loop('d = json.loads(line)\nrows.append(d)', 'rows = []', 'f', after), large).kind]).toEqual([
        after,
        'unknown',
      ]);
  });

  it('are no more than asked for where a loop ends by itself', () => {
    const found = returned(loop("rows.append(json.loads(line)['n'])\nif '\"n\": 3,' in line or '\"n\":3,' in line:\n    break"), large);
    expect(toGolden(found).json).toBe('[0, 1, 2, 3]');
  });
});

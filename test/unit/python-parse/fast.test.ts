import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseFast } from '../../../server/src/engine/python/syntax/fast/parse-fast.js';
import { parseTolerantly } from '../../../server/src/engine/python/syntax/parse.js';
import { TracedText } from '../../../server/src/engine/core/traced-text.js';
import { mutated, random } from '../../fuzz/mutate.js';

/** A tree that can be compared: pieces of texts are made when they are first asked for. */
function plain(node: unknown): unknown {
  if (node instanceof TracedText) return { text: node.text, pieces: node.pieces };
  if (Array.isArray(node)) return node.map(plain);
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, plain(value)]));
}

function bothWays(text: string): { fast: unknown; tolerant: unknown } {
  const { body, errors: found } = parseTolerantly('/ws/a.py', text);
  // What is looked for in the finished tree is no matter of either parser.
  const errors = found.filter(({ message }) => !/^assignment expression/.test(message));
  return { fast: plain(parseFast('/ws/a.py', text)), tolerant: errors.length > 0 ? errors : plain(body) };
}

const examples = readdirSync('examples', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.py') && !entry.name.includes('broken'))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

const valid = [
  '',
  '# only a comment',
  'a = 1\n\n# b\nb = 0x1F + 1_000 - 1.5e3 * 2j // 7',
  'a: int = 1; b: dict[str, int]; c = d = (e) = ()\n',
  'x, *y = 1, 2, 3,\n(x), [y] = z\nx[1:2, ::3, *a], y.b = c[d,], e[:]\n',
  'a: b[c] | d | e\nf: b[c] | (d) | ((e | f)) | g[h] | None = None\ni: j.k[l] | m & n | o.p\n',
  'a += yes\nb **= 2\nc //= 3; d >>= 1; del a, b[0], (c.d, e)\n',
  'x = a if b else c if d else lambda x, /, y=1, *z, w, **k: (x, y)\n',
  'x = not a and b or not (c and d) and e or f\n',
  'x = a < b <= c != d is not e not in f is g in (h)\n',
  'x = (a) | b ^ (c) & d << 1 + -e ** -f ** g @ h % ~(i)\n',
  'x = [*a, b, *c.d(e)], {*f, g}, {**h, "i": j, **k}, {}, [], (l,), (), ((m))\n',
  'x = [a for b, c in d if e if f for g in h], {i: j for i in k}, {l for (l) in m}, f(n for n in o), (p for p, in q)\n',
  'f(a, *b, c, d=e, *g, **h, i=j)(k)[l].m(n := o)\n',
  'if (a := b): pass\nelif c:\n    d = 1  # e\nelse:\n  pass\n# f\n',
  'for a, b in c, d:\n    break\nelse:\n    pass\nwhile a:\n\n    # x\n    continue\n',
  'try:\n    a\nexcept (B, C) as e:\n    raise D(e) from e\nexcept:\n    raise\nelse:\n    assert a, b\nfinally:\n    pass\n',
  'with a as b, c, d as (e, f):\n    pass\n',
  'from __future__ import annotations\nwith read_base():\n    from .a.b import (c as d, e,)  # f\n    from ...g import *\nfrom . import h\nimport i.j as k, l\n',
  '@a.b(c)\n@d\ndef f(a, b: int = 1, /, c=2, *args: int, d, e: str = "", **kw) -> int:\n    """doc"""\n    global x, y\n    z = yield\n    yield a, b\n    yield from c\n    return a, *b\n',
  'async def f(a):\n    async for b, in c(await d):\n        yield -await e.f(g)[h] * await i\n    else:\n        async with await j as k, l:\n            return\n    m = [await n for n in o if await p], not await q\n',
  'class A:\n    @a\n    # b\n    async def f(self): await self.g()\n\nasync def h():\n    def i(): return 1\n    async def j(): return await k, 1\n    return j\n',
  'class A(B, metaclass=C):\n    x: int\n    def f(self): return\n\n    class D: pass\n',
  'def f(*, a): nonlocal_ = 1\nprint("x"); exec("y"); match = type = 1; type(x).y = 2\nmatch.group(1)\n',
  `x = 'a' "b\\n" r'\\d' u"c" '''d\n'e' \\\n''' """f"""\ny = b'a\\x00' rb'\\d'\n`,
  'x = f"a{b}c{{d}}{e!r:>10}{f:}{g.h[0](i)}" "{j}" rf\'\\d{k}\'\n',
  'x = (  # a\n  b\n  +  # c\n\n  d)\ny = a + \\\n  b\n',
  'if a:\n  if b:\n    c\n  d\nelse:\n\td\n'.replace('\t', '   '),
  'x = "ü😀" # ü\n',
  'x = a[b](c).d  \n   \n',
];

describe('the fast parser', () => {
  it.each(valid)('reads as the grammar does: %j', (text) => {
    const { fast, tolerant } = bothWays(text);
    expect(fast).toBeDefined();
    expect(fast).toEqual(tolerant);
  });

  it('reads all the examples as the grammar does', () => {
    expect(examples.length).toBeGreaterThan(10);
    for (const text of examples) {
      const { fast, tolerant } = bothWays(text);
      expect(fast).toBeDefined();
      expect(fast).toEqual(tolerant);
    }
  });

  it('reads a changed config as the grammar does, or not at all', () => {
    const next = random(23);
    let read = 0;
    for (const original of [...examples, ...valid])
      for (let round = 0; round < 40; round++) {
        const { fast, tolerant } = bothWays(mutated(original, next));
        if (fast === undefined) continue;
        read++;
        // What is the same is found sooner than by an expectation, which says how it differs.
        if (!isDeepStrictEqual(fast, tolerant)) expect(fast).toEqual(tolerant);
      }
    expect(read).toBeGreaterThan(200);
  });

  it.each([
    'a = (1',
    'a = 1)',
    'a b',
    'a = ',
    '= 1',
    'f(a=1, a=2)',
    'f(a=1, b=2, c=3, d=4, e=5, f=6, g=7, h=8, a=9)',
    'f(a=1, b)',
    'f(**a, *b)',
    'a = *b',
    '1 = a',
    'f() = a',
    'a, *b, *c = d',
    '(a): int',
    'del *a',
    'x = "a',
    'x = b"ü"',
    'return 1',
    'break',
    'yield 1',
    'await a',
    'def f():\n    await a',
    'async def f():\n    def g(): await a',
    'async def f():\n    lambda: await a',
    'async def f():\n    yield from a',
    'async def f():\n    await await a',
    'async def f():\n    await a ** b',
    'async for a in b: pass',
    'def f():\n    async with a: pass',
    'async a',
    '@a\nasync class B: pass',
    'def f():\n    [(yield) for a in b]',
    'def f(a, a): pass',
    'def f(a=1, b): pass',
    'def f(*): pass',
    'if a:\npass',
    'if a:\n    b\n  c',
    '  a',
    'if a:\n\tb',
    'a = 1\r\n',
    'ü = 1',
    'a\u00a0= 1',
    'a = 1\0',
    'print a',
    'print >> a, b',
    'match a:\n    case 1: pass',
    'type A = int',
    'a = 01',
    'a = 1__0',
    '1if a else b',
    'a = $b',
    'with (a as b): pass',
    'from a import b,',
    'from a import b.c',
    'x = f"{a"',
    'x = f"{}"',
    'x = f"}"',
    'x = f"{a=}"',
    'x = f"{a:{b}}"',
    'x = f"{a[\'b\\n\']}"',
    'x = "\\xZZ"',
    'x = "\\N{nothing of that name}"',
    `x = ${'('.repeat(100)}${')'.repeat(100)}`,
    `x = ${'-'.repeat(5000)}1`,
    `x = ${'a.'.repeat(200)}b`,
    'try:\n    a\n',
    'lambda: (yield)',
  ])('leaves to the grammar what is wrong or rare: %j', (text) => {
    expect(parseFast('/ws/a.py', text)).toBeUndefined();
  });
});

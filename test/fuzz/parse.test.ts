import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluateJson } from '../../server/src/engine/json/evaluate-json.js';
import { defaultLimits } from '../../server/src/engine/core/evaluation.js';
import { parsePython } from '../../server/src/engine/python/syntax/parse.js';
import type { Module } from '../../server/src/engine/python/syntax/tree/ast.js';
import { TracedText } from '../../server/src/engine/core/traced-text.js';
import { MemoryWorkspace } from '../../server/src/engine/core/workspace.js';
import { evaluateYaml } from '../../server/src/engine/yaml/read-yaml.js';
import { bits, mutated, random } from './mutate.js';

function sources(ending: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync('examples', { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith(ending)) found.push(readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  return found;
}

/** Mutates each text in several rounds, each of a few mutations on top of each other. */
function* mutants(texts: readonly string[], seed: number, rounds: number): Iterable<string> {
  const next = random(seed);
  for (let round = 0; round < rounds; round++) {
    for (const original of texts) {
      let text = original;
      for (let i = next(4); i >= 0; i--) text = mutated(text, next);
      yield text;
    }
  }
}

/** Every node lies within its document, and every exact piece is what stands at its place. */
function checkTree(text: string, module: Module): void {
  const open: unknown[] = [module.body, module.errors];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next instanceof TracedText) checkPieces(text, next);
    else if (next !== null && typeof next === 'object') {
      if ('start' in next && 'end' in next) checkRange(text, Number(next.start), Number(next.end));
      open.push(...Object.values(next).filter((value) => value !== undefined));
    }
  }
}

function checkRange(text: string, start: number, end: number): void {
  if (!(start >= 0 && start <= end && end <= text.length)) throw new Error(`range ${start}-${end} of ${text.length}`);
}

function checkPieces(text: string, traced: TracedText): void {
  let at = 0;
  for (const { length, origin } of traced.pieces) {
    if (origin.kind !== 'source') throw new Error('a literal comes from its source');
    checkRange(text, origin.span.start, origin.span.end);
    if (origin.exact && text.slice(origin.span.start, origin.span.end) !== traced.text.slice(at, at + length))
      throw new Error(`not exact at ${at}`);
    at += length;
  }
  if (at !== traced.length) throw new Error('pieces do not add up');
}

describe('parsing anything', () => {
  const python = [
    ...sources('.py'),
    "x = f'a{b!r:>{w}}c' 'd'\nwith read_base():\n    from .a import (b as c)\n",
    'def f(a, /, *b, c=1, **d):\n    return [x async for x in (yield)]\n',
  ];

  it('never fails on a mutated Python config, and keeps every offset within it', () => {
    let broken = 0;
    for (const text of mutants(python, 1, 60)) {
      const module = parsePython('/ws/a.py', text);
      checkTree(text, module);
      if (module.errors.length > 0) broken++;
    }
    expect(broken).toBeGreaterThan(20);
  });

  it('never fails on nonsense', () => {
    const next = random(7);
    for (let i = 0; i < 400; i++) {
      const text = Array.from({ length: next(80) }, () => bits[next(bits.length)]!).join('');
      checkTree(text, parsePython('/ws/a.py', text));
    }
  });

  it('gives the same answer after broken documents as before', () => {
    const text = python[0]!;
    const before = JSON.stringify(parsePython('/ws/a.py', text), (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    for (const mutant of mutants([text], 3, 20)) parsePython('/ws/a.py', mutant);
    const after = JSON.stringify(parsePython('/ws/a.py', text), (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    expect(after).toBe(before);
  });

  it('never fails on mutated YAML and JSON', () => {
    const yaml = [...sources('.yaml'), 'a: &a {b: [1, "x\\n"]}\nc: |\n  d\n  e\nf: *a\n<<: *a\n'];
    const json = ['{"a": [1, 2.0, "x\\n", null], "b": {"c": true}}'];
    let broken = 0;
    for (const text of mutants(yaml, 5, 60)) if (!evaluateYaml('/ws/a.yaml', text, new MemoryWorkspace({}), defaultLimits).ok) broken++;
    for (const text of mutants(json, 9, 300)) if (!evaluateJson('/ws/a.json', text, defaultLimits).ok) broken++;
    expect(broken).toBeGreaterThan(50);
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Module } from '../../../server/src/engine/python/syntax/tree/ast.js';
import { parsePython } from '../../../server/src/engine/python/syntax/parse.js';
import { TracedText } from '../../../server/src/engine/core/traced-text.js';

/** A directory of Python files, say a framework's shipped configs; without it, the project's own examples. */
const directory = process.env['PREFLIGHT_SOURCES'] ?? 'examples';

/** For each file: whether CPython takes it, and its plain string constants, sorted. */
const script = `
import ast, json, sys, warnings
warnings.simplefilter('ignore')
for path in sys.stdin.read().splitlines():
    try:
        text = open(path, encoding='utf-8', newline='').read()
        tree = ast.parse(text)
        compile(text, path, 'exec', dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        print(json.dumps([path, False, str(error)]))
        continue
    inner = {id(v) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for v in ast.walk(n)}
    strings = sorted(n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in inner)
    print(json.dumps([path, True, strings]))
`;

function pythonFiles(): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The texts of all string literals that are not parts of f-strings. */
function strings(module: Module): string[] {
  const found: string[] = [];
  const open: unknown[] = [module.body];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === null || typeof next !== 'object' || next instanceof TracedText) continue;
    if ('type' in next && next.type === 'FString') continue;
    if ('traced' in next && next.traced instanceof TracedText) found.push(next.traced.text);
    open.push(...Object.values(next).filter((value) => value !== undefined));
  }
  return found;
}

/** Python's order of strings: by code point. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((c, i) => c !== right[i]);
  if (at < 0) return left.length - right.length;
  return right[at] === undefined ? 1 : left[at]!.codePointAt(0)! - right[at].codePointAt(0)!;
}

const python = ['python3', 'python'].find((name) => spawnSync(name, ['-c', 'import sys; assert sys.version_info >= (3, 10)']).status === 0);

if (python === undefined) console.log('Skipped: the comparison of sources with CPython needs Python 3.10 or later as python3 or python.');

describe.skipIf(python === undefined)('sources as CPython reads them', () => {
  it('agree on what is no Python, and on every string', () => {
    const files = pythonFiles();
    const { stdout } = spawnSync(python!, ['-c', script], {
      input: files.join('\n'),
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [string, boolean, string[] | string]);
    expect(answers).toHaveLength(files.length);
    const differences: string[] = [];
    for (const [path, accepted, expected] of answers) {
      const module = parsePython(path, readFileSync(path, 'utf8'));
      if (accepted !== (module.errors.length === 0))
        differences.push(`${path}: ${accepted ? module.errors[0]!.message : `not refused: ${String(expected)}`}`);
      else if (accepted && JSON.stringify(strings(module).sort(byCodePoint)) !== JSON.stringify(expected))
        differences.push(`${path}: strings differ`);
    }
    expect(differences).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { folderOf, noise, runCli } from './run-cli.js';

interface Evaluated {
  readonly ok: boolean;
  readonly lazy?: boolean | null;
  readonly value: Record<string, unknown>;
  readonly hidden: Record<string, unknown>;
  readonly tuple_paths: readonly string[];
  readonly error?: { readonly type: string; readonly message: string; readonly path: string; readonly line: number | null };
}

async function evaluate(file: string, cwd?: string): Promise<{ code: number | null; answer: Evaluated; stdout: string }> {
  const { code, stdout, stderr } = await runCli(['evaluate', file], cwd === undefined ? {} : { cwd });
  expect(stderr).toBe('');
  return { code, answer: JSON.parse(stdout) as Evaluated, stdout };
}

/** Names as YAML has to write them. */
function withoutRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRefs);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return value.$ref;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutRefs(item)]));
}

describe('evaluate', () => {
  it('gives the Python and the YAML example the same datasets and models', async () => {
    const [python, yaml] = await Promise.all([
      evaluate('examples/opencompass/eval_demo.py'),
      evaluate('examples/opencompass/eval_demo.yaml'),
    ]);
    expect([python.code, yaml.code]).toEqual([0, 0]);
    for (const name of ['datasets', 'models', 'work_dir']) expect(withoutRefs(python.answer.value[name])).toEqual(yaml.answer.value[name]);
    expect(python.answer.lazy).toBe(true);
    expect(python.answer.hidden).toEqual({ read_base: { $ref: 'mmengine.config.config.read_base', $kind: 'function' } });
  });

  it('keeps what JSON would lose', async () => {
    const folder = folderOf({ 'config.py': 'a = 1.0\nb = 2 ** 70\nc = (1, 2)\nd = {1: 2}\ne = float("inf")\nf = {3, 1}\n' });
    const { code, stdout, answer } = await evaluate('config.py', folder);
    expect(code).toBe(0);
    expect(stdout).toContain('"a": 1.0');
    expect(answer.tuple_paths).toEqual(['/c']);
    expect(answer.value).toEqual({
      a: 1,
      b: { $int: '1180591620717411303424' },
      c: [1, 2],
      d: { $dict: [[1, 2]] },
      e: { $float: 'inf' },
      f: { $set: [1, 3] },
    });
  });

  it('says what the framework would raise, and where', async () => {
    const folder = folderOf({ 'config.py': 'a = 1\nb = dict(x=1)["y"]\n' });
    const { code, answer } = await evaluate('config.py', folder);
    expect(code).toBe(1);
    expect(answer).toEqual({ ok: false, error: { type: 'KeyError', message: "'y'", path: 'config.py', line: 2 } });
  });

  it.each([
    ['gone.py', 'gone.py does not exist.'],
    ['.', 'is a directory'],
  ])('cannot evaluate %s, and says why', async (name, message) => {
    const { code, stdout, stderr } = await runCli(['evaluate', name], { cwd: folderOf({ 'a.py': '' }) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(noise);
  });
});

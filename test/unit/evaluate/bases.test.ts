import { describe, expect, test } from 'vitest';
import { BaseCache } from '../../../server/src/engine/project/evaluate-document.js';
import type { Evaluation } from '../../../server/src/engine/core/evaluation.js';
import { at, evaluate, given, json } from './support.js';

const importX = 'with read_base():\n    from .b import x\n';

/** Kind and place of each problem. */
function problems(main: string, evaluation: Evaluation): [string, string][] {
  return evaluation.problems.map((p) => [p.kind, at(main, p.span)]);
}

describe('what is wrong with a base is said at its import, and the rest goes on', () => {
  test('a base that is not there', () => {
    const main = 'with read_base():\n    from .nope import x, y as z\n    from .b import b\nw = [x, b]\n';
    const evaluation = evaluate(main, { 'b.py': 'b = 1\n' });
    expect(evaluation.error?.type).toBe('ConfigParsingError');
    expect(problems(main, evaluation)).toEqual([['base-not-found', '.nope']]);
    expect(evaluation.problems[0]?.message).toContain('/ws/nope.py');
    expect(json(evaluation, 'b')).toBe(1);
    expect(evaluation.value.get('z')?.kind).toBe('unknown');
    expect(evaluation.dependencies).toEqual(new Set(['/ws/nope.py', '/ws/b.py']));
  });

  test('a package that is nowhere may be installed where the config is run', () => {
    const main = 'with read_base():\n    from nowhere.configs.a import x\n';
    const evaluation = evaluate(main);
    expect(problems(main, evaluation)).toEqual([['depends-on-environment', 'nowhere.configs.a']]);
    expect(evaluation.problems[0]?.message).toContain('packageRoots, in preflight.json or in the settings');
    expect([evaluation.ok, evaluation.value.get('x') ?? evaluation.hidden.get('x')]).toMatchObject([true, { kind: 'unknown' }]);
  });

  test('a package that is nowhere is told at the first of its imports', () => {
    const main =
      'with read_base():\n    from nowhere.configs.a import x\n    from nowhere.configs.b import y\n    from other.configs.a import z\n';
    const evaluation = evaluate(main);
    expect(problems(main, evaluation).map(([, at]) => at)).toEqual(['nowhere.configs.a', 'other.configs.a']);
    expect([evaluation.hidden.get('y') ?? evaluation.value.get('y')]).toMatchObject([{ kind: 'unknown' }]);
  });

  test('a slip in the name of a package that is there', () => {
    const main = 'with read_base():\n    from bses.configs.a import x\n';
    const evaluation = evaluate(main, { 'bases/configs/a.py': 'x = 1\n' });
    expect(problems(main, evaluation)).toEqual([['base-not-found', 'bses.configs.a']]);
    expect(evaluation.problems[0]?.suggestions).toEqual(['bases.configs.a']);
    expect(problems(main, evaluate(main, { 'bases/configs/b.py': 'x = 1\n' }))[0]?.[0]).toBe('depends-on-environment');
  });

  test.each([
    ['.configs.gsm8k.gsm8k_gen_chta', '.configs.gsm8k.gsm8k_gen_chat'],
    ['.config.gsm8k.gsm8k_gen_chat', '.configs.gsm8k.gsm8k_gen_chat'],
    ['.configs.GSM8K.gsm8k_gen_chat', '.configs.gsm8k.gsm8k_gen_chat'],
    ['.configs.gsm8k_gen_chat', '.configs.gsm8k.gsm8k_gen_chat'],
    ['.configs.gsm8k.gsm8k_gen_1d7fe3', '.configs.gsm8k.gsm8k_gen_1d7fe4'],
    ['pond.configs.gsm8k.gsm8k_gen_cha', 'pond.configs.gsm8k.gsm8k_gen_chat'],
    // Another number, two that are as near, a file without the name, and nothing near.
    ['.configs.gsm8k.gsm8k_gen_5_shot', undefined],
    ['.configs.gsm8k.gsm8k_gen_strr', undefined],
    ['.configs.gsm8k.gsm8k_gen_other', undefined],
    ['.configs.mmlu.mmlu_gen', undefined],
  ])('a slip in the path of a base: %s', (module, meant) => {
    const main = `with read_base():\n    from ${module} import gsm8k_datasets\n`;
    const text = 'gsm8k_datasets = []\n';
    const names = ['chat', '1d7fe4', '4_shot', 'strA', 'strB'];
    const folders = ['', 'pond/'].map((folder) => `${folder}configs/gsm8k/gsm8k_gen_`);
    const files = Object.fromEntries(folders.flatMap((folder) => names.map((name) => [`${folder}${name}.py`, text])));
    const evaluation = evaluate(main, { ...files, 'configs/gsm8k/gsm8k_gen_others.py': 'other_datasets = []\n' });
    expect(problems(main, evaluation)).toEqual([['base-not-found', module]]);
    expect(evaluation.problems[0]?.suggestions).toEqual(meant === undefined ? undefined : [meant]);
    expect(evaluation.problems[0]?.message.includes(`Did you mean ${String(meant)}?`)).toBe(meant !== undefined);
  });

  test('a directory in place of a file', () => {
    const main = 'with read_base():\n    from .pkg import x\n';
    expect(problems(main, evaluate(main, { 'pkg/__init__.py': 'x = 1\n' }))).toEqual([['base-not-found', '.pkg']]);
  });

  test('a name that the base does not define', () => {
    const main = 'with read_base():\n    from .b import gsm8k_dataset\nx = gsm8k_dataset\n';
    const evaluation = evaluate(main, { 'b.py': 'gsm8k_datasets = []\nother = 1\n' });
    expect(`${String(evaluation.error?.type)}: ${String(evaluation.error?.text)}`).toBe("KeyError: 'gsm8k_dataset'");
    expect(problems(main, evaluation)).toEqual([['base-name-missing', 'gsm8k_dataset']]);
    expect(evaluation.problems[0]?.suggestions).toEqual(['gsm8k_datasets']);
    expect(evaluation.problems[0]?.related?.[0]?.span.file).toBe('/ws/b.py');
    expect(evaluation.value.get('x')?.kind).toBe('unknown');
  });

  test('a base that raises', () => {
    const base = "x = 1\nraise ValueError('boom')\n";
    const evaluation = evaluate(importX + 'y = x\n', { 'b.py': base });
    expect(evaluation.error?.type).toBe('ValueError');
    expect(problems(importX, evaluation)).toEqual([['base-broken', '.b']]);
    const related = evaluation.problems[0]?.related?.[0]?.span;
    expect([related?.file, related && at(base, related)]).toEqual(['/ws/b.py', "raise ValueError('boom')"]);
    expect(evaluation.value.get('y')?.kind).toBe('unknown');
  });

  test('a base with a syntax error', () => {
    const evaluation = evaluate(importX, { 'b.py': 'x = (1\n' });
    expect(evaluation.error?.type).toBe('SyntaxError');
    expect(problems(importX, evaluation)).toEqual([['base-broken', '.b']]);
  });

  test('a base whose own base is missing: what it still knows is there', () => {
    const evaluation = evaluate('with read_base():\n    from .b import x, y\n', {
      'b.py': 'with read_base():\n    from .c import x\ny = 2\n',
    });
    expect(evaluation.problems.map((p) => p.kind)).toEqual(['base-broken']);
    expect(json(evaluation, 'y')).toBe(2);
    expect(evaluation.dependencies).toEqual(new Set(['/ws/b.py', '/ws/c.py']));
  });

  test('names of a star import that is not there are unknown, not undefined', () => {
    const main = 'with read_base():\n    from .nope import *\ny = some_datasets + [1]\nz = 1\n';
    const evaluation = evaluate(main);
    expect(evaluation.problems.map((p) => p.kind)).toEqual(['base-not-found']);
    expect(evaluation.value.get('y')?.kind).toBe('unknown');
    expect(json(evaluation, 'z')).toBe(1);
  });

  test('a file that imports itself', () => {
    const main = 'with read_base():\n    from .main import x\ny = x\n';
    const evaluation = evaluate(main);
    expect(evaluation.error?.type).toBe('RecursionError');
    expect(problems(main, evaluation)).toEqual([['import-cycle', '.main']]);
  });

  test('two files that import each other', () => {
    const files = { 'b.py': 'with read_base():\n    from .main import y\nx = 1\n' };
    const evaluation = evaluate(importX, files);
    expect(problems(importX, evaluation)).toEqual([['import-cycle', '.b']]);
  });

  test('a cycle further on is the base’s fault', () => {
    const files = {
      'b.py': 'with read_base():\n    from .c import y\nx = 1\n',
      'c.py': 'with read_base():\n    from .b import x\ny = 1\n',
    };
    expect(problems(importX, evaluate(importX, files))).toEqual([['base-broken', '.b']]);
  });
});

describe('exceptions of the config itself', () => {
  test('are reported where they arise; what was known stays', () => {
    const main = 'x = 1\ny = [dict(a={}["k"])]\nz = 2\n';
    const evaluation = evaluate(main);
    expect(problems(main, evaluation)).toEqual([['raises', '{}["k"]']]);
    expect(evaluation.problems[0]?.message).toContain("KeyError: 'k'");
    expect(json(evaluation, 'x')).toBe(1);
    expect(evaluation.value.get('z')).toBeUndefined();
  });

  test('inside a function of a base: at the statement, with the origin', () => {
    const main = 'with read_base():\n    from .b import f\nx = f(0)\n';
    const evaluation = evaluate(main, { 'b.py': 'def f(n):\n    return 1 / n\n' });
    expect(problems(main, evaluation)).toEqual([['raises', 'x = f(0)']]);
    expect(evaluation.problems[0]?.related?.[0]?.span.file).toBe('/ws/b.py');
  });

  test('a syntax error leaves the rest', () => {
    const evaluation = evaluate('a = 1\nb = (2\nc = 3\n');
    expect(evaluation.error?.type).toBe('SyntaxError');
    expect(evaluation.problems[0]?.kind).toBe('syntax-error');
    expect(json(evaluation, 'a')).toBe(1);
  });

  test('what was made up behind a syntax error raises nothing', () => {
    expect(evaluate('a = [dict(abbr=\n').problems.map(({ kind }) => kind)).toEqual(['syntax-error']);
    expect(evaluate('a = b.c(\n').problems.map(({ kind }) => kind)).toEqual(['syntax-error']);
  });
});

describe('bases are loaded once', () => {
  test('and each importer has its own objects', () => {
    const bases = new BaseCache();
    const files = { 'b.py': 'x = dict(k=[1])\n' };
    const first = evaluate(importX + "x['k'].append(2)\n", files, { bases });
    const second = evaluate(importX, files, { bases });
    expect([json(first, 'x'), json(second, 'x')]).toEqual([{ k: [1, 2] }, { k: [1] }]);
  });

  test('functions of a base start anew with each evaluation', () => {
    const bases = new BaseCache();
    const files = { 'b.py': 'log = []\ndef f():\n    log.append(1)\n    return len(log)\n' };
    const main = 'with read_base():\n    from .b import f\nx = f()\n';
    expect([1, 2, 3].map(() => json(evaluate(main, files, { bases }), 'x'))).toEqual([1, 1, 1]);
  });

  test('a changed base is loaded anew, and so is what was built on it', () => {
    const bases = new BaseCache();
    const middle = 'with read_base():\n    from .b import x\ny = x + 1\n';
    const main = 'with read_base():\n    from .m import y\n';
    expect(json(evaluate(main, { 'b.py': 'x = 1\n', 'm.py': middle }, { bases }), 'y')).toBe(2);
    bases.invalidate('/ws/b.py');
    expect(json(evaluate(main, { 'b.py': 'x = 5\n', 'm.py': middle }, { bases }), 'y')).toBe(6);
  });

  test('a base that appears is found', () => {
    const bases = new BaseCache();
    expect(evaluate(importX, {}, { bases }).ok).toBe(false);
    bases.invalidate('/ws/b.py');
    expect(json(evaluate(importX, { 'b.py': 'x = 1\n' }, { bases }), 'x')).toBe(1);
  });

  test('the same file as a document of the plain path is not mixed up with it as a base', () => {
    const bases = new BaseCache();
    const files = { 'main.py': 'import os\nx = 1\n', '/ws/other.py': '' };
    const asBase = evaluate('with read_base():\n    from .plain import x, os\n', { 'plain.py': 'import os\nx = 1\n' }, { bases });
    expect(asBase.ok).toBe(true);
    expect(evaluate(files['main.py'], files, { bases }).value.get('os')).toBeUndefined();
  });
});

describe('absolute imports, files and the environment', () => {
  test('find their package by its root', () => {
    const main = 'with read_base():\n    from opencompass.configs.b import x\n';
    const evaluation = evaluate(main, { '/ws/opencompass/configs/b.py': 'x = 1\n' });
    expect(json(evaluation, 'x')).toBe(1);
    expect(evaluation.baseImports[0]).toMatchObject({ module: 'opencompass.configs.b', file: '/ws/opencompass/configs/b.py', star: false });
  });

  test('the environment is what is given, never the machine’s', () => {
    const code = "import os\nx = os.environ.get('HOME', 'none')\ny = '{{ $HOME:none }}'\n";
    expect(json(evaluate(code), 'x')).toBe('none');
    const evaluation = evaluate(code, {}, { environment: given({ HOME: '/h' }) });
    expect([json(evaluation, 'x'), json(evaluation, 'y')]).toEqual(['/h', '/h']);
  });

  test('files are read beside __file__ and from the working directory', () => {
    const code = "from a.b import C\nimport os\nx = open(os.path.join(os.path.dirname(__file__), 't.txt')).read()\ny = __file__\n";
    const evaluation = evaluate(code, { 't.txt': 'hello' }, { workingDirectory: '/' });
    expect([json(evaluation, 'x'), json(evaluation, 'y')]).toEqual(['hello', 'ws/main.py']);
    expect(evaluation.dependencies.has('/ws/t.txt')).toBe(true);
  });

  test('a relative path is unknown where the working directory is', () => {
    const evaluation = evaluate("x = open('t.txt').read()\n");
    expect(evaluation.ok).toBe(true);
    expect(evaluation.value.get('x')?.kind).toBe('unknown');
  });

  test('a file that is not there raises as in Python', () => {
    expect(evaluate("x = open('/ws/none.txt').read()\n").error?.type).toBe('FileNotFoundError');
  });
});

describe('a name that a base does not define', () => {
  const header = 'from mmengine.config import read_base\n\nwith read_base():\n    from .base import ';
  const suggested = (name: string, base: string): readonly string[] | undefined =>
    evaluate(`${header}${name}\n`, { 'base.py': base }).problems.find(({ kind }) => kind === 'base-name-missing')?.suggestions;

  test.each([
    ['pond_datset', 'pond_datasets = []\n', ['pond_datasets']],
    ['humaneval_datasets', 'ifeval_datasets = []\nifeval_reader_cfg = dict()\n', ['ifeval_datasets']],
    [
      'PondIQ_datasets',
      'from opencompass.datasets import PondIQDataset\npondIQ_datasets = []\npondIQ_all_sets = []\n',
      ['pondIQ_datasets'],
    ],
    ['model', 'from opencompass.models import Model\nmodels = []\n', ['models']],
    ['pond_datasets', 'x = 1\n', []],
  ])('%s', (name, base, meant) => expect(suggested(name, base)).toEqual(meant));
});

describe('a config that is imported outside of read_base', () => {
  test.each(['[*pond_datasets]', 'pond_datasets + []', '[d for d in pond_datasets]'])(
    'is a mere name, says the exception of %s',
    (expression) => {
      const [problem] = evaluate(
        `from mmengine.config import read_base\nfrom configs.pond import pond_datasets\ndatasets = ${expression}\n`,
      ).problems;
      expect(problem).toMatchObject({ kind: 'raises' });
      expect(problem?.message).toMatch(
        /^Loading this config raises TypeError: .*'?LazyObject'?.*\. Outside of `with read_base\(\):` an import only gives a name/,
      );
    },
  );
});

test.each(["x = [('a', 1)\n     ('b', 2)]\n", "x = [['a', 1]\n     ['b', 2]]\n", "x = ['a'\n     ('b')]\n"])(
  'an item without its comma is probably meant: %j',
  (text) => {
    expect(evaluate(text).problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Loading this config raises TypeError: .*\. Perhaps a comma is missing\.$/),
    ]);
  },
);

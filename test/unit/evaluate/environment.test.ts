import { describe, expect, test } from 'vitest';
import type { ReadResult } from '../../../server/src/engine/core/workspace.js';
import { environmentElsewhere, environmentFor } from '../../../server/src/engine/core/environment.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { evaluateDocument, type EvaluateOptions } from '../../../server/src/engine/project/evaluate-document.js';
import { at, evaluate, given, json } from './support.js';

/** Each place of the main file at which something was assumed, with what is said. */
function assumed(main: string, options: EvaluateOptions = {}): [string, string][] {
  const { problems } = evaluate(main, {}, options);
  return problems.filter(({ kind }) => kind === 'depends-on-environment').map(({ span, message }) => [at(main, span), message]);
}

describe('what a config takes from the environment is said where it does', () => {
  test.each([
    [
      "import os\nx = os.environ.get('A', 'b')\n",
      "os.environ.get('A', 'b')",
      "The environment variable A is not set here: the default 'b' is used.",
    ],
    ["import os\nx = os.getenv('A')\n", "os.getenv('A')", 'The environment variable A is not set here: None is used.'],
    [
      "from os import environ\nx = environ.get('A') == 'b'\n",
      "environ.get('A')",
      'The environment variable A is not set here: None is used.',
    ],
    [
      "import os\nx = os.environ.setdefault('A', 'b')\n",
      "os.environ.setdefault('A', 'b')",
      "The environment variable A is not set here: the default 'b' is used.",
    ],
    [
      "import os\nx = os.environ['A']\n",
      "os.environ['A']",
      'The environment variable A is not set here: its value is unknown, and the framework raises KeyError unless it is set.',
    ],
    [
      "import os\nx = 'A' in os.environ\n",
      "'A' in os.environ",
      'The environment variable A is not set here: the config is evaluated without it.',
    ],
    ["x = '{{ $A:b }}'\n", '{{ $A:b }}', 'The environment variable A is not set here: the default b is used.'],
  ])('%s', (main, place, message) => expect(assumed(main)).toEqual([[place, message]]));

  test('a value that is set is used, and not told', () => {
    const main = "import os\nx = os.environ.get('A', 'b')\ny = '{{$A:b}}'\n";
    const found = assumed(main, { environment: given({ A: 'secret' }) });
    expect(found.map(([place]) => place)).toEqual(['{{$A:b}}', "os.environ.get('A', 'b')"]);
    expect(found.join()).toContain('its value is used');
    expect(found.join()).not.toContain('secret');
  });

  test('what the config sets itself is no matter of the environment', () => {
    expect(assumed("import os\nos.environ['A'] = 'b'\nx = os.environ['A']\n")).toEqual([]);
  });

  test('a loop is reported once at each place', () => {
    expect(assumed('import os\nx = [os.getenv(str(i)) for i in range(1000)]\n').length).toBe(1);
  });

  test('the config loads as before', () => {
    expect(evaluate("import os\nx = os.environ.get('A', 'b')\n").ok).toBe(true);
  });
});

/** A workspace that says of everything else that it lies outside. */
class Fenced extends MemoryWorkspace {
  override read(file: string): ReadResult {
    const read = super.read(file);
    return read.kind === 'none' && !file.startsWith('/ws') ? { kind: 'none', why: 'outside', reason: `${file} is outside.` } : read;
  }
}

describe('a base config that is out of reach', () => {
  test.each([
    ['with read_base():\n    from ...srv.b import *\ny = x\n', '...srv.b', '/srv/b.py is outside. What it defines is not known.'],
    ["_base_ = ['../../srv/b.py']\ny = '{{_base_.x}}'\n", "'../../srv/b.py'", '/srv/b.py is outside. What it defines is not known.'],
  ])('%s', (main, place, message) => {
    const { ok, problems, value } = evaluateDocument('/ws/a/main.py', main, 'python', new Fenced({}, ['/ws']));
    expect(problems.map(({ kind, span, message }) => [kind, at(main, span), message])).toEqual([
      ['depends-on-environment', place, message],
    ]);
    expect(ok).toBe(true);
    expect(value.get('y')?.kind).toBe('unknown');
  });
});

describe('a file that is out of reach', () => {
  test.each([
    ["x = open('/srv/rules.txt').read()\n", "open('/srv/rules.txt')", '/srv/rules.txt is outside.'],
    ["import os\nx = os.path.exists('/srv/a')\n", "os.path.exists('/srv/a')", 'Whether /srv/a exists is not known: /srv/a is outside.'],
    [
      "x = open('rules.txt').read()\n",
      "open('rules.txt')",
      'The path rules.txt is relative to the directory in which the framework will be started, which is not known.',
    ],
  ])('%s', (main, place, reason) => {
    const { problems, value } = evaluateDocument('/ws/main.py', main, 'python', new Fenced({ '/ws/main.py': main }, ['/ws']));
    expect(problems.map(({ kind, span, message }) => [kind, at(main, span), message])).toEqual([
      ['depends-on-environment', place, `${reason} What is made of it here is treated as unknown.`],
    ]);
    expect(value.get('x')).toMatchObject({ kind: 'unknown', reason });
  });

  test('is none within the workspace', () => {
    expect(evaluate("x = open('/ws/a.txt').read()\n", { 'a.txt': 'a' }).problems).toEqual([]);
  });
});

describe('what a config raises for want of an environment variable is no fault of its own', () => {
  const guarded =
    "import os\n\ndef need(name):\n    value = os.environ.get(name, '')\n    if not value:\n        raise EnvironmentError('set ' + name)\n    return value\n\nroot = need('ROOT')\nleft = 1\n";

  test.each([
    [guarded, 'root', "raise EnvironmentError('set ' + name)", 'OSError: set ROOT', 'ROOT'],
    [
      "import os\nport = int(os.environ.get('PORT'))\nleft = 1\n",
      'port',
      "int(os.environ.get('PORT'))",
      "TypeError: int() argument must be a string, a bytes-like object or a real number, not 'NoneType'",
      'PORT',
    ],
    [
      "import os\nkey = os.getenv('KEY')\nurl = key + '/v1'\nleft = 1\n",
      'url',
      "key + '/v1'",
      "TypeError: unsupported operand type(s) for +: 'NoneType' and 'str'",
      'KEY',
    ],
    [
      "import os\nport = int(os.environ.get('PORT', ''))\nleft = 1\n",
      'port',
      "int(os.environ.get('PORT', ''))",
      "ValueError: invalid literal for int() with base 10: ''",
      'PORT',
    ],
  ])('%s', (main, name, place, raised, variable) => {
    expect(assumed(main)).toContainEqual([
      place,
      `Without the environment variable ${variable}, which is not set here, loading this config raises ${raised}`,
    ]);
    const { value, ok } = evaluate(main);
    expect(ok).toBe(true);
    expect(value.get(name)).toMatchObject({
      kind: 'unknown',
      reason: `The environment variable ${variable} is set outside of the config.`,
    });
    expect(value.get('left')).toMatchObject({ kind: 'int' });
  });

  test.each([
    ["import os\nx = os.environ.get('A')\ny = undefined\n", 'NameError'],
    ["import os\nx = os.environ.get('A', undefined)\n", 'NameError'],
    ["import os\nx = os.environ.get('A')\ny = int('')\n", 'ValueError'],
    ["import os\nos.environ['A'] = ''\nif not os.environ.get('A'):\n    raise ValueError('a')\n", 'ValueError'],
  ])('but any other exception is: %s', (main, type) => expect(evaluate(main).error?.type).toBe(type));
});

const secret = 'The environment variable MY_KEY is set here, but configs are given only the variables that the frameworks document.';
const untrusted = 'The environment variable MY_KEY is not looked up, since this workspace is not trusted.';
const variables = { MY_KEY: 'hunter2', DATASET_SOURCE: 'ModelScope' };

describe('the variables that are handed to configs', () => {
  test.each([
    ['DATASET_SOURCE', 'ModelScope', 'set'],
    ['OPENAI_API_KEY', 'sk-1', 'secret'],
    ['HF_TOKEN', 'hf_1', 'secret'],
    ['OC_JUDGE_API_KEY', 'sk-1', 'secret'],
    ['OC_JUDGE_API_BASE', 'https://user:word@host/v1', 'secret'],
    ['WATSONX_PASSWORD', 'x', 'secret'],
    ['HTTPS_PROXY', 'http://user:word@host', 'secret'],
    ['HOME', '/home/me', 'secret'],
    ['__proto__', 'x', 'secret'],
  ])('%s', (name, value, kind) => {
    const set = Object.fromEntries([[name, value]]);
    expect(environmentFor(set, () => true)(name)).toEqual(kind === 'set' ? { kind, value } : { kind });
    expect(environmentFor({}, () => true)(name)).toEqual({ kind: 'unset' });
    expect(environmentFor(set, () => false)(name)).toEqual({ kind: 'untrusted' });
    expect(environmentFor({}, () => false)(name)).toEqual({ kind: 'untrusted' });
  });
});

const ways = [
  "os.environ['MY_KEY']",
  "os.environ.get('MY_KEY')",
  "os.environ.get('MY_KEY', 'x')",
  "os.getenv('MY_KEY')",
  "os.getenv('MY_KEY', default='x')",
  "os.environ.setdefault('MY_KEY', 'x')",
  "os.environ.pop('MY_KEY')",
  "os.environ.pop('MY_KEY', 'x')",
  'f"a{os.environ[\'MY_KEY\']}"',
  "'a' + os.environ['MY_KEY'] + 'b'",
  "'%(MY_KEY)s' % os.environ",
  "'{MY_KEY}'.format_map(os.environ)",
  "'{e[MY_KEY]}'.format(e=os.environ)",
  "operator.getitem(os.environ, 'MY_KEY')",
  "operator.itemgetter('MY_KEY')(os.environ)",
  "os.environ.get('MY_KEY', '')[:1] == 'h'",
  "len(os.environ['MY_KEY'])",
  "[c for c in os.environ['MY_KEY']]",
  'dict(os.environ)',
  '{**os.environ}',
  'dict(**os.environ)',
  '[*os.environ]',
  'list(os.environ.items())',
  'sorted(os.environ)',
  'str(os.environ)',
  'repr(os.environ)',
  "f'{os.environ}'",
  'os.environ.copy()',
  '[os.environ[k] for k in os.environ]',
  "'{{ $MY_KEY:x }}'",
  "'{{ $MY_KEY: }}'",
  "'a{{ $MY_KEY:x }}b'",
  "'{{ $MY_KEY:x }}'[:1]",
  "'{{ $MY_KEY:x }}' == 'hunter2'",
  'f"{1}{{ $MY_KEY:x }}"',
  "'a' '{{ $MY_KEY:x }}'",
  "b'{{ $MY_KEY:x }}'",
  "os.path.expandvars('$MY_KEY')",
  "os.path.expanduser('~')",
] as const;

describe.each([
  ['a variable that is not handed over', true, variables],
  ['any variable in an untrusted workspace', false, variables],
  ['any variable that is not set in an untrusted workspace', false, {}],
] as const)('%s', (_, trusted, set) => {
  const environment = environmentFor(set, () => trusted);

  test.each(ways)('is unknown: %s', (expression) => {
    const evaluation = evaluate(`import os, operator\nx = ${expression}\nleft = 1\n`, {}, { environment });
    expect(evaluation.error).toBeUndefined();
    expect(evaluation.value.get('x')?.kind === 'unknown' || JSON.stringify(json(evaluation, 'x')).includes('$unknown')).toBe(true);
    expect(json(evaluation, 'left')).toBe(1);
    expect(
      JSON.stringify([evaluation.problems, evaluation.value], (_key, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value instanceof Map ? [...value] : value,
      ),
    ).not.toContain('hunter');
    for (const { kind } of evaluation.problems) expect(kind).toBe('depends-on-environment');
  });

  test('says so where it is asked for', () => {
    const reason = trusted ? secret : untrusted;
    expect(assumed("import os\nx = os.environ.get('MY_KEY', 'y')\n", { environment })).toEqual([
      ["os.environ.get('MY_KEY', 'y')", `${reason} What is made of it here is treated as unknown.`],
    ]);
    expect(assumed("x = '{{ $MY_KEY:y }}'\n", { environment })).toEqual([
      ['{{ $MY_KEY:y }}', `${reason} What is made of it here is treated as unknown.`],
    ]);
    expect(evaluate("import os\nx = os.environ['MY_KEY']\n", {}, { environment }).value.get('x')).toMatchObject({
      kind: 'unknown',
      reason,
    });
  });

  test.each([
    ['main.yaml', "x: '{{ $MY_KEY:y }}'\nz: a{{ $MY_KEY:y }}\nw: {v: ['{{ $MY_KEY:y }}']}\n"],
    ['main.json', '{"x": "{{ $MY_KEY:y }}", "z": {{ $MY_KEY:1 }}, "w": {"v": ["\\"{{ $MY_KEY:y }}"]}}'],
  ])('in %s', (name, text) => {
    const evaluation = evaluateDocument(`/ws/${name}`, text, name.endsWith('json') ? 'json' : 'yaml', new MemoryWorkspace({}, ['/ws']), {
      environment,
    });
    const unknown = { $unknown: trusted ? secret : untrusted };
    expect(['x', 'z', 'w'].map((key) => json(evaluation, key))).toEqual([unknown, unknown, { v: [unknown] }]);
    expect(evaluation.problems.every(({ kind }) => kind === 'depends-on-environment')).toBe(true);
  });

  test('what the config sets itself is known', () => {
    const evaluation = evaluate(
      "import os\nos.environ['MY_KEY'] = 'own'\nx = (os.environ['MY_KEY'], 'MY_KEY' in os.environ)\ndel os.environ['MY_KEY']\ny = 'MY_KEY' in os.environ\n",
      {},
      { environment },
    );
    expect([evaluation.value.get('x'), evaluation.value.get('y')].map((value) => value?.kind)).toEqual(['tuple', 'bool']);
    expect(evaluation.problems).toEqual([]);
  });
});

describe('whether a variable is set', () => {
  const asked = (trusted: boolean, set: Readonly<Record<string, string>>): unknown =>
    json(evaluate("import os\nx = 'MY_KEY' in os.environ\n", {}, { environment: environmentFor(set, () => trusted) }), 'x');

  test('is told in a trusted workspace, its value being kept', () => {
    expect(asked(true, variables)).toBe(true);
    expect(asked(true, {})).toBe(false);
  });

  test('is not told in another', () => {
    expect(asked(false, variables)).toEqual({ $unknown: untrusted });
    expect(asked(false, {})).toEqual(asked(false, variables));
  });

  test('the default stands for what is not set', () => {
    expect(json(evaluate("import os\nx = os.environ.get('MY_KEY', 'y')\n", {}, { environment: environmentFor({}, () => true) }), 'x')).toBe(
      'y',
    );
  });
});

test('of no variable it is known what it is where no run could be started', () => {
  const told = 'The environment variable A is not known in a browser. What is made of it here is treated as unknown.';
  for (const place of ["os.environ.get('A', 'b')", "os.environ['A']"])
    expect(assumed(`import os\nx = ${place}\n`, { environment: environmentElsewhere })).toEqual([[place, told]]);
});

import { describe, expect, test } from 'vitest';
import type { ReadResult } from '../../../server/src/workspace.js';
import { MemoryWorkspace } from '../../../server/src/workspace.js';
import { evaluateDocument, type EvaluateOptions } from '../../../server/src/evaluate.js';
import { at, evaluate } from './support.js';

/** Each place of the main file at which something was assumed, with what is said. */
function assumed(main: string, options: EvaluateOptions = {}): [string, string][] {
  const { problems } = evaluate(main, {}, options);
  return problems.filter(({ kind }) => kind === 'depends-on-environment').map(({ span, message }) => [at(main, span), message]);
}

describe('what a config takes from the environment is said where it does', () => {
  test.each([
    ["import os\nx = os.environ.get('A', 'b')\n", "os.environ.get('A', 'b')", "The environment variable A is not set here: the default 'b' is used."],
    ["import os\nx = os.getenv('A')\n", "os.getenv('A')", 'The environment variable A is not set here: None is used.'],
    ["from os import environ\nx = environ.get('A') == 'b'\n", "environ.get('A')", 'The environment variable A is not set here: None is used.'],
    ["import os\nx = os.environ.setdefault('A', 'b')\n", "os.environ.setdefault('A', 'b')", "The environment variable A is not set here: the default 'b' is used."],
    ["import os\nx = os.environ['A']\n", "os.environ['A']", 'The environment variable A is not set here: its value is unknown, and the framework raises KeyError unless it is set.'],
    ["import os\nx = 'A' in os.environ\n", "'A' in os.environ", 'The environment variable A is not set here: the config is evaluated without it.'],
    ["x = '{{ $A:b }}'\n", '{{ $A:b }}', 'The environment variable A is not set here: the default b is used.'],
  ])('%s', (main, place, message) => expect(assumed(main)).toEqual([[place, message]]));

  test('a value that is set is used, and not told', () => {
    const main = "import os\nx = os.environ.get('A', 'b')\ny = '{{$A:b}}'\n";
    const found = assumed(main, { environment: { A: 'secret' } });
    expect(found.map(([place]) => place)).toEqual(['{{$A:b}}', "os.environ.get('A', 'b')"]);
    expect(found.join()).toContain('its value is used');
    expect(found.join()).not.toContain('secret');
  });

  test('what the config sets itself is no matter of the environment', () => {
    expect(assumed("import os\nos.environ['A'] = 'b'\nx = os.environ['A']\n")).toEqual([]);
  });

  test('a loop is reported once at each place', () => {
    expect(assumed("import os\nx = [os.getenv(str(i)) for i in range(1000)]\n").length).toBe(1);
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
    expect(problems.map(({ kind, span, message }) => [kind, at(main, span), message])).toEqual([['depends-on-environment', place, message]]);
    expect(ok).toBe(true);
    expect(value.get('y')?.kind).toBe('unknown');
  });
});

describe('a file that is out of reach', () => {
  test.each([
    ["x = open('/srv/rules.txt').read()\n", "open('/srv/rules.txt')", 'The file /srv/rules.txt is not read: /srv/rules.txt is outside.'],
    ["import os\nx = os.path.exists('/srv/a')\n", "os.path.exists('/srv/a')", 'Whether /srv/a exists is not known: /srv/a is outside.'],
    ["x = open('rules.txt').read()\n", "open('rules.txt')", 'The path rules.txt is relative to the directory in which the framework will be started, which is not known.'],
  ])('%s', (main, place, reason) => {
    const { problems, value } = evaluateDocument('/ws/main.py', main, 'python', new Fenced({ '/ws/main.py': main }, ['/ws']));
    expect(problems.map(({ kind, span, message }) => [kind, at(main, span), message])).toEqual([['depends-on-environment', place, `${reason} What is made of it here is taken as unknown.`]]);
    expect(value.get('x')).toMatchObject({ kind: 'unknown', reason });
  });

  test('is none within the workspace', () => {
    expect(evaluate("x = open('/ws/a.txt').read()\n", { 'a.txt': 'a' }).problems).toEqual([]);
  });
});

describe('what a config raises for want of an environment variable is no fault of its own', () => {
  const guarded = "import os\n\ndef need(name):\n    value = os.environ.get(name, '')\n    if not value:\n        raise EnvironmentError('set ' + name)\n    return value\n\nroot = need('ROOT')\nleft = 1\n";

  test.each([
    [guarded, 'root', "raise EnvironmentError('set ' + name)", 'OSError: set ROOT', 'ROOT'],
    ["import os\nport = int(os.environ.get('PORT'))\nleft = 1\n", 'port', "int(os.environ.get('PORT'))", "TypeError: int() argument must be a string, a bytes-like object or a real number, not 'NoneType'", 'PORT'],
    ["import os\nkey = os.getenv('KEY')\nurl = key + '/v1'\nleft = 1\n", 'url', "key + '/v1'", "TypeError: unsupported operand type(s) for +: 'NoneType' and 'str'", 'KEY'],
    ["import os\nport = int(os.environ.get('PORT', ''))\nleft = 1\n", 'port', "int(os.environ.get('PORT', ''))", "ValueError: invalid literal for int() with base 10: ''", 'PORT'],
  ])('%s', (main, name, place, raised, variable) => {
    expect(assumed(main)).toContainEqual([place, `Without the environment variable ${variable}, which is not set here, loading this config raises ${raised}`]);
    const { value, ok } = evaluate(main);
    expect(ok).toBe(true);
    expect(value.get(name)).toMatchObject({ kind: 'unknown', reason: `The environment variable ${variable} is set outside of the config.` });
    expect(value.get('left')).toMatchObject({ kind: 'int' });
  });

  test.each([
    ["import os\nx = os.environ.get('A')\ny = undefined\n", 'NameError'],
    ["import os\nx = os.environ.get('A', undefined)\n", 'NameError'],
    ["import os\nx = os.environ.get('A')\ny = int('')\n", 'ValueError'],
    ["import os\nos.environ['A'] = ''\nif not os.environ.get('A'):\n    raise ValueError('a')\n", 'ValueError'],
  ])('but any other exception is: %s', (main, type) => expect(evaluate(main).error?.type).toBe(type));
});

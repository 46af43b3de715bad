import { BoolValue, UnknownValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { positional } from '../call-arguments.js';
import { open } from './file.js';
import { iter, next } from '../types/iteration.js';
import { printValues } from './print-values.js';
import { notImplemented } from '../not-implemented.js';
import { leave } from './leave.js';
import * as numbers from './numbers.js';
import * as reduction from './reduction.js';
import * as reflection from './reflection.js';
import { isInstance, isSubclassOf } from './types-test.js';
import { EllipsisValue } from '../objects.js';
import { exceptionClass } from '../exception-class.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime.js';
import { typeNamed } from '../types/types.js';

type Builtin = (runtime: Runtime, args: Arguments) => Value;

const { evalFunction: evaluate, type, ...reflecting } = reflection;

/** The builtin functions that are modelled, by name. */
const functions: Readonly<Record<string, Builtin>> = {
  ...numbers,
  ...reduction,
  ...reflecting,
  eval: evaluate,
  isinstance: isInstance,
  issubclass: isSubclassOf,
  iter,
  next,
  open,
  print: printValues,
  globals: (runtime, args) => {
    positional('globals', args, 0, 0);
    return runtime.globals();
  },
  locals: (runtime, args) => {
    positional('locals', args, 0, 0);
    return runtime.locals();
  },
};

/** Builtins whose result is never known, each with the reason. */
const unknowable: Readonly<Record<string, string>> = {
  input: 'what the user would type is not known',
  id: 'addresses in memory differ from run to run',
  compile: 'compile() is not modelled',
  exec: 'exec() is not modelled',
  __import__: 'imports by __import__() are not followed',
  breakpoint: 'breakpoint() is not modelled',
  help: 'help() is not modelled',
  aiter: 'asynchronous code is not run',
  anext: 'asynchronous code is not run',
};

const types = [
  'bool',
  'bytearray',
  'bytes',
  'classmethod',
  'complex',
  'dict',
  'enumerate',
  'filter',
  'float',
  'frozenset',
  'int',
  'list',
  'map',
  'memoryview',
  'object',
  'property',
  'range',
  'reversed',
  'set',
  'slice',
  'staticmethod',
  'str',
  'super',
  'tuple',
  'zip',
];

/** CPython 3.11's exceptions; `IOError` and `EnvironmentError` are other names of OSError. */
const exceptions = [
  'ArithmeticError',
  'AssertionError',
  'AttributeError',
  'BaseException',
  'BaseExceptionGroup',
  'BlockingIOError',
  'BrokenPipeError',
  'BufferError',
  'BytesWarning',
  'ChildProcessError',
  'ConnectionAbortedError',
  'ConnectionError',
  'ConnectionRefusedError',
  'ConnectionResetError',
  'DeprecationWarning',
  'EOFError',
  'EncodingWarning',
  'Exception',
  'ExceptionGroup',
  'FileExistsError',
  'FileNotFoundError',
  'FloatingPointError',
  'FutureWarning',
  'GeneratorExit',
  'ImportError',
  'ImportWarning',
  'IndentationError',
  'IndexError',
  'InterruptedError',
  'IsADirectoryError',
  'KeyError',
  'KeyboardInterrupt',
  'LookupError',
  'MemoryError',
  'ModuleNotFoundError',
  'NameError',
  'NotADirectoryError',
  'NotImplementedError',
  'OSError',
  'OverflowError',
  'PendingDeprecationWarning',
  'PermissionError',
  'ProcessLookupError',
  'RecursionError',
  'ReferenceError',
  'ResourceWarning',
  'RuntimeError',
  'RuntimeWarning',
  'StopAsyncIteration',
  'StopIteration',
  'SyntaxError',
  'SyntaxWarning',
  'SystemError',
  'SystemExit',
  'TabError',
  'TimeoutError',
  'TypeError',
  'UnboundLocalError',
  'UnicodeDecodeError',
  'UnicodeEncodeError',
  'UnicodeError',
  'UnicodeTranslateError',
  'UnicodeWarning',
  'UserWarning',
  'ValueError',
  'Warning',
  'ZeroDivisionError',
];

function build(): Map<string, Value> {
  const names = new Map<string, Value>();
  for (const [name, run] of Object.entries(functions)) names.set(name, new BuiltinValue(`builtins.${name}`, nowhere, run));
  for (const [name, reason] of Object.entries(unknowable))
    names.set(name, new BuiltinValue(`builtins.${name}`, nowhere, (runtime) => new UnknownValue(reason, runtime.span)));
  for (const name of types) names.set(name, typeNamed(name));
  names.set('type', new BuiltinValue('builtins.type', nowhere, type, 'class'));
  for (const name of exceptions) names.set(name, exceptionClass(`builtins.${name}`));
  for (const name of ['IOError', 'EnvironmentError']) names.set(name, names.get('OSError')!);
  for (const name of ['exit', 'quit']) names.set(name, new BuiltinValue(`builtins.${name}`, nowhere, leave(true)));
  names.set('Ellipsis', new EllipsisValue(nowhere));
  names.set('NotImplemented', notImplemented);
  names.set('__debug__', new BoolValue(true, nowhere));
  return names;
}

/** Every name of Python's `builtins` module that a config can use without an import. */
export const builtins: ReadonlyMap<string, Value> = build();

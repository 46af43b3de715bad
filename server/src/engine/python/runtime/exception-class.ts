import { nowhere } from '../../core/span.js';
import type { Value } from '../../core/value.js';
import { typeError } from './call-arguments.js';
import { ExceptionValue } from './objects.js';
import { BuiltinValue } from './runtime.js';

/** An exception type as a value: called, it makes an object of it. */
export function exceptionClass(path: string): BuiltinValue {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const make: BuiltinValue['invoke'] = (runtime, args) => {
    if (args.keywords.size > 0) throw typeError(`${name}() takes no keyword arguments`);
    return new ExceptionValue(name === 'OSError' ? systemError(args.positional) : name, args.positional, runtime.span);
  };
  return new BuiltinValue(path, nowhere, make, 'class');
}

/** What `OSError(number, …)` is an object of (CPython 3.11 `Objects/exceptions.c`, on Linux). */
function systemError([number, message]: readonly Value[]): string {
  const kind = number?.kind === 'int' && message ? kindsOfErrors.find(([, numbers]) => numbers.includes(Number(number.value))) : undefined;
  return kind?.[0] ?? 'OSError';
}

const kindsOfErrors: readonly (readonly [string, readonly number[]])[] = [
  ['BlockingIOError', [11, 114, 115]],
  ['BrokenPipeError', [32, 108]],
  ['ChildProcessError', [10]],
  ['ConnectionAbortedError', [103]],
  ['ConnectionRefusedError', [111]],
  ['ConnectionResetError', [104]],
  ['FileExistsError', [17]],
  ['FileNotFoundError', [2]],
  ['InterruptedError', [4]],
  ['IsADirectoryError', [21]],
  ['NotADirectoryError', [20]],
  ['PermissionError', [1, 13]],
  ['ProcessLookupError', [3]],
  ['TimeoutError', [110]],
];

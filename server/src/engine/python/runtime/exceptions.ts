import { PyError } from '../../core/errors.js';
import type { Span } from '../../core/span.js';
import type { TracedText } from '../../core/traced-text.js';
import { IntValue, NoneValue, str, type ObjectValue, type Value } from '../../core/value.js';
import { ExceptionValue } from './objects.js';
import { BuiltinValue } from './runtime.js';
import { pyRepr, pyStr } from './semantics.js';
import { ClassValue, InstanceValue } from './class-objects.js';

/** An exception that a config raises by itself, with the object that it raised. */
export class RaisedError extends PyError {
  constructor(
    readonly value: ObjectValue,
    span: Span,
  ) {
    super(value.typeName, exceptionText(value), span);
  }
}

/** The KeyError of a key that is not there, which it holds as it is. */
export class MissingKeyError extends PyError {
  constructor(readonly key: Value) {
    super('KeyError', pyRepr(key).text);
  }
}

/** Python 3.11's builtin exceptions: each with the one that it derives from; and those of mmengine and of libraries for data
 * that can be raised. */
const parents: Readonly<Record<string, string>> = {
  SystemExit: 'BaseException',
  KeyboardInterrupt: 'BaseException',
  GeneratorExit: 'BaseException',
  Exception: 'BaseException',
  StopIteration: 'Exception',
  StopAsyncIteration: 'Exception',
  ArithmeticError: 'Exception',
  AssertionError: 'Exception',
  AttributeError: 'Exception',
  BufferError: 'Exception',
  EOFError: 'Exception',
  ImportError: 'Exception',
  LookupError: 'Exception',
  MemoryError: 'Exception',
  NameError: 'Exception',
  OSError: 'Exception',
  ReferenceError: 'Exception',
  RuntimeError: 'Exception',
  SyntaxError: 'Exception',
  SystemError: 'Exception',
  TypeError: 'Exception',
  ValueError: 'Exception',
  Warning: 'Exception',
  FloatingPointError: 'ArithmeticError',
  OverflowError: 'ArithmeticError',
  ZeroDivisionError: 'ArithmeticError',
  ModuleNotFoundError: 'ImportError',
  IndexError: 'LookupError',
  KeyError: 'LookupError',
  UnboundLocalError: 'NameError',
  BlockingIOError: 'OSError',
  ChildProcessError: 'OSError',
  ConnectionError: 'OSError',
  BrokenPipeError: 'ConnectionError',
  ConnectionAbortedError: 'ConnectionError',
  ConnectionRefusedError: 'ConnectionError',
  ConnectionResetError: 'ConnectionError',
  FileExistsError: 'OSError',
  FileNotFoundError: 'OSError',
  InterruptedError: 'OSError',
  IsADirectoryError: 'OSError',
  NotADirectoryError: 'OSError',
  PermissionError: 'OSError',
  ProcessLookupError: 'OSError',
  TimeoutError: 'OSError',
  NotImplementedError: 'RuntimeError',
  RecursionError: 'RuntimeError',
  IndentationError: 'SyntaxError',
  TabError: 'IndentationError',
  UnicodeError: 'ValueError',
  UnicodeDecodeError: 'UnicodeError',
  UnicodeEncodeError: 'UnicodeError',
  UnicodeTranslateError: 'UnicodeError',
  JSONDecodeError: 'ValueError',
  UnsupportedOperation: 'OSError',
  DeprecationWarning: 'Warning',
  UserWarning: 'Warning',
  FutureWarning: 'Warning',
  RuntimeWarning: 'Warning',
  SyntaxWarning: 'Warning',
  ImportWarning: 'Warning',
  PendingDeprecationWarning: 'Warning',
  ConfigParsingError: 'RuntimeError',
  PackageNotFoundError: 'ModuleNotFoundError',
  // Of re, csv and yaml.
  error: 'Exception',
  Error: 'Exception',
  YAMLError: 'Exception',
  MarkedYAMLError: 'YAMLError',
  ReaderError: 'YAMLError',
  // Of pyarrow, datasets and pandas.
  ArrowInvalid: 'ValueError',
  ArrowTypeError: 'TypeError',
  ArrowNotImplementedError: 'NotImplementedError',
  DatasetsError: 'Exception',
  DatasetBuildError: 'DatasetsError',
  DatasetGenerationError: 'DatasetBuildError',
  DatasetGenerationCastError: 'DatasetGenerationError',
  FileNotFoundDatasetsError: 'FileNotFoundError',
  DatasetNotFoundError: 'FileNotFoundDatasetsError',
  DataFilesNotFoundError: 'FileNotFoundDatasetsError',
  EmptyDatasetError: 'FileNotFoundError',
  ParserError: 'ValueError',
  EmptyDataError: 'ValueError',
};
const aliases: Readonly<Record<string, string>> = { IOError: 'OSError', EnvironmentError: 'OSError' };

/** What says that an iterator has ended. @param returned what the generator has returned, if anything */
export function stopIteration(returned: Value | undefined, span: Span): PyError {
  return returned ? new RaisedError(new ExceptionValue('StopIteration', [returned], span), span) : new PyError('StopIteration', '');
}

/** Whether `type` is `ancestor` or derives from it. */
export function isSubclass(type: string, ancestor: string): boolean {
  const wanted = aliases[ancestor] ?? ancestor;
  for (let t: string | undefined = aliases[type] ?? type; t !== undefined; t = parents[t]) if (t === wanted) return true;
  return false;
}

/** The name of the builtin exception type that a value is; undefined for any other value. */
export function exceptionType(value: Value): string | undefined {
  if (!(value instanceof BuiltinValue) || !/^(?:builtins|json\.decoder|re|_csv)\.\w+$/.test(value.path)) return undefined;
  const name = value.path.slice(value.path.lastIndexOf('.') + 1);
  return name === 'BaseException' || name in parents ? name : aliases[name];
}

/** What `str(exception)` gives. */
function exceptionText(value: ObjectValue): string {
  return value instanceof InstanceValue ? textOfArguments(value).text : pyStr(value).text;
}

/** What the `__str__` of the builtin exception that its class derives from makes of an object. */
export function textOfArguments(value: InstanceValue): TracedText {
  return pyStr(new ExceptionValue(value.ofClass.exceptionBase ?? 'Exception', argumentsOf(value), value.span));
}

/** What exceptions were raised from: `raise … from cause`. */
const causes = new WeakMap<ObjectValue, Value>();

export function setCause(exception: ObjectValue, cause: Value): void {
  causes.set(exception, cause);
}

/** `exception.__cause__` */
export function causeOf(exception: ObjectValue): Value {
  return causes.get(exception) ?? new NoneValue(exception.span);
}

function argumentsOf(instance: InstanceValue): readonly Value[] {
  const args = instance.attributes.get('args');
  return args?.kind === 'tuple' ? args.items : [];
}

/** The object that `except … as e` binds. */
export function exceptionObject(error: PyError, span: Span): ObjectValue {
  if (error instanceof RaisedError) return error.value;
  if (error instanceof MissingKeyError) return new ExceptionValue('KeyError', [error.key], span);
  return new ExceptionValue(error.type, error.text === '' ? [] : [firstArgument(error, span)], span);
}

/** A KeyError's text is the repr of its key. */
function firstArgument(error: PyError, span: Span): Value {
  const quoted = /^'([^'\\]*)'$/.exec(error.text);
  if (error.type === 'KeyError' && quoted) return str(quoted[1]!, span);
  if (error.type === 'KeyError' && /^-?\d+$/.test(error.text)) return new IntValue(BigInt(error.text), span);
  return str(error.text, span);
}

/** Whether an `except` clause that names `wanted` catches `error`; undefined where that cannot be known. */
export function catches(wanted: Value, error: PyError): boolean | undefined {
  if (wanted.kind === 'tuple') {
    const each = wanted.items.map((item) => catches(item, error));
    return each.includes(true) ? true : each.includes(undefined) ? undefined : false;
  }
  const thrown = error instanceof RaisedError && error.value instanceof InstanceValue ? error.value.ofClass : undefined;
  if (wanted instanceof ClassValue) return thrown !== undefined && (thrown === wanted || thrown.ancestors.includes(wanted));
  const type = exceptionType(wanted);
  if (type === undefined) return undefined;
  return isSubclass(thrown?.exceptionBase ?? error.type, type);
}

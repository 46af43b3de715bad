import { say } from '../../../core/say.js';
import { TracedText } from '../../../core/traced-text.js';
import { str, UnknownValue, type Value } from '../../../core/value.js';
import { fileObject, textFile, type FileKind } from '../builtins/file-object.js';
import { pathText } from '../builtins/file.js';
import { bind, typeError, unknown, unknownArgument, valueError } from '../call-arguments.js';
import { encode } from '../methods/bytes-codec.js';
import type { Arguments, Runtime } from '../runtime.js';
import { pyRepr } from '../semantics.js';
import { moduleClass, moduleOf, pythonFunction } from './module.js';

const parameters = ['filename', 'mode', 'compresslevel', 'encoding', 'errors', 'newline'];

/**
 * `gzip.open(path, mode, …)` for reading: bytes, or with `t` in the mode text.
 * @throws PyError what the host raises for a file that is not there; ValueError, TypeError
 */
function open(runtime: Runtime, args: Arguments): Value {
  const [file, modeArgument, , encoding, errors, newline] = bind('open', args, parameters, 1);
  const hole = unknownArgument(args);
  if (hole) return hole;
  const path = pathText(file!);
  if (path === undefined && ['int', 'none', 'float', 'bool', 'list', 'dict'].includes(file!.kind))
    throw typeError('filename must be a str or bytes object, or a file');
  if (path === undefined) return unknown(runtime, say`a packed file is read by its path only`);
  const mode = modeArgument?.kind === 'str' ? modeArgument.text : 'rb';
  if (!mode.startsWith('r') || mode.includes('+')) return unknown(runtime, say`files are not written while a config is evaluated`);
  if (mode.includes('t') && mode.includes('b')) throw valueError(`Invalid mode: ${pyRepr(str(mode, runtime.span)).text}`);
  if (!mode.includes('t') && [encoding, errors, newline].some((argument) => argument && argument.kind !== 'none'))
    throw valueError("Argument 'encoding' not supported in binary mode");
  const name = encoding?.kind === 'str' ? encoding.text : 'UTF-8';
  if (!/^utf-?8$/i.test(name)) return unknown(runtime, say`files in the encoding ${name} are not read`);
  const read = runtime.readPacked?.(path) ?? unknown(runtime, say`packed files are not read here`);
  if (read.kind !== 'str') return read;
  if (!mode.includes('t'))
    return fileObject(runtime, packedFile(path), () => TracedText.computed(encode(read.text, 'utf-8', 'strict')!, runtime.span));
  const raw = newline !== undefined && newline.kind !== 'none';
  const { text, traced } = read;
  const translated = raw || !text.includes('\r') ? traced : TracedText.computed(text.replace(/\r\n?/g, '\n'), read.span);
  return fileObject(runtime, textFile(path, 'rt', name), () => translated);
}

function packedFile(path: string): FileKind {
  return { typeName: 'GzipFile', repr: `<gzip ${path}>`, attributes: { name: path }, binary: true };
}

/** The module `gzip`, as far as it reads files. */
export const gzip = moduleOf('gzip', {
  open: pythonFunction('gzip.open', open),
  GzipFile: moduleClass('gzip.GzipFile', (runtime) => new UnknownValue(say`gzip.GzipFile is not modelled`, runtime.span)),
});

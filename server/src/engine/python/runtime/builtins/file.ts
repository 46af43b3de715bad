import { say } from '../../../core/say.js';
import { TracedText } from '../../../core/traced-text.js';
import { UnknownValue, type Value } from '../../../core/value.js';
import { bind, typeError, unknown, unknownArgument, valueError } from '../call-arguments.js';
import { typeName } from '../semantics.js';
import { LibraryObject } from '../objects.js';
import type { Arguments, Runtime } from '../runtime.js';
import { fileObject, textFile } from './file-object.js';
import { UnknownSignal } from '../unknown-signal.js';

const parameters = ['file', 'mode', 'buffering', 'encoding', 'errors', 'newline', 'closefd', 'opener'];

/**
 * `open(path, mode, …)`: a text file of the workspace for reading; else unknown. Nothing is ever written.
 * @throws PyError what the host raises for a file that is not there
 */
export function open(runtime: Runtime, args: Arguments): Value {
  const [file, modeArgument, , encoding, , newline] = bind('open', args, parameters, 1);
  const hole = unknownArgument(args);
  if (hole) return hole;
  const path = pathText(file!);
  if (path === undefined) throw typeError(`expected str, bytes or os.PathLike object, not ${typeName(file!)}`);
  const mode = modeArgument?.kind === 'str' ? modeArgument.text : 'r';
  if (!/^[rwaxbt+U]+$/.test(mode)) throw valueError(`invalid mode: '${mode}'`);
  if (/[wax+]/.test(mode)) return unknown(runtime, say`files are not written while a config is evaluated`);
  if (mode.includes('b')) return unknown(runtime, say`binary files are not read`);
  const name = encoding?.kind === 'str' ? encoding.text : 'UTF-8';
  if (!/^(utf-?8(-?sig)?|ascii)$/i.test(name)) return unknown(runtime, say`files in the encoding ${name} are not read`);
  const raw = newline !== undefined && newline.kind !== 'none';
  runtime.step(openedFile);
  const head = raw ? undefined : runtime.readHead?.(path);
  const kind = textFile(path, mode, name);
  if (head?.kind === 'str') return fileObject(runtime, kind, () => wholeText(runtime, path, name), head.traced);
  const read = runtime.readFile(path, raw);
  const text = textOfRead(runtime, read, name);
  return text instanceof TracedText ? fileObject(runtime, kind, () => text) : text;
}

function textOfRead(runtime: Runtime, read: string | Value, encoding: string): TracedText | Value {
  if (typeof read === 'string') return TracedText.computed(withoutMark(read, encoding), runtime.span);
  return read.kind === 'str' ? read.traced : read;
}

/** The text of a large file, of which more is wanted than its first lines. @throws UnknownSignal where it is not read */
function wholeText(runtime: Runtime, path: string, encoding: string): TracedText {
  const text = textOfRead(runtime, runtime.readFile(path), encoding);
  if (text instanceof TracedText) return text;
  throw new UnknownSignal(text instanceof UnknownValue ? text : unknown(runtime, say`the file is not read`));
}

/** Only `utf-8-sig` takes the byte order mark away. */
function withoutMark(text: string, encoding: string): string {
  return /sig$/i.test(encoding) && text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** What a look at the file system costs. */
const openedFile = 100;

/** A path given as text, or as a `pathlib` path. */
export function pathText(v: Value): string | undefined {
  if (v.kind === 'str') return v.text;
  if (!(v instanceof LibraryObject) || !v.typeName.endsWith('Path')) return undefined;
  const text = v.attribute('__fspath__');
  return text?.kind === 'str' ? text.text : undefined;
}

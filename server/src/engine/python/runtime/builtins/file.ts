import { codePointLength } from '../../../core/code-points.js';
import { say } from '../../../core/say.js';
import { TracedText } from '../../../core/traced-text.js';
import { BoolValue, ListValue, NoneValue, StrValue, str, UnknownValue, type Value } from '../../../core/value.js';
import { bind, indexArgument, positional, typeError, unknown, unknownArgument, valueError } from '../call-arguments.js';
import { pyRepr, typeName } from '../semantics.js';
import { LibraryObject } from '../objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime.js';
import { offsetOfCodePoint } from '../text-index.js';
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
  const head = raw ? undefined : runtime.readHead?.(path);
  if (head?.kind === 'str') return fileObject(runtime, path, mode, name, () => wholeText(runtime, path, name), head.traced);
  const read = runtime.readFile(path, raw);
  const text = textOfRead(runtime, read, name);
  return text instanceof TracedText ? fileObject(runtime, path, mode, name, () => text) : text;
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

/** A path given as text, or as a `pathlib` path. */
export function pathText(v: Value): string | undefined {
  if (v.kind === 'str') return v.text;
  if (!(v instanceof LibraryObject) || !v.typeName.endsWith('Path')) return undefined;
  const text = v.attribute('__fspath__');
  return text?.kind === 'str' ? text.text : undefined;
}

/** An open text file: reading moves on from where the last reading ended. */
function fileObject(
  runtime: Runtime,
  path: string,
  mode: string,
  encoding: string,
  text: () => TracedText,
  head?: TracedText,
): LibraryObject {
  const reader = new TextReader(text);
  const { span } = runtime;
  const method = (name: string, run: (r: Runtime, args: Arguments) => Value): Value =>
    new BuiltinValue(`TextIOWrapper.${name}`, span, (r, args) => {
      if (reader.closed && name !== 'close') throw valueError('I/O operation on closed file.');
      return run(r, args);
    });
  const members: Record<string, () => Value> = {
    name: () => str(path, span),
    mode: () => str(mode, span),
    encoding: () => str(encoding, span),
    closed: () => new BoolValue(reader.closed, span),
    read: () => method('read', (r, args) => new StrValue(reader.read(sizeOf(args, 'read')), r.span)),
    readline: () => method('readline', (r, args) => new StrValue(reader.line(sizeOf(args, 'readline')), r.span)),
    readlines: () => method('readlines', (r) => new ListValue([...lines(r, reader)], r.span)),
    __iter__: () => method('__iter__', () => object),
    close: () =>
      method('close', (r) => {
        reader.closed = true;
        return new NoneValue(r.span);
      }),
    __enter__: () => method('__enter__', () => object),
    __exit__: () => method('__exit__', (r) => new NoneValue(r.span)),
  };
  const object: LibraryObject = new LibraryObject(
    'TextIOWrapper',
    span,
    (name) => (Object.hasOwn(members, name) ? members[name]!() : undefined),
    {
      repr: `<_io.TextIOWrapper name=${pyRepr(str(path, span)).text} mode='${mode}' encoding='${encoding}'>`,
      iterate: () => lines(runtime, reader),
      forget: (unknown) => {
        reader.lost ??= unknown;
      },
      isConsumed: true,
      ...(head && { head: () => (reader.begun ? undefined : lines(runtime, new TextReader(() => head))) }),
    },
  );
  return object;
}

function* lines(runtime: Runtime, reader: TextReader): Iterable<Value> {
  for (let line = reader.line(undefined); line.length > 0; line = reader.line(undefined)) yield new StrValue(line, runtime.span);
}

/** The number of characters asked for; undefined for all. */
function sizeOf(args: Arguments, name: string): number | undefined {
  const [size] = positional(name, args, 0, 1);
  if (!size || size.kind === 'none') return undefined;
  const count = indexArgument(size);
  return count < 0 ? undefined : count;
}

class TextReader {
  closed = false;
  /** Why it is not known how far it has been read. */
  lost: UnknownValue | undefined;
  private at = 0;

  private whole: TracedText | undefined;

  /** @param open gives the text, when it is first read from */
  constructor(private readonly open: () => TracedText) {}

  /** Whether it was read from. */
  get begun(): boolean {
    return this.whole !== undefined || this.lost !== undefined;
  }

  /** @throws UnknownSignal where it is not known what is left of it */
  private get text(): TracedText {
    if (this.lost) throw new UnknownSignal(this.lost);
    return (this.whole ??= this.open());
  }

  /** The next characters, or all that is left. */
  read(count: number | undefined): TracedText {
    const rest = this.text.slice(this.at);
    const taken = count === undefined ? rest : rest.slice(0, offsetOfCodePoint(rest.text, Math.min(count, codePointLength(rest.text))));
    this.at += taken.length;
    return taken;
  }

  /** The next line with its line break, or the next `count` characters of it. */
  line(count: number | undefined): TracedText {
    const end = this.text.text.indexOf('\n', this.at);
    const line = this.text.slice(this.at, end < 0 ? this.text.length : end + 1);
    const taken = count === undefined ? line : line.slice(0, offsetOfCodePoint(line.text, Math.min(count, codePointLength(line.text))));
    this.at += taken.length;
    return taken;
  }
}

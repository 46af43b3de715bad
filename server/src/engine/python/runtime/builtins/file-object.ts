import { codePointLength } from '../../../core/code-points.js';
import { charge } from '../../../core/cost.js';
import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { nowhere } from '../../../core/span.js';
import type { TracedText } from '../../../core/traced-text.js';
import { BoolValue, BytesValue, IntValue, ListValue, NoneValue, StrValue, str, UnknownValue, type Value } from '../../../core/value.js';
import { bind, indexArgument, positional, unknownArgument, valueError } from '../call-arguments.js';
import { pyRepr } from '../semantics.js';
import { LibraryObject } from '../objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime.js';
import { offsetOfCodePoint } from '../text-index.js';
import { UnknownSignal } from '../unknown-signal.js';

/** What an open file is to Python. */
export interface FileKind {
  /** `TextIOWrapper`, `GzipFile`. */
  readonly typeName: string;
  readonly repr: string;
  /** Its plain attributes. */
  readonly attributes: Readonly<Record<string, string>>;
  /** What is read is bytes (code units below 256), not text. */
  readonly binary: boolean;
}

/** A text file that was opened. */
export function textFile(path: string, mode: string, encoding: string): FileKind {
  const name = pyRepr(str(path, nowhere)).text;
  return {
    typeName: 'TextIOWrapper',
    repr: `<_io.TextIOWrapper name=${name} mode='${mode}' encoding='${encoding}'>`,
    attributes: { name: path, mode, encoding },
    binary: false,
  };
}

/**
 * An open file: reading moves on from where the last reading ended.
 * @param text gives what is in it, when it is first read from @param head its first lines, where they are enough for a loop that goes through it
 */
export function fileObject(
  runtime: Runtime,
  { typeName, repr, attributes, binary }: FileKind,
  text: () => TracedText,
  head?: TracedText,
): LibraryObject {
  const reader = new TextReader(text, binary);
  const { span } = runtime;
  const method = (name: string, run: (r: Runtime, args: Arguments) => Value): Value =>
    new BuiltinValue(`${typeName}.${name}`, span, (r, args) => {
      if (reader.closed && name !== 'close') throw valueError('I/O operation on closed file.');
      return run(r, args);
    });
  const members: Record<string, () => Value> = {
    closed: () => new BoolValue(reader.closed, span),
    read: () => method('read', (r, args) => reader.value(reader.read(sizeOf(args, 'read')), r)),
    readline: () => method('readline', (r, args) => reader.value(reader.line(sizeOf(args, 'readline')), r)),
    readlines: () => method('readlines', (r) => new ListValue([...lines(r, reader)], r.span)),
    seek: () => method('seek', (r, args) => sought(r, reader, args)),
    tell: () => method('tell', (r) => reader.told(r)),
    readable: () => method('readable', (r) => new BoolValue(true, r.span)),
    seekable: () => method('seekable', (r) => new BoolValue(true, r.span)),
    writable: () => method('writable', (r) => new BoolValue(false, r.span)),
    flush: () => method('flush', (r) => new NoneValue(r.span)),
    write: () => method('write', notWritable),
    writelines: () => method('writelines', notWritable),
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
    typeName,
    span,
    (name) =>
      Object.hasOwn(members, name) ? members[name]!() : Object.hasOwn(attributes, name) ? str(attributes[name]!, span) : undefined,
    {
      repr,
      iterate: () => lines(runtime, reader),
      next: () => lines(runtime, reader)[Symbol.iterator]().next().value,
      forget: (unknown) => {
        reader.lost ??= unknown;
      },
      isConsumed: true,
      ...(head && { head: () => (reader.begun ? undefined : lines(runtime, new TextReader(() => head, binary))) }),
    },
  );
  return object;
}

function* lines(runtime: Runtime, reader: TextReader): Iterable<Value> {
  for (let line = reader.line(undefined); line.length > 0; line = reader.line(undefined)) yield reader.value(line, runtime);
}

function notWritable(): never {
  throw new PyError('UnsupportedOperation', 'not writable');
}

/** `seek(offset, whence)`: to the start, to the end, and in bytes to any place; it gives where that is. */
function sought(runtime: Runtime, reader: TextReader, args: Arguments): Value {
  const [offset, whence] = bind('seek', args, ['offset', 'whence'], 1);
  const hole = unknownArgument(args);
  if (hole) return (reader.lost ??= hole);
  const from = whence ? indexArgument(whence) : 0;
  return reader.seek(runtime, indexArgument(offset!), from) ?? reader.told(runtime);
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

  /** @param open gives the text, when it is first read from @param binary it stands for bytes */
  constructor(
    private readonly open: () => TracedText,
    private readonly binary: boolean,
  ) {}

  /** What was read, as code gets it. */
  value(read: TracedText, { span }: Runtime): Value {
    charge(2 + (read.length >> 5));
    return this.binary ? new BytesValue(read.text, span) : new StrValue(read, span);
  }

  /** Whether it was read from. */
  get begun(): boolean {
    return this.whole !== undefined || this.lost !== undefined;
  }

  /** @throws UnknownSignal where it is not known what is left of it */
  private get text(): TracedText {
    if (this.lost) throw new UnknownSignal(this.lost);
    return (this.whole ??= this.open());
  }

  /** Where reading goes on, as Python counts: in bytes. Within a text only its start is known. */
  told({ span }: Runtime): Value {
    if (this.at === 0 || this.binary) return new IntValue(BigInt(this.at), span);
    return new UnknownValue(say`where in a text a file is read on is not followed`, span);
  }

  /**
   * @param whence 0 from the start, 1 from here, 2 from the end
   * @returns for a place within a text why what is read from then on is not known
   * @throws PyError ValueError
   */
  seek({ span }: Runtime, offset: number, whence: number): UnknownValue | undefined {
    if (![0, 1, 2].includes(whence)) throw valueError(`invalid whence (${String(whence)}, should be 0, 1 or 2)`);
    if (!this.binary && offset !== 0) return (this.lost ??= new UnknownValue(say`where in a text a file is read on is not followed`, span));
    const start = whence === 0 ? 0 : whence === 1 ? this.at : this.text.length;
    this.at = Math.max(0, start + offset);
    return undefined;
  }

  /** The next characters, or all that is left. */
  read(count: number | undefined): TracedText {
    const rest = this.text.slice(this.at, count === undefined ? this.text.length : Math.min(this.text.length, this.at + 2 * count));
    const taken = count === undefined ? rest : charactersOf(rest, count);
    this.at += taken.length;
    return taken;
  }

  /** The next line with its line break, or the next `count` characters of it. */
  line(count: number | undefined): TracedText {
    const end = this.text.text.indexOf('\n', this.at);
    const line = this.text.slice(this.at, end < 0 ? this.text.length : end + 1);
    const taken = count === undefined ? line : charactersOf(line.slice(0, Math.min(line.length, 2 * count)), count);
    this.at += taken.length;
    return taken;
  }
}

/** The first characters of a text, at most so many. */
function charactersOf(text: TracedText, count: number): TracedText {
  return text.slice(0, offsetOfCodePoint(text.text, Math.min(count, codePointLength(text.text))));
}

import type { FileId } from '../core/span.js';
import type { BytesResult, Workspace } from '../core/workspace.js';
import { say } from '../core/say.js';

/** Thrown where a text cannot be read on; `message` is a sentence for the user. */
export class TextError extends Error {}

/** Bytes that are read at once, at least. */
const chunk = 256 * 1024;

/** Longest record, in UTF-16 units. */
const longestRecord = 32 * 1024 * 1024;

/**
 * A part of a UTF-8 file that moves from its start to its end: however large the file is, only what is looked at is in memory.
 * All offsets are UTF-16; `base` and `line` say where in the file the part starts.
 */
export class TextWindow {
  /** What was read and not yet passed. */
  text = '';
  /** Offset in the file of the start of `text`. */
  base = 0;
  /** Line of the start of `text`, from 0. */
  line = 0;
  /** Whether `text` reaches to the end of the file. */
  ended = false;
  private bytes = 0;

  constructor(
    private readonly workspace: Workspace,
    private readonly file: FileId,
  ) {}

  /** Another window at the same place. */
  copy(): TextWindow {
    return Object.assign(new TextWindow(this.workspace, this.file), this);
  }

  /** How many bytes of the file were read to come here. */
  get bytesRead(): number {
    return this.bytes;
  }

  /**
   * Reads on: twice as much as is there, so that a long record is not looked at all too often.
   * @throws TextError where the file cannot be read, is no UTF-8 text, or has a record that is too long
   */
  async more(): Promise<void> {
    if (this.text.length >= longestRecord)
      throw new TextError(say`The row at line ${String(this.line + 1)} is longer than ${String(longestRecord / 1024 / 1024)} MB.`);
    const size = Math.max(chunk, this.text.length);
    const read: BytesResult = await this.workspace.readBytes(this.file, { start: this.bytes, end: this.bytes + size });
    if (read.kind === 'none') throw new TextError(read.reason);
    const whole = read.bytes.length < size;
    const bytes = whole ? read.bytes : read.bytes.subarray(0, wholeCharacters(read.bytes));
    this.text += this.decoded(bytes);
    this.bytes += bytes.length;
    this.ended = whole;
  }

  /** Leaves behind what stands before `length` in `text`. */
  pass(length: number): void {
    for (let at = this.text.indexOf('\n'); at >= 0 && at < length; at = this.text.indexOf('\n', at + 1)) this.line++;
    this.text = this.text.slice(length);
    this.base += length;
  }

  /** Offsets do not count a byte order mark, as an editor does not. */
  private decoded(bytes: Uint8Array): string {
    const first = this.bytes === 0;
    if (first && (bytes[0] === 0xff || bytes[0] === 0xfe) && bytes[0] + bytes[1]! === 0x1fd)
      throw new TextError(say`The file is UTF-16 text; save it as UTF-8.`);
    if (bytes.includes(0)) throw new TextError(say`The file is binary, not text.`);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: !first }).decode(bytes);
    } catch {
      throw new TextError(say`The file is not UTF-8 text.`);
    }
  }
}

/** How many of the bytes are whole characters: a last one may have its end in the next bytes. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** No frame may grow to more, in bytes: a few bytes can claim any size. */
const largest = 512 * 1024 * 1024;

/**
 * Unpacks an LZ4 frame (lz4 `doc/lz4_Frame_format.md`), as pyarrow compresses buffers. Checksums are not compared.
 * @throws Error where it is damaged
 */
export function decodeLz4Frame(input: Uint8Array): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  if (input.length < 7 || view.getUint32(0, true) !== 0x184d2204) throw damaged();
  const flags = input[4]!;
  const hasSize = (flags & 0x08) !== 0;
  const hasBlockChecksum = (flags & 0x10) !== 0;
  let at = 7 + (hasSize ? 8 : 0) + ((flags & 0x01) !== 0 ? 4 : 0);
  const output = new Output(hasSize ? Number(view.getBigUint64(6, true)) : input.length * 4);
  for (;;) {
    if (at + 4 > input.length) throw damaged();
    const size = view.getUint32(at, true);
    at += 4;
    if (size === 0) return output.bytes();
    const length = size & 0x7fffffff;
    const block = input.subarray(at, at + length);
    if (block.length < length) throw damaged();
    if (size >>> 31 === 1) output.append(block);
    else decodeBlock(block, output);
    at += length + (hasBlockChecksum ? 4 : 0);
  }
}

/** A block may repeat what the blocks before it hold. */
function decodeBlock(input: Uint8Array, output: Output): void {
  let at = 0;
  const length = (start: number): number => {
    let sum = start;
    if (start < 15) return sum;
    for (let byte = 255; byte === 255; sum += byte) {
      if (at >= input.length) throw damaged();
      byte = input[at++]!;
    }
    return sum;
  };
  while (at < input.length) {
    const token = input[at++]!;
    const literals = length(token >> 4);
    if (at + literals > input.length) throw damaged();
    output.append(input.subarray(at, at + literals));
    at += literals;
    if (at >= input.length) return;
    if (at + 2 > input.length) throw damaged();
    const back = input[at]! | (input[at + 1]! << 8);
    at += 2;
    output.repeat(back, length(token & 15) + 4);
  }
}

/** Bytes that grow. */
class Output {
  private buffer: Uint8Array;
  private length = 0;

  constructor(expected: number) {
    this.buffer = new Uint8Array(Math.max(0, Math.min(expected, 1024 * 1024)));
  }

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Appends what stands `back` bytes before the end; byte for byte, since it may run into itself. */
  repeat(back: number, count: number): void {
    if (back === 0 || back > this.length) throw damaged();
    this.reserve(count);
    for (let i = 0; i < count; i++, this.length++) this.buffer[this.length] = this.buffer[this.length - back]!;
  }

  private reserve(count: number): void {
    const needed = this.length + count;
    if (needed > largest) throw new Error('The compressed data are too large.');
    if (needed <= this.buffer.length) return;
    const grown = new Uint8Array(Math.max(needed, this.buffer.length * 2));
    grown.set(this.buffer.subarray(0, this.length));
    this.buffer = grown;
  }
}

function damaged(): Error {
  return new Error('The compressed data are damaged.');
}

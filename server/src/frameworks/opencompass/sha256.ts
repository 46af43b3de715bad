/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, as 64 hex digits. The engine knows no crypto module, and what it hashes is small.
 */
export function sha256(text: string): string {
  const blocks = padded(new TextEncoder().encode(text));
  const state = Int32Array.from(initial);
  const schedule = new Int32Array(64);
  for (let offset = 0; offset < blocks.byteLength; offset += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = blocks.getInt32(offset + i * 4);
    for (let i = 16; i < 64; i++) schedule[i] = schedule[i - 16]! + smallSigma(schedule[i - 15]!, 7, 18, 3) + schedule[i - 7]! + smallSigma(schedule[i - 2]!, 17, 19, 10);
    compress(state, schedule);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function padded(bytes: Uint8Array): DataView {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const blocks = new Uint8Array(size);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(size - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(size - 4, bytes.length * 8);
  return view;
}

function compress(state: Int32Array, schedule: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + bigSigma(e, 6, 11, 25) + choice + constants[i]! + schedule[i]!) | 0;
    const second = (bigSigma(a, 2, 13, 22) + majority) | 0;
    // One after the other: an array of all eight would be made 64 times a block.
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
}

function rotate(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}

function bigSigma(word: number, a: number, b: number, c: number): number {
  return rotate(word, a) ^ rotate(word, b) ^ rotate(word, c);
}

function smallSigma(word: number, a: number, b: number, shift: number): number {
  return rotate(word, a) ^ rotate(word, b) ^ (word >>> shift);
}

/** The first 32 bits of the fractional part of `root` of the first primes. */
function fractions(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  return primes.map((p) => Math.floor((root(p) % 1) * 0x1_0000_0000));
}

const initial = fractions(8, Math.sqrt);
const constants = Int32Array.from(fractions(64, Math.cbrt));

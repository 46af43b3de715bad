/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, as 64 hex digits. The engine knows no crypto module, and what it hashes is small.
 */
export function sha256(text: string): string {
  const blocks = padded(new TextEncoder().encode(text));
  const state = Int32Array.from(initial);
  const schedule = new Int32Array(64);
  for (let offset = 0; offset < blocks.byteLength; offset += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = blocks.getInt32(offset + i * 4);
    for (let i = 16; i < 64; i++) {
      const x = schedule[i - 15]!;
      const y = schedule[i - 2]!;
      const smallX = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const smallY = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      schedule[i] = schedule[i - 16]! + smallX + schedule[i - 7]! + smallY;
    }
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

/** Written out, without helpers or arrays: this runs for each of many thousand blocks. */
function compress(state: Int32Array, schedule: Int32Array): void {
  let a = state[0]!,
    b = state[1]!,
    c = state[2]!,
    d = state[3]!,
    e = state[4]!,
    f = state[5]!,
    g = state[6]!,
    h = state[7]!;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const bigE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const bigA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const first = (h + bigE + choice + constants[i]! + schedule[i]!) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + bigA + majority) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** The first 32 bits of the fractional part of `root` of the first primes. */
function fractions(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  return primes.map((p) => Math.floor((root(p) % 1) * 0x1_0000_0000));
}

const initial = fractions(8, Math.sqrt);
const constants = Int32Array.from(fractions(64, Math.cbrt));

import { charge } from './cost.js';
import type { TracedText } from './traced-text.js';

/** Number of code points: a surrogate pair counts once. */
export function codePointLength(text: string): number {
  let pairs = 0;
  for (let i = 0; i + 1 < text.length; i++) {
    if (!isPair(text, i)) continue;
    pairs++;
    i++;
  }
  return text.length - pairs;
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

/** The order of two texts, as Python has it: by code points. UTF-16 units would put astral characters before some of the basic plane. */
export function byCodePoint(a: string, b: string): number {
  let i = 0;
  while (i < a.length && i < b.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  charge(i >> 6);
  if (i === a.length || i === b.length) return a.length - b.length;
  const x = a.charCodeAt(i);
  const y = b.charCodeAt(i);
  if (isSurrogate(x) !== isSurrogate(y)) return isSurrogate(x) ? afterBasic(a, i) - y : x - afterBasic(b, i);
  return x - y;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}

/** The code point to which the surrogate at `i` belongs. */
function afterBasic(text: string, i: number): number {
  const low = text.charCodeAt(i) >= 0xdc00;
  return text.codePointAt(low && i > 0 ? i - 1 : i)!;
}

/** Where the code points of a text stand in it: made once, asked often. */
export interface CodePoints {
  /** How many there are. */
  readonly length: number;
  /** The UTF-16 offset of the code point `index`; the end of the text where there are no more. */
  offset(index: number): number;
  /** The number of code points before a UTF-16 offset. */
  index(offset: number): number;
}

/** Of a longer text it is kept where its code points stand. */
const longText = 256;
const kept = new WeakMap<TracedText, CodePoints>();

/** @param counted is told the length of a text whose code points have to be counted */
export function codePointsOf(traced: TracedText, counted?: (units: number) => void): CodePoints {
  const there = traced.length > longText ? kept.get(traced) : undefined;
  if (there) return there;
  counted?.(traced.length);
  const { text } = traced;
  const length = codePointLength(text);
  const made = length === text.length ? new BasicText(length) : new AstralText(text, length);
  if (traced.length > longText) kept.set(traced, made);
  return made;
}

/** Every code point is one unit. */
class BasicText implements CodePoints {
  constructor(readonly length: number) {}

  offset(index: number): number {
    return Math.min(index, this.length);
  }

  index(offset: number): number {
    return Math.min(offset, this.length);
  }
}

/** How many code points lie between two marks: so many steps are taken at most. */
const stride = 64;

class AstralText implements CodePoints {
  /** The offset of each code point whose number is a multiple of `stride`. */
  private readonly marks: Uint32Array;

  constructor(
    private readonly text: string,
    readonly length: number,
  ) {
    this.marks = new Uint32Array(Math.floor(length / stride) + 1);
    for (let index = 0, at = 0; index < length; index++) {
      if (index % stride === 0) this.marks[index / stride] = at;
      at += isPair(text, at) ? 2 : 1;
    }
  }

  offset(index: number): number {
    if (index >= this.length) return this.text.length;
    let at = this.marks[Math.floor(index / stride)]!;
    for (let left = index % stride; left > 0; left--) at += isPair(this.text, at) ? 2 : 1;
    return at;
  }

  index(offset: number): number {
    let low = 0;
    let high = Math.ceil(this.length / stride) - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.marks[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low * stride + codePointLength(this.text.slice(this.marks[low], offset));
  }
}

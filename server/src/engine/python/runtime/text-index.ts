import { codePointLength, codePointsOf } from '../../core/code-points.js';
import { TracedText } from '../../core/traced-text.js';
import { charge, chargeText } from '../../core/cost.js';
import type { SliceValue } from './objects.js';
import { sliceIndices } from './slices.js';

/** Whether every code point of the text is one UTF-16 unit. */
function isBasic(text: string): boolean {
  return codePointLength(text) === text.length;
}

/** The UTF-16 offset of the code point number `index`. */
export function offsetOfCodePoint(text: string, index: number): number {
  if (isBasic(text)) return Math.min(index, text.length);
  let offset = 0;
  for (let i = 0; i < index && offset < text.length; i++) offset += text.codePointAt(offset)! > 0xffff ? 2 : 1;
  return offset;
}

/** The number of code points before the UTF-16 offset. */
export function codePointOfOffset(text: string, offset: number): number {
  return codePointLength(text.slice(0, offset));
}

/** The code point at a Python index, which counts from the end when negative; undefined outside of the text. */
export function itemOfText(traced: TracedText, index: bigint): TracedText | undefined {
  const { text } = traced;
  const points = codePointsOf(traced, chargeText);
  const { length } = points;
  if (index >= BigInt(length) || index < -BigInt(length)) return undefined;
  const start = points.offset(index < 0n ? length + Number(index) : Number(index));
  return traced.slice(start, start + (text.codePointAt(start)! > 0xffff ? 2 : 1));
}

/** `text[a:b:c]`, by code points. Origins stay exact. */
export function sliceText(traced: TracedText, slice: SliceValue): TracedText {
  const points = codePointsOf(traced, chargeText);
  const { start, step, count } = sliceIndices(slice, points.length);
  if (count === 0) return TracedText.empty;
  if (step === 1) {
    chargeText(count);
    return traced.slice(points.offset(start), points.offset(start + count));
  }
  // Each character becomes a piece of its own.
  charge(4 * count);
  const parts = Array.from({ length: count }, (_, i) => traced.slice(points.offset(start + i * step), points.offset(start + i * step + 1)));
  return TracedText.join(parts);
}

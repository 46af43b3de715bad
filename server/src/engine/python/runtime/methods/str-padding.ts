import { codePointLength, codePointsOf } from '../../../core/code-points.js';
import { TracedText } from '../../../core/traced-text.js';
import { StrValue } from '../../../core/value.js';
import { indexArgument, positional, typeError } from '../call-arguments.js';
import { chargeText } from '../../../core/cost.js';
import { typeName } from '../semantics.js';
import { looking, type Method } from './method.js';

/** `ljust`, `rjust`, `center`. @param left how much of the padding goes to the left, by padding and width */
function justifying(name: string, left: (padding: number, width: number) => number): Method {
  return looking('str', (runtime, self, args) => {
    const [widthArgument, fillArgument] = positional(`str.${name}`, args, 1, 2);
    const width = indexArgument(widthArgument!);
    if (fillArgument && fillArgument.kind !== 'str')
      throw typeError(`The fill character must be a unicode character, not ${typeName(fillArgument)}`);
    const fill = fillArgument?.text ?? ' ';
    if (codePointLength(fill) !== 1) throw typeError('The fill character must be exactly one character long');
    const padding = width - codePointsOf(self.traced, chargeText).length;
    if (padding <= 0) return self;
    runtime.checkSize(width * fill.length);
    chargeText(width);
    const before = left(padding, width);
    const pad = (count: number): TracedText => TracedText.computed(fill.repeat(count), runtime.span);
    return new StrValue(TracedText.join([pad(before), self.traced, pad(padding - before)]), runtime.span);
  });
}

const zfill: Method = looking('str', (runtime, self, args) => {
  const width = indexArgument(positional('str.zfill', args, 1, 1)[0]!);
  const padding = width - codePointsOf(self.traced, chargeText).length;
  if (padding <= 0) return self;
  runtime.checkSize(width);
  chargeText(width);
  const sign = self.text.startsWith('+') || self.text.startsWith('-') ? 1 : 0;
  const zeros = TracedText.computed('0'.repeat(padding), runtime.span);
  return new StrValue(TracedText.join([self.traced.slice(0, sign), zeros, self.traced.slice(sign)]), runtime.span);
});

/** Methods of str that fill it up to a width. */
export const paddingMethods: Record<string, Method> = {
  ljust: justifying('ljust', () => 0),
  rjust: justifying('rjust', (padding) => padding),
  // An odd space goes to the left only where the width is odd too (CPython `unicode_center`).
  center: justifying('center', (padding, width) => Math.floor(padding / 2) + (padding & width & 1)),
  zfill,
};

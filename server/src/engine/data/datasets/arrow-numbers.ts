/** How Arrow reads and writes numbers in texts (pyarrow 19 `arrow/util/value_parsing.h`, `formatting.h`): no blanks, no underscores. */

/** A bool of a text; undefined where it is none. */
export function parseArrowBool(text: string): boolean | undefined {
  if (text === '1' || /^true$/i.test(text)) return true;
  return text === '0' || /^false$/i.test(text) ? false : undefined;
}

/** An int of a text: decimal digits behind a minus, or hexadecimal ones; undefined where it is none. */
export function parseArrowInt(text: string): bigint | undefined {
  if (/^-?\d{1,40}$/.test(text)) return BigInt(text);
  return /^0[xX][0-9a-fA-F]{1,16}$/.test(text) ? BigInt.asIntN(64, BigInt(text)) : undefined;
}

/** A float of a text, `nan` and `inf` among them; undefined where it is none. */
export function parseArrowFloat(text: string): number | undefined {
  if (/^[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(text)) return Number(text);
  const named = /^([-+]?)(nan|inf|infinity)$/i.exec(text);
  if (!named) return undefined;
  if (named[2]!.toLowerCase() === 'nan') return NaN;
  return named[1] === '-' ? -Infinity : Infinity;
}

/** A float as text: its shortest digits, without `.0`, with an exponent below 1e-6 and from 1e10 on. */
export function arrowFloatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const size = Math.abs(value);
  // Where JavaScript writes no exponent either.
  return size < 1e10 && size >= 1e-6 ? String(value) : value.toExponential();
}

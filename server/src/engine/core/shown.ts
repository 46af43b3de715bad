import { grouped } from './grouped.js';
import { say } from './say.js';

/**
 * What no text may bring into a terminal, a message or a log: controls (C0, DEL, C1), line and paragraph separators, the characters of Unicode's property
 * Bidi_Control, which change the order in which other text is read, and halves of surrogate pairs. Joiners, variation selectors and combining marks are text.
 */
// eslint-disable-next-line no-control-regex
const hidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/gu;

/** The longest message of a diagnostic, and the longest name or title, in UTF-16 units. */
const mostOfMessage = 2000;
export const mostOfName = 300;

/** A text on one line, where nothing but what is seen can do anything: what would not be seen is shown by a sign, and what is too long is cut in the middle. */
export function shownLine(text: string, most = mostOfMessage): string {
  return cut(text.replace(hidden, signOf), most);
}

/** The same of a text of several lines: line breaks and tabs stay. */
export function shownText(text: string, most = mostOfMessage): string {
  return cut(
    text.replace(hidden, (c) => (c === '\n' || c === '\t' ? c : signOf(c))),
    most,
  );
}

/** JSON that means the same, with `\u` escapes for what `JSON.stringify` leaves as it is and `shownLine` would show by a sign. */
export function safeJson(json: string): string {
  // JSON itself has line breaks between its members; within its strings they are escaped already.
  return json.replace(hidden, (c) => (c === '\n' || c === '\t' || c === '\r' ? c : `\\u${hex(c)}`));
}

/** `␛` for ESC, `U+202E` for what has no picture. */
function signOf(c: string): string {
  const code = c.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `U+${hex(c).toUpperCase()}`;
}

function hex(c: string): string {
  return c.charCodeAt(0).toString(16).padStart(4, '0');
}

/** Beginning and end of a text that is too long: messages end with what follows from the names in them. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const tail = from(text, text.length - Math.floor(most / 5));
  const head = from(text, most - (text.length - tail));
  const more = say`… (${grouped(tail - head)} more characters)`;
  return tail < text.length ? `${text.slice(0, head)}${more} …${text.slice(tail)}` : text.slice(0, head) + more;
}

/** A place near `offset` that parts no surrogate pair. */
function from(text: string, offset: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(offset)) ? offset - 1 : offset;
}

import { closingQuote } from '../json/json-scanner.js';

/** How much JSON holds, by its marks alone: no value of it is made. */
export interface JsonWeight {
  /** Keys of the outermost object, also those that are the same. Not all of them where something is `beyond`. */
  readonly keys: number;
  /** Behind which mark the value stands that is one too many, as an offset; undefined where none is. */
  readonly beyond: number | undefined;
}

/** Goes once through a text, character by character, without an object for each mark. @param most how many values, at any depth, are not too many */
export function weighJson(text: string, most: number): JsonWeight {
  let [keys, values, depth] = [0, 1, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // What most of a text of numbers is made of.
    if (code > codes.comma && code < codes.bracket) continue;
    if (code === codes.quote) {
      at = closingQuote(text, at + 1);
      if (at < 0) break;
    } else if (code === codes.braceEnd || code === codes.bracketEnd) depth--;
    else if (code === codes.brace || code === codes.bracket || code === codes.comma) {
      if (code !== codes.comma) depth++;
      if (code !== codes.comma && isClosedAt(text, at + 1)) continue;
      if (depth === 1) keys++;
      if (++values > most) return { keys, beyond: at };
    }
  }
  return { keys, beyond: undefined };
}

/** Whether a list or an object that was opened before `from` holds nothing. */
function isClosedAt(text: string, from: number): boolean {
  let code = text.charCodeAt(from);
  for (let at = from; code <= 0x20; code = text.charCodeAt(++at));
  return code === codes.braceEnd || code === codes.bracketEnd;
}

const codes = { quote: 0x22, comma: 0x2c, bracket: 0x5b, bracketEnd: 0x5d, brace: 0x7b, braceEnd: 0x7d } as const;

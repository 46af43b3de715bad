import type { FileId } from '../core/span.js';
import type { DictValue } from '../core/value.js';
import { closingQuote } from '../json/json-scanner.js';
import { firstMark, parseRow, plainRow } from './json-lines.js';
import type { PlainRow, RowProblem } from './row-table.js';
import { countBetween, type RecordFault, type RecordPart, type RecordFormat } from './text-rows.js';
import { say } from '../core/say.js';

/** A JSON list of objects, the whole of a file. Only the items that are asked for are parsed; of the others no more than their ends is found. */
export class JsonList implements RecordFormat {
  /** @param file the file that spans refer to */
  constructor(private readonly file: FileId) {}

  split(text: string, ended: boolean, count: number): RecordPart | 'more' | 'end' | RecordFault {
    const open = firstMark(text);
    if (open < 0) return ended ? { problem: say`The list is not closed.`, at: text.length } : 'more';
    if (text[open] === ']' && count > 0) return 'end';
    // The first item stands behind the bracket that opens the list, the others behind a comma.
    if (text[open] !== (count === 0 ? '[' : ',')) return { problem: say`Expected ',' or ']' here.`, at: open };
    const start = firstMark(text, open + 1);
    if (start < 0) return ended ? { problem: say`The list is not closed.`, at: text.length } : 'more';
    if (text[start] === ']') return count === 0 ? 'end' : { problem: say`JSON allows no comma after the last item.`, at: open };
    const end = endOfItem(text, start);
    if (end === undefined) return ended ? { problem: say`The list is not closed.`, at: text.length } : 'more';
    return { start, end, next: end };
  }

  skim(source: string): PlainRow | undefined {
    return plainRow(source);
  }

  valuesIn(text: string, part: RecordPart): number {
    return countBetween(text, ',', part);
  }

  parse(source: string, offset: number, line: number): DictValue | RowProblem {
    return parseRow(this.file, source, offset, line, say`each item must be an object.`);
  }
}

/** Where an item that stands at `start` ends: behind its closing bracket, else before the comma or bracket behind it. Undefined where the text ends before. */
export function endOfItem(text: string, start: number): number | undefined {
  let depth = 0;
  // Character by character, without an object for each bracket: there may be millions.
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // What most of a text of numbers is made of.
    if (code > codes.comma && code < codes.bracket) continue;
    if (code === codes.quote) {
      at = closingQuote(text, at + 1);
      if (at < 0) return undefined;
    } else if (code === codes.brace || code === codes.bracket) depth++;
    else if (code === codes.comma || code === codes.braceEnd || code === codes.bracketEnd) {
      if (depth === 0) return at;
      if (code !== codes.comma && --depth === 0) return at + 1;
    }
  }
  return undefined;
}

const codes = { quote: 0x22, comma: 0x2c, bracket: 0x5b, bracketEnd: 0x5d, brace: 0x7b, braceEnd: 0x7d } as const;

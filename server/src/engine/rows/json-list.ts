import type { FileId } from '../core/span.js';
import type { DictValue } from '../core/value.js';
import { closingQuote } from '../json/json-scanner.js';
import { firstMark, parseRow } from './json-lines.js';
import type { RowProblem } from './row-table.js';
import type { RecordFault, RecordPart, RecordFormat } from './text-rows.js';
import { say } from '../core/say.js';

const marks = /["{}[\],]/g;

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

  parse(source: string, offset: number, line: number): DictValue | RowProblem {
    return parseRow(this.file, source, offset, line, say`each item must be an object.`);
  }
}

/** Where an item that stands at `start` ends: behind its closing bracket, else before the comma or bracket behind it. Undefined where the text ends before. */
export function endOfItem(text: string, start: number): number | undefined {
  let depth = 0;
  marks.lastIndex = start;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const sign = mark[0];
    if (sign === '"') {
      const close = closingQuote(text, mark.index + 1);
      if (close < 0) return undefined;
      marks.lastIndex = close + 1;
    } else if (sign === '{' || sign === '[') depth++;
    else if (depth === 0) return mark.index;
    else if (sign !== ',' && --depth === 0) return mark.index + 1;
  }
  return undefined;
}

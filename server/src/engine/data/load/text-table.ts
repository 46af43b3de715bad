import { say } from '../../core/say.js';
import type { FileId } from '../../core/span.js';
import { TracedText } from '../../core/traced-text.js';
import { StrValue, UnknownValue, type Value } from '../../core/value.js';
import { plainType } from '../datasets/arrow-type.js';
import type { InstalledDatasets } from '../datasets/installed-datasets.js';
import { Table } from '../datasets/table.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';

/** What a row of a text is. */
export type TextSample = 'line' | 'paragraph' | 'document';

export function isTextSample(name: string | undefined): name is TextSample {
  return name === 'line' || name === 'paragraph' || name === 'document';
}

/** So much is read at a time; where one part ends within a row is not followed. */
const chunk = 10 << 20;

/** The rows of a text (datasets 3.6 `packaged_modules/text/text.py`). @throws UnknownSignal */
export function textTable(text: string, file: FileId, by: TextSample, library: InstalledDatasets): Table {
  const ranges =
    by === 'line' ? lines(text) : wholeLines(text, file) && by === 'paragraph' ? paragraphs(text) : [[0, text.length] as const];
  const cells = Array.from(ranges, ([start, end]): Value => {
    const span = { file, start, end };
    return new StrValue(TracedText.of(text.slice(start, end), { kind: 'source', span, exact: true }), span);
  });
  return Table.of([{ name: 'text', type: plainType('string'), cells }], library);
}

type Range = readonly [start: number, end: number];

function* lines(text: string): Iterable<Range> {
  for (let start = 0; start < text.length;) {
    const found = /\r\n?|\n/g;
    found.lastIndex = start;
    const match = found.exec(text);
    const end = match?.index ?? text.length;
    yield [start, end];
    start = match ? end + match[0].length : text.length;
  }
}

/** Split at empty lines: what is empty is left out. */
function* paragraphs(text: string): Iterable<Range> {
  for (let start = 0; start < text.length;) {
    const at = text.indexOf('\n\n', start);
    const end = at === -1 ? text.length : at;
    if (end > start) yield [start, end];
    start = end + 2;
  }
}

/** Python reads every line break as `\n`. @throws UnknownSignal where that changes a row, or the text is read in parts */
function wholeLines(text: string, file: FileId): true {
  if (!text.includes('\r') && text.length < chunk) return true;
  throw new UnknownSignal(new UnknownValue(say`paragraphs and whole texts of this file are not followed`, { file, start: 0, end: 0 }));
}

import { TracedText } from '../../core/traced-text.js';
import { StrValue, type Value } from '../../core/value.js';
import type { Span } from '../../core/span.js';

/**
 * The column of a row of placeholders of which it is still being found out which others code reads: `get` and `in` raise KeyError there for a name that the row
 * lacks, as an index does, so that whoever has made the row adds it. It goes along with copies of the row.
 */
export const moreColumns = '⟦⟧';

/** As many items as most lists of choices have. */
const usualItems = 4;

/**
 * What stands in a row of placeholders for a column that only code reads, and of which nobody knows what it holds: a text, `⟦endings⟧`, that also gives items,
 * fields and a number where code asks for them. What code makes of it shows where the column goes; it is never said to be what a run would send.
 */
export class PlaceholderValue extends StrValue {
  /** @param path how it is reached from the row: `endings.0` @param column the column that it is of */
  constructor(
    private readonly path: string,
    private readonly column: string,
    span: Span,
  ) {
    super(TracedText.of(`⟦${path}⟧`, { kind: 'row', split: 'test', index: 0, column }), span);
  }

  item(index: number): PlaceholderValue {
    return new PlaceholderValue(`${this.path}.${String(index)}`, this.column, this.span);
  }

  field(name: string): PlaceholderValue {
    return new PlaceholderValue(`${this.path}.${name}`, this.column, this.span);
  }

  items(): Value[] {
    return Array.from({ length: usualItems }, (_, i) => this.item(i));
  }
}

/** A column of which nothing is known but its name. */
export function columnPlaceholder(column: string, span: Span): PlaceholderValue {
  return new PlaceholderValue(column, column, span);
}

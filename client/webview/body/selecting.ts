import type { Row } from './rows.js';
import { RowText } from './text-ranges.js';

/** A place in the rows. */
interface RowPlace {
  readonly row: number;
  readonly offset: number;
}

/** Chromium shows what is selected within a shadow tree by the tree's own method, which no standard has. */
type SelectableRoot = ShadowRoot & { getSelection?(): Selection | null };

/** What is selected of the prompt: also of rows that are not in the page. */
export class Selecting {
  /** Whether all of the prompt is selected, of which the page shows a part. */
  all = false;

  /** @param scroller what holds the rows */
  constructor(private readonly scroller: () => HTMLElement | undefined) {}

  /** Selects all; the rows in the page are shown so. */
  selectAll(): void {
    const scroller = this.scroller();
    const selection = this.selection();
    if (!scroller || !selection) return;
    selection.selectAllChildren(scroller);
    this.all = true;
  }

  /** The first and the last row of which text is selected. */
  rows(): readonly number[] {
    if (this.all) return [];
    const range = this.range();
    return range ? [rowAt(range.startContainer), rowAt(range.endContainer)].filter((row) => row !== undefined) : [];
  }

  /** The text that is selected; '' where nothing is, or none of the prompt. */
  text(rows: readonly Row[], between: string): string {
    const range = this.range();
    if (this.all) return textOf(rows, { row: 0, offset: 0 }, { row: rows.length - 1, offset: Infinity }, between);
    const start = range && this.placeOf(range.startContainer, range.startOffset);
    const end = range && this.placeOf(range.endContainer, range.endOffset);
    return start && end ? textOf(rows, start, end, between) : '';
  }

  private placeOf(node: Node, offset: number): RowPlace | undefined {
    const row = rowAt(node);
    const element = row === undefined ? undefined : this.scroller()?.querySelector<HTMLElement>(`[data-row="${row}"]`);
    return element && row !== undefined ? { row, offset: new RowText(element).offsetOf(node, offset) } : undefined;
  }

  private selection(): Selection | null {
    const root = this.scroller()?.getRootNode() as SelectableRoot | Document | undefined;
    return (root?.getSelection ? root.getSelection() : document.getSelection()) ?? null;
  }

  private range(): Range | undefined {
    const selection = this.selection();
    const range = selection && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
    const scroller = this.scroller();
    return range && scroller?.contains(range.commonAncestorContainer) ? range : undefined;
  }
}

function rowAt(node: Node): number | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const row = element?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return row === undefined ? undefined : Number(row);
}

/** The text of the rows from one place to another. @param between what stands between two turns */
function textOf(rows: readonly Row[], start: RowPlace, end: RowPlace, between: string): string {
  let text = '';
  for (let i = start.row; i <= end.row; i++) {
    const row = rows[i];
    if (row?.kind !== 'turn') continue;
    if (row.first && i > start.row && text !== '') text += between;
    const own = row.parts.map((part) => part.text).join('');
    text += own.slice(i === start.row ? start.offset : 0, i === end.row ? end.offset : undefined);
  }
  return text;
}

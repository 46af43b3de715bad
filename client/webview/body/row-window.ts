import { RowHeights, type TextSize } from './heights.js';
import type { Row } from './rows.js';

/** What the window is in: it scrolls, the sheet holds the rows, and the rooms before and behind them stand for those that are not there. */
export interface WindowElements {
  readonly scroller: HTMLElement;
  readonly sheet: HTMLElement;
  readonly before: HTMLElement;
  readonly behind: HTMLElement;
}

/** Rows are in the page from so far above what is in sight to so far below, in pixels. */
const margin = 600;
/** As many rows stay in the page because text of them is selected. */
const mostSelected = 300;
/** What stands above the rows is in sight as well. */
const atTheStart = { row: 0, above: -100_000 } as { readonly row: number; readonly above: number };
/** A browser lays out no element that is higher than twice this: beyond it a pixel of the scroll bar stands for more than one of the text. */
const mostPixels = 16_000_000;

/**
 * Which of many rows are in the page: those that are in sight and some around them. For the others there is room of the height that they take, as measured, or as estimated until
 * they were in sight. What is in sight stays where it is when heights above it turn out to be others.
 */
export class RowWindow {
  first = 0;
  last = -1;
  private heights = new RowHeights([]);
  private rows: readonly Row[] = [];
  private size: TextSize = { columns: 80, lineHeight: 20 };
  /** The row at the upper edge, and how much of it lies above. */
  private anchor = atTheStart;
  /** Rows of which text is selected stay in the page. */
  private selected: readonly number[] = [];
  /** Where the page was scrolled to when it was looked at, or by this. */
  private seen = 0;

  /** Takes other rows. @param keepsPlace whether the same text, or nearly, is shown: it then stays where it was scrolled to */
  layOut(rows: readonly Row[], keepsPlace: boolean): void {
    this.heights = RowHeights.of(rows, this.size, keepsPlace ? { rows: this.rows, heights: this.heights } : undefined);
    this.rows = rows;
    if (!keepsPlace) this.anchor = atTheStart;
    if (this.anchor.row >= rows.length) this.anchor = { row: Math.max(0, rows.length - 1), above: 0 };
  }

  /** Takes the size of the text. @returns whether it is another */
  resize(size: TextSize): boolean {
    if (size.columns === this.size.columns && size.lineHeight === this.size.lineHeight) return false;
    this.size = size;
    this.heights = RowHeights.of(this.rows, size);
    return true;
  }

  /** Looks where the page is scrolled to. @returns whether other rows have to be in the page */
  look({ scroller, sheet }: WindowElements, selected: readonly number[]): boolean {
    this.selected = selected;
    this.seen = scroller.scrollTop;
    const top = (scroller.scrollTop - sheet.offsetTop) * this.scale(scroller);
    const row = this.heights.rowAt(Math.max(0, top));
    this.anchor = { row, above: top - this.heights.offset(row) };
    return this.choose(scroller.clientHeight);
  }

  /** Looks again where someone has scrolled of which no event has told yet. */
  catchUp(elements: WindowElements): void {
    if (Math.abs(elements.scroller.scrollTop - this.seen) > 1) this.look(elements, this.selected);
  }

  /** Chooses the rows around the anchor. @returns whether these are others than before */
  choose(height: number): boolean {
    const { first, last } = this;
    const top = Math.max(0, this.top);
    this.first = this.heights.rowAt(top - margin);
    this.last = Math.min(this.heights.rowAt(top + height + margin), this.rows.length - 1);
    const low = Math.max(0, Math.min(this.first, ...this.selected));
    const high = Math.min(this.rows.length - 1, Math.max(this.last, ...this.selected));
    if (high - low <= mostSelected) [this.first, this.last] = [low, high];
    return first !== this.first || last !== this.last;
  }

  /**
   * Measures the rows that are in the page, gives those that are not their room, and puts what was in sight back to where it was.
   * @returns whether the rows in sight are others by that
   */
  settle({ scroller, sheet, before, behind }: WindowElements, rowElements: Iterable<HTMLElement>): boolean {
    for (const element of rowElements) this.heights.set(Number(element.dataset['row']), element.getBoundingClientRect().height);
    const scale = this.scale(scroller);
    const start = this.heights.offset(this.first);
    const end = this.heights.offset(this.last + 1);
    const above = Math.max(0, this.top / scale - (this.top - start));
    before.style.height = `${above}px`;
    behind.style.height = `${Math.max(0, this.heights.total / scale - above - (end - start))}px`;
    const top = this.top / scale + sheet.offsetTop;
    if (Math.abs(scroller.scrollTop - top) > 1) scroller.scrollTop = top;
    this.seen = scroller.scrollTop;
    return this.choose(scroller.clientHeight);
  }

  /** Goes to a row, which then stands a third below the upper edge. */
  goTo(row: number, height: number): void {
    this.anchor = { row, above: -height / 3 };
    this.choose(height);
  }

  /** Goes to the very end. */
  goToEnd(height: number): void {
    const row = Math.max(0, this.rows.length - 1);
    this.anchor = { row, above: this.heights.height(row) };
    this.choose(height);
  }

  /** What stands at the upper edge, in pixels of the text. */
  private get top(): number {
    return this.heights.offset(this.anchor.row) + this.anchor.above;
  }

  /** Pixels of the text that one of the scroll bar stands for. */
  private scale({ clientHeight }: HTMLElement): number {
    const { total } = this.heights;
    return total <= mostPixels ? 1 : (total - clientHeight) / (mostPixels - clientHeight);
  }
}

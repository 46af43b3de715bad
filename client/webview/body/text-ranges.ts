/** Ranges of the page for places of a row's text, in order. Of the text nodes in a row only those of the prompt count. */
export class RowText {
  private readonly nodes: Text[] = [];
  private readonly starts: number[] = [];
  readonly length: number;

  constructor(row: HTMLElement) {
    let length = 0;
    for (const segment of row.querySelectorAll('.seg')) {
      const walker = document.createTreeWalker(segment, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
        this.nodes.push(node);
        this.starts.push(length);
        length += node.data.length;
      }
    }
    this.length = length;
  }

  /** @param start units from the start of the row's text; outside of it: its ends */
  range(start: number, end: number): Range {
    const range = document.createRange();
    const [from, to] = [this.place(start), this.place(end)];
    if (from) range.setStart(from.node, from.offset);
    if (to) range.setEnd(to.node, to.offset);
    return range;
  }

  /** How much of the row's text stands in front of a boundary of a range. */
  offsetOf(container: Node, offset: number): number {
    const at = this.nodes.indexOf(container as Text);
    if (at >= 0) return this.starts[at]! + offset;
    const next = this.nodes.findIndex((node) => {
      const point = document.createRange();
      point.setStart(container, offset);
      return point.comparePoint(node, 0) >= 0;
    });
    return next < 0 ? this.length : this.starts[next]!;
  }

  private place(offset: number): { readonly node: Text; readonly offset: number } | undefined {
    const at = this.starts.findLastIndex((start) => start <= Math.max(0, offset));
    const node = this.nodes[at];
    return node && { node, offset: Math.min(Math.max(0, offset - this.starts[at]!), node.data.length) };
  }
}

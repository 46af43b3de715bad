import { jsonChanges } from '../../../server/src/protocol/json-changes.js';
import type { CursorShown, PageLook, Shown, ToWebview } from '../../../server/src/protocol/page.js';
import { partsOf } from './shown.js';

/** Sends what is shown to the page: as a whole at first, then what is other than before. Numbers tell the page whether it has what the changes are of. */
export class PageSender {
  private last: { readonly number: number; readonly shown: Shown } | undefined;
  private count = 0;

  constructor(private readonly send: (message: ToWebview) => void) {}

  /** @param cursor where the cursor is, if the page is still to be told of that */
  show(shown: Shown, locked: boolean, look: PageLook | undefined, cursor: CursorShown | undefined): void {
    const before = this.last;
    const number = ++this.count;
    this.last = { number, shown };
    const others = { locked, ...(cursor && { cursor }) };
    if (!before) return this.send({ type: 'show', number, shown, ...others, ...(look && { look }) });
    this.send({
      type: 'changed',
      number,
      of: before.number,
      changes: jsonChanges(partsOf(before.shown), partsOf(shown)) ?? null,
      ...others,
    });
  }

  /** The page was loaded anew, or has lost what it had. */
  again(): void {
    this.last = undefined;
  }
}

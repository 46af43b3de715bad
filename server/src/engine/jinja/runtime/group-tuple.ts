import type { Value } from '../../core/value.js';
import { TupleValue } from '../../core/value.js';

/** What `|groupby` gives for each group: a tuple whose items are also called `grouper` and `list`. */
export class GroupTuple extends TupleValue {
  /** The item of that name; undefined for other names. */
  named(name: string): Value | undefined {
    if (name === 'grouper') return this.items[0];
    return name === 'list' ? this.items[1] : undefined;
  }
}

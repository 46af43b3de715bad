import { UnknownValue, type SetValue, type Value } from '../../core/value.js';
import { charge } from '../../core/cost.js';
import { say } from '../../core/say.js';
import { inTable } from './set-table.js';

/**
 * The members of a set in the order in which CPython would give them, where that can be known. Strings are hashed with a seed that is random in
 * each run; small ints stand in CPython's table at the place of their own value, so that they come in ascending order; where a set has only grown, the
 * places of all numbers are known.
 * @returns undefined where the order is not known
 */
export function membersInOrder(set: SetValue): Value[] | undefined {
  charge(set.members.size >> 1);
  const members = [...set.members.values()];
  if (members.length < 2) return members;
  return ascending(members) ?? (set.grown ? inTable(members) : undefined);
}

/** Small ints, which stand in ascending order whatever became of the set before. */
function ascending(members: readonly Value[]): Value[] | undefined {
  const last = smallestTable(members.length) - 1;
  const numbers: { readonly at: number; readonly member: Value }[] = [];
  for (const member of members) {
    const at = member.kind === 'int' ? Number(member.value) : member.kind === 'bool' ? Number(member.value) : -1;
    if (at < 0 || at > last) return undefined;
    numbers.push({ at, member });
  }
  return numbers.sort((a, b) => a.at - b.at).map((n) => n.member);
}

/** The members in CPython's order, or as many unknown values where that order is not known. */
export function membersOrUnknown(set: SetValue): Value[] {
  const ordered = membersInOrder(set);
  if (ordered) return ordered;
  const unknown = unknownOrder(set);
  return Array.from({ length: set.members.size }, () => unknown);
}

export function unknownOrder(set: SetValue): UnknownValue {
  return new UnknownValue(say`the order of this set differs from run to run`, set.span);
}

/** The fewest places that CPython's table of a set of `used` members has: a power of two, filled to less than three fifths. */
function smallestTable(used: number): number {
  let size = 8;
  while (used * 5 >= (size - 1) * 3) size *= 2;
  return size;
}

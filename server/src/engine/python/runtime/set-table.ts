import { charge } from '../../core/cost.js';
import type { Value } from '../../core/value.js';

/** CPython's `Objects/setobject.c` (3.8 to 3.13): a table of a power of two of places, which is made anew when three fifths of it are taken. */
const smallest = 8;
const neighbours = 9;
const shift = 5n;

/** What a place of the table holds. */
interface Placed {
  readonly hash: bigint;
  readonly member: Value;
}

type Places = (Placed | undefined)[];

/**
 * Members that were added one by one to an empty set, in the order of CPython's table.
 * @returns undefined where a hash is not known: those of texts are other ones in each run
 */
export function inTable(members: readonly Value[]): Value[] | undefined {
  let places: Places = emptyTable(smallest);
  let used = 0;
  charge(4 * members.length);
  for (const member of members) {
    const hash = hashOf(member);
    if (hash === undefined) return undefined;
    put(places, { hash, member });
    used++;
    if (used * 5 >= (places.length - 1) * 3) places = resized(places, used > 50_000 ? used * 2 : used * 4);
  }
  return places.flatMap((placed) => (placed ? [placed.member] : []));
}

function emptyTable(size: number): Places {
  return Array.from({ length: size }, () => undefined);
}

function resized(places: Places, least: number): Places {
  let size = smallest;
  while (size <= least) size *= 2;
  const larger = emptyTable(size);
  for (const placed of places) if (placed) put(larger, placed);
  return larger;
}

/** The first free place at the hash, among its neighbours, and then wherever the rest of the hash leads. */
function put(places: Places, placed: Placed): void {
  const mask = places.length - 1;
  const low = BigInt(mask);
  let at = Number(placed.hash & low);
  for (let rest = placed.hash; ;) {
    const last = at + neighbours <= mask ? at + neighbours : at;
    for (let place = at; place <= last; place++)
      if (places[place] === undefined) {
        places[place] = placed;
        return;
      }
    // Members whose hashes lead to the same places have to go a long way.
    charge(4);
    rest >>= shift;
    at = (at * 5 + 1 + Number(rest & low)) & mask;
  }
}

const modulus = (1n << 61n) - 1n;

/** Python's hash of a number, or of a tuple of numbers, as 64 bits without a sign. */
function hashOf(value: Value): bigint | undefined {
  switch (value.kind) {
    case 'bool':
      return value.value ? 1n : 0n;
    case 'int':
      return hashOfInt(value.value);
    case 'float':
      return Number.isInteger(value.value) ? hashOfInt(BigInt(value.value)) : undefined;
    case 'tuple':
      return hashOfTuple(value.items);
    default:
      return undefined;
  }
}

/** -1 says in C that hashing has failed, so that it is no hash. */
function hashOfInt(value: bigint): bigint {
  const hash = value % modulus;
  return BigInt.asUintN(64, hash === -1n ? -2n : hash);
}

/** xxHash, as `Objects/tupleobject.c` has it since 3.8. */
function hashOfTuple(items: readonly Value[]): bigint | undefined {
  charge(items.length);
  let hash = 2870177450012600261n;
  for (const item of items) {
    const lane = hashOf(item);
    if (lane === undefined) return undefined;
    hash = BigInt.asUintN(64, hash + lane * 14029467366897019727n);
    hash = BigInt.asUintN(64, (hash << 31n) | (hash >> 33n));
    hash = BigInt.asUintN(64, hash * 11400714785074694791n);
  }
  hash = BigInt.asUintN(64, hash + (BigInt(items.length) ^ 2870177450012600261n ^ 3527539n));
  return hash === (1n << 64n) - 1n ? 1546275796n : hash;
}

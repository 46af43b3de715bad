/**
 * What has to be done to a JSON value to make another one of it. `to`: the other one stands in its place. `in`: some members of an object change, or are new; those `gone` are. `at`: some
 * items of an array of the same length change. `splice`: behind so many items so many are taken out, and the rest is put there; `text`: the same with UTF-16 units of a text.
 */
export type JsonChanges =
  | { readonly to: unknown }
  | { readonly in: readonly (readonly [string, JsonChanges])[]; readonly gone?: readonly string[] }
  | { readonly at: readonly (readonly [number, JsonChanges])[] }
  | { readonly splice: readonly [number, number, ...unknown[]] }
  | { readonly text: readonly [number, number, string] };

/** A text that is shorter is sent as a whole. */
const longText = 64;
/** So many changes within one value may be longer than the value itself. */
const many = 3;

/**
 * Undefined where both are the same. Members that are undefined count as absent, as they do in JSON. What is the same object in both is not looked at. Both values are trees of a bounded depth; the
 * time is linear in their size.
 */
export function jsonChanges(before: unknown, after: unknown): JsonChanges | undefined {
  if (before === after) return undefined;
  if (typeof before === 'string' && typeof after === 'string') return after.length < longText ? { to: after } : textChanges(before, after);
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length ? itemChanges(before, after) : spliced(before, after);
  if (isObject(before) && isObject(after)) return memberChanges(before, after);
  return { to: after };
}

/**
 * The value that the changes make. What they leave alone is the same object in both.
 * @throws TypeError where the changes are those of another value
 */
export function withJsonChanges(before: unknown, changes: JsonChanges): unknown {
  if ('to' in changes) return changes.to;
  if ('text' in changes) {
    if (typeof before !== 'string') throw new TypeError('A text was expected.');
    const [from, removed, put] = changes.text;
    return before.slice(0, from) + put + before.slice(from + removed);
  }
  if ('in' in changes) {
    if (!isObject(before)) throw new TypeError('An object was expected.');
    const gone = new Set(changes.gone);
    const changed = changes.in.map(([name, change]) => [
      name,
      withJsonChanges(Object.hasOwn(before, name) ? before[name] : undefined, change),
    ]);
    return Object.fromEntries([...Object.entries(before).filter(([name]) => !gone.has(name)), ...changed]);
  }
  if (!Array.isArray(before)) throw new TypeError('An array was expected.');
  if ('splice' in changes) {
    const [from, removed, ...put] = changes.splice;
    return [...before.slice(0, from), ...put, ...before.slice(from + removed)];
  }
  const items: unknown[] = [...before];
  for (const [index, change] of changes.at) items[index] = withJsonChanges(items[index], change);
  return items;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memberChanges(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): JsonChanges | undefined {
  const changed: [string, JsonChanges][] = [];
  for (const name of Object.keys(after)) {
    const value = after[name];
    if (value === undefined) continue;
    const change = jsonChanges(Object.hasOwn(before, name) ? before[name] : undefined, value);
    if (change) changed.push([name, change]);
  }
  const gone = Object.keys(before).filter(
    (name) => before[name] !== undefined && (!Object.hasOwn(after, name) || after[name] === undefined),
  );
  if (changed.length === 0 && gone.length === 0) return undefined;
  return { in: changed, ...(gone.length > 0 && { gone }) };
}

function itemChanges(before: readonly unknown[], after: readonly unknown[]): JsonChanges | undefined {
  const changed: [number, JsonChanges][] = [];
  before.forEach((item, i) => {
    const change = jsonChanges(item, after[i]);
    if (change) changed.push([i, shorter(change, after[i])]);
  });
  return changed.length === 0 ? undefined : { at: changed };
}

/** Of a place whose lines have moved little is left: it is then written as a whole. What has lists or long texts within is not looked at, since that takes longer than it saves. */
function shorter(change: JsonChanges, value: unknown): JsonChanges {
  if ((countOf(change) ?? 0) < many) return change;
  const whole = { to: value };
  return JSON.stringify(whole).length <= JSON.stringify(change).length ? whole : change;
}

/** How many values are changed within; undefined where these are not only members. */
function countOf(change: JsonChanges): number | undefined {
  if ('to' in change) return 1;
  if (!('in' in change)) return undefined;
  let sum = 0;
  for (const [, each] of change.in) {
    const count = countOf(each);
    if (count === undefined) return undefined;
    sum += count;
  }
  return sum;
}

function spliced(before: readonly unknown[], after: readonly unknown[]): JsonChanges {
  const [start, end] = sharedEnds(before.length, after.length, (i, j) => jsonChanges(before[i], after[j]) === undefined);
  return { splice: [start, before.length - start - end, ...after.slice(start, after.length - end)] };
}

/** Texts are compared by so many units at once: as bytes, which is faster than one by one. */
const unitsAtOnce = 512;

function textChanges(before: string, after: string): JsonChanges {
  const room = Math.min(before.length, after.length);
  let from = 0;
  while (from + unitsAtOnce <= room && before.slice(from, from + unitsAtOnce) === after.slice(from, from + unitsAtOnce))
    from += unitsAtOnce;
  let behind = 0;
  const ends = (text: string): string => text.slice(text.length - behind - unitsAtOnce, text.length - behind);
  while (behind + unitsAtOnce <= room - from && ends(before) === ends(after)) behind += unitsAtOnce;
  const [more, less] = sharedEnds(
    before.length - from - behind,
    after.length - from - behind,
    (i, j) => before.charCodeAt(from + i) === after.charCodeAt(from + j),
  );
  const [start, end] = [from + more, behind + less];
  return { text: [start, before.length - start - end, after.slice(start, after.length - end)] };
}

/** How much two sequences share at their start, and behind that at their end. */
function sharedEnds(before: number, after: number, same: (i: number, j: number) => boolean): readonly [number, number] {
  const room = Math.min(before, after);
  let start = 0;
  while (start < room && same(start, start)) start++;
  let end = 0;
  while (end < room - start && same(before - 1 - end, after - 1 - end)) end++;
  return [start, end];
}

import type { Span } from '../../core/span.js';
import {
  bothPlaces,
  bothWritten,
  emptyCell,
  joinColumns,
  noNames,
  unknownShape,
  type CellShape,
  type Shape,
  type WrittenNames,
} from './column-shape.js';
import { Places } from './code-places.js';
import { SharedMap } from './shared-map.js';

/** Where code wrote keys and texts. */
export interface Traces {
  readonly dicts: readonly CellShape[];
  readonly spelled: Places;
}

/** Names and what they hold at one point of the code. Cells are never changed, but replaced: a copy of a state costs little. */
export class State {
  /** While two states are joined: joins a cell that is not joined yet, since a cell may hold another. */
  private settle: ((id: number) => void) | undefined;

  constructor(
    readonly names = new SharedMap<string, Shape>(),
    private readonly cells = new SharedMap<number, CellShape>(),
    private readonly counter: { next: number; readonly spelled: Places } = { next: 0, spelled: new Places() },
  ) {}

  /**
   * Notes that a text of the code is more than a key: it is put into another text, compared, stored or handed on, so that another one in its place has other consequences.
   * @param withKeys whether the keys of dicts are written out, too
   */
  spell(shape: Shape | undefined, withKeys = false, depth = 0): void {
    if (!shape || depth > 3) return;
    if (shape.kind === 'text') this.spellPlaces(shape.at);
    if (shape.kind === 'tuple') for (const item of shape.items) this.spell(item, withKeys, depth + 1);
    const cell = this.cell(shape);
    for (const part of cell ? [cell.rest, ...cell.entries.values(), ...(cell.items ?? [])] : []) this.spell(part, withKeys, depth + 1);
    if (withKeys) for (const places of cell?.written?.values() ?? []) this.spellPlaces(places);
    if (withKeys && shape.kind === 'names') for (const places of shape.columns.written?.values() ?? []) this.spellPlaces(places);
  }

  private spellPlaces(places: readonly Span[] | undefined): void {
    if (places) for (const place of places) this.counter.spelled.add(place);
  }

  /** Whether one of some places is a text that is more than a key. */
  isSpelled(places: readonly Span[]): boolean {
    return places.some((place) => this.counter.spelled.has(place));
  }

  /** How much there is to copy. */
  get size(): number {
    return this.names.size + this.cells.size;
  }

  copy(): State {
    return new State(this.names.copy(), this.cells.copy(), this.counter);
  }

  /** The same cells with other names: what a called function sees. */
  withNames(names: SharedMap<string, Shape>): State {
    return new State(names, this.cells, this.counter);
  }

  /** A state for code that is given nothing of this one. */
  apart(): State {
    return new State(new SharedMap(), new SharedMap(), { next: this.counter.next, spelled: new Places() });
  }

  /** Takes over what code made in a state apart. */
  takeOver({ cells, counter }: State): void {
    cells.forEach((cell, id) => this.cells.set(id, cell));
    this.counter.next = counter.next;
    this.counter.spelled.addAll(counter.spelled);
  }

  /** What stays of the code of a state that none of whose dicts and lists can be reached any more. */
  get traces(): Traces {
    const dicts: CellShape[] = [];
    this.cells.forEach((cell) => {
      if (cell.kind === 'dict' && cell.written) dicts.push(cell);
    });
    return { dicts, spelled: this.counter.spelled };
  }

  takeTraces({ dicts, spelled }: Traces): void {
    for (const cell of dicts) this.make(cell);
    this.counter.spelled.addAll(spelled);
  }

  make(cell: CellShape): Shape {
    const id = this.counter.next++;
    this.cells.set(id, cell);
    return { kind: 'cell', id };
  }

  cell(shape: Shape | undefined): CellShape | undefined {
    if (shape?.kind !== 'cell') return undefined;
    this.settle?.(shape.id);
    return this.cells.get(shape.id);
  }

  /**
   * Where the code writes keys of dicts, and asks for them, all of whose keys and uses are known, by the name; none that any other dict has, too.
   */
  innerKeys(): WrittenNames {
    const inner: WrittenNames[] = [];
    const others = new Places();
    this.cells.forEach(({ kind, open, handed, written }) => {
      if (kind !== 'dict' || !written) return;
      if (!open && handed !== true) inner.push(written);
      else for (const places of written.values()) for (const place of places) others.add(place);
    });
    const found = new Map<string, Span[]>();
    // A place is none of two names.
    const seen = new Places();
    for (const written of inner)
      for (const [name, places] of written) {
        const own = found.get(name) ?? [];
        if (own.length === 0) found.set(name, own);
        for (const place of places) {
          if (others.has(place) || seen.has(place)) continue;
          seen.add(place);
          own.push(place);
        }
      }
    return found;
  }

  change(shape: Shape, change: (cell: CellShape) => CellShape): void {
    const cell = this.cell(shape);
    if (cell && shape.kind === 'cell') this.cells.set(shape.id, change(cell));
  }

  /** Takes everything that another state knows, which began as a copy of this one: what the code did in it has happened. */
  become(other: State): void {
    this.names.become(other.names);
    this.cells.become(other.cells);
  }

  /** How many cells there have been. */
  get made(): number {
    return this.counter.next;
  }

  /** Takes what another state knows of the cells that are newer than the first `count`. */
  takeNewer(other: State, count: number): void {
    if (this.cells.holdsTheSameAs(other.cells)) return;
    other.cells.forEach((cell, id) => {
      if (id >= count) this.cells.set(id, cell);
    });
  }

  /**
   * What is known behind a pass of a loop that ends here or there: a row that only one of them appends is in the list as it is there, and nothing changes it any more.
   */
  joinPass(other: State): State {
    const joined = this.join(other);
    if (this.cells.holdsTheSameAs(other.cells)) return joined;
    this.cells.forEach((cell, id) => {
      if (cell.kind !== 'list') return;
      const there = other.cells.get(id);
      if (!there || !cell.rest === !there.rest) return;
      const [from, rest] = cell.rest ? [this, cell.rest] : [other, there.rest];
      const row = from.cell(rest);
      if (row?.kind === 'dict') joined.cells.set(id, { ...joined.cells.get(id)!, rest: joined.make(row) });
    });
    return joined;
  }

  /** What is known where either this state or the other is the case. Both began as copies of one. */
  join(other: State): State {
    const joined = this.copy();
    if (!this.cells.holdsTheSameAs(other.cells)) joined.joinCellsOf(other);
    if (!this.names.holdsTheSameAs(other.names))
      other.names.forEach((shape, name) => {
        const there = this.names.get(name);
        if (there !== shape) joined.names.set(name, joinShapes(joined, there, shape));
      });
    return joined;
  }

  private joinCellsOf(other: State): void {
    const waiting = new Map<number, CellShape>();
    other.cells.forEach((cell, id) => {
      const there = this.cells.get(id);
      if (!there) this.cells.set(id, cell);
      else if (there !== cell) waiting.set(id, cell);
    });
    this.settle = (id) => {
      const cell = waiting.get(id);
      waiting.delete(id);
      if (cell) this.cells.set(id, joinCells(this, this.cells.get(id)!, cell));
    };
    for (const id of waiting.keys()) this.settle(id);
    this.settle = undefined;
  }
}

/** What is known of a value that is the one or the other. A name that is bound in one branch only, or None in it, is what the other says: without it the code fails. */
export function joinShapes(state: State, a: Shape | undefined, b: Shape | undefined, depth = 0): Shape {
  if (!a || !b || a === b) return a ?? b ?? unknownShape;
  if (a.kind === 'none') return b;
  if (b.kind === 'none') return a;
  if (a.kind === 'data' && b.kind === 'data') return { kind: 'data', columns: joinColumns(a.columns, b.columns) };
  if (a.kind === 'text' && b.kind === 'text' && a.text === b.text) return { ...a, at: bothPlaces(a.at, b.at) };
  if (a.kind === 'number' && b.kind === 'number' && a.value === b.value) return a;
  if (a.kind === 'cell' && b.kind === 'cell' && a.id === b.id) return a;
  const one = state.cell(a);
  const two = state.cell(b);
  return one && two && depth < 4 ? state.make(joinCells(state, one, two, depth + 1)) : unknownShape;
}

function joinCells(state: State, a: CellShape, b: CellShape, depth = 0): CellShape {
  if (a.kind !== b.kind) return emptyCell('dict', true);
  const entries = new Map<string, Shape>();
  for (const [key, shape] of a.entries) {
    const there = b.entries.get(key);
    if (there) entries.set(key, joinShapes(state, shape, there, depth));
  }
  let rest = a.rest && b.rest ? joinShapes(state, a.rest, b.rest, depth) : (a.rest ?? b.rest);
  if (a.kind !== 'splits') rest = withOneSided(state, rest, a, b, depth);
  if (a.kind === 'splits') return joinedSplits(state, a, b, rest, depth);
  const maybe = namesOfSome(a, b, entries);
  const needed = a.needed && b.needed ? new Set([...a.needed].filter((key) => b.needed!.has(key))) : undefined;
  const items = sameItems(a, b) ? a.items : undefined;
  const written = bothWritten(a.written, b.written);
  return {
    kind: a.kind,
    entries,
    maybe,
    open: a.open || b.open,
    rest,
    items,
    needed,
    handed: a.handed === true || b.handed === true,
    written,
  };
}

/** What stands under keys that only one of them has: lists and datasets, of which more will be asked. */
function withOneSided(state: State, rest: Shape | undefined, a: CellShape, b: CellShape, depth: number): Shape | undefined {
  let joined = rest;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const)
    for (const [key, shape] of one.entries)
      if (!other.entries.has(key) && (shape.kind === 'cell' || shape.kind === 'data'))
        joined = joined ? joinShapes(state, joined, shape, depth + 1) : shape;
  return joined;
}

/** The keys of both that are not among those of every case. */
function namesOfSome(a: CellShape, b: CellShape, sure: ReadonlyMap<string, Shape>): ReadonlySet<string> {
  const none = a.maybe.size === 0 && b.maybe.size === 0 && a.entries.size === sure.size && b.entries.size === sure.size;
  return none ? noNames : new Set([...a.maybe, ...b.maybe, ...a.entries.keys(), ...b.entries.keys()].filter((key) => !sure.has(key)));
}

function sameItems(a: CellShape, b: CellShape): boolean {
  return a.items !== undefined && a.items === b.items;
}

/** A split that is there in some cases has its columns then. */
function joinedSplits(state: State, a: CellShape, b: CellShape, rest: Shape | undefined, depth: number): CellShape {
  const entries = new Map<string, Shape>();
  for (const key of new Set([...a.entries.keys(), ...b.entries.keys()]))
    entries.set(key, joinShapes(state, a.entries.get(key), b.entries.get(key), depth));
  return { kind: 'splits', entries, maybe: new Set(), open: a.open || b.open, rest };
}

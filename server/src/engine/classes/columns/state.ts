import { emptyCell, joinColumns, unknownShape, type CellShape, type Shape } from './shape.js';

/** Names and what they hold at one point of the code. Cells are never changed, but replaced: a copy of a state costs little. */
export class State {
  constructor(
    readonly names: Map<string, Shape> = new Map<string, Shape>(),
    private readonly cells: Map<number, CellShape> = new Map<number, CellShape>(),
    private readonly counter: { next: number } = { next: 0 },
  ) {}

  /** How much there is to copy. */
  get size(): number {
    return this.names.size + this.cells.size;
  }

  copy(): State {
    return new State(new Map(this.names), new Map(this.cells), this.counter);
  }

  /** The same cells with other names: what a called function sees. */
  withNames(names: Map<string, Shape>): State {
    return new State(names, this.cells, this.counter);
  }

  make(cell: CellShape): Shape {
    const id = this.counter.next++;
    this.cells.set(id, cell);
    return { kind: 'cell', id };
  }

  cell(shape: Shape | undefined): CellShape | undefined {
    return shape?.kind === 'cell' ? this.cells.get(shape.id) : undefined;
  }

  change(shape: Shape, change: (cell: CellShape) => CellShape): void {
    const cell = this.cell(shape);
    if (cell && shape.kind === 'cell') this.cells.set(shape.id, change(cell));
  }

  /** Takes everything that another state knows: what the code did in it has happened. */
  become(other: State): void {
    this.names.clear();
    for (const [name, shape] of other.names) this.names.set(name, shape);
    this.takeCells(other);
  }

  takeCells(other: State): void {
    for (const [id, cell] of other.cells) this.cells.set(id, cell);
  }

  /** What is known where either this state or the other is the case. */
  join(other: State): State {
    const joined = new State(new Map(), new Map(), this.counter);
    for (const [id, cell] of this.cells) {
      const there = other.cells.get(id);
      joined.cells.set(id, there && there !== cell ? joinCells(joined, cell, there) : cell);
    }
    for (const [id, cell] of other.cells) if (!joined.cells.has(id)) joined.cells.set(id, cell);
    for (const name of new Set([...this.names.keys(), ...other.names.keys()]))
      joined.names.set(name, joinShapes(joined, this.names.get(name), other.names.get(name)));
    return joined;
  }
}

/** What is known of a value that is the one or the other. A name that is bound in one branch only, or None in it, is what the other says: without it the code fails. */
export function joinShapes(state: State, a: Shape | undefined, b: Shape | undefined, depth = 0): Shape {
  if (!a || !b || a === b) return a ?? b ?? unknownShape;
  if (a.kind === 'none') return b;
  if (b.kind === 'none') return a;
  if (a.kind === 'data' && b.kind === 'data') return { kind: 'data', columns: joinColumns(a.columns, b.columns) };
  if (a.kind === 'text' && b.kind === 'text' && a.text === b.text) return a;
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
  const maybe = new Set([...a.maybe, ...b.maybe, ...a.entries.keys(), ...b.entries.keys()].filter((key) => !entries.has(key)));
  return { kind: a.kind, entries, maybe, open: a.open || b.open, rest, items: sameItems(a, b) ? a.items : undefined };
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

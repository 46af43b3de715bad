import type { GivenShapes } from './calls.js';
import { mergeInto, noteKey, setKey, textOfShape } from './column-expressions.js';
import { plainValue } from './plain-values.js';
import { columnsOfCell, emptyCell, unknownShape, type CellShape, type Shape } from './column-shape.js';
import { removeKey } from './column-statements.js';
import { joinShapes, type State } from './state.js';

/** Functions and methods that change nothing that they are given. */
export const harmless: ReadonlySet<string> = new Set(
  (
    'len print str repr int float bool isinstance json dumps dump loads load format join split strip replace lower upper index count find ' +
    'get keys values items info debug warning error sum min max any all zip enumerate range map filter type id hasattr getattr open append ' +
    'search match sub findall encode decode choice randint random seed isna isnull exists isdir abs round shuffle tuple set frozenset chr ord next iter'
  ).split(' '),
);

/** Python's own functions, as far as they hand rows on; undefined for any other. */
export function plainFunction(state: State, name: string, { positional, named, written }: GivenShapes): Shape | undefined {
  const [first] = positional;
  switch (name) {
    case 'dict': {
      const made = state.make(emptyCell('dict'));
      if (first) mergeInto(state, made, first);
      for (const [key, value] of named) setKey(state, made, { kind: 'text', text: key, at: written?.get(key) }, value);
      return made;
    }
    case 'list':
    case 'sorted':
    case 'tuple':
    case 'reversed':
    case 'tqdm':
    case 'sample':
      return first ? copied(state, first) : state.make(emptyCell('list'));
    case 'deepcopy':
      return first && copied(state, first);
    case 'sum':
      return summed(state, first, positional[1]);
    case 'range':
      return counted(state, positional);
    default:
      return plainValue(state, name, positional);
  }
}

/** `sum(lists, [])`: the items of them all. */
function summed(state: State, lists: Shape | undefined, start: Shape | undefined): Shape | undefined {
  const [one, first] = [state.cell(lists), state.cell(start)];
  if (one?.kind !== 'list' || first?.kind !== 'list') return undefined;
  const inner = state.cell(one.rest);
  return inner?.kind === 'list' ? state.make({ ...emptyCell('list', one.open || inner.open), rest: inner.rest }) : undefined;
}

function counted(state: State, bounds: readonly Shape[]): Shape {
  const numbers = bounds.map((shape) => (shape.kind === 'number' ? shape.value : undefined));
  const [from, to] = numbers.length === 1 ? [0, numbers[0]] : numbers;
  if (from === undefined || to === undefined || numbers.length > 2 || to - from > 40) return unknownShape;
  const items = Array.from({ length: Math.max(0, to - from) }, (_, i): Shape => ({ kind: 'number', value: from + i }));
  return state.make({ ...emptyCell('list'), rest: unknownShape, items });
}

/** A list or dict with the same in it: what is set in the copy is not in the old one. */
function copied(state: State, shape: Shape): Shape {
  const cell = state.cell(shape);
  if (!cell) return shape.kind === 'data' ? unknownShape : shape;
  if (cell.kind !== 'list') return state.make(cell);
  const inner = state.cell(cell.rest);
  return state.make({ ...cell, items: inner ? undefined : cell.items, rest: inner ? state.make(inner) : cell.rest });
}

/** Methods of dicts and lists. */
export function containerMethod(state: State, value: Shape, cell: CellShape, name: string, given: GivenShapes): Shape {
  const [first, second] = given.positional;
  switch (name) {
    case 'append':
    case 'add':
    case 'insert':
      if (first) addItem(state, value, name === 'insert' ? (second ?? unknownShape) : first);
      return unknownShape;
    case 'extend':
      addItem(state, value, first ? (state.cell(first)?.rest ?? (state.cell(first) ? undefined : unknownShape)) : undefined);
      return unknownShape;
    case 'update':
      if (first) mergeInto(state, value, first);
      for (const [key, shape] of given.named) setKey(state, value, { kind: 'text', text: key, at: given.written?.get(key) }, shape);
      return unknownShape;
    case 'setdefault':
      return setDefault(state, value, cell, first ?? unknownShape, second ?? { kind: 'none' });
    case 'pop':
      if (cell.kind !== 'list') removeKey(state, value, first && textOfShape(first));
      return cell.rest ?? unknownShape;
    case 'copy':
      return copied(state, value);
    case 'get':
      if (first) noteKey(state, value, first);
      return (first && cell.entries.get(textOfShape(first) ?? '')) ?? unknownShape;
    case 'keys':
      return keysOf(state, cell);
    case 'values':
      return state.make({ ...emptyCell('list', true), rest: [...cell.entries.values(), cell.rest].find((shape) => shape !== undefined) });
    case 'items':
      return itemsOf(state, cell);
    default:
      return unknownShape;
  }
}

/** What stands under the key, or is set under it. */
function setDefault(state: State, value: Shape, cell: CellShape, key: Shape, otherwise: Shape): Shape {
  const name = textOfShape(key);
  const there = name === undefined ? cell.rest : cell.entries.get(name);
  if (there) noteKey(state, value, key);
  if (there && (name !== undefined || there.kind === 'cell')) return there;
  setKey(state, value, key, cell.rest ? joinShapes(state, cell.rest, otherwise) : otherwise);
  const now = state.cell(value);
  return (name === undefined ? now?.rest : now?.entries.get(name)) ?? unknownShape;
}

function addItem(state: State, list: Shape, item: Shape | undefined): void {
  if (!item) return;
  if (item.kind === 'text') state.spell(item);
  state.change(list, (cell) => ({ ...cell, rest: cell.rest ? joinShapes(state, cell.rest, item) : item, items: undefined }));
}

function keysOf(state: State, cell: CellShape): Shape {
  if (cell.kind !== 'list') return { kind: 'names', columns: columnsOfCell(cell) };
  return state.make({ ...emptyCell('list', true), rest: unknownShape });
}

function itemsOf(state: State, cell: CellShape): Shape {
  const pairs = [...cell.entries].map(([text, shape]): Shape => {
    return { kind: 'tuple', items: [{ kind: 'text', text, at: cell.written?.get(text) }, shape] };
  });
  const any: Shape = { kind: 'tuple', items: [unknownShape, cell.rest ?? unknownShape] };
  return state.make({ ...emptyCell('list', cell.open), rest: any, items: cell.open || cell.maybe.size > 0 ? undefined : pairs });
}

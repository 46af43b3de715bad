import type {
  BinaryOperation,
  Call,
  Comparison,
  Comprehension,
  DictExpression,
  Expression,
  FString,
  FunctionDef,
  Lambda,
  Name,
  StringLiteral,
  Subscript,
} from '../../python/syntax/tree/ast.js';
import type { Span } from '../../core/span.js';
import { TracedText } from '../../core/traced-text.js';
import { writtenAt } from '../../core/written-at.js';
import { callShape } from './calls.js';
import { calculated, charactersOf } from './plain-values.js';
import type { Reader } from './reader.js';
import {
  bothPlaces,
  bothWritten,
  columnsOfCell,
  emptyCell,
  unionColumns,
  unknownShape,
  withName,
  withPlaces,
  type CellShape,
  type FunctionShape,
  type KnownColumns,
  type Shape,
  type WrittenNames,
} from './column-shape.js';
import { bindTarget } from './column-statements.js';
import { joinShapes, type State } from './state.js';

/** What is known of the value of an expression. What it changes is changed in the state. */
export function shapeOfExpression(reader: Reader, state: State, node: Expression): Shape {
  reader.step();
  switch (node.type) {
    case 'String':
      return { kind: 'text', text: node.traced.text, at: placesOf(reader, node) };
    case 'FString':
      return formatted(reader, state, node);
    case 'Int':
      return { kind: 'number', value: Number(node.value) };
    case 'Constant':
      return node.value === 'None'
        ? { kind: 'none' }
        : node.value === 'Ellipsis'
          ? unknownShape
          : { kind: 'truth', value: node.value === 'True' };
    case 'Name':
      return named(reader, state, node);
    case 'Tuple':
      return { kind: 'tuple', items: node.elements.map((element) => shapeOfExpression(reader, state, element)) };
    case 'List':
      return listOf(
        state,
        node.elements.map((element) => shapeOfExpression(reader, state, element)),
      );
    case 'Dict':
      return dictOf(reader, state, node);
    case 'Comprehension':
      return comprehended(reader, state, node);
    case 'Call':
      return callShape(reader, state, node);
    case 'Subscript':
      return subscripted(reader, state, node);
    case 'Attribute':
      return attribute(reader, state, node.object, node.attribute.name);
    case 'Conditional': {
      const holds = conditionOf(reader, state, node.test);
      if (holds !== undefined) return shapeOfExpression(reader, state, holds ? node.body : node.orelse);
      return joinShapes(
        state,
        perhaps(reader, state, (own) => shapeOfExpression(reader, own, node.body)),
        perhaps(reader, state, (own) => shapeOfExpression(reader, own, node.orelse)),
      );
    }
    case 'BinaryOperation':
      return combined(reader, state, node);
    case 'Comparison':
    case 'UnaryOperation': {
      const holds = conditionOf(reader, state, node);
      return holds === undefined ? unknownShape : { kind: 'truth', value: holds };
    }
    case 'BooleanOperation': {
      const [first, ...others] = node.values;
      return others.reduce<Shape>(
        (joined, next) =>
          joinShapes(
            state,
            joined,
            perhaps(reader, state, (own) => shapeOfExpression(reader, own, next)),
          ),
        shapeOfExpression(reader, state, first!),
      );
    }
    case 'Lambda':
      return innerFunction(reader, node);
    case 'NamedExpression': {
      const value = shapeOfExpression(reader, state, node.value);
      state.names.set(node.target.name, value);
      return value;
    }
    case 'Yield':
      if (node.value) reader.activation.yielded.push(shapeOfExpression(reader, state, node.value));
      return unknownShape;
    default:
      return unknownShape;
  }
}

/** Where a text of the code stands, where it is written character for character. */
function placesOf({ activation: { at } }: Reader, { traced }: StringLiteral): readonly Span[] | undefined {
  const span = traced.text === '' ? undefined : writtenAt(traced, 0, traced.text.length);
  return span && [{ file: span.file, start: span.start + at, end: span.end + at }];
}

/** Whether a condition holds, where that is sure whatever the data: `environ.get('DATASET_SOURCE') == 'ModelScope'` does not without that variable. */
export function conditionOf(reader: Reader, state: State, node: Expression): boolean | undefined {
  if (node.type === 'UnaryOperation' && node.op === 'not') {
    const holds = conditionOf(reader, state, node.operand);
    return holds === undefined ? undefined : !holds;
  }
  if (node.type === 'BooleanOperation') {
    const decides = node.op === 'or';
    const [first, ...others] = node.values;
    const parts = [conditionOf(reader, state, first!)];
    for (const value of others) {
      if (parts.includes(decides)) break;
      // What is only asked for after another condition held is not needed by every row.
      const certain = !parts.includes(undefined);
      parts.push(certain ? conditionOf(reader, state, value) : perhaps(reader, state, (own) => conditionOf(reader, own, value)));
    }
    if (parts.includes(decides)) return decides;
    return parts.includes(undefined) ? undefined : !decides;
  }
  if (node.type === 'Comparison') return compared(reader, state, node);
  if (node.type === 'UnaryOperation') {
    shapeOfExpression(reader, state, node.operand);
    return undefined;
  }
  const value = shapeOfExpression(reader, state, node);
  if (value.kind === 'truth') return value.value;
  if (value.kind === 'none') return false;
  if (value.kind === 'text') return value.text !== '';
  return undefined;
}

/** Follows code that some runs leave out. */
function perhaps<T>(reader: Reader, state: State, follow: (own: State) => T): T {
  reader.step(state.size >> 1);
  const own = state.copy();
  const result = follow(own);
  state.become(state.join(own));
  return result;
}

function compared(reader: Reader, state: State, { left, rest }: Comparison): boolean | undefined {
  const a = shapeOfExpression(reader, state, left);
  const others = rest.map(({ right }) => shapeOfExpression(reader, state, right));
  for (const shape of [a, ...others]) if (shape.kind === 'text') state.spell(shape);
  const [only] = rest;
  if (rest.length !== 1 || !only) return undefined;
  const b = others[0]!;
  switch (only.op) {
    case '==':
    case 'is':
      return same(a, b);
    case '!=':
    case 'is not': {
      const equal = same(a, b);
      return equal === undefined ? undefined : !equal;
    }
    case 'in':
      return within(state, a, b);
    case 'not in': {
      const inside = within(state, a, b);
      return inside === undefined ? undefined : !inside;
    }
    default:
      return undefined;
  }
}

function same(a: Shape, b: Shape): boolean | undefined {
  const one = plain(a);
  const two = plain(b);
  return one === undefined || two === undefined ? undefined : one === two;
}

function plain(shape: Shape): string | number | boolean | null | undefined {
  if (shape.kind === 'text') return shape.text;
  if (shape.kind === 'number' || shape.kind === 'truth') return shape.value;
  return shape.kind === 'none' ? null : undefined;
}

function within(state: State, a: Shape, b: Shape): boolean | undefined {
  const wanted = plain(a);
  if (wanted === undefined) return undefined;
  if (b.kind === 'text' && typeof wanted === 'string') return b.text.includes(wanted);
  const items = b.kind === 'tuple' ? b.items : b.kind === 'names' ? namesOf(b.columns) : state.cell(b)?.items;
  const values = items?.map(plain);
  if (values?.includes(wanted)) return true;
  return values && !values.includes(undefined) ? false : undefined;
}

function formatted(reader: Reader, state: State, node: FString): Shape {
  const texts = node.parts.map((part) => {
    if (part instanceof TracedText) return part.text;
    const shape = shapeOfExpression(reader, state, part.value);
    state.spell(shape, true);
    return textOfShape(shape);
  });
  return texts.some((text) => text === undefined) ? unknownShape : { kind: 'text', text: texts.join('') };
}

/** The text that an f-string writes of a value. */
export function textOfShape(shape: Shape): string | undefined {
  if (shape.kind === 'text') return shape.text;
  return shape.kind === 'number' ? String(shape.value) : undefined;
}

function named(reader: Reader, state: State, { name }: Name): Shape {
  const own = state.names.get(name);
  if (own) return own;
  const found = reader.index.findIn(reader.activation.module, name);
  if (found.kind === 'class') return { kind: 'class', source: found.source };
  if (found.kind === 'function')
    return { kind: 'function', node: found.source.node, module: found.source.module, at: found.source.at, inner: false, owner: undefined };
  return unknownShape;
}

/** A list of some items. */
function listOf(state: State, items: readonly Shape[]): Shape {
  let rest: Shape | undefined;
  for (const item of items) rest = rest ? joinShapes(state, rest, item) : item;
  return state.make({ ...emptyCell('list'), rest, items });
}

function dictOf(reader: Reader, state: State, node: DictExpression): Shape {
  const made = state.make(emptyCell('dict'));
  const plain = plainKeys(reader, state, node);
  if (plain.count > 0) state.change(made, (cell) => ({ ...cell, entries: plain.entries, written: plain.written }));
  for (const { key, value } of node.entries.slice(plain.count)) {
    if (!key) mergeInto(state, made, shapeOfExpression(reader, state, value));
    else setKey(state, made, shapeOfExpression(reader, state, key), shapeOfExpression(reader, state, value));
  }
  return made;
}

/** What the first entries of a dict set, as long as their keys are texts of the code. */
function plainKeys(
  reader: Reader,
  state: State,
  node: DictExpression,
): { readonly count: number; readonly entries: ReadonlyMap<string, Shape>; readonly written: WrittenNames | undefined } {
  const entries = new Map<string, Shape>();
  let written: Map<string, readonly Span[]> | undefined;
  let count = 0;
  for (const { key, value } of node.entries) {
    if (key?.type !== 'String') break;
    reader.step();
    const name = key.traced.text;
    const places = placesOf(reader, key);
    const shape = shapeOfExpression(reader, state, value);
    if (shape.kind === 'text') state.spell(shape);
    entries.set(name, shape);
    if (places) (written ??= new Map()).set(name, bothPlaces(written.get(name), places)!);
    count++;
  }
  return { count, entries, written };
}

/** `d[key] = value` */
export function setKey(state: State, dict: Shape, key: Shape, value: Shape): void {
  if (value.kind === 'text') state.spell(value);
  const name = textOfShape(key);
  state.change(dict, (cell) => {
    if (name === undefined) {
      const rest = cell.rest ? joinShapes(state, cell.rest, value) : value;
      return { ...cell, open: cell.open || cell.kind !== 'list', rest, items: undefined };
    }
    const maybe = cell.maybe.has(name) ? new Set([...cell.maybe].filter((other) => other !== name)) : cell.maybe;
    const written = withPlaces(cell.written, name, key.kind === 'text' ? key.at : undefined);
    return { ...cell, entries: withName(cell.entries, name, value), maybe, written };
  });
}

/** `d[key]` of a key that is there: one more place where it is written. */
export function noteKey(state: State, dict: Shape, key: Shape): void {
  if (key.kind !== 'text') return;
  const places = key.at;
  const cell = state.cell(dict);
  if (!places || cell?.kind !== 'dict' || !cell.entries.has(key.text)) return;
  const written = withPlaces(cell.written, key.text, places);
  if (written !== cell.written) state.change(dict, (old) => ({ ...old, written }));
}

/** `d.update(other)` and `{**other}` */
export function mergeInto(state: State, dict: Shape, other: Shape): void {
  const from = state.cell(other);
  state.change(dict, (cell) => {
    if (!from || from.kind === 'list') return { ...cell, open: true };
    const entries = new Map([...cell.entries, ...from.entries]);
    const maybe = new Set([...cell.maybe, ...from.maybe].filter((key) => !entries.has(key)));
    const written = bothWritten(cell.written, from.written);
    return { ...cell, entries, maybe, open: cell.open || from.open, rest: cell.rest ?? from.rest, written };
  });
}

function comprehended(reader: Reader, state: State, node: Comprehension): Shape {
  const inner = state.withNames(state.names.copy());
  const again = node.of === 'dict' ? sameKeys(reader, inner, node) : undefined;
  if (again) return again;
  const made = state.make(emptyCell(node.of === 'dict' ? 'dict' : 'list'));
  const fill = (of: State, at: number): void => {
    const clause = node.clauses[at];
    if (!clause) return addElement(reader, of, made, node);
    const iterated = iteratedOf(reader, of, clause.iter);
    for (const item of iterated.known ?? [iterated.item]) {
      bindTarget(reader, of, clause.target, item);
      const holds = clause.conditions.map((condition) => conditionOf(reader, of, condition));
      if (holds.includes(false)) continue;
      if (holds.includes(undefined)) perhaps(reader, of, (own) => fill(own, at + 1));
      else fill(of, at + 1);
    }
  };
  fill(inner, 0);
  return made;
}

/** `{key: … for key in row.keys()}`: the keys of the row, whatever they are. */
function sameKeys(reader: Reader, state: State, { clauses, element, value }: Comprehension): Shape | undefined {
  const [clause, ...others] = clauses;
  if (!clause || others.length > 0 || !value || element.type !== 'Name') return undefined;
  const { target, iter, conditions } = clause;
  const pairs = target.type === 'Tuple';
  const key = pairs ? target.elements[0] : target;
  if (key?.type !== 'Name' || key.name !== element.name) return undefined;
  const over =
    pairs && iter.type === 'Call' && iter.callee.type === 'Attribute' && iter.callee.attribute.name === 'items' ? iter.callee.object : iter;
  if (pairs && over === iter) return undefined;
  const keys = keysOfShape(state, shapeOfExpression(reader, state, over));
  // Keys that are all known are looked at one by one.
  if (!keys || (!keys.open && keys.maybe.length === 0)) return undefined;
  bindTarget(reader, state, target, unknownShape);
  const item = pairs ? unknownShape : shapeOfExpression(reader, state, value);
  const sure = conditions.length === 0 ? keys.sure : [];
  const maybe = conditions.length === 0 ? keys.maybe : [...keys.sure, ...keys.maybe];
  const entries = new Map(sure.map((name) => [name, item]));
  return state.make({ ...emptyCell('dict', keys.open), entries, maybe: new Set(maybe), rest: item, written: keys.written });
}

function keysOfShape(state: State, shape: Shape): KnownColumns | undefined {
  if (shape.kind === 'names') return shape.columns;
  const cell = state.cell(shape);
  return cell?.kind === 'dict' ? columnsOfCell(cell) : undefined;
}

function addElement(reader: Reader, state: State, made: Shape, node: Comprehension): void {
  const element = shapeOfExpression(reader, state, node.element);
  if (node.value) setKey(state, made, element, shapeOfExpression(reader, state, node.value));
  else state.change(made, (cell) => ({ ...cell, rest: cell.rest ? joinShapes(state, cell.rest, element) : element }));
}

/** What iterating gives: its items one by one where they are written in the code, else any of them. */
export interface Iterated {
  readonly known: readonly Shape[] | undefined;
  readonly item: Shape;
  /** The row that each pass works on, where it is not the item: `for i in range(len(rows))`. */
  readonly row?: Shape | undefined;
}

const mostUnrolled = 40;

/** What an expression gives when it is iterated. */
export function iteratedOf(reader: Reader, state: State, node: Expression): Iterated {
  if (node.type === 'Call' && node.callee.type === 'Name') {
    const called = iteratedCall(reader, state, node.callee.name, node);
    if (called) return called;
  }
  const value = shapeOfExpression(reader, state, node);
  if (value.kind === 'unknown' && node.type === 'Name' && state.names.has(node.name)) {
    const item = state.make(emptyCell('dict', true));
    state.names.set(node.name, state.make({ ...emptyCell('list', true), rest: item }));
    return { known: undefined, item };
  }
  return iterated(state, value);
}

/** `enumerate(rows)`, `tqdm(rows)`, `zip(a, b)`, `range(len(rows))`; undefined for any other. */
function iteratedCall(reader: Reader, state: State, name: string, { positional, keywords }: Call): Iterated | undefined {
  const [first, second] = positional;
  if (!first) return undefined;
  if (name === 'tqdm') return iteratedOf(reader, state, first);
  if (name === 'enumerate') {
    const { known, item, row } = iteratedOf(reader, state, first);
    const counts = !second && keywords.length === 0;
    const pair = (index: Shape, of: Shape): Shape => ({ kind: 'tuple', items: [index, of] });
    return {
      known: known?.map((one, i) => pair(counts ? { kind: 'number', value: i } : unknownShape, one)),
      item: pair(unknownShape, item),
      row: row ?? item,
    };
  }
  if (name === 'zip' && second && positional.length === 2) {
    const [a, b] = [iteratedOf(reader, state, first), iteratedOf(reader, state, second)];
    const known = a.known && b.known?.slice(0, a.known.length).map((one, i): Shape => ({ kind: 'tuple', items: [a.known![i]!, one] }));
    return { known, item: { kind: 'tuple', items: [a.item, b.item] } };
  }
  const counted = name === 'range' && !second && first.type === 'Call' && first.callee.type === 'Name' && first.callee.name === 'len';
  const rows = counted ? first.positional[0] : undefined;
  if (rows?.type !== 'Name') return undefined;
  const { known, item } = iteratedOf(reader, state, rows);
  return known ? undefined : { known: undefined, item: unknownShape, row: item };
}

function iterated(state: State, value: Shape): Iterated {
  if (value.kind === 'tuple') return { known: value.items, item: unknownShape };
  if (value.kind === 'text' && value.text.length <= mostUnrolled) return { known: charactersOf(value.text), item: unknownShape };
  if (value.kind === 'data') return { known: undefined, item: rowOf(state, value.columns) };
  if (value.kind === 'names') return { known: namesOf(value.columns), item: unknownShape };
  const cell = state.cell(value);
  if (!cell) return { known: undefined, item: unknownShape };
  if (cell.kind === 'list') {
    if (cell.rest?.kind === 'unknown' && !cell.items) state.change(value, (old) => ({ ...old, rest: state.make(emptyCell('dict', true)) }));
    return { known: unrolled(state, cell), item: state.cell(value)?.rest ?? unknownShape };
  }
  const keys = [...cell.entries.keys()].map((text): Shape => ({ kind: 'text', text, at: cell.written?.get(text) }));
  return { known: cell.open || cell.maybe.size > 0 ? undefined : keys, item: unknownShape };
}

/** The names themselves, where there are no others. */
function namesOf({ sure, maybe, open, written }: KnownColumns): readonly Shape[] | undefined {
  return open || maybe.length > 0 ? undefined : sure.map((text) => ({ kind: 'text', text, at: written?.get(text) }));
}

/** Items that were written down are looked at one by one, unless they are rows alike. */
function unrolled(state: State, { items }: CellShape): readonly Shape[] | undefined {
  return items && items.length <= mostUnrolled && !items.some((item) => state.cell(item)?.kind === 'dict') ? items : undefined;
}

/** A row of a dataset. */
export function rowOf(state: State, { sure, maybe, open, written }: KnownColumns): Shape {
  const entries = new Map(sure.map((name) => [name, unknownShape]));
  return state.make({ ...emptyCell('dict', open), entries, maybe: new Set(maybe), written });
}

function subscripted(reader: Reader, state: State, { object, index }: Subscript): Shape {
  const value = index.type === 'Slice' ? shapeOfExpression(reader, state, object) : cellAt(reader, state, object);
  if (index.type === 'Slice') return sliced(state, value);
  const key = shapeOfExpression(reader, state, index);
  if (value.kind === 'tuple') return (key.kind === 'number' && value.items.at(key.value)) || unknownShape;
  if (value.kind === 'text') return (key.kind === 'number' && charactersOf(value.text).at(key.value)) || unknownShape;
  if (value.kind === 'data') return key.kind === 'number' ? rowOf(state, value.columns) : unknownShape;
  const cell = state.cell(value);
  if (!cell) return unknownShape;
  if (cell.kind === 'list') return (key.kind === 'number' ? cell.items?.at(key.value) : undefined) ?? cell.rest ?? unknownShape;
  const name = textOfShape(key);
  const there = name === undefined ? listUnderAny(state, value, cell) : cell.entries.get(name);
  if (there) {
    noteKey(state, value, key);
    return there;
  }
  // The code would fail without it, so it is there.
  if (name !== undefined && cell.kind === 'dict' && cell.open) {
    setKey(state, value, key, unknownShape);
    state.change(value, (old) => ({ ...old, needed: new Set(old.needed).add(name) }));
  }
  return cell.rest ?? (cell.kind === 'splits' ? { kind: 'data', columns: { sure: [], maybe: [], open: true } } : unknownShape);
}

/** The list under a key that is not known: from now on one for all keys, since what is appended to it may be in any. */
function listUnderAny(state: State, dict: Shape, { entries, rest }: CellShape): Shape | undefined {
  const lists = [...entries.values()];
  if (rest || lists.length === 0 || !lists.every((list) => state.cell(list)?.kind === 'list')) return undefined;
  const one = lists.reduce((joined, next) => joinShapes(state, joined, next));
  state.change(one, (cell) => ({ ...cell, items: undefined }));
  state.change(dict, (cell) => ({ ...cell, entries: new Map([...cell.entries.keys()].map((key) => [key, one])) }));
  return one;
}

function sliced(state: State, value: Shape): Shape {
  const cell = state.cell(value);
  return cell?.kind === 'list' ? state.make({ ...cell, items: undefined }) : unknownShape;
}

/** The value of an expression whose items are asked for or set: what nothing is known of is a dict then. */
export function cellAt(reader: Reader, state: State, node: Expression): Shape {
  const value = shapeOfExpression(reader, state, node);
  if (value.kind !== 'unknown') return value;
  if (node.type === 'Name' && state.names.has(node.name)) {
    const made = state.make(emptyCell('dict', true));
    state.names.set(node.name, made);
    return made;
  }
  return value;
}

function attribute(reader: Reader, state: State, object: Expression, name: string): Shape {
  const value = shapeOfExpression(reader, state, object);
  if (value.kind === 'data' && (name === 'column_names' || name === 'features')) return { kind: 'names', columns: value.columns };
  const cell = state.cell(value);
  if (cell?.kind === 'splits' && name === 'column_names')
    return state.make({ ...cell, kind: 'dict', entries: new Map([...cell.entries].map(([key, shape]) => [key, columnNames(shape)])) });
  return unknownShape;
}

function columnNames(shape: Shape): Shape {
  return shape.kind === 'data' ? { kind: 'names', columns: shape.columns } : unknownShape;
}

function combined(reader: Reader, state: State, node: BinaryOperation): Shape {
  const a = shapeOfExpression(reader, state, node.left);
  const b = shapeOfExpression(reader, state, node.right);
  for (const part of [a, b]) if (part.kind === 'text') state.spell(part);
  const list = node.op === '*' ? [a, b].find((shape) => state.cell(shape)?.kind === 'list') : undefined;
  if (list) return state.make({ ...state.cell(list)!, items: undefined });
  return calculated(a, node.op, b) ?? (node.op === '+' || node.op === '|' ? added(state, a, b, node.op) : unknownShape);
}

/** `a + b` of texts and lists, `a | b` of dicts. */
export function added(state: State, a: Shape, b: Shape, op: '+' | '|'): Shape {
  if (a.kind === 'text' && b.kind === 'text') return { kind: 'text', text: a.text + b.text };
  const one = state.cell(a);
  const two = state.cell(b);
  if (!one || !two) return unknownShape;
  if (op === '|') {
    const made = state.make(one);
    mergeInto(state, made, b);
    return made;
  }
  const rest = one.rest && two.rest ? joinShapes(state, one.rest, two.rest) : (one.rest ?? two.rest);
  return state.make({ ...emptyCell('list', one.open || two.open), rest, items: one.items && two.items && [...one.items, ...two.items] });
}

/** The columns of a dataset of these rows: `Dataset.from_list` takes the keys of the first. */
export function columnsOfShape(state: State, rows: Shape): KnownColumns {
  const cell = state.cell(rows);
  if (cell?.kind !== 'list') return { sure: [], maybe: [], open: true };
  const [first] = cell.items ?? [];
  const row = state.cell(first ?? cell.rest);
  return row ? columnsOfCell(row) : { sure: [], maybe: [], open: true };
}

/** Columns of a dataset whose rows have those of a function's answer beside their own. */
export function mappedColumns(state: State, before: KnownColumns, answer: Shape): KnownColumns {
  const cell = state.cell(answer);
  return unionColumns(before, cell ? columnsOfCell(cell) : { sure: [], maybe: [], open: true });
}

/** What a function or lambda is that is written within code that is read. */
export function innerFunction({ activation: { module, at, owner } }: Reader, node: FunctionDef | Lambda): FunctionShape {
  return { kind: 'function', node, module, at, inner: true, owner };
}

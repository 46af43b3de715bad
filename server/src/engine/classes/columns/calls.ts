import type { Span } from '../../core/span.js';
import type { Call, Expression, Parameters } from '../../python/syntax/tree/ast.js';
import { hierarchyOf, methodOf, type ClassMethod } from '../hierarchy.js';
import { dataMethod, libraryCall, splitsMethod } from './dataset-calls.js';
import { containerMethod, harmless, plainFunction } from './plain-calls.js';
import { rowOf, shapeOfExpression } from './column-expressions.js';
import { textMethod } from './plain-values.js';
import { bindParameters, type Activation, type Reader } from './reader.js';
import {
  bothWritten,
  emptyCell,
  unknownShape,
  type FunctionShape,
  type KnownColumns,
  type Shape,
  type WrittenNames,
} from './column-shape.js';
import { callApart, standsAlone } from './calls-apart.js';
import { runBlock } from './column-statements.js';
import { SharedMap } from './shared-map.js';
import { joinShapes, type State } from './state.js';

/** The arguments of a call. */
export interface GivenShapes {
  readonly positional: readonly Shape[];
  readonly named: ReadonlyMap<string, Shape>;
  /** Where the names of `named` are written, for what makes keys of them. */
  readonly written?: WrittenNames;
}

/** What a call gives. */
export function callShape(reader: Reader, state: State, node: Call): Shape {
  const { callee } = node;
  const given = givenTo(reader, state, node);
  if (callee.type === 'Attribute') return methodCall(reader, state, callee.object, callee.attribute.name, given);
  const value = shapeOfExpression(reader, state, callee);
  if (value.kind === 'function') return callFunction(reader, state, value, given);
  const name = callee.type === 'Name' ? callee.name : '';
  if (name === 'isinstance') return instanceShape(state, given.positional[0], node.positional[1]);
  return libraryCall(reader, state, name, given) ?? plainFunction(state, name, given) ?? unknownCall(state, name, given);
}

/** `isinstance(value, classes)`, where the kind of the value decides. */
function instanceShape(state: State, value: Shape | undefined, classes: Expression | undefined): Shape {
  const names = (classes?.type === 'Tuple' ? classes.elements : [classes]).map((name) =>
    name?.type === 'Name' ? name.name : name?.type === 'Attribute' ? name.attribute.name : undefined,
  );
  const own =
    value?.kind === 'data'
      ? ['Dataset']
      : value?.kind === 'text'
        ? ['str']
        : value?.kind === 'none'
          ? []
          : state.cell(value)?.kind === 'splits'
            ? ['DatasetDict', 'dict']
            : undefined;
  if (!own) return unknownShape;
  if (own.some((name) => names.includes(name))) return { kind: 'truth', value: true };
  return names.every((name) => name !== undefined && known.has(name)) ? { kind: 'truth', value: false } : unknownShape;
}

const known: ReadonlySet<string> = new Set(['Dataset', 'DatasetDict', 'dict', 'list', 'tuple', 'str', 'int', 'float', 'bool', 'DataFrame']);

/** What only takes rows into lists, goes through them, or makes a dataset of them, whose columns are their keys. */
const taking: ReadonlySet<string> = new Set(['append', 'insert', 'extend', 'len', 'enumerate', 'tqdm', 'list', 'from_list', 'from_dict']);

/** What is handed to other code may be asked for its keys there, and rows of a dataset have them for columns, whatever becomes of it. */
export function hand(state: State, shape: Shape | undefined, depth = 0): void {
  if (!shape || depth > 3) return;
  if (shape.kind === 'tuple') for (const item of shape.items) hand(state, item, depth + 1);
  const cell = state.cell(shape);
  if (!cell || cell.handed) return;
  state.change(shape, (old) => ({ ...old, handed: true }));
  for (const part of [cell.rest, ...cell.entries.values(), ...(cell.items ?? [])]) hand(state, part, depth + 1);
}

function givenTo(reader: Reader, state: State, { callee, positional, keywords }: Call): GivenShapes {
  const given = argumentsOf(reader, state, { positional, keywords });
  const name = callee.type === 'Name' ? callee.name : callee.type === 'Attribute' ? callee.attribute.name : '';
  if (!taking.has(name)) for (const shape of given.positional) hand(state, shape);
  for (const shape of given.named.values()) hand(state, shape);
  return given;
}

const noNamed: ReadonlyMap<string, Shape> = new Map();

function argumentsOf(reader: Reader, state: State, { positional, keywords }: Pick<Call, 'positional' | 'keywords'>): GivenShapes {
  if (keywords.length === 0)
    return { positional: positional.map((argument) => shapeOfExpression(reader, state, argument)), named: noNamed };
  const named = new Map<string, Shape>();
  const written = new Map<string, readonly Span[]>();
  const { module, at } = reader.activation;
  for (const { name, value } of keywords) {
    const shape = shapeOfExpression(reader, state, value);
    if (!name) continue;
    named.set(name.name, shape);
    written.set(name.name, [{ file: module.file, start: name.start + at, end: name.end + at }]);
  }
  return { positional: positional.map((argument) => shapeOfExpression(reader, state, argument)), named, written };
}

function methodCall(reader: Reader, state: State, object: Expression, name: string, given: GivenShapes): Shape {
  const owner = ownerOf(reader, state, object);
  if (owner) {
    const found = methodOf(hierarchyOf(reader.index, owner.source), name, owner.after);
    if (found && found !== 'unknown') return callMethod(reader, state, found, given, owner.bound);
  }
  const value = shapeOfExpression(reader, state, object);
  if (value.kind === 'data') return dataMethod(reader, state, value.columns, name, given);
  const cell = state.cell(value);
  if (cell?.kind === 'splits' && name !== 'items' && name !== 'keys' && name !== 'get')
    return splitsMethod(reader, state, cell, name, given);
  if (cell) return containerMethod(state, value, cell, name, given);
  if (value.kind === 'text') for (const shape of [value, ...given.positional]) state.spell(shape, writing.has(name));
  if (value.kind === 'text') return textMethod(state, value.text, name, given) ?? unknownShape;
  if (isDatasetSource(object, given)) return reader.allSources ? unknownShape : { kind: 'none' };
  return (
    libraryCall(reader, state, name, given) ??
    (copying.has(name) ? plainFunction(state, 'deepcopy', given) : undefined) ??
    unknownCall(state, name, given)
  );
}

/** `copy.deepcopy(x)`, `random.sample(x, n)`: the same rows. */
const copying: ReadonlySet<string> = new Set(['deepcopy', 'copy', 'sample', 'tqdm']);

/** `environ.get('DATASET_SOURCE')`: it is not set in a plain run. */
function isDatasetSource(object: Expression, { positional: [key] }: GivenShapes): boolean {
  const name = object.type === 'Name' ? object.name : object.type === 'Attribute' ? object.attribute.name : '';
  return name === 'environ' && key?.kind === 'text' && key.text === 'DATASET_SOURCE';
}

interface Owner {
  readonly source: NonNullable<Reader['asked']>;
  /** Whether the method is called on an object or with its class. */
  readonly bound: boolean;
  readonly after: number;
}

/** `self`, `cls`, `super()` or the name of a class. */
function ownerOf(reader: Reader, state: State, object: Expression): Owner | undefined {
  const { asked, index } = reader;
  if (object.type === 'Call' && object.callee.type === 'Name' && object.callee.name === 'super') {
    const { owner } = reader.activation;
    if (!owner || !asked) return undefined;
    const order = hierarchyOf(index, asked).classes.findIndex((source) => source === owner || source.at === owner.at);
    return order >= 0 ? { source: asked, bound: true, after: order } : undefined;
  }
  if (object.type !== 'Name') return undefined;
  if (asked && (object.name === 'self' || object.name === 'cls') && reader.activation.owner)
    return { source: asked, bound: true, after: -1 };
  const value = shapeOfExpression(reader, state, object);
  return value.kind === 'class' ? { source: value.source, bound: false, after: -1 } : undefined;
}

/** Calls a method as Python binds it: a static one with what is given, a class's own with the class in front. */
export function callMethod(reader: Reader, state: State, { node, owner }: ClassMethod, given: GivenShapes, bound: boolean): Shape {
  const decorators = node.decorators.map((decorator) => (decorator.type === 'Name' ? decorator.name : ''));
  const self = decorators.includes('classmethod') || (bound && !decorators.includes('staticmethod'));
  const positional = self ? [unknownShape, ...given.positional] : given.positional;
  const method: FunctionShape = { kind: 'function', node, module: owner.module, at: owner.at, inner: false, owner };
  return callFunction(reader, state, method, { positional, named: given.named });
}

/** Follows a function of the source. */
export function callFunction(reader: Reader, state: State, called: FunctionShape, given: GivenShapes): Shape {
  if (standsAlone(called, given)) return callApart(reader, state, called, given);
  return follow(reader, state.withNames(called.inner ? state.names.copy() : new SharedMap()), called, given);
}

/** Follows the code of a function. @param own what its names and the dicts and lists that it is given are kept in */
export function follow(reader: Reader, own: State, { node, module, at, owner }: FunctionShape, given: GivenShapes): Shape {
  const { made } = own;
  const activation: Activation = { module, at, owner, returned: [], yielded: [] };
  const result = reader.within(activation, () => {
    bindParameters(node, given, (parameters) => plainDefaults(reader, own, parameters), own);
    if (node.type === 'Lambda') return shapeOfExpression(reader, own, node.body);
    const through = runBlock(reader, own, node.body);
    const value = joinedEnds(
      own,
      made,
      through ? [...activation.returned, { value: { kind: 'none' }, state: own.copy() }] : activation.returned,
    );
    return node.generator ? generated(own, activation.yielded) : value;
  });
  return result ?? unknownShape;
}

/**
 * What a function gives that may end in several places; the state becomes what is known behind them all.
 * @param made how many cells there were before the call: of those since then only what it returns is still in reach, and that is not None
 */
function joinedEnds(state: State, made: number, ends: Activation['returned']): Shape {
  const given = ends.filter(({ value }) => value.kind !== 'none');
  const [first, ...others] = given.length > 0 ? given : ends;
  if (!first) return unknownShape;
  let { value, state: joined } = first;
  for (const next of others) {
    joined = joined.join(next.state);
    value = joinShapes(joined, value, next.value);
  }
  const own = joined;
  for (const end of ends) if (end.value.kind === 'none' && !others.includes(end) && end !== first) joined = joined.join(end.state);
  joined.takeNewer(own, made);
  state.become(joined);
  return value;
}

function generated(state: State, yielded: readonly Shape[]): Shape {
  const rest = yielded.reduce<Shape | undefined>((joined, next) => (joined ? joinShapes(state, joined, next) : next), undefined);
  return state.make({ ...emptyCell('list'), rest });
}

function plainDefaults(reader: Reader, state: State, { positionalOnly, positional, keywordOnly }: Parameters): ReadonlyMap<string, Shape> {
  const defaults = new Map<string, Shape>();
  for (const parameters of [positionalOnly, positional, keywordOnly])
    for (const { name, defaultValue } of parameters)
      if (defaultValue) defaults.set(name.name, shapeOfExpression(reader, state, defaultValue));
  return defaults;
}

/** What writes all that it is given into a text or a file. */
const writing: ReadonlySet<string> = new Set(['str', 'repr', 'format', 'join', 'dump', 'dumps', 'pformat', 'write', 'writelines']);

/** A function that is not followed may change the dicts and lists that it is given. */
function unknownCall(state: State, name: string, { positional, named }: GivenShapes): Shape {
  for (const shape of [...positional, ...named.values()]) state.spell(shape, writing.has(name));
  if (!harmless.has(name)) for (const shape of [...positional, ...named.values()]) disturb(state, shape, 0);
  return unknownShape;
}

function disturb(state: State, shape: Shape | undefined, depth: number): void {
  const cell = state.cell(shape);
  if (!cell || !shape || depth > 2) return;
  state.change(shape, (old) => ({ ...old, open: true, items: undefined }));
  disturb(state, cell.rest, depth + 1);
}

/** The answer of a function on each row of a dataset, and the columns with those that it needs of a row. */
export function onRow(
  reader: Reader,
  state: State,
  run: Shape | undefined,
  columns: KnownColumns,
): { readonly answer: Shape; readonly columns: KnownColumns } {
  if (run?.kind !== 'function') return { answer: unknownShape, columns };
  const row = rowOf(state, columns);
  const answer = callFunction(reader, state, run, { positional: [row], named: new Map() });
  for (const one of [row, answer]) hand(state, one);
  const needed = [...(state.cell(row)?.needed ?? [])].filter((name) => !columns.sure.includes(name));
  const maybe = columns.maybe.filter((name) => !needed.includes(name));
  const written = bothWritten(columns.written, state.cell(row)?.written);
  return { answer, columns: { sure: [...columns.sure, ...needed], maybe, open: columns.open, written } };
}

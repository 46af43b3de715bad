import type { Call, Expression, Parameters } from '../../python/syntax/tree/ast.js';
import { hierarchyOf, methodOf, type ClassMethod } from '../hierarchy.js';
import { dataMethod, libraryCall, splitsMethod } from './dataset-calls.js';
import { containerMethod, harmless, plainFunction } from './plain-calls.js';
import { rowOf, shapeOfExpression } from './expressions.js';
import { bindParameters, type Reader } from './reader.js';
import { emptyCell, unknownShape, type FunctionShape, type Shape } from './shape.js';
import { runBlock } from './statements.js';
import { joinShapes, SharedMap, type State } from './state.js';

/** The arguments of a call. */
export interface GivenShapes {
  readonly positional: readonly Shape[];
  readonly named: ReadonlyMap<string, Shape>;
}

/** What a call gives. */
export function callShape(reader: Reader, state: State, node: Call): Shape {
  const { callee } = node;
  const given = givenTo(reader, state, node);
  if (callee.type === 'Attribute') return methodCall(reader, state, callee.object, callee.attribute.name, given);
  const value = shapeOfExpression(reader, state, callee);
  if (value.kind === 'function') return callFunction(reader, state, value, given);
  const name = callee.type === 'Name' ? callee.name : '';
  return libraryCall(reader, state, name, given) ?? plainFunction(state, name, given) ?? unknownCall(state, name, given);
}

function givenTo(reader: Reader, state: State, { positional, keywords }: Call): GivenShapes {
  const named = new Map<string, Shape>();
  for (const { name, value } of keywords) {
    const shape = shapeOfExpression(reader, state, value);
    if (name) named.set(name.name, shape);
  }
  return { positional: positional.map((argument) => shapeOfExpression(reader, state, argument)), named };
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
  if (isDatasetSource(object, given)) return { kind: 'none' };
  return (
    libraryCall(reader, state, name, given) ??
    (name === 'deepcopy' || name === 'copy' ? plainFunction(state, 'deepcopy', given) : undefined) ??
    unknownCall(state, name, given)
  );
}

/** `environ.get('DATASET_SOURCE')`: it is not set in a plain run. */
function isDatasetSource(object: Expression, { positional: [key] }: GivenShapes): boolean {
  const name = object.type === 'Name' ? object.name : object.type === 'Attribute' ? object.attribute.name : '';
  return name === 'environ' && key?.kind === 'text' && key.text === 'DATASET_SOURCE';
}

interface Owner {
  readonly source: Reader['asked'];
  /** Whether the method is called on an object or with its class. */
  readonly bound: boolean;
  readonly after: number;
}

/** `self`, `cls`, `super()` or the name of a class. */
function ownerOf(reader: Reader, state: State, object: Expression): Owner | undefined {
  if (object.type === 'Call' && object.callee.type === 'Name' && object.callee.name === 'super') {
    const { owner } = reader.activation;
    const order = hierarchyOf(reader.index, reader.asked).classes.findIndex((source) => source === owner || source.at === owner?.at);
    return owner && order >= 0 ? { source: reader.asked, bound: true, after: order } : undefined;
  }
  if (object.type !== 'Name') return undefined;
  if ((object.name === 'self' || object.name === 'cls') && reader.activation.owner) return { source: reader.asked, bound: true, after: -1 };
  const value = shapeOfExpression(reader, state, object);
  return value.kind === 'class' ? { source: value.source, bound: false, after: -1 } : undefined;
}

/** Calls a method as Python binds it: a static one with what is given, a class's own with the class in front. */
export function callMethod(reader: Reader, state: State, { node, owner }: ClassMethod, given: GivenShapes, bound: boolean): Shape {
  const decorators = node.decorators.map((decorator) => (decorator.type === 'Name' ? decorator.name : ''));
  const self = decorators.includes('classmethod') || (bound && !decorators.includes('staticmethod'));
  const positional = self ? [unknownShape, ...given.positional] : given.positional;
  const method: FunctionShape = { kind: 'function', node, module: owner.module, inner: false, owner };
  return callFunction(reader, state, method, { positional, named: given.named });
}

/** Follows a function of the source. */
export function callFunction(reader: Reader, state: State, { node, module, inner, owner }: FunctionShape, given: GivenShapes): Shape {
  const own = state.withNames(inner ? state.names.copy() : SharedMap.empty());
  const activation = { module, owner, returned: [] as Shape[], yielded: [] as Shape[] };
  const result = reader.within(activation, () => {
    bindParameters(node, given, (parameters) => plainDefaults(reader, own, parameters), own);
    if (node.type === 'Lambda') return shapeOfExpression(reader, own, node.body);
    runBlock(reader, own, node.body);
    if (node.generator) return generated(own, activation.yielded);
    return (
      activation.returned.reduce<Shape | undefined>((joined, next) => (joined ? joinShapes(own, joined, next) : next), undefined) ??
      unknownShape
    );
  });
  return result ?? unknownShape;
}

function generated(state: State, yielded: readonly Shape[]): Shape {
  const rest = yielded.reduce<Shape | undefined>((joined, next) => (joined ? joinShapes(state, joined, next) : next), undefined);
  return state.make({ ...emptyCell('list'), rest });
}

function plainDefaults(reader: Reader, state: State, { positionalOnly, positional, keywordOnly }: Parameters): ReadonlyMap<string, Shape> {
  const defaults = new Map<string, Shape>();
  for (const { name, defaultValue } of [...positionalOnly, ...positional, ...keywordOnly])
    if (defaultValue) defaults.set(name.name, shapeOfExpression(reader, state, defaultValue));
  return defaults;
}

/** A function that is not followed may change the dicts and lists that it is given. */
function unknownCall(state: State, name: string, { positional, named }: GivenShapes): Shape {
  if (!harmless.has(name)) for (const shape of [...positional, ...named.values()]) disturb(state, shape, 0);
  return unknownShape;
}

function disturb(state: State, shape: Shape | undefined, depth: number): void {
  const cell = state.cell(shape);
  if (!cell || !shape || depth > 2) return;
  state.change(shape, (old) => ({ ...old, open: true, items: undefined }));
  disturb(state, cell.rest, depth + 1);
}

/** The answer of a function on each row of a dataset. */
export function onRow(
  reader: Reader,
  state: State,
  run: Shape | undefined,
  columns: { readonly sure: readonly string[]; readonly maybe: readonly string[]; readonly open: boolean },
): Shape {
  if (run?.kind !== 'function') return unknownShape;
  const row = rowOf(state, columns);
  return callFunction(reader, state, run, { positional: [row], named: new Map() });
}

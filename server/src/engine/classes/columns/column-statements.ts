import type { Expression, Statement, Try } from '../../python/syntax/tree/ast.js';
import {
  added,
  cellAt,
  conditionOf,
  innerFunction,
  iteratedOf,
  setKey,
  shapeOfExpression,
  textOfShape,
  type Iterated,
} from './column-expressions.js';
import { hand } from './calls.js';
import type { Activation, Reader } from './reader.js';
import { unknownShape, type Shape } from './column-shape.js';
import type { State } from './state.js';

/** Where `break` and `continue` leave to. */
interface LoopExits {
  readonly breaks: State[];
  readonly continues: State[];
}

/** Follows statements; the state becomes what it is behind them. @returns whether the code behind them is reached */
export function runBlock(reader: Reader, state: State, body: readonly Statement[], loop?: LoopExits): boolean {
  for (const statement of body) if (!runStatement(reader, state, statement, loop)) return false;
  return true;
}

function runStatement(reader: Reader, state: State, node: Statement, loop: LoopExits | undefined): boolean {
  reader.step(1 + copiedIn(node, state));
  switch (node.type) {
    case 'Return':
      reader.step(state.size >> 1);
      reader.activation.returned.push(returnedBy(reader, state, node.value));
      return false;
    case 'Raise':
      return false;
    case 'Break':
      loop?.breaks.push(state.copy());
      return false;
    case 'Continue':
      loop?.continues.push(state.copy());
      return false;
    case 'If': {
      const holds = conditionOf(reader, state, node.test);
      if (holds !== undefined) return runBlock(reader, state, holds ? node.body : node.orelse, loop);
      return oneOf(reader, state, [node.body, node.orelse], loop);
    }
    case 'For':
      return runLoop(reader, state, iteratedOf(reader, state, node.iter), node);
    case 'While':
      conditionOf(reader, state, node.test);
      return runLoop(reader, state, { known: undefined, item: unknownShape }, { body: node.body, orelse: node.orelse });
    case 'Try':
      return runTry(reader, state, node, loop);
    case 'With':
      for (const { context, target } of node.items) {
        const value = shapeOfExpression(reader, state, context);
        if (target) bindTarget(reader, state, target, value);
      }
      return runBlock(reader, state, node.body, loop);
    default:
      runSimple(reader, state, node);
      return true;
  }
}

function returnedBy(reader: Reader, state: State, value: Expression | undefined): Activation['returned'][number] {
  return { value: value ? shapeOfExpression(reader, state, value) : { kind: 'none' }, state: state.copy() };
}

/** What statements cost that copy the state, some times. */
function copiedIn({ type }: Statement, state: State): number {
  return type === 'If' || type === 'For' || type === 'While' || type === 'Try' ? state.size >> 1 : 0;
}

function runSimple(reader: Reader, state: State, node: Statement): void {
  switch (node.type) {
    case 'Assign': {
      const value = shapeOfExpression(reader, state, node.value);
      for (const target of node.targets) bindTarget(reader, state, target, value);
      break;
    }
    case 'AnnAssign':
      if (node.value) bindTarget(reader, state, node.target, shapeOfExpression(reader, state, node.value));
      break;
    case 'AugAssign': {
      const value = shapeOfExpression(reader, state, node.value);
      augment(reader, state, node.target, node.op, value);
      break;
    }
    case 'ExpressionStatement':
      shapeOfExpression(reader, state, node.value);
      break;
    case 'Delete':
      for (const target of node.targets) deleteKey(reader, state, target);
      break;
    case 'FunctionDef':
      state.names.set(node.name.name, innerFunction(reader, node));
      break;
    default:
  }
}

/** `x += y`: a list takes the items of another. */
function augment(reader: Reader, state: State, target: Expression, op: string, value: Shape): void {
  const old = shapeOfExpression(reader, state, target);
  if (op !== '+') return bindTarget(reader, state, target, unknownShape);
  const sum = added(state, old, value, '+');
  const cell = state.cell(sum);
  if (cell && state.cell(old)) state.change(old, () => cell);
  else if (old.kind !== 'unknown' || target.type === 'Name') bindTarget(reader, state, target, sum);
}

function deleteKey(reader: Reader, state: State, target: Expression): void {
  if (target.type !== 'Subscript') return;
  const dict = cellAt(reader, state, target.object);
  removeKey(state, dict, textOfShape(shapeOfExpression(reader, state, target.index)));
}

/** `del d[key]`; undefined: any key may be gone. */
export function removeKey(state: State, dict: Shape, key: string | undefined): void {
  state.change(dict, (cell) => {
    if (key === undefined) return { ...cell, entries: new Map(), maybe: new Set([...cell.maybe, ...cell.entries.keys()]) };
    const entries = new Map(cell.entries);
    entries.delete(key);
    const written = cell.written && new Map([...cell.written].filter(([other]) => other !== key));
    return { ...cell, entries, maybe: new Set([...cell.maybe].filter((other) => other !== key)), written };
  });
}

/** `target = value` */
export function bindTarget(reader: Reader, state: State, target: Expression, value: Shape): void {
  switch (target.type) {
    case 'Name':
      state.names.set(target.name, value);
      break;
    case 'Tuple':
    case 'List': {
      const items = value.kind === 'tuple' ? value.items : state.cell(value)?.items;
      target.elements.forEach((element, i) => bindTarget(reader, state, element, items?.[i] ?? unknownShape));
      break;
    }
    case 'Subscript': {
      const dict = cellAt(reader, state, target.object);
      setKey(state, dict, target.index.type === 'Slice' ? unknownShape : shapeOfExpression(reader, state, target.index), value);
      break;
    }
    case 'Attribute':
      hand(state, value);
      break;
    default:
  }
}

/** Follows each branch from here; what is known then holds for all that reach their end. */
function oneOf(reader: Reader, state: State, branches: readonly (readonly Statement[])[], loop: LoopExits | undefined): boolean {
  const ends: State[] = [];
  for (const branch of branches) {
    const own = state.copy();
    if (runBlock(reader, own, branch, loop)) ends.push(own);
  }
  return goOn(state, ends);
}

function goOn(state: State, ends: readonly State[], passes = false): boolean {
  const [first, ...others] = ends;
  if (!first) return false;
  state.become(others.reduce((joined, end) => (passes ? joined.joinPass(end) : joined.join(end)), first));
  return true;
}

function runTry(reader: Reader, state: State, node: Try, loop: LoopExits | undefined): boolean {
  const before = state.copy();
  const ends: State[] = [];
  const whole = state.copy();
  const done = runBlock(reader, whole, [...node.body, ...node.orelse], loop);
  if (done) ends.push(whole);
  for (const handler of node.handlers) {
    const own = before.join(whole);
    if (runBlock(reader, own, handler.body, loop)) ends.push(own);
  }
  return goOn(state, ends) && runBlock(reader, state, node.finalbody, loop);
}

/** What a loop does with each item, and behind the last where nothing breaks it. */
interface LoopCode {
  readonly target?: Expression;
  readonly body: readonly Statement[];
  readonly orelse: readonly Statement[];
}

function runLoop(reader: Reader, state: State, iterated: Iterated, code: LoopCode): boolean {
  return iterated.known ? runUnrolled(reader, state, iterated.known, code) : runAny(reader, state, iterated, code);
}

function runUnrolled(reader: Reader, state: State, items: readonly Shape[], code: LoopCode): boolean {
  const breaks: State[] = [];
  for (const item of items) {
    const continues: State[] = [];
    if (code.target) bindTarget(reader, state, code.target, item);
    const own = state.copy();
    const ends = runBlock(reader, own, code.body, { breaks, continues }) ? [own, ...continues] : continues;
    if (!goOn(state, ends, true)) return goOn(state, breaks);
  }
  return behindLoop(reader, state, code, breaks);
}

/** Behind a loop that may have been left: `else` is for the passes that were not. */
function behindLoop(reader: Reader, state: State, { orelse }: LoopCode, breaks: readonly State[]): boolean {
  const through = state.copy();
  return goOn(state, runBlock(reader, through, orelse) ? [through, ...breaks] : breaks);
}

/** Any number of times: what is known behind the loop is what one time leaves, beside what was before. Each item that is a dict has been worked on. */
function runAny(reader: Reader, state: State, { item, row = item }: Iterated, code: LoopCode): boolean {
  const { target, body } = code;
  const before = state.copy();
  const breaks: State[] = [];
  const continues: State[] = [];
  const own = state.copy();
  // What the body sets is what an earlier pass has made of it: a counter is no longer 0.
  for (const name of namesSet(body)) if (isPlain(own.names.get(name))) own.names.set(name, unknownShape);
  if (target) bindTarget(reader, own, target, item);
  const ends = runBlock(reader, own, body, { breaks, continues }) ? [own, ...continues] : continues;
  if (!goOn(state, ends, true)) {
    state.become(before);
    return behindLoop(reader, state, code, breaks);
  }
  const worked = state.cell(row);
  goOn(state, [before, state.copy()]);
  const behind = behindLoop(reader, state, code, breaks);
  if (worked && breaks.length === 0) state.change(row, () => worked);
  return behind;
}

function isPlain(shape: Shape | undefined): boolean {
  return shape?.kind === 'number' || shape?.kind === 'text' || shape?.kind === 'truth' || shape?.kind === 'none';
}

/** The names that statements set, within others too. */
function namesSet(body: readonly Statement[]): readonly string[] {
  return body.flatMap((node) => {
    switch (node.type) {
      case 'Assign':
        return node.targets.flatMap(namesIn);
      case 'AugAssign':
      case 'AnnAssign':
        return namesIn(node.target);
      case 'For':
        return [...namesIn(node.target), ...namesSet([...node.body, ...node.orelse])];
      case 'If':
      case 'While':
        return namesSet([...node.body, ...node.orelse]);
      case 'With':
        return namesSet(node.body);
      case 'Try':
        return namesSet([...node.body, ...node.handlers.flatMap((handler) => handler.body), ...node.orelse, ...node.finalbody]);
      default:
        return [];
    }
  });
}

function namesIn(target: Expression): readonly string[] {
  if (target.type === 'Name') return [target.name];
  return target.type === 'Tuple' || target.type === 'List' ? target.elements.flatMap(namesIn) : [];
}

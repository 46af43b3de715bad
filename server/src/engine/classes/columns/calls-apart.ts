import { follow, type GivenShapes } from './calls.js';
import type { FunctionShape, Shape } from './column-shape.js';
import type { Reader } from './reader.js';
import type { State, Traces } from './state.js';

/** What a function gave, what it cost to find that, and what its code wrote on the way. */
interface Answer {
  readonly value: Shape;
  readonly work: number;
  readonly traces: Traces;
}

/** Whether a function has nothing of the code that calls it: neither its names, nor dicts, nor texts whose places count. */
export function standsAlone({ node, inner, owner }: FunctionShape, { positional, named }: GivenShapes): boolean {
  return node.type === 'FunctionDef' && !inner && !owner && positional.every(isBare) && [...named.values()].every(isBare);
}

function isBare({ kind }: Shape): boolean {
  return kind === 'unknown' || kind === 'none' || kind === 'number' || kind === 'truth';
}

/** Follows such a function, and keeps its answer: what hundreds of classes ask for the path of their data is one function with the same arguments. */
export function callApart(reader: Reader, state: State, called: FunctionShape, given: GivenShapes): Shape {
  const answers = reader.index.remember(called.node, 'answers', () => new Map<string, Answer>());
  const key = JSON.stringify([reader.depth, reader.allSources, given.positional, [...given.named]]);
  const known = answers.get(key);
  if (known) {
    reader.step(known.work);
    state.takeTraces(known.traces);
    return { ...known.value };
  }
  const { work, methods } = reader;
  const own = state.apart();
  const value = follow(reader, own, called, given);
  if ((isBare(value) || value.kind === 'text') && reader.methods === methods) {
    const { traces } = own;
    state.takeTraces(traces);
    answers.set(key, { value, work: reader.work - work, traces });
  } else state.takeOver(own);
  return value;
}

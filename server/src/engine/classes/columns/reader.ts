import type { FunctionDef, Lambda, Parameters } from '../../python/syntax/tree/ast.js';
import type { ClassIndex, ClassSource } from '../class-index.js';
import type { SourceModule } from '../source-module.js';
import type { Shape } from './column-shape.js';
import type { State } from './state.js';

/** How much of a loader is looked at: far more than any that ships needs, and soon over. */
const mostWork = 100_000;
const deepestCall = 8;

/** The source is more than is followed. */
class TooMuchCode extends Error {}

/** What a look finds; undefined where there is more than is followed. */
export function unlessTooMuch<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof TooMuchCode) && !(error instanceof RangeError)) throw error;
    return undefined;
  }
}

/** What the function that is looked at has done so far. */
export interface Activation {
  readonly module: SourceModule;
  /** What the offsets of its code count from in the file. */
  readonly at: number;
  /** Its class, for `super()`. */
  readonly owner: ClassSource | undefined;
  /** What it returned, and what was known there. */
  readonly returned: { readonly value: Shape; readonly state: State }[];
  readonly yielded: Shape[];
}

/** One look at the loader of a class, or at a function: where it is, and how much it may still cost. */
export class Reader {
  /** What has been done so far. */
  work = 0;
  depth = 0;
  /** How many methods were looked at: what they do depends on the class that was asked for. */
  methods = 0;
  /** The functions that are being looked at, innermost last. */
  private readonly activations: Activation[] = [];

  constructor(
    readonly index: ClassIndex,
    /** The class that was asked for: `self` and `cls`. Undefined: a function that is of none. */
    readonly asked: ClassSource | undefined,
    /** Whether branches for another `DATASET_SOURCE` are followed, too. */
    readonly allSources = false,
  ) {}

  get activation(): Activation {
    return this.activations.at(-1)!;
  }

  /** @throws TooMuchCode */
  step(count = 1): void {
    this.work += count;
    if (this.work > mostWork) throw new TooMuchCode();
  }

  /** Runs `body` as the function `activation`; undefined where calls are nested too deep. */
  within<T>(activation: Activation, body: () => T): T | undefined {
    if (this.depth >= deepestCall) return undefined;
    this.depth++;
    if (activation.owner) this.methods++;
    this.activations.push(activation);
    try {
      return body();
    } finally {
      this.activations.pop();
      this.depth--;
    }
  }
}

/** Binds the parameters of a function: what is given, else the default where it is a plain one, else unknown. */
export function bindParameters(
  node: FunctionDef | Lambda,
  given: { readonly positional: readonly Shape[]; readonly named: ReadonlyMap<string, Shape> },
  defaults: (parameters: Parameters) => ReadonlyMap<string, Shape>,
  state: State,
): void {
  const { parameters } = node;
  const plain = defaults(parameters);
  [...parameters.positionalOnly, ...parameters.positional].forEach(({ name: { name } }, i) => {
    state.names.set(name, given.positional[i] ?? given.named.get(name) ?? plain.get(name) ?? { kind: 'unknown' });
  });
  for (const { name } of parameters.keywordOnly)
    state.names.set(name.name, given.named.get(name.name) ?? plain.get(name.name) ?? { kind: 'unknown' });
  for (const rest of [parameters.varArgs, parameters.kwArgs]) if (rest) state.names.set(rest.name.name, { kind: 'unknown' });
}

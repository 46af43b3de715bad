import { sha512 } from '@noble/hashes/sha2.js';
import { charge, chargeItems } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { nowhere, type Span } from '../../core/span.js';
import { FloatValue, IntValue, ListValue, NoneValue, UnknownValue, type Value } from '../../core/value.js';
import { bind, clamp, typeError, unknown, unknownArgument, valueError } from '../../python/runtime/call-arguments.js';
import { moduleClass, moduleOf } from '../../python/runtime/modules/module.js';
import { LibraryObject, RangeValue } from '../../python/runtime/objects.js';
import { getItem } from '../../python/runtime/operators/index.js';
import { BuiltinValue, type Arguments, type ModuleValue, type Runtime } from '../../python/runtime/runtime.js';
import { asInteger, length, typeName } from '../../python/runtime/semantics.js';
import { PythonRandom } from '../../random/python-random.js';
import type { CallSerial } from './call-serial.js';

const unseeded = 'random numbers differ from run to run where no seed is set';

const seededBefore = 'what a generator draws that was seeded before depends on how often it was asked since';

/**
 * The module `random` (CPython 3.11, `Lib/random.py`): what it draws is known in a call that has given it a seed that is known.
 * @param serial tells one call into the program from the next
 */
export function randomModule(serial: CallSerial): ModuleValue {
  const shared = new GeneratorObject(serial, nowhere);
  return moduleOf('random', {
    ...Object.fromEntries(methodNames.map((name) => [name, shared.method(name)])),
    Random: moduleClass('random.Random', (runtime, args) => {
      const made = new GeneratorObject(serial, runtime.span);
      made.seed(unknownArgument(args) ?? bind('Random', args, ['x'], 0)[0]);
      return made;
    }),
    SystemRandom: new UnknownValue(unseeded, nowhere),
  });
}

type Draw = (runtime: Runtime, args: Arguments, bits: PythonRandom) => Value;

/** A generator with a state; undefined where that is not known. */
class GeneratorObject extends LibraryObject {
  private bits: PythonRandom | undefined;
  private seededIn = -1;
  /** Why the state is not known. */
  private reason = unseeded;

  constructor(
    private readonly serial: CallSerial,
    span: Span,
  ) {
    super('Random', span, (name) => (isMethod(name) ? this.method(name) : undefined), {
      forget: ({ reason }) => {
        this.bits = undefined;
        this.reason = reason;
      },
    });
  }

  method(name: MethodName): BuiltinValue {
    return new BuiltinValue(`random.${name}`, nowhere, (runtime, args) => this.run(runtime, args, name), 'builtin', {}, this);
  }

  private run(runtime: Runtime, args: Arguments, name: MethodName): Value {
    switch (name) {
      case 'seed':
        this.seed(unknownArgument(args) ?? bind('seed', args, ['a', 'version'], 0)[0]);
        return new NoneValue(runtime.span);
      case 'getstate':
        return new StateValue(this.bits?.copy(), this.seededIn, runtime);
      case 'setstate': {
        const [state] = args.positional;
        this.bits = state instanceof StateValue ? state.bits?.copy() : undefined;
        this.seededIn = state instanceof StateValue ? state.seededIn : -1;
        return new NoneValue(runtime.span);
      }
      default:
        return this.draw(runtime, args, name);
    }
  }

  /** @param seed unknown: the state is not known either; None or absent: it is taken from the machine */
  seed(seed: Value | undefined): void {
    this.bits = seed && seededBy(seed);
    this.reason = seed?.kind === 'unknown' ? seed.reason : unseeded;
    this.seededIn = this.serial();
  }

  /** What cannot be followed leaves a state that is not known. */
  private draw(runtime: Runtime, args: Arguments, name: Exclude<MethodName, StateMethod>): Value {
    const draw = Object.hasOwn(draws, name) ? draws[name] : undefined;
    const { bits } = this;
    const hole = unknownArgument(args) ?? this.obstacle(runtime, draw ? undefined : `random.${name} is not modelled`);
    if (hole) return this.lost(args, name, hole);
    const drawn = draw!(runtime, args, bits!);
    return drawn.kind === 'unknown' ? this.lost(args, name, drawn) : drawn;
  }

  private obstacle(runtime: Runtime, reason: string | undefined): UnknownValue | undefined {
    if (!this.bits) return unknown(runtime, this.reason);
    if (reason !== undefined) return unknown(runtime, reason);
    return this.seededIn === this.serial() ? undefined : unknown(runtime, seededBefore);
  }

  /** A list that is shuffled in a way that is not known has as many items as before, and none of them is known. */
  private lost(args: Arguments, name: string, hole: UnknownValue): Value {
    this.bits = undefined;
    this.reason = hole.reason;
    const [list] = args.positional;
    if (name === 'shuffle' && list?.kind === 'list') list.items.fill(hole);
    return hole;
  }
}

/** What `getstate()` gives. */
class StateValue extends LibraryObject {
  constructor(
    readonly bits: PythonRandom | undefined,
    readonly seededIn: number,
    runtime: Runtime,
  ) {
    super('tuple', runtime.span, () => undefined);
  }
}

/** `Random.seed` of version 2: an int by its size, a str or bytes with its digest. */
function seededBy(seed: Value): PythonRandom | undefined {
  const whole = asInteger(seed);
  if (whole !== undefined) return PythonRandom.ofInt(whole);
  if (seed.kind !== 'str' && seed.kind !== 'bytes') return undefined;
  const bytes = seed.kind === 'str' ? new TextEncoder().encode(seed.text) : Uint8Array.from(seed.bytes, (unit) => unit.charCodeAt(0));
  charge(bytes.length);
  return PythonRandom.ofBytes(bytes, sha512(bytes));
}

const draws: Readonly<Record<string, Draw>> = {
  random: (runtime, args, bits) => {
    bind('random', args, [], 0);
    return new FloatValue(bits.random(), runtime.span);
  },
  getrandbits: (runtime, args, bits) => {
    const count = integer(bind('getrandbits', args, ['k'], 1)[0]!);
    if (count < 0n) throw valueError('number of bits must be non-negative');
    return new IntValue(bits.getRandBits(clamp(count)), runtime.span);
  },
  randint: (runtime, args, bits) => {
    const [a, b] = bind('randint', args, ['a', 'b'], 2);
    return between(runtime, bits, integer(a!), integer(b!) + 1n, 1n);
  },
  randrange: (runtime, args, bits) => {
    const [start, stop, step] = bind('randrange', args, ['start', 'stop', 'step'], 1);
    if (!stop || stop.kind === 'none') return between(runtime, bits, 0n, integer(start!), 1n);
    return between(runtime, bits, integer(start!), integer(stop), step ? integer(step) : 1n);
  },
  uniform: (runtime, args, bits) => {
    const [a, b] = bind('uniform', args, ['a', 'b'], 2);
    return new FloatValue(bits.uniform(number(a!), number(b!)), runtime.span);
  },
  choice: (runtime, args, bits) => {
    const [items] = bind('choice', args, ['seq'], 1);
    const size = sizeOf(items!);
    if (size === 0) throw new PyError('IndexError', 'Cannot choose from an empty sequence');
    return at(runtime, items!, bits.below(size));
  },
  shuffle: (runtime, args, bits) => {
    const [list] = bind('shuffle', args, ['x'], 1);
    if (list?.kind !== 'list') throw typeError(`'${typeName(list!)}' object does not support item assignment`);
    const { items } = list;
    const before = [...items];
    bits.shuffled(items.length).forEach((from, to) => (items[to] = before[from]!));
    return new NoneValue(runtime.span);
  },
  sample,
  choices,
};

type StateMethod = 'seed' | 'getstate' | 'setstate';
const methodNames = [
  'seed',
  'getstate',
  'setstate',
  'random',
  'getrandbits',
  'randint',
  'randrange',
  'uniform',
  'choice',
  'choices',
  'shuffle',
  'sample',
  'randbytes',
  'triangular',
  'betavariate',
  'binomialvariate',
  'expovariate',
  'gammavariate',
  'gauss',
  'lognormvariate',
  'normalvariate',
  'vonmisesvariate',
  'paretovariate',
  'weibullvariate',
] as const;
type MethodName = (typeof methodNames)[number];

function isMethod(name: string): name is MethodName {
  return (methodNames as readonly string[]).includes(name);
}

function sample(runtime: Runtime, args: Arguments, bits: PythonRandom): Value {
  const [population, k, counts] = bind('sample', args, ['population', 'k', 'counts'], 2);
  if (counts && counts.kind !== 'none') return unknown(runtime, say`random.sample with counts is not modelled`);
  if (!isSequence(population!)) throw typeError('Population must be a sequence.  For dicts or sets, use sorted(d).');
  const size = sizeOf(population!);
  const count = integer(k!);
  if (count < 0n || count > BigInt(size)) throw valueError('Sample larger than population or is negative');
  const drawn = bits.sample(size, Number(count));
  return new ListValue(
    drawn.map((index) => at(runtime, population!, index)),
    runtime.span,
  );
}

function choices(runtime: Runtime, args: Arguments, bits: PythonRandom): Value {
  const [population, weights, cumulative, k] = bind('choices', args, ['population', 'weights', 'cum_weights', 'k'], 1, 2);
  const size = sizeOf(population!);
  const count = k ? Math.max(0, clamp(integer(k))) : 1;
  const drawn = weightsOf(weights, cumulative, size);
  if (!drawn && size === 0) throw new PyError('IndexError', 'list index out of range');
  const indices = drawn ? bits.weightedChoices(drawn, count) : bits.choices(size, count);
  chargeItems(count);
  return new ListValue(
    indices.map((index) => at(runtime, population!, index)),
    runtime.span,
  );
}

/** The weights added up; undefined where all weigh the same. */
function weightsOf(weights: Value | undefined, cumulative: Value | undefined, size: number): number[] | undefined {
  const given = cumulative && cumulative.kind !== 'none' ? cumulative : weights && weights.kind !== 'none' ? weights : undefined;
  if (!given) return undefined;
  if (given.kind !== 'list' && given.kind !== 'tuple') throw typeError('Weights must be a list');
  const numbers = given.items.map(number);
  if (numbers.length !== size) throw valueError('The number of weights does not match the population');
  if (given === cumulative) return numbers;
  let total = 0;
  const added = numbers.map((weight) => (total += weight));
  if (total <= 0) throw valueError('Total of weights must be greater than zero');
  return added;
}

function between(runtime: Runtime, bits: PythonRandom, start: bigint, stop: bigint, step: bigint): Value {
  if (step === 0n) throw valueError('zero step for randrange()');
  const count = step > 0n ? (stop - start + step - 1n) / step : (stop - start + step + 1n) / step;
  if (count <= 0n) throw valueError(`empty range for randrange() (${String(start)}, ${String(stop)}, ${String(stop - start)})`);
  return new IntValue(start + step * bits.belowBig(count), runtime.span);
}

function isSequence(value: Value): boolean {
  return (
    value.kind === 'list' ||
    value.kind === 'tuple' ||
    value.kind === 'str' ||
    value.kind === 'bytes' ||
    value instanceof RangeValue ||
    isLong(value)
  );
}

/** A sequence of the library (a `Dataset`). */
function isLong(value: Value): boolean {
  return value instanceof LibraryObject && value.protocol.getItem !== undefined;
}

function sizeOf(value: Value): number {
  const size = length(value);
  if (size === undefined) throw typeError(`object of type '${typeName(value)}' has no len()`);
  return size;
}

function at(runtime: Runtime, sequence: Value, index: number): Value {
  if (sequence.kind === 'list' || sequence.kind === 'tuple') return sequence.items[index]!;
  return getItem(runtime, sequence, new IntValue(BigInt(index), runtime.span));
}

function integer(value: Value): bigint {
  const whole = asInteger(value) ?? (value.kind === 'float' && Number.isInteger(value.value) ? BigInt(value.value) : undefined);
  if (whole === undefined) throw typeError(`'${typeName(value)}' object cannot be interpreted as an integer`);
  return whole;
}

function number(value: Value): number {
  if (value.kind === 'float') return value.value;
  const whole = asInteger(value);
  if (whole === undefined) throw typeError(`must be real number, not ${typeName(value)}`);
  return Number(whole);
}

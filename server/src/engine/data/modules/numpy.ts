import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { nowhere, type Span } from '../../core/span.js';
import { BoolValue, FloatValue, IntValue, ListValue, NoneValue, UnknownValue, type Value } from '../../core/value.js';
import { bind, clamp, typeError, unknown, unknownArgument, valueError } from '../../python/runtime/call-arguments.js';
import { lookingFunction, moduleOf } from '../../python/runtime/modules/module.js';
import { LibraryObject, NumpyIntValue } from '../../python/runtime/objects.js';
import { BuiltinValue, type Arguments, type ModuleValue, type Runtime } from '../../python/runtime/runtime.js';
import { asInteger, truthy } from '../../python/runtime/semantics.js';
import { NumpyGenerator } from '../../random/numpy-generator.js';
import { NumpyRandomState } from '../../random/numpy-legacy.js';
import type { CallSerial } from './call-serial.js';

/** The module `numpy` (1.26, 2), as far as rows are put in order with it: what is drawn is known in a call that has set a seed that is known. */
export function numpyModule(serial: CallSerial): ModuleValue {
  const shared = new Draws('RandomState', serial, nowhere);
  const random = moduleOf('numpy.random', {
    ...Object.fromEntries(unmodelled.map((name) => [name, shared.method(`numpy.random.${name}`, ({ span }) => shared.lost(name, span))])),
    ...shared.members,
    seed: shared.method('numpy.random.seed', (runtime, args) => {
      shared.start(legacyOf(args));
      return new NoneValue(runtime.span);
    }),
    RandomState: generatorMaker('RandomState', serial, legacyOf),
    default_rng: generatorMaker('Generator', serial, generatorOf),
  });
  return moduleOf('numpy', { all: ofBools('all'), any: ofBools('any'), arange: lookingFunction('numpy.arange', arange), random });
}

type Source = NumpyRandomState | NumpyGenerator;

/** What else changes the state of the generator that the functions of `numpy.random` share. */
const unmodelled =
  `beta binomial bytes chisquare dirichlet exponential gamma geometric gumbel laplace lognormal multinomial multivariate_normal normal poisson rand
  randn random random_integers random_sample ranf sample set_state standard_normal standard_t triangular uniform zipf`.split(/\s+/);

function legacyOf(args: Arguments): Source | undefined {
  const seed = seedOf(args);
  return seed === undefined || seed > 0xffff_ffffn ? undefined : NumpyRandomState.ofSeed(Number(seed));
}

function generatorOf(args: Arguments): Source | undefined {
  const seed = seedOf(args);
  return seed === undefined ? undefined : NumpyGenerator.ofEntropy(seed);
}

function seedOf(args: Arguments): bigint | undefined {
  const [seed] = unknownArgument(args) ? [] : bind('seed', args, ['seed'], 0);
  const whole = seed && asInteger(seed);
  return whole !== undefined && whole >= 0n ? whole : undefined;
}

function generatorMaker(type: 'RandomState' | 'Generator', serial: CallSerial, make: (args: Arguments) => Source | undefined): Value {
  return new BuiltinValue(`numpy.random.${type}`, nowhere, (runtime, args) => {
    const made = new Draws(type, serial, runtime.span);
    made.start(make(args));
    return made;
  });
}

type Draw = (runtime: Runtime, args: Arguments, source: Source) => Value;

/** A generator with a state; undefined where that is not known. */
class Draws extends LibraryObject {
  private source: Source | undefined;
  private startedIn = -1;
  readonly members: Readonly<Record<string, Value>>;

  constructor(
    type: 'RandomState' | 'Generator',
    private readonly serial: CallSerial,
    span: Span,
  ) {
    const attribute = (name: string): Value => (Object.hasOwn(this.members, name) ? this.members[name]! : this.lost(name, span));
    const forget = (): void => {
      this.source = undefined;
    };
    super(type, span, attribute, { forget });
    const names = Object.keys(draws).filter((name) => (type === 'Generator' ? name !== 'randint' && name !== 'rand' : name !== 'integers'));
    this.members = Object.fromEntries(names.map((name) => [name, this.drawing(`numpy.random.${name}`, draws[name]!)]));
  }

  start(source: Source | undefined): void {
    this.source = source;
    this.startedIn = this.serial();
  }

  /** What is not modelled may draw, too. */
  lost(name: string, span: Span): UnknownValue {
    this.source = undefined;
    return new UnknownValue(say`numpy.random.${name} is not modelled`, span);
  }

  method(path: string, run: (runtime: Runtime, args: Arguments) => Value): BuiltinValue {
    return new BuiltinValue(path, nowhere, run, 'builtin', {}, this);
  }

  private drawing(path: string, draw: Draw): Value {
    return this.method(path, (runtime, args) => {
      const { source } = this;
      const drawn =
        source && this.startedIn === this.serial() ? (unknownArgument(args) ?? draw(runtime, args, source)) : notSeeded(runtime);
      if (drawn.kind !== 'unknown') return drawn;
      this.source = undefined;
      const [list] = args.positional;
      if (path.endsWith('.shuffle') && list?.kind === 'list') list.items.fill(drawn);
      return drawn;
    });
  }
}

function notSeeded(runtime: Runtime): UnknownValue {
  return unknown(runtime, say`random numbers differ from run to run where no seed is set`);
}

const draws: Readonly<Record<string, Draw>> = {
  permutation: (runtime, args, source) => {
    const [x] = bind('permutation', args, ['x'], 1);
    const items = asInteger(x!) === undefined ? intsOf(x!) : undefined;
    const count = items?.length ?? asInteger(x!);
    if (count === undefined) return unknown(runtime, say`arrays of numpy are not modelled`);
    runtime.checkSize(Number(count));
    charge(Number(count));
    const order = source.permutation(Number(count));
    return arrayOf(
      order.map((at) => items?.[at] ?? BigInt(at)),
      runtime.span,
    );
  },
  shuffle: (runtime, args, source) => {
    const [x] = bind('shuffle', args, ['x'], 1);
    const items = x instanceof IntArray ? x.items : x?.kind === 'list' ? x.items : undefined;
    if (!items) return unknown(runtime, say`arrays of numpy are not modelled`);
    const before = [...items];
    charge(before.length);
    source.permutation(before.length).forEach((from, to) => (items[to] = before[from]!));
    return new NoneValue(runtime.span);
  },
  choice: (runtime, args, source) => {
    const [a, size, replace, ...others] = bind('choice', args, ['a', 'size', 'replace', 'p', 'axis', 'shuffle'], 1);
    const count = asInteger(a!) ?? undefined;
    const items = count === undefined ? intsOf(a!) : undefined;
    const wanted = size && size.kind !== 'none' ? asInteger(size) : 1n;
    if ((count === undefined && !items) || wanted === undefined || others.some((one) => one && one.kind !== 'none'))
      return unknown(runtime, say`arrays of numpy are not modelled`);
    const total = Number(count ?? items!.length);
    if (wanted < 0n) throw valueError('negative dimensions are not allowed');
    const again = !replace || truthy(replace) === true;
    if (total === 0 || (!again && wanted > BigInt(total)))
      throw valueError("Cannot take a larger sample than population when 'replace=False'");
    charge(total + Number(wanted));
    const places = again ? source.choiceReplaced(total, Number(wanted)) : source.choice(total, Number(wanted));
    const drawn = places.map((at) => items?.[at] ?? BigInt(at));
    return size && size.kind !== 'none' ? arrayOf(drawn, runtime.span) : new NumpyIntValue(drawn[0]!, runtime.span);
  },
  randint: (runtime, args, source) => {
    const n = between(runtime, args, (low, high) => (source as NumpyRandomState).randint(low, high));
    return typeof n === 'number' ? new IntValue(BigInt(n), runtime.span) : n;
  },
  integers: (runtime, args, source) => {
    const n = between(runtime, args, (low, high) => (source as NumpyGenerator).integers(low, high));
    return typeof n === 'number' ? new NumpyIntValue(BigInt(n), runtime.span) : n;
  },
  random: (runtime, args, source) => float(runtime, args, source),
  rand: (runtime, args, source) => float(runtime, args, source),
};

function float(runtime: Runtime, args: Arguments, source: Source): Value {
  if (args.positional.length + args.keywords.size > 0) return unknown(runtime, say`arrays of numpy are not modelled`);
  return new FloatValue(source.random(), runtime.span);
}

function between(runtime: Runtime, args: Arguments, draw: (low: number, high: number) => number): number | Value {
  const [low, high, ...others] = bind('randint', args, ['low', 'high', 'size', 'dtype', 'endpoint'], 1);
  const [a, b] = [low, high].map((value) => (value && value.kind !== 'none' ? asInteger(value) : undefined));
  if (a === undefined || others.some((one) => one && one.kind !== 'none')) return unknown(runtime, say`arrays of numpy are not modelled`);
  const [from, to] = b === undefined ? [0n, a] : [a, b];
  if (from >= to) throw valueError('low >= high');
  if (!isSafe(from) || !isSafe(to) || !isSafe(to - from)) return unknown(runtime, say`so large a range of numpy is not modelled`);
  return draw(Number(from), Number(to));
}

/** Whether a number of JavaScript holds an int. */
function isSafe(n: bigint): boolean {
  return n >= BigInt(Number.MIN_SAFE_INTEGER) && n <= BigInt(Number.MAX_SAFE_INTEGER);
}

/** Methods that change their array. */
const changing = new Set(['fill', 'itemset', 'partition', 'put', 'resize', 'setfield', 'sort']);

/** An array of one dimension that holds ints. */
class IntArray extends LibraryObject {
  constructor(
    readonly items: Value[],
    span: Span,
  ) {
    const forget = (): void => {
      items.fill(unknownArray(span));
    };
    super('ndarray', span, (name) => arrayAttribute(items, name, span), {
      forget,
      iterate: () => items,
      size: () => items.length,
      getItem: (index) => itemOf(items, index, span),
      setItem: (index, value) => {
        setItemOf(items, index, value, span);
      },
      opaque: say`arrays of numpy are not modelled`,
    });
  }
}

/** `array[index] = int`; behind any other assignment no item is known. */
function setItemOf(items: Value[], index: Value, value: Value, span: Span): void {
  const place = asInteger(index);
  const number = asInteger(value);
  if (place !== undefined) itemOf(items, index, span);
  if (place === undefined || number === undefined) items.fill(unknownArray(span));
  else items[Number(place < 0n ? place + BigInt(items.length) : place)] = new NumpyIntValue(number, span);
}

function unknownArray(span: Span): UnknownValue {
  return new UnknownValue(say`arrays of numpy are not modelled`, span);
}

function arrayOf(numbers: readonly bigint[], span: Span): Value {
  return new IntArray(
    numbers.map((n) => new NumpyIntValue(n, span)),
    span,
  );
}

function arrayAttribute(items: Value[], name: string, span: Span): Value {
  if (changing.has(name)) items.fill(unknownArray(span));
  if (name !== 'tolist') return unknownArray(span);
  return new BuiltinValue('ndarray.tolist', span, (runtime) => {
    charge(items.length);
    const unknown = items.find((item) => item.kind === 'unknown');
    return (
      unknown ??
      new ListValue(
        items.map((item) => new IntValue(asInteger(item)!, runtime.span)),
        runtime.span,
      )
    );
  });
}

function itemOf(items: readonly Value[], index: Value, span: Span): Value {
  const n = asInteger(index);
  if (n === undefined) return unknownArray(span);
  const item = items.at(Number(n));
  if (!item) throw new PyError('IndexError', `index ${String(n)} is out of bounds for axis 0 with size ${String(items.length)}`);
  return item;
}

/** The ints that a list or an array holds, if it holds nothing else. */
function intsOf(value: Value): bigint[] | undefined {
  const items = value instanceof IntArray || value.kind === 'list' ? value.items : undefined;
  const ints = items?.flatMap((item) => (item.kind === 'int' ? [item.value] : []));
  return ints && ints.length === items?.length ? ints : undefined;
}

/** `numpy.arange(stop)`, `arange(start, stop, step)` of ints. */
function arange(runtime: Runtime, args: Arguments): Value {
  const ints = args.keywords.size > 0 ? [] : args.positional.map(asInteger);
  if (ints.length === 0 || ints.length > 3 || ints.includes(undefined)) return unknown(runtime, say`arrays of numpy are not modelled`);
  const [start, stop, step = 1n] = ints.length === 1 ? [0n, ints[0]] : ints;
  if (step === 0n) throw typeError('Maximum allowed size exceeded');
  const rest = stop! - start!;
  const whole = rest === 0n || rest > 0n !== step > 0n ? 0n : (rest + step - (step > 0n ? 1n : -1n)) / step;
  const count = clamp(whole);
  runtime.checkSize(count);
  charge(count);
  return arrayOf(
    Array.from({ length: count }, (_, i) => start! + BigInt(i) * step),
    runtime.span,
  );
}

/** `numpy.all` and `numpy.any` of a list of bools. */
function ofBools(name: 'all' | 'any'): Value {
  return lookingFunction(`numpy.${name}`, (runtime, { positional, keywords }) => {
    const [list] = positional;
    const bools = list?.kind === 'list' && keywords.size === 0 && positional.length === 1 ? list.items : [];
    const values = bools.flatMap((item) => (item.kind === 'bool' ? [item.value] : []));
    if (values.length === 0 || values.length < bools.length)
      return new UnknownValue(say`this use of numpy.${name} is not modelled`, runtime.span);
    return new BoolValue(name === 'all' ? values.every(Boolean) : values.some(Boolean), runtime.span);
  });
}

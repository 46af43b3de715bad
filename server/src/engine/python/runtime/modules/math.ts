import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { BoolValue, FloatValue, IntValue, TupleValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { bind, positional, typeError, unknown, valueError } from '../call-arguments.js';
import { floatToInt } from '../types/constructors.js';
import { integerRatio } from '../integer-ratio.js';
import { binary } from '../operators/index.js';
import { power, toFloat, work } from '../operators/arithmetic.js';
import { bits, isHuge } from '../int-size.js';
import type { Runtime } from '../runtime.js';
import { specialMethod } from '../special-method.js';
import { asInteger, isNumber, typeName } from '../semantics.js';
import { builtin, moduleOf, type ModuleFunction } from './module.js';
import * as precise from '../precise.js';

function real(v: Value): number {
  if (!isNumber(v)) throw typeError(`must be real number, not ${typeName(v)}`);
  return toFloat(v);
}

function whole(v: Value): bigint {
  const n = asInteger(v);
  if (n === undefined) throw typeError(`'${typeName(v)}' object cannot be interpreted as an integer`);
  return n;
}

const domain = (): PyError => valueError('math domain error');
const tooLarge = (): PyError => new PyError('OverflowError', 'math range error');

/** A function from float to float. An infinite result of a finite argument raises OverflowError, nan of a number ValueError. */
function ofReal(name: string, run: (x: number) => number): Value {
  return builtin(`math.${name}`, (runtime, args) => {
    const x = real(positional(`math.${name}`, args, 1, 1)[0]!);
    const result = run(x);
    if (Number.isNaN(result) && !Number.isNaN(x)) throw domain();
    if (!Number.isFinite(result) && Number.isFinite(x)) throw tooLarge();
    return new FloatValue(result, runtime.span);
  });
}

/** What is too large is infinite, and nothing raises. */
function multiplied(name: string, by: number): Value {
  return builtin(`math.${name}`, (runtime, args) => new FloatValue(real(positional(`math.${name}`, args, 1, 1)[0]!) * by, runtime.span));
}

/** `ceil`, `floor`, `trunc`: an int. */
function rounding(name: string, run: (x: number) => number): Value {
  return builtin(`math.${name}`, (runtime, args) => {
    const [x] = positional(`math.${name}`, args, 1, 1);
    const own = specialMethod(runtime, x, `__${name}__`);
    if (own) return own;
    const n = asInteger(x!);
    return new IntValue(n ?? floatToInt(run(real(x!))), runtime.span);
  });
}

function testing(name: string, holds: (x: number) => boolean): Value {
  return builtin(`math.${name}`, (runtime, args) => new BoolValue(holds(real(positional(`math.${name}`, args, 1, 1)[0]!)), runtime.span));
}

/** A finite positive number as a ratio, for logarithms; ints may be larger than any float. */
function ratio(v: Value): readonly [bigint, bigint] | number {
  const n = asInteger(v);
  if (n !== undefined) {
    if (n <= 0n) throw domain();
    return [n, 1n];
  }
  const x = real(v);
  if (x <= 0) throw domain();
  return Number.isFinite(x) ? integerRatio(x) : x;
}

/** A logarithm. Of an int beyond all floats CPython adds that of its power of two, which is rounded once more. */
function logarithm(run: (numerator: bigint, denominator: bigint) => number): (v: Value) => number {
  return (v) => {
    const r = ratio(v);
    if (typeof r === 'number') return r;
    const power = r[0].toString(2).length;
    if (r[1] !== 1n || power <= 1024) return run(...r);
    return run(r[0], 1n << BigInt(power)) + run(2n, 1n) * power;
  };
}

const naturalLog = logarithm(precise.log);

const log: ModuleFunction = (runtime, args) => {
  const [x, base] = positional('math.log', args, 1, 2);
  runtime.step(bits((asInteger(x!) ?? 0n) + (base ? (asInteger(base) ?? 0n) : 0n)) >> 4);
  const value = naturalLog(x!);
  if (!base) return new FloatValue(value, runtime.span);
  const divisor = naturalLog(base);
  if (divisor === 0) throw new PyError('ZeroDivisionError', 'float division by zero');
  return new FloatValue(value / divisor, runtime.span);
};

function oneLog(name: string, run: (v: Value) => number): Value {
  return builtin(`math.${name}`, (runtime, args) => new FloatValue(run(positional(`math.${name}`, args, 1, 1)[0]!), runtime.span));
}

/**
 * glibc's `log10`, which is less exact than its other logarithms and is followed step by step (`sysdeps/ieee754/dbl-64/e_log10.c`: the number is
 * taken apart into a power of two and a rest near 1).
 */
function log10OfFloat(x: number): number {
  const exponent = exponentOf(x);
  const lower = exponent < 0 ? 1 : 0;
  const count = exponent + lower;
  const rest = precise.log(...integerRatio(x / 2 ** exponent / 2 ** lower));
  return count * 3.69423907715893078616e-13 + 4.34294481903251816668e-1 * rest + count * 3.01029995663611771306e-1;
}

/** The power of two of a positive float: `2 ** n <= x < 2 ** (n + 1)`. */
function exponentOf(x: number): number {
  const [numerator, denominator] = integerRatio(x);
  return numerator.toString(2).length - denominator.toString(2).length;
}

/** `math.log10`; an int beyond all floats is unknown. */
const log10: ModuleFunction = (runtime, args) => {
  const [x] = positional('math.log10', args, 1, 1);
  const r = ratio(x!);
  runtime.step(bits(isNumber(x!) && x.kind === 'int' ? x.value : 0n) >> 6);
  if (typeof r === 'number') return new FloatValue(r, runtime.span);
  const float = isNumber(x!) ? Number(x.value) : NaN;
  return Number.isFinite(float)
    ? new FloatValue(log10OfFloat(float), runtime.span)
    : unknown(runtime, say`the logarithm of so large a number is not computed`);
};

function trigonometric(name: string, run: (x: number) => number): Value {
  return builtin(`math.${name}`, (runtime, args) => {
    const x = real(positional(`math.${name}`, args, 1, 1)[0]!);
    if (!Number.isFinite(x)) {
      if (Number.isNaN(x)) return new FloatValue(NaN, runtime.span);
      throw domain();
    }
    if (Math.abs(x) > precise.largestAngle) return unknown(runtime, say`the sine of so large a number is not computed`);
    return new FloatValue(run(x), runtime.span);
  });
}

function greatestDivisor(runtime: Runtime, a: bigint, b: bigint): bigint {
  while (b !== 0n) {
    runtime.step(1 + (isHuge(a) ? bits(a) >> 6 : 0));
    [a, b] = [b, a % b];
  }
  return a < 0n ? -a : a;
}

const gcd: ModuleFunction = (runtime, args) => {
  const numbers = positional('math.gcd', args, 0, Infinity).map(whole);
  return new IntValue(
    numbers.reduce((a, b) => greatestDivisor(runtime, a, b), 0n),
    runtime.span,
  );
};

const lcm: ModuleFunction = (runtime, args) => {
  let result = 1n;
  for (const n of positional('math.lcm', args, 0, Infinity).map(whole)) {
    if (n === 0n) return new IntValue(0n, runtime.span);
    work(runtime, bits(result) + bits(n));
    result = (result / greatestDivisor(runtime, result, n)) * n;
  }
  return new IntValue(result < 0n ? -result : result, runtime.span);
};

/** The product of the ints from `from` up to `to`. */
function rangeProduct(runtime: Runtime, from: bigint, to: bigint): bigint {
  let result = 1n;
  for (let i = from; i <= to; i++) {
    const size = isHuge(result) ? bits(result) : 0;
    runtime.checkSize(size);
    runtime.step(1 + (size >> 7));
    result *= i;
  }
  return result;
}

const factorial: ModuleFunction = (runtime, args) => {
  const n = whole(positional('math.factorial', args, 1, 1)[0]!);
  if (n < 0n) throw valueError('factorial() not defined for negative values');
  runtime.checkSize(Number(n) * 8);
  return new IntValue(rangeProduct(runtime, 2n, n), runtime.span);
};

function chooseFrom(runtime: Runtime, name: string, n: bigint, k: bigint): bigint {
  if (n < 0n) throw valueError('n must be a non-negative integer');
  if (k < 0n) throw valueError('k must be a non-negative integer');
  if (k > n) return 0n;
  if (name === 'perm') return rangeProduct(runtime, n - k + 1n, n);
  const fewer = k < n - k ? k : n - k;
  const product = rangeProduct(runtime, n - fewer + 1n, n);
  work(runtime, bits(product));
  return product / rangeProduct(runtime, 2n, fewer);
}

const comb: ModuleFunction = (runtime, args) => {
  const [n, k] = positional('math.comb', args, 2, 2).map(whole);
  return new IntValue(chooseFrom(runtime, 'comb', n!, k!), runtime.span);
};

const perm: ModuleFunction = (runtime, args) => {
  const [n, k] = positional('math.perm', args, 1, 2);
  const count = whole(n!);
  return new IntValue(chooseFrom(runtime, 'perm', count, k && k.kind !== 'none' ? whole(k) : count), runtime.span);
};

const isqrt: ModuleFunction = (runtime, args) => {
  const n = whole(positional('math.isqrt', args, 1, 1)[0]!);
  if (n < 0n) throw valueError('isqrt() argument must be nonnegative');
  if (n < 2n) return new IntValue(n, runtime.span);
  let root = 1n << BigInt((n.toString(2).length + 1) >> 1);
  const size = bits(n);
  for (let next = (root + n / root) >> 1n; next < root; next = (root + n / root) >> 1n) {
    work(runtime, size);
    root = next;
  }
  return new IntValue(root, runtime.span);
};

const isclose: ModuleFunction = (runtime, args) => {
  const [a, b, relative, absolute] = bind('isclose', args, ['a', 'b', 'rel_tol', 'abs_tol'], 2, 2);
  const [x, y] = [real(a!), real(b!)];
  const [rel, abs] = [relative ? real(relative) : 1e-9, absolute ? real(absolute) : 0];
  if (rel < 0 || abs < 0) throw valueError('tolerances must be non-negative');
  const finite = Number.isFinite(x) && Number.isFinite(y);
  const difference = Math.abs(y - x);
  const close = x === y || (finite && (difference <= Math.abs(rel * y) || difference <= Math.abs(rel * x) || difference <= abs));
  return new BoolValue(close, runtime.span);
};

const prod: ModuleFunction = (runtime, args) => {
  const [items, first] = bind('prod', args, ['iterable', 'start'], 1, 1);
  let result: Value = first ?? new IntValue(1n, runtime.span);
  for (const item of runtime.iterate(items!)) result = binary(runtime, '*', result, item);
  return result;
};

/** The exact sum, rounded once. */
const fsum: ModuleFunction = (runtime, args) => {
  const values = [...runtime.iterate(positional('math.fsum', args, 1, 1)[0]!)].map(real);
  runtime.step(20 * values.length);
  if (values.some((x) => !Number.isFinite(x))) return unknown(runtime, say`fsum of infinities is not modelled`);
  let [numerator, denominator] = [0n, 1n];
  for (const [n, d] of values.map(integerRatio)) {
    const common = d > denominator ? d : denominator;
    [numerator, denominator] = [numerator * (common / denominator) + n * (common / d), common];
  }
  return binary(runtime, '/', new IntValue(numerator, runtime.span), new IntValue(denominator, runtime.span));
};

const pow: ModuleFunction = (runtime, args) => {
  const [x, y] = positional('math.pow', args, 2, 2).map(real);
  if (x! < 0 && Number.isFinite(x) && Number.isFinite(y) && !Number.isInteger(y)) throw domain();
  if (x === 0 && y! < 0 && Number.isFinite(y)) throw domain();
  try {
    return new FloatValue(power(x!, y!), runtime.span);
  } catch (error) {
    throw error instanceof PyError ? tooLarge() : error;
  }
};

const fmod: ModuleFunction = (runtime, args) => {
  const [x, y] = positional('math.fmod', args, 2, 2).map(real);
  if (y === 0 || (!Number.isFinite(x) && !Number.isNaN(x) && !Number.isNaN(y))) throw domain();
  return new FloatValue(Number.isFinite(x) && !Number.isFinite(y) && !Number.isNaN(y) ? x! : x! % y!, runtime.span);
};

const modf: ModuleFunction = (runtime, args) => {
  const x = real(positional('math.modf', args, 1, 1)[0]!);
  const integral = Math.trunc(x);
  const fraction = Number.isFinite(x) ? x - integral : 0;
  const signed = fraction === 0 && (x < 0 || Object.is(x, -0)) ? -0 : fraction;
  return new TupleValue([new FloatValue(signed, runtime.span), new FloatValue(integral, runtime.span)], runtime.span);
};

const copysign: ModuleFunction = (runtime, args) => {
  const [x, y] = positional('math.copysign', args, 2, 2).map(real);
  const size = Math.abs(x!);
  return new FloatValue(y! < 0 || Object.is(y, -0) ? -size : size, runtime.span);
};

function functions(entries: Readonly<Record<string, ModuleFunction>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).map(([name, run]) => [name, builtin(`math.${name}`, run)]));
}

const finite =
  (run: (x: number) => number): ((x: number) => number) =>
  (x) =>
    Number.isFinite(x) ? run(x) : NaN;

/** The module `math`. */
export const math = moduleOf('math', {
  pi: new FloatValue(Math.PI, nowhere),
  e: new FloatValue(Math.E, nowhere),
  tau: new FloatValue(2 * Math.PI, nowhere),
  inf: new FloatValue(Infinity, nowhere),
  nan: new FloatValue(NaN, nowhere),
  ceil: rounding('ceil', Math.ceil),
  floor: rounding('floor', Math.floor),
  trunc: rounding('trunc', Math.trunc),
  isnan: testing('isnan', Number.isNaN),
  isinf: testing('isinf', (x) => x === Infinity || x === -Infinity),
  isfinite: testing('isfinite', Number.isFinite),
  sqrt: ofReal('sqrt', Math.sqrt),
  fabs: ofReal('fabs', Math.abs),
  exp: ofReal('exp', (x) => (Number.isFinite(x) ? precise.exp(x) : Math.exp(x))),
  log2: oneLog('log2', logarithm(precise.log2)),
  sin: trigonometric('sin', finite(precise.sin)),
  cos: trigonometric('cos', finite(precise.cos)),
  tan: trigonometric('tan', finite(precise.tan)),
  degrees: multiplied('degrees', 180 / Math.PI),
  radians: multiplied('radians', Math.PI / 180),
  ...functions({ log, log10, gcd, lcm, factorial, comb, perm, isqrt, isclose, prod, fsum, pow, fmod, modf, copysign }),
});

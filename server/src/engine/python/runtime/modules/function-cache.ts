import { NoneValue, type Value } from '../../../core/value.js';
import { bind, typeError, unknown } from '../call-arguments.js';
import { findUnknown } from '../find-unknown.js';
import { LibraryObject } from '../objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime.js';
import { asInteger, keyOf, truthy, typeName } from '../semantics.js';
import { pythonFunction, type ModuleFunction } from './module.js';
import { say } from '../../../core/say.js';

/** The type of a function that `functools.lru_cache` or `cache` has wrapped. */
export const cacheTypeName = '_lru_cache_wrapper';

/** `functools.cache(f)`. */
export const cache: ModuleFunction = (runtime, args) => {
  const [f] = bind('cache', args, ['user_function'], 1);
  return f!.kind === 'unknown' ? f! : caching(runtime, f!, Infinity, false);
};

/** `functools.lru_cache`, used as `@lru_cache` or `@lru_cache(maxsize=…)`. Calls of the same arguments give the same object back. */
export const lruCache: ModuleFunction = (runtime, args) => {
  const [size, typed] = bind('lru_cache', args, ['maxsize', 'typed'], 0);
  const hole = [size, typed].find((value) => value?.kind === 'unknown');
  if (hole) return hole;
  if (size && isCallable(size)) return caching(runtime, size, 128, false);
  const room = size === undefined ? 128n : size.kind === 'none' ? undefined : asInteger(size);
  if (room === undefined && size?.kind !== 'none') throw typeError('Expected first argument to be an integer, a callable, or None');
  const byType = typed !== undefined && truthy(typed) === true;
  return pythonFunction('functools.lru_cache.<locals>.decorating_function', (r, given) => {
    const [f] = bind('decorating_function', given, ['user_function'], 1);
    return f!.kind === 'unknown' ? f! : caching(r, f!, room === undefined ? Infinity : Math.max(0, Number(room)), byType);
  });
};

function isCallable(value: Value): boolean {
  return (
    (value.kind === 'callable' && value.callableKind !== 'module') ||
    (value instanceof LibraryObject && value.attribute('__call__') !== undefined)
  );
}

/**
 * @param room how many results are kept; the one not used for longest is the first to go
 * @param byType whether 1 and 1.0 are different arguments
 */
function caching(runtime: Runtime, f: Value, room: number, byType: boolean): Value {
  if (!isCallable(f)) throw typeError('the first argument must be callable');
  const kept = new Map<string, Value>();
  const run = (r: Runtime, args: Arguments): Value => {
    r.step(args.positional.length + args.keywords.size);
    const key = keyOfArguments(args, byType);
    // Two unknown arguments need not be the same.
    if (room === 0 || [...args.positional, ...args.keywords.values()].some(findUnknown)) return r.call(f, args);
    const result = kept.get(key) ?? r.call(f, args);
    kept.delete(key);
    kept.set(key, result);
    if (kept.size > room) kept.delete(kept.keys().next().value!);
    return result;
  };
  const members: Record<string, () => Value> = {
    __call__: () => new BuiltinValue(`${cacheTypeName}.__call__`, f.span, run),
    __wrapped__: () => f,
    cache_info: () => unknown(runtime, say`what a cache says of itself is not modelled`),
    cache_parameters: () => unknown(runtime, say`what a cache says of itself is not modelled`),
    cache_clear: () =>
      new BuiltinValue(`${cacheTypeName}.cache_clear`, f.span, (r) => {
        kept.clear();
        return new NoneValue(r.span);
      }),
  };
  const attribute = (name: string): Value | undefined =>
    Object.hasOwn(members, name) ? members[name]!() : copied.has(name) ? runtime.getAttribute(f, name) : undefined;
  return new LibraryObject(cacheTypeName, runtime.span, attribute, { parts: () => [f, ...kept.values()] });
}

/** What a wrapper takes over from the function. */
const copied = new Set(['__name__', '__qualname__', '__module__', '__doc__']);

/** @throws PyError TypeError for an argument that is not hashable */
function keyOfArguments(args: Arguments, byType: boolean): string {
  const keyOne = (value: Value): string => (byType ? typeName(value) : '') + keyOf(value);
  const keys = args.positional.map(keyOne);
  for (const [name, value] of args.keywords) keys.push(`=${name}`, keyOne(value));
  return JSON.stringify(keys);
}

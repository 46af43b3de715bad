import { DictValue, TupleValue, type Value } from '../../../core/value.js';
import { nowhere, type Span } from '../../../core/span.js';
import { call, positional, typeError } from '../call-arguments.js';
import { start } from '../types/iteration.js';
import { FunctionValue } from '../class-objects.js';
import { LibraryObject } from '../objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime.js';
import { cache, lruCache } from './function-cache.js';
import { moduleClass, moduleOf, pythonFunction, unknowable, type ModuleFunction } from './module.js';
import { say } from '../../../core/say.js';

/** A `partial` with what it was made of. It holds that itself: in a table beside it, V8 would keep the programs of all partials until it goes through its whole heap. */
class PartialObject extends LibraryObject {
  constructor(
    span: Span,
    readonly f: Value,
    readonly given: readonly Value[],
    readonly keywords: ReadonlyMap<string, Value>,
    attribute: (name: string) => Value | undefined,
  ) {
    super('partial', span, attribute, { parts: () => [f, ...given, ...keywords.values()] });
  }
}

/** `functools.partial(f, …)`: an object that can be called, with the first arguments given. */
const partial: ModuleFunction = (runtime, args) => {
  const [called, ...own] = args.positional;
  if (!called) throw typeError("type 'partial' takes at least one argument");
  if (called.kind === 'unknown') return called;
  // One of another is one of the function itself.
  const inner = called instanceof PartialObject ? called : undefined;
  const f = inner?.f ?? called;
  const given = [...(inner?.given ?? []), ...own];
  const keywords = new Map([...(inner?.keywords ?? []), ...args.keywords]);
  runtime.step(4 * keywords.size + given.length);
  const run = (r: Runtime, more: Arguments): Value =>
    r.call(f, {
      positional: [...given, ...more.positional],
      keywords: new Map([...keywords, ...more.keywords]),
      keywordSpans: new Map([...(args.keywordSpans ?? []), ...(more.keywordSpans ?? [])]),
    });
  const members: Record<string, () => Value> = {
    __call__: () => new BuiltinValue('partial.__call__', nowhere, run),
    func: () => f,
    args: () => new TupleValue(given, runtime.span),
    keywords: () => {
      const dict = new DictValue(runtime.span);
      for (const [name, value] of keywords) dict.set(name, value);
      return dict;
    },
  };
  return new PartialObject(runtime.span, f, given, keywords, (name) => (Object.hasOwn(members, name) ? members[name]!() : undefined));
};

const reduce: ModuleFunction = (runtime, args) => {
  const [f, source, initial] = positional('reduce', args, 2, 3);
  let total = initial;
  const items = start(runtime, source!);
  for (let next = items.next(); !next.done; next = items.next()) total = total ? call(runtime, f!, total, next.value) : next.value;
  if (!total) throw typeError('reduce() of empty iterable with no initial value');
  return total;
};

/** `functools.wraps(f)`: gives the wrapper the names of `f`. */
const wraps: ModuleFunction = (_runtime, args) => {
  const [wrapped] = args.positional;
  return pythonFunction('functools.update_wrapper', (runtime, given) => {
    const [wrapper] = positional('update_wrapper', given, 1, 1);
    if (wrapper instanceof FunctionValue && wrapped?.kind === 'callable') {
      for (const name of ['__name__', '__qualname__', '__doc__']) wrapper.attributes.set(name, runtime.getAttribute(wrapped, name));
      wrapper.attributes.set('__wrapped__', wrapped);
    }
    return wrapper!;
  });
};

const cmpToKey = unknowable('functools.cmp_to_key', say`cmp_to_key is not modelled`, 'builtin');

/** The module `functools`. */
export const functools = moduleOf('functools', {
  partial: moduleClass('functools.partial', partial),
  reduce: new BuiltinValue('_functools.reduce', nowhere, reduce),
  lru_cache: pythonFunction('functools.lru_cache', lruCache),
  cache: pythonFunction('functools.cache', cache),
  wraps: pythonFunction('functools.wraps', wraps),
  cmp_to_key: cmpToKey,
});

import { nowhere } from '../../../core/span.js';
import { NoneValue, UnknownValue, type Value } from '../../../core/value.js';
import { builtins } from '../../../python/runtime/builtins/index.js';
import { ClassValue } from '../../../python/runtime/class-objects.js';
import { lookingFunction, moduleClass, moduleOf, pythonFunction } from '../../../python/runtime/modules/module.js';
import { say } from '../../../core/say.js';
import { chatmlVerification } from './chatml-verification.js';

/** What stands for libraries that dataset classes import and that leave the rows as they are. */
export function frameworkLibraries(): (name: string) => Value | undefined {
  const modules = new Map<string, Value>([
    ['mmengine.registry', moduleOf('mmengine.registry', { Registry: registryClass(), METRICS: new NoneValue(nowhere) })],
    ['opencompass.datasets.chatml.verification', chatmlVerification],
    ['tqdm', tqdm('tqdm')],
    ['tqdm.auto', tqdm('tqdm.auto')],
  ]);
  return (name) => modules.get(name);
}

/** mmengine 0.11 `registry/registry.py`: what a registry is given to keep, it gives back as it is. */
function registryClass(): Value {
  const register = pythonFunction('mmengine.registry.Registry.register_module', (_runtime, args) => {
    const given = args.keywords.get('module') ?? args.positional[2];
    return given && given.kind !== 'none' ? given : same;
  });
  const init = pythonFunction('mmengine.registry.Registry.__init__', (runtime) => new NoneValue(runtime.span));
  const members = new Map<string, Value>([
    ['__init__', init],
    ['register_module', register],
  ]);
  return new ClassValue('Registry', nowhere, [], undefined, members);
}

const same = pythonFunction('mmengine.registry._register', (runtime, args) => args.positional[0] ?? new NoneValue(runtime.span));

/** A bar that shows how far a loop has come: the loop is the same without it. */
function tqdm(path: string): Value {
  const nothing = pythonFunction('tqdm.std.tqdm.write', (runtime) => new NoneValue(runtime.span));
  const bar = moduleClass(
    'tqdm.std.tqdm',
    (runtime, args) => {
      const iterable = args.positional[0] ?? args.keywords.get('iterable');
      return iterable ?? new UnknownValue(say`A progress bar without a loop is not followed.`, runtime.span);
    },
    { pandas: nothing, write: nothing },
  );
  const trange = lookingFunction('tqdm.trange', (runtime, { positional }) => {
    const range = builtins.get('range');
    return range ? runtime.call(range, { positional, keywords: new Map() }) : new NoneValue(runtime.span);
  });
  return moduleOf(path, { tqdm: bar, trange });
}

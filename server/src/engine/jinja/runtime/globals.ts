import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { bind, typeError } from '../../python/runtime/call-arguments.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { nowhere } from '../../core/span.js';
import { BuiltinValue, type Arguments, type Runtime } from '../../python/runtime/runtime.js';
import { typeNamed } from '../../python/runtime/types/types.js';
import { NoneValue, TupleValue, UnknownValue, str, type Value } from '../../core/value.js';
import { makeNamespace } from './namespace.js';

/** What templates know beside the row's columns, which come first (jinja2 3.1 `defaults.py`). */
const globals: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['range', typeNamed('range')],
  ['dict', typeNamed('dict')],
  [
    'lipsum',
    new BuiltinValue(
      'jinja2.utils.generate_lorem_ipsum',
      nowhere,
      (runtime) => new UnknownValue(say`lipsum() makes random text`, runtime.span),
      'function',
    ),
  ],
  ['cycler', new BuiltinValue('jinja2.utils.Cycler', nowhere, makeCycler, 'class')],
  ['joiner', new BuiltinValue('jinja2.utils.Joiner', nowhere, makeJoiner, 'class')],
  ['self', new UnknownValue(say`the blocks that self has are not followed`, nowhere)],
  ['namespace', new BuiltinValue('jinja2.utils.Namespace', nowhere, makeNamespace, 'class')],
]);

/** The global of a name. */
export function globalValue(name: string): Value | undefined {
  return globals.get(name);
}

/** `cycler(a, b)`: an object that gives its items in turn. */
function makeCycler(runtime: Runtime, args: Arguments): Value {
  if (args.keywords.size > 0) throw typeError('Cycler.__init__() got an unexpected keyword argument');
  const items = args.positional;
  if (items.length === 0) throw new PyError('RuntimeError', 'at least one item has to be provided');
  let position = 0;
  const next = new BuiltinValue('Cycler.next', runtime.span, () => {
    const item = items[position]!;
    position = (position + 1) % items.length;
    return item;
  });
  const reset = new BuiltinValue('Cycler.reset', runtime.span, ({ span }) => {
    position = 0;
    return new NoneValue(span);
  });
  const { span } = runtime;
  return new LibraryObject('Cycler', span, (name) => {
    if (name === 'next' || name === '__next__') return next;
    if (name === 'reset') return reset;
    if (name === 'current') return items[position];
    return name === 'items' ? new TupleValue(items, span) : undefined;
  });
}

/** `joiner(sep)`: called, it gives nothing the first time and the separator ever after. */
function makeJoiner(runtime: Runtime, args: Arguments): Value {
  const [separator = str(', ', runtime.span)] = bind('Joiner', args, ['sep'], 0);
  let used = false;
  const call = new BuiltinValue('Joiner.__call__', runtime.span, ({ span }) => {
    if (used) return separator;
    used = true;
    return str('', span);
  });
  return new LibraryObject('Joiner', runtime.span, (name) => (name === '__call__' ? call : name === 'sep' ? separator : undefined));
}

import { BoolValue, RefValue, UnknownValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { LibraryObject } from '../objects.js';
import { ModuleValue } from '../runtime.js';
import { typeNamed } from '../types/types.js';
import { abstractClassesByName } from './collections.js';
import { pythonFunction } from './module.js';
import { isPythonFunction } from '../known-modules/star-names.js';
import { say } from '../../../core/say.js';

const cast = pythonFunction('typing.cast', (runtime, args) => args.positional[1] ?? new RefValue('typing.cast', runtime.span, 'function'));

/** Those of its names that are classes. */
const classes = new Set([
  'Annotated',
  'Any',
  'BinaryIO',
  'ForwardRef',
  'Generic',
  'IO',
  'NewType',
  'ParamSpec',
  'ParamSpecArgs',
  'ParamSpecKwargs',
  'Protocol',
  'TextIO',
  'TypeVar',
  'TypeVarTuple',
]);

/** Objects that stand for a type and are none, by the name of their own type (CPython 3.11). */
const standIns: Readonly<Record<string, string>> = {
  _CallableType: 'Callable',
  _TupleType: 'Tuple',
  _LiteralSpecialForm: 'Literal',
  _SpecialForm:
    'ClassVar Concatenate Final LiteralString Never NoReturn NotRequired Optional Required Self TypeAlias TypeGuard Union Unpack',
  _SpecialGenericAlias: `AbstractSet AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable ByteString ChainMap Collection Container ContextManager
    Coroutine Counter DefaultDict Deque Dict FrozenSet Generator Hashable ItemsView Iterable Iterator KeysView List Mapping MappingView Match MutableMapping
    MutableSequence MutableSet OrderedDict Pattern Reversible Sequence Set Sized Type ValuesView`,
};

const forAnnotations = new Map(
  Object.entries(standIns).flatMap(([type, names]) => names.split(/\s+/).map((name) => [name, standIn(type, name)] as const)),
);

function standIn(type: string, name: string): Value {
  const getItem = (): Value => new UnknownValue(say`generic types are not modelled`, nowhere);
  const stoodFor = classStoodFor(name);
  return new LibraryObject(type, nowhere, () => undefined, {
    repr: `typing.${name}`,
    getItem,
    annotates: true,
    ...(stoodFor && { stoodFor }),
  });
}

/** The class that `isinstance` finds behind a name, as far as that is followed. */
function classStoodFor(name: string): Value | undefined {
  if (/^(?:Dict|List|Set|FrozenSet|Tuple)$/.test(name)) return typeNamed(name.toLowerCase());
  return abstractClassesByName.get(name === 'AbstractSet' ? 'Set' : name);
}

/** The module `typing`: names for annotations. What is made of them, `List[str]`, is not looked into. */
export const typing = new ModuleValue('typing', nowhere, (runtime, name): Value => {
  if (name === 'cast') return cast;
  if (name === 'TYPE_CHECKING') return new BoolValue(false, runtime.span);
  if (name === 'Text') return typeNamed('str');
  if (isPythonFunction('typing', name)) return new RefValue(`typing.${name}`, runtime.span, 'function');
  if (classes.has(name) || name.startsWith('Supports')) return new RefValue(`typing.${name}`, runtime.span, 'class');
  return forAnnotations.get(name) ?? new UnknownValue(say`typing.${name} is for annotations and is not modelled`, runtime.span);
});

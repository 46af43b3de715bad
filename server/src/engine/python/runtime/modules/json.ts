import { StrValue, str, type Value } from '../../../core/value.js';
import { bind, decided, typeError, unknown, unknownArgument } from '../call-arguments.js';
import { decode } from '../methods/bytes-codec.js';
import type { Arguments, Runtime } from '../runtime.js';
import { truthy, typeName } from '../semantics.js';
import { typeNamed } from '../types/types.js';
import { readJson } from './json-read.js';
import { indentation, writeJson, type WriteOptions } from './json-write.js';
import { moduleOf, pythonFunction, unknowable, type ModuleFunction } from './module.js';
import { say } from '../../../core/say.js';

const readOptions = ['cls', 'object_hook', 'parse_float', 'parse_int', 'parse_constant', 'object_pairs_hook'];

/** Reads JSON; with hooks of the config's own the result is unknown. */
function read(runtime: Runtime, source: Value, args: Arguments): Value {
  for (const name of readOptions)
    if ((args.keywords.get(name)?.kind ?? 'none') !== 'none') return unknown(runtime, say`json.loads with ${name} is not modelled`);
  if (source.kind === 'unknown') return source;
  if (source.kind === 'bytes') {
    const text = decode(source.bytes, 'utf-8');
    return text === undefined ? unknown(runtime, say`these bytes are no UTF-8`) : readJson(runtime, str(text, runtime.span).traced);
  }
  if (source.kind !== 'str') throw typeError(`the JSON object must be str, bytes or bytearray, not ${typeName(source)}`);
  return readJson(runtime, source.traced);
}

const loads: ModuleFunction = (runtime, args) => {
  const [source] = args.positional.length > 0 ? args.positional : [args.keywords.get('s')];
  if (!source) throw typeError("loads() missing 1 required positional argument: 's'");
  return read(runtime, source, args);
};

/** `json.load(file)` reads what is left in the file. */
const load: ModuleFunction = (runtime, args) => {
  const [file] = args.positional.length > 0 ? args.positional : [args.keywords.get('fp')];
  if (!file) throw typeError("load() missing 1 required positional argument: 'fp'");
  if (file.kind === 'unknown') return file;
  return read(runtime, runtime.call(runtime.getAttribute(file, 'read'), { positional: [], keywords: new Map() }), args);
};

const parameters = [
  'obj',
  'skipkeys',
  'ensure_ascii',
  'check_circular',
  'allow_nan',
  'cls',
  'indent',
  'separators',
  'default',
  'sort_keys',
];

const dumps: ModuleFunction = (runtime, args) => {
  const hole = unknownArgument(args);
  if (hole) return hole;
  const [obj, skipKeys, ensureAscii, , allowNan, cls, indent, separators, fallback, sortKeys] = bind('dumps', args, parameters, 1, 1);
  if (cls && cls.kind !== 'none') return unknown(runtime, say`json.dumps with a class of its own is not modelled`);
  const flag = (v: Value | undefined, absent: boolean): boolean => (v ? decided(truthy(v)) : absent);
  const level = indentation(indent);
  const [item, key] = separatorTexts(separators, level !== undefined);
  const options: WriteOptions = {
    skipKeys: flag(skipKeys, false),
    ensureAscii: flag(ensureAscii, true),
    allowNan: flag(allowNan, true),
    indent: level,
    itemSeparator: item,
    keySeparator: key,
    sortKeys: flag(sortKeys, false),
    fallback: fallback?.kind === 'none' ? undefined : fallback,
  };
  return new StrValue(writeJson(runtime, obj!, options), runtime.span);
};

function separatorTexts(v: Value | undefined, indented: boolean): readonly [string, string] {
  if (!v || v.kind === 'none') return [indented ? ',' : ', ', ': '];
  const items = v.kind === 'tuple' || v.kind === 'list' ? v.items : [];
  const [item, key] = items;
  if (items.length !== 2 || item?.kind !== 'str' || key?.kind !== 'str') throw typeError('separators must be a pair of strings');
  return [item.text, key.text];
}

/** The module `json`. */
export const json = moduleOf('json', {
  loads: pythonFunction('json.loads', loads),
  load: pythonFunction('json.load', load),
  dumps: pythonFunction('json.dumps', dumps),
  dump: unknowable('json.dump', say`files are not written while a config is evaluated`),
  JSONDecodeError: typeNamed('JSONDecodeError'),
  decoder: moduleOf('json.decoder', { JSONDecodeError: typeNamed('JSONDecodeError') }),
});

import type { Found, FunctionSource } from '../../../../classes/class-index.js';
import { areHarmless } from '../../../../classes/hierarchy.js';
import { constructorSignature, type Signature } from '../../../../classes/signature.js';
import type { Config, Place } from '../../../../config/config.js';
import { classPathOf } from '../../../../config/class-name.js';
import { oncePer } from '../../../../core/once-per.js';
import type { FileId } from '../../../../core/span.js';
import type { Value } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';

/** What a `type` names, and the keywords that a call of it takes. */
export interface Called {
  readonly name: string;
  readonly file: FileId;
  readonly signature: Signature;
  readonly kind: 'class' | 'function';
}

/**
 * The class or function that an imported `type` leads to, read from its source; undefined where that is out of reach or does not tell.
 * @param positional arguments of a function that the framework gives before the keywords
 */
export function calledBy(type: Value | undefined, context: CheckContext, positional: number): Called | undefined {
  const sought = soughtBy(type, context);
  return sought?.kind === 'function' ? functionCalled(sought.source, positional) : sought;
}

/**
 * As `calledBy`, for the `type` of a dict that stands at a place of the config. A function there is a postprocessor, which is given the text first, or
 * the results and the file that they are written to (`dict_postprocessor`).
 */
export function calledAt(type: Value | undefined, place: Pick<Place, 'path'>, context: CheckContext): Called | undefined {
  const sought = soughtBy(type, context);
  return sought?.kind === 'function' ? functionCalled(sought.source, place.path.endsWith('.dict_postprocessor') ? 2 : 1) : sought;
}

/** Of a class all that is to know of it; what a function takes depends on who calls it. */
type Sought = (Called & { readonly kind: 'class' }) | Extract<Found, { kind: 'function' }> | undefined;

function soughtBy(type: Value | undefined, context: CheckContext): Sought {
  if (type?.kind !== 'ref' && type?.kind !== 'str') return undefined;
  const known = knownTypes(context.config);
  if (!known.has(type)) known.set(type, seek(type, context));
  return known.get(type);
}

/** An imported name is one value, however many dicts of a config have it. */
const knownTypes = oncePer((_config: Config) => new Map<Value, Sought>());

function seek(type: Value, { file, surroundings: { classes } }: CheckContext): Sought {
  const path = classPathOf(type);
  if (path === undefined || !path.includes('.') || path.startsWith('.')) return undefined;
  const found = classes.find(path, file);
  if (found.kind !== 'class') return found.kind === 'function' ? found : undefined;
  const signature = constructorSignature(classes, found.source);
  return signature && { name: found.source.name, file: found.source.module.file, signature, kind: 'class' };
}

function functionCalled(source: FunctionSource, positional: number): Called | undefined {
  const known = knownCalls(source);
  if (!known.has(positional)) known.set(positional, readFunction(source, positional));
  return known.get(positional);
}

/** Thousands of datasets have the same few postprocessors. */
const knownCalls = oncePer((_source: FunctionSource) => new Map<number, Called | undefined>());

function readFunction(source: FunctionSource, positional: number): Called | undefined {
  const { parameters, decorators } = source.node;
  // A decorator may take other keywords than what it wraps; registration hands the function back.
  if (!areHarmless(decorators, ['register_module'])) return undefined;
  const named = [...parameters.positionalOnly, ...parameters.positional].slice(positional).concat(parameters.keywordOnly);
  const keys = new Map(named.map(({ name, defaultValue }) => [name.name, { required: defaultValue === undefined }]));
  return { name: source.name, file: source.module.file, signature: { keys, open: parameters.kwArgs !== undefined }, kind: 'function' };
}

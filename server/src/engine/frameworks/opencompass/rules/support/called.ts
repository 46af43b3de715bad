import type { Found } from '../../../../classes/class-index.js';
import { areHarmless } from '../../../../classes/hierarchy.js';
import { constructorSignature, type Signature } from '../../../../classes/signature.js';
import { classPathOf } from '../../../../config/class-name.js';
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
export function calledBy(
  type: Value | undefined,
  { file, surroundings: { classes } }: CheckContext,
  positional: number,
): Called | undefined {
  const path = type?.kind === 'ref' || type?.kind === 'str' ? classPathOf(type) : undefined;
  if (path === undefined || !path.includes('.') || path.startsWith('.')) return undefined;
  const found = classes.find(path, file);
  if (found.kind === 'class') {
    const signature = constructorSignature(classes, found.source);
    return signature && { name: found.source.name, file: found.source.module.file, signature, kind: 'class' };
  }
  return found.kind === 'function' ? functionCalled(found, positional) : undefined;
}

/**
 * As `calledBy`, for the `type` of a dict that stands at a path of the config. A function there is a postprocessor, which is given the text first, or
 * the results and the file that they are written to (`dict_postprocessor`).
 */
export function calledAt(type: Value | undefined, path: string, context: CheckContext): Called | undefined {
  return calledBy(type, context, path.endsWith('.dict_postprocessor') ? 2 : 1);
}

function functionCalled({ source }: Extract<Found, { kind: 'function' }>, positional: number): Called | undefined {
  const { parameters, decorators } = source.node;
  // A decorator may take other keywords than what it wraps; registration hands the function back.
  if (!areHarmless(decorators, ['register_module'])) return undefined;
  const named = [...parameters.positionalOnly, ...parameters.positional].slice(positional).concat(parameters.keywordOnly);
  const keys = new Map(named.map(({ name, defaultValue }) => [name.name, { required: defaultValue === undefined }]));
  return { name: source.name, file: source.module.file, signature: { keys, open: parameters.kwArgs !== undefined }, kind: 'function' };
}

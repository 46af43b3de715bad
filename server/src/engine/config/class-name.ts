import { textOf, type Value } from '../core/value.js';

/**
 * The last name of the class that a `type` names: `GenInferencer` for the class itself, for a lazily imported one, for `'GenInferencer'` and for
 * a dotted string. Undefined where it is unknown or no class at all.
 */
export function classNameOf(type: Value | undefined): string | undefined {
  const path = classPathOf(type);
  return path?.slice(path.lastIndexOf('.') + 1);
}

/** As `classNameOf`, but with all the dots that the config gives: `opencompass.models.OpenAI`. */
export function classPathOf(type: Value | undefined): string | undefined {
  if (type?.kind === 'ref' || type?.kind === 'callable') return type.path;
  return textOf(type);
}

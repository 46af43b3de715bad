import type { Behaviour } from '../../face/behaviour.js';
import type { Framework } from '../../face/framework.js';
import type { Dialect } from './dialect.js';

/** A framework that renders prompts by the code of this folder: OpenCompass itself, and AISBench, which came of it. */
export interface FamilyFramework extends Framework {
  readonly dialect: Dialect;
}

/**
 * What sets a framework of the family apart.
 * @throws Error for a framework that is none of it: the rules of this folder run only for those that they name
 */
export function dialectOf(framework: Behaviour): Dialect {
  if (isOfFamily(framework)) return framework.dialect;
  throw new Error(`${framework.title} does not render with OpenCompass's code.`);
}

function isOfFamily(framework: Behaviour): framework is FamilyFramework {
  return 'dialect' in framework;
}

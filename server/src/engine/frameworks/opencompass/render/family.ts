import type { Config } from '../../../config/config.js';
import type { Behaviour, Surroundings } from '../../face/behaviour.js';
import type { Framework } from '../../face/framework.js';
import type { CheckContext } from '../../face/rule.js';
import type { Dialect } from './dialect.js';

/** A framework that renders prompts by the code of this folder: OpenCompass itself, and AISBench, which came of it. */
export interface FamilyFramework extends Framework {
  readonly dialect: Dialect;
  /** A config with the datasets that a run makes of what is written, as far as they are known; absent: it makes none. */
  readonly made?: (config: Config, surroundings: Surroundings) => Config;
}

/**
 * What sets a framework of the family apart.
 * @throws Error for a framework that is none of it: the rules of this folder run only for those that they name
 */
export function dialectOf(framework: Behaviour): Dialect {
  if (isOfFamily(framework)) return framework.dialect;
  throw new Error(`${framework.title} does not render with OpenCompass's code.`);
}

/** The same config, with what a run makes of datasets that have no class. */
export function withMade({ framework, config, surroundings }: Pick<CheckContext, 'framework' | 'config' | 'surroundings'>): Config {
  return (isOfFamily(framework) && framework.made?.(config, surroundings)) || config;
}

function isOfFamily(framework: Behaviour): framework is FamilyFramework {
  return 'dialect' in framework;
}

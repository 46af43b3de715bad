import type { Config } from '../../config/config.js';
import type { Framework, Surroundings } from './framework.js';

/** A document that is a config of a framework, evaluated and read. */
export interface LoadedConfig {
  readonly framework: Framework;
  readonly config: Config;
  /** What it was read with. */
  readonly surroundings: Surroundings;
}

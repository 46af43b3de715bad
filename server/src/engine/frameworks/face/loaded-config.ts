import type { ReadConfig } from './behaviour.js';
import type { Framework } from './framework.js';

/** A document that is a config of a framework, evaluated and read. */
export interface LoadedConfig extends ReadConfig {
  readonly framework: Framework;
}

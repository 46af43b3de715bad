import type { WebStart } from '../protocol/web-start.js';
import type { ServerStart } from '../worker/start.js';
import type { Sight } from '../worker/beacon.js';

/** The first message to the worker of an engine. */
export interface EngineOfWeb extends Omit<WebStart, 'engine'> {
  readonly kind: ServerStart['kind'];
}

/** From the worker of an engine: what it is doing now. */
export interface SightTold {
  readonly sight: Sight;
}

export function isSightTold(message: unknown): message is SightTold {
  return typeof message === 'object' && message !== null && 'sight' in message;
}

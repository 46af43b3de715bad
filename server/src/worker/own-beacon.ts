import { Beacon } from './beacon.js';

declare global {
  /** Set by who starts an engine, before anything of it is loaded; absent: nobody looks. */
  var promptPreflightBeacon: Beacon | undefined;
}

/** Says what this engine is doing. */
export const beacon: Beacon = globalThis.promptPreflightBeacon ?? new Beacon();

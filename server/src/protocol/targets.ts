import type { TargetOf, TargetsOf } from '../engine/editor/target-shape.js';
import type { PlaceLink } from './place.js';

/** The server's command behind the view "Prompt Preflight": takes an object with a `uri`, answers `TargetsAnswer`. */
export const targetsCommand = 'promptPreflight.targets';

export type ViewTarget = TargetOf<PlaceLink>;
export type ViewTargets = TargetsOf<PlaceLink>;

/** `reason`: why there is nothing, a sentence. */
export type TargetsAnswer = { readonly version: number } & (
  | { readonly kind: 'targets'; readonly targets: ViewTargets }
  | { readonly kind: 'none'; readonly reason: string }
);

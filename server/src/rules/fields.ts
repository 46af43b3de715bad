import type { ConfigKind } from '../config/config.js';
import type { FrameworkId } from '../frameworks/framework.js';

/** What is known of one field of a config dict: the plain data behind its hover. */
export interface FieldDoc {
  readonly key: string;
  readonly type: string;
  /** As Python writes it; undefined where the field has none. */
  readonly defaultValue: string | undefined;
  readonly required: boolean;
  readonly allowed: readonly string[];
  readonly meaning: string;
  /** What goes wrong with it, where something does. */
  readonly trap: string | undefined;
  /** What one framework does differently. */
  readonly difference: string | undefined;
  /** File of the framework's source that the facts come from. */
  readonly source: string | undefined;
}

/** The doc of the field `key` in a dict of this kind, or undefined where the field is not known. */
export function fieldDoc(_kind: ConfigKind, _key: string, _framework: FrameworkId): FieldDoc | undefined {
  return undefined;
}

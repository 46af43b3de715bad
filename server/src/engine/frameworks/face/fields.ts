import type { ConfigKind } from '../../config/config.js';

/** One field of a schema in `schemas/`. Keywords with `x-` are ours: JSON schema ignores them. */
export interface FieldSchema {
  readonly description: string;
  /** The type in Python's words. */
  readonly 'x-type': string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly 'x-default'?: string;
  readonly 'x-trap'?: string;
  /** File of the framework's source, by framework. */
  readonly 'x-source'?: Readonly<Record<string, string>>;
  /** What a framework does otherwise than the others, by its id: `x-aisbench`. */
  readonly [difference: `x-${string}`]: unknown;
  /** The field exists in this framework only. */
  readonly 'x-only'?: string;
}

export interface KindSchema {
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  /** False where the framework knows all keys: any other is a mistake. */
  readonly additionalProperties: boolean;
}

/** A class that a config names in `type`. */
export interface ClassSchema {
  readonly kind: string;
  readonly description: string;
  readonly 'x-trap'?: string;
  /** The keys that its constructor takes, where it refuses others. */
  readonly 'x-keys'?: readonly string[];
  /** What the constructor takes beside these in a framework, by its id: `x-aisbench-keys`. */
  readonly [more: `x-${string}-keys`]: readonly string[] | undefined;
  readonly 'x-required'?: readonly string[];
  readonly 'x-parser'?: string;
  readonly 'x-source'?: Readonly<Record<string, string>>;
  readonly 'x-frameworks': readonly string[];
}

export interface RoleSchema {
  readonly description: string;
  readonly 'x-api'?: string;
  readonly 'x-trap'?: string;
}

/** What is known of one field of a config dict: the plain data behind its hover. The texts live in `schemas/`. */
export interface FieldDoc {
  readonly key: string;
  /** In Python's words: `list of str`. */
  readonly type: string;
  /** As Python writes it, or in words; undefined where the field has none. */
  readonly defaultValue: string | undefined;
  readonly required: boolean;
  /** The only values that work; empty where any of the type does. */
  readonly allowed: readonly string[];
  readonly meaning: string;
  /** What goes wrong with it, where something does. */
  readonly trap: string | undefined;
  /** What this framework does differently from the others. */
  readonly difference: string | undefined;
  /** File of the framework's source that the facts come from. */
  readonly source: string | undefined;
}

/** What is known of a class or of a role. */
export interface NameDoc {
  readonly name: string;
  /** `retriever`, `model · LM parser`, `role`. */
  readonly what: string;
  readonly meaning: string;
  readonly trap: string | undefined;
  readonly source: string | undefined;
}

/** The fields of a framework's configs, and the classes and roles that it knows by name: what hovers, completion and the rules of keys ask. */
export interface Fields {
  /** The schema of a kind of dict; undefined for a kind that the framework does not have. */
  schema(kind: ConfigKind): KindSchema | undefined;
  /** The doc of the field `key` in a dict of this kind, or undefined where the framework does not have such a field. */
  field(kind: ConfigKind, key: string): FieldDoc | undefined;
  /** The doc of a class by its last name, or undefined where it is not known. */
  classDoc(name: string): NameDoc | undefined;
  /** The classes of a kind of dict that are known by name, each with the module that a config imports it from; absent: none are. */
  classes?(kind: ConfigKind): ReadonlyMap<string, string>;
  /** The doc of a role that has a meaning by convention (HUMAN, BOT, SYSTEM), else undefined. */
  role(name: string): NameDoc | undefined;
  /**
   * The keys that a dict of this kind may have. With the class of a template or retriever: those that its constructor takes, `type` first; undefined where a class is
   * named that is not known.
   */
  keys(kind: ConfigKind, className?: string): ReadonlySet<string> | undefined;
  /** Those of them that the class must be given; absent or undefined where the class is not known. */
  required?(kind: ConfigKind, className: string | undefined): readonly string[] | undefined;
}

/** What a framework's fields are read from. */
export interface Schemas {
  readonly kinds: Readonly<Record<ConfigKind, KindSchema>>;
  /** By their last name. */
  readonly classes: Readonly<Record<string, ClassSchema>>;
  readonly roles: Readonly<Record<string, RoleSchema>>;
}

import type { ConfigKind } from '../config/config.js';
import type { FrameworkId } from '../frameworks/face/behaviour.js';
import { classSchemas, kindSchemas, roleSchemas, type FieldSchema, type KindSchema } from './schemas.js';

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

/** The doc of the field `key` in a dict of this kind, or undefined where the framework does not have such a field. */
export function fieldDoc(kind: ConfigKind, key: string, framework: FrameworkId): FieldDoc | undefined {
  const schema = kindSchemas[kind];
  const field = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
  if (!field || (field['x-only'] !== undefined && field['x-only'] !== framework)) return undefined;
  return {
    key,
    type: field['x-type'],
    defaultValue: field['x-default'],
    required: schema.required?.includes(key) ?? false,
    allowed: field.enum ?? [],
    meaning: field.description,
    trap: field['x-trap'],
    difference: differenceOf(field, framework),
    source: sourceOf(field['x-source'], framework),
  };
}

/** The doc of a template, retriever, inferencer or model class by its last name, or undefined where it is not known. */
export function classDoc(name: string, framework: FrameworkId = 'opencompass'): NameDoc | undefined {
  const schema = classSchemas.get(name);
  if (!schema?.['x-frameworks'].includes(framework)) return undefined;
  const parser = schema['x-parser'];
  return {
    name,
    what: parser ? `${schema.kind} · ${parser === 'api' ? 'API' : 'LM'} parser` : schema.kind.replace('-', ' '),
    meaning: schema.description,
    trap: schema['x-trap'],
    source: sourceOf(schema['x-source'], framework),
  };
}

/** The doc of a role that has a meaning by convention (HUMAN, BOT, SYSTEM), else undefined. */
export function roleDoc(name: string): NameDoc | undefined {
  const schema = roleSchemas.get(name);
  if (!schema) return undefined;
  const api = schema['x-api'];
  return { name, what: api ? `role · sent as ${api}` : 'role', meaning: schema.description, trap: schema['x-trap'], source: undefined };
}

/** One sentence or two on what a kind of config dict is. */
export function kindDoc(kind: ConfigKind): { readonly title: string; readonly meaning: string } {
  const { title, description } = kindSchemas[kind];
  return { title, meaning: description };
}

/** By framework and class. */
const knownKeySets = new WeakMap<KindSchema, Map<string, ReadonlySet<string> | undefined>>();

/**
 * The keys that a dict of this kind may have in this framework. With the class of a template or retriever: those that its constructor takes,
 * `type` first; undefined where a class is named that we do not know. Remembered, since rules ask for every dict.
 */
export function knownKeys(kind: ConfigKind, className?: string, framework: FrameworkId = 'opencompass'): ReadonlySet<string> | undefined {
  // Any name at all may be asked for: only those that have a schema are worth remembering.
  if (className !== undefined && !classSchemas.has(className)) return undefined;
  const schema = kindSchemas[kind];
  let known = knownKeySets.get(schema);
  if (!known) knownKeySets.set(schema, (known = new Map()));
  const id = `${framework} ${className ?? ''}`;
  if (!known.has(id)) known.set(id, findKnownKeys(kind, className, framework));
  return known.get(id);
}

function findKnownKeys(kind: ConfigKind, className: string | undefined, framework: FrameworkId): ReadonlySet<string> | undefined {
  if (className !== undefined) {
    const schema = classSchemas.get(className);
    if (schema?.kind !== kind || !schema['x-frameworks'].includes(framework)) return undefined;
    if (schema['x-keys']) return new Set(['type', ...schema['x-keys'], ...((framework === 'aisbench' ? schema['x-aisbench-keys'] : undefined) ?? [])]);
  }
  const fields = Object.entries(kindSchemas[kind].properties);
  return new Set(fields.flatMap(([key, field]) => (field['x-only'] === undefined || field['x-only'] === framework ? [key] : [])));
}

/** The doc of a field as Markdown: a line of facts, the meaning, the trap, the difference and the source. */
export function fieldMarkdown(doc: FieldDoc): string {
  const facts = [`**${doc.key}**`, doc.type];
  if (doc.required) facts.push('required');
  if (doc.defaultValue !== undefined) facts.push(`default ${codeOrWords(doc.defaultValue)}`);
  if (doc.allowed.length > 0) facts.push(doc.allowed.map((value) => `\`${value}\``).join(' | '));
  return paragraphs(facts.join(' · '), doc.meaning, doc.trap, doc.difference, doc.source);
}

/** The doc of a class or role as Markdown. */
export function nameMarkdown(doc: NameDoc): string {
  return paragraphs(`**${doc.name}** · ${doc.what}`, doc.meaning, doc.trap, undefined, doc.source);
}

function paragraphs(head: string, meaning: string, trap: string | undefined, difference: string | undefined, source: string | undefined): string {
  const lines = [head, meaning];
  if (trap) lines.push(`**Trap:** ${trap}`);
  if (difference) lines.push(difference);
  if (source) lines.push(`*Source: \`${source}\`*`);
  return lines.join('\n\n');
}

/** A Python literal is set as code, a description is not. */
function codeOrWords(text: string): string {
  return /^(?:'[^']*'|[[{].*|-?\d[\d.]*|True|False|None)$/.test(text) ? `\`${text}\`` : text;
}

function differenceOf(field: FieldSchema, framework: FrameworkId): string | undefined {
  if (framework === 'opencompass') return field['x-opencompass'];
  return framework === 'aisbench' ? field['x-aisbench'] : undefined;
}

function sourceOf(sources: Readonly<Record<string, string>> | undefined, framework: FrameworkId): string | undefined {
  return sources?.[framework];
}

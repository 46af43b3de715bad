import type { Span } from '../core/span.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../core/value.js';
import { itemsOf } from './sequence.js';

/** A role that a meta template defines. */
export interface MetaRole {
  /** `HUMAN`; undefined where the item has no `role` or it is not a known string. */
  readonly name: string | undefined;
  readonly value: DictValue;
  /** The name where it is written, else the whole item. */
  readonly span: Span;
  readonly section: 'round' | 'reserved_roles';
  readonly index: number;
  readonly apiRole: DictEntry | undefined;
  /** Whether the model starts to write here; undefined where that is unknown. */
  readonly generates: boolean | undefined;
}

/** A meta template (`dict(round=[…], reserved_roles=[…], begin=…, end=…)`) as its roles. OpenCompass 0.5.3 `models/base.py`. */
export interface MetaTemplate {
  readonly value: DictValue;
  readonly round: readonly MetaRole[];
  readonly reserved: readonly MetaRole[];
  /** False where a part is unknown or malformed, so that more roles may exist than are listed. */
  readonly complete: boolean;
}

/** Reads a dict-form meta template; undefined for anything else (none, a list of messages, unknown). */
export function readMetaTemplate(value: Value | undefined): MetaTemplate | undefined {
  if (value?.kind !== 'dict') return undefined;
  const round = readRoles(value.get('round'), 'round');
  const reserved = readRoles(value.get('reserved_roles'), 'reserved_roles');
  const complete = round.complete && reserved.complete && value.get('round') !== undefined;
  return { value, round: round.roles, reserved: reserved.roles, complete };
}

/** All roles of a meta template, those of `round` first. */
export function metaRoles(meta: MetaTemplate): readonly MetaRole[] {
  return [...meta.round, ...meta.reserved];
}

function readRoles(list: Value | undefined, section: MetaRole['section']): { roles: MetaRole[]; complete: boolean } {
  if (!list) return { roles: [], complete: true };
  const items = itemsOf(list);
  if (!items) return { roles: [], complete: false };
  const roles: MetaRole[] = [];
  let complete = true;
  items.forEach((item, index) => {
    if (item.kind === 'dict') roles.push(readRole(item, section, index));
    else if (item.kind !== 'str') complete = false;
  });
  return { roles, complete: complete && roles.every((role) => role.name !== undefined) };
}

function readRole(value: DictValue, section: MetaRole['section'], index: number): MetaRole {
  const role = value.get('role');
  return {
    name: textOf(role),
    value,
    span: role?.span ?? value.span,
    section,
    index,
    apiRole: value.entry('api_role'),
    generates: truthOf(value.get('generate')),
  };
}

function truthOf(value: Value | undefined): boolean | undefined {
  if (!value) return false;
  if (value.kind === 'bool') return value.value;
  if (value.kind === 'unknown') return undefined;
  if (value.kind === 'none') return false;
  if (value.kind === 'int') return value.value !== 0n;
  if (value.kind === 'str') return value.text !== '';
  return true;
}

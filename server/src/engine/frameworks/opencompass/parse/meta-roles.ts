import { PyError } from '../../../core/errors.js';
import { pyStr } from '../../../python/runtime/semantics.js';
import type { DictValue, Value } from '../../../core/value.js';
import { Fault } from '../values/fault.js';
import { copyOfDict, field, frameworkText, hashOf, holds, isTruthy, iterate } from '../values/python-value.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';

/** The roles of a meta template by name (`keyOf`), as both parsers collect them at construction. */
export type Roles = ReadonlyMap<string, DictValue>;

/** What differs between the parsers when they check a meta template: the texts of their assertions, which hold whole values and are made when they are raised, and what else they refuse. */
export interface MetaChecks {
  readonly roundMissing: () => string;
  readonly roundNoList: () => string;
  readonly reservedNoList: () => string;
  readonly badItem: (item: Value) => string;
  readonly checkRole?: (role: DictValue) => void;
}

/**
 * Collects the roles of `round` and `reserved_roles`. OpenCompass 0.5.3 `models/base.py` and `models/base_api.py`, constructors.
 * @throws PyError what the parser's constructor raises on a malformed meta template
 */
export function collectRoles(meta: Value, checks: MetaChecks): Map<string, DictValue> {
  if (!holds(meta, 'round')) throw new Fault('meta-round-missing', 'AssertionError', checks.roundMissing(), meta.span);
  const roles = new Map<string, DictValue>();
  const sections = [listOf(field(meta, 'round'), checks.roundNoList)];
  if (holds(meta, 'reserved_roles')) sections.push(listOf(field(meta, 'reserved_roles'), checks.reservedNoList));
  for (const items of sections) for (const item of items) addRole(roles, item, checks);
  return roles;
}

function addRole(roles: Map<string, DictValue>, item: Value, checks: MetaChecks): void {
  if (item.kind === 'unknown') throw new UnknownPrompt(item.reason, item.span);
  if (item.kind === 'str') return;
  if (item.kind !== 'dict') throw new Fault('meta-type', 'AssertionError', checks.badItem(item), item.span);
  const role = field(item, 'role');
  const key = hashOf(role);
  if (roles.has(key)) throw new Fault('meta-role-twice', 'AssertionError', 'role in meta prompt must be unique!', role.span);
  roles.set(key, item);
  checks.checkRole?.(item);
}

/** `dict.get(key, '')`. */
export function textOr(dict: Value, key: string): Value {
  return (dict.kind === 'dict' ? dict.get(key) : undefined) ?? frameworkText('', 'nothing');
}

function listOf(value: Value, message: () => string): readonly Value[] {
  if (value.kind === 'unknown') throw new UnknownPrompt(value.reason, value.span);
  if (value.kind !== 'list') throw new Fault('meta-type', 'AssertionError', message(), value.span);
  return value.items;
}

/** The text of a value inside an assertion's message. */
export function shown(value: Value | undefined): string {
  return value ? pyStr(value).text : '';
}

/**
 * The roles with what the given turns say: each turn's entries override those of its role, or of its fallback role where the meta template
 * does not know the role.
 * @throws PyError KeyError where neither exists
 */
export function rolesWithTurns(roles: Roles, turns: Value, onlyContainers: boolean): ReadonlyMap<string, DictValue> {
  if (turns.kind === 'str') return roles;
  const filled = new Map(roles);
  const items = turns.kind === 'dict' ? [turns] : onlyContainers ? listItems(turns) : iterate(turns);
  for (const turn of items) {
    if (turn.kind !== 'dict') continue;
    const key = roleKey(turn, roles);
    const role = copyOfDict(filled.get(key)!);
    for (const [name, entry] of turn.entries) role.entries.set(name, { ...entry });
    filled.set(key, role);
  }
  return filled;
}

function listItems(turns: Value): readonly Value[] {
  if (turns.kind !== 'list') throw new PyError('AssertionError', '', turns.span);
  return turns.items;
}

function roleKey(turn: DictValue, roles: Roles): string {
  const role = field(turn, 'role');
  const key = hashOf(role);
  if (roles.has(key)) return key;
  const fallback = turn.get('fallback_role');
  if (!fallback || fallback.kind === 'none') throw new PyError('KeyError', 'None', role.span);
  const fallbackKey = hashOf(fallback);
  if (roles.has(fallbackKey)) return fallbackKey;
  throw new PyError('KeyError', pyReprText(fallback), fallback.span);
}

function pyReprText(value: Value): string {
  return value.kind === 'str' ? `'${value.text}'` : pyStr(value).text;
}

/** The entry of the role that a meta item or a turn names, else of its fallback role. */
export function mergedRole(item: DictValue, filled: ReadonlyMap<string, DictValue>): DictValue {
  // The fallback is looked up first, as the default of the other look-up: it must be hashable even where it is not needed.
  const role = field(item, 'role');
  const fallback = item.get('fallback_role');
  const byFallback = fallback && filled.get(hashOf(fallback));
  const merged = filled.get(hashOf(role)) ?? byFallback;
  if (merged) return merged;
  throw new PyError('AttributeError', "'NoneType' object has no attribute 'get'", item.span);
}

/** Whether a role stops a generating prompt. */
export function generates(role: DictValue): boolean {
  const flag = role.get('generate');
  return flag !== undefined && isTruthy(flag);
}

/** Position of each role within the meta template's `round`. */
export function roundPositions(round: readonly Value[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  round.forEach((item, i) => {
    if (item.kind !== 'str') positions.set(hashOf(field(item, 'role')), i);
  });
  return positions;
}

/**
 * Cuts a dialogue where a turn's role does not come after the last one's in the meta template's round.
 * @param positionOf the position of a turn's role; throws where it has none
 * @returns the rounds, each a part of the dialogue; at least one, which may be empty
 */
export function splitRounds(dialogue: readonly Value[], positionOf: (turn: Value) => number): readonly (readonly Value[])[] {
  const cuts = [0];
  let last = -1;
  dialogue.forEach((turn, i) => {
    if (turn.kind === 'str') return;
    const position = positionOf(turn);
    if (position <= last) cuts.push(i);
    last = position;
  });
  return cuts.map((start, i) => dialogue.slice(start, cuts[i + 1] ?? dialogue.length));
}

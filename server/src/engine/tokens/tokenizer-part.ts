import { say } from '../core/say.js';
import { TokensRefused } from './refusal.js';

/** A part of `tokenizer.json`: `{type, …}`. */
export type TokenizerPart = ReadonlyMap<string, unknown>;

/** What is said of a component that was not compared with Python's: it is refused, and never guessed at. */
export function notCompared(what: string): TokensRefused {
  return new TokensRefused(
    say`This tokenizer has ${what}, which was not compared with Python's \`tokenizers\`: no ids are shown rather than wrong ones.`,
  );
}

/** @param raw as JSON has it; a map, so that no key means anything to JavaScript */
export function partIn(raw: unknown, where: string): TokenizerPart {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new TokensRefused(say`The tokenizer's ${where} is no JSON object.`);
  return new Map(Object.entries(raw));
}

/** An absent or null part is none. */
export function optionalPart(raw: unknown, where: string): TokenizerPart | undefined {
  return raw === undefined || raw === null ? undefined : partIn(raw, where);
}

export function typeOfPart(part: TokenizerPart, where: string): string {
  return textIn(part, 'type', where);
}

export function textIn(part: TokenizerPart, key: string, where: string): string {
  const value = part.get(key);
  if (typeof value !== 'string') throw new TokensRefused(say`The tokenizer's ${where} has no text "${key}".`);
  return value;
}

export function flagIn(part: TokenizerPart, key: string, absent: boolean, where: string): boolean {
  const value = part.get(key) ?? absent;
  if (typeof value !== 'boolean') throw new TokensRefused(say`The tokenizer's ${where} has a "${key}" that is neither true nor false.`);
  return value;
}

/** A whole number from 0. */
export function countIn(part: TokenizerPart, key: string, where: string): number {
  const value = part.get(key);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 2 ** 31)
    throw new TokensRefused(say`The tokenizer's ${where} has no whole number "${key}".`);
  return value;
}

export function list(part: TokenizerPart, key: string, where: string): readonly unknown[] {
  const value = part.get(key);
  if (!Array.isArray(value)) throw new TokensRefused(say`The tokenizer's ${where} has no list "${key}".`);
  if (value.length > 10_000)
    throw new TokensRefused(say`The tokenizer's ${where} has ${String(value.length)} entries in "${key}", too many.`);
  return value;
}

/** Every setting has to be one that was compared. */
export function onlyKeys(part: TokenizerPart, keys: readonly string[], where: string): void {
  for (const key of part.keys())
    if (key !== 'type' && !keys.includes(key)) throw notCompared(say`the setting "${key.slice(0, 60)}" in its ${where}`);
}

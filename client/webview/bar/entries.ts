import { say } from '../../../server/src/engine/core/say.js';
import type { Choice } from '../../../server/src/protocol/preview.js';
import { fitting } from './fuzzy.js';

/** One line of a picker's list. */
export type Entry =
  | { readonly kind: 'group'; readonly text: string }
  | {
      readonly kind: 'choice';
      readonly choice: Choice;
      /** Which characters of the label were typed. */
      readonly at: readonly number[];
      /** The number of the choice among those that are listed, from 1. */
      readonly position: number;
      /** Where it comes from, unless that stands above it. */
      readonly group?: string;
    };

/** What was used last is listed on top, so many of it. */
const mostRecent = 5;

/**
 * The lines of a list: what was used last, then all by the groups that they come in; while something is typed, what fits it, the best first.
 * @param recent ids, the last used first
 */
export function entriesOf(choices: readonly Choice[], query: string, recent: readonly string[]): readonly Entry[] {
  return query.trim() === '' ? grouped(choices, recent) : fittingEntries(choices, query);
}

function grouped(choices: readonly Choice[], recent: readonly string[]): Entry[] {
  const entries: Entry[] = [];
  let position = 0;
  const wanted = new Set(recent);
  const found = new Map(choices.filter(({ id }) => wanted.has(id)).map((choice) => [choice.id, choice]));
  const last = recent.flatMap((id) => found.get(id) ?? []).slice(0, mostRecent);
  // A short list is at one glance anyway.
  if (last.length > 0 && choices.length > mostRecent) {
    entries.push({ kind: 'group', text: say`Last used` });
    for (const choice of last) entries.push({ kind: 'choice', choice, at: [], position: ++position, ...groupOf(choice) });
  }
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const group = groups.get(choice.group ?? '');
    if (group) group.push(choice);
    else groups.set(choice.group ?? '', [choice]);
  }
  for (const [group, members] of groups) {
    if (group !== '' && (groups.size > 1 || last.length > 0)) entries.push({ kind: 'group', text: group });
    for (const choice of members) entries.push({ kind: 'choice', choice, at: [], position: ++position });
  }
  return entries;
}

function fittingEntries(choices: readonly Choice[], query: string): Entry[] {
  const fit = fitting(query);
  const found = choices.flatMap((choice) => {
    const label = fit(choice.label);
    if (label) return [{ choice, ...label }];
    // A file or a folder may be what is typed, alone or with a part of the name.
    const whole = fit(`${choice.label} ${choice.group ?? ''} ${choice.detail ?? ''}`);
    return whole ? [{ choice, score: whole.score - 50, at: whole.at.filter((index) => index < choice.label.length) }] : [];
  });
  found.sort((a, b) => b.score - a.score);
  return found.map(({ choice, at }, i) => ({ kind: 'choice', choice, at, position: i + 1, ...groupOf(choice) }));
}

function groupOf({ group }: Choice): { group?: string } {
  return group === undefined ? {} : { group };
}

/** Which lines of a list are to be drawn: those in sight and a few around them. */
export function inSight(
  count: number,
  scrollTop: number,
  height: number,
  lineHeight: number,
): { readonly from: number; readonly to: number } {
  const around = 6;
  const from = Math.max(0, Math.min(count, Math.floor(scrollTop / lineHeight)) - around);
  return { from, to: Math.min(count, Math.ceil((scrollTop + height) / lineHeight) + around) };
}

/** A label in pieces: those that were typed, and those between them. */
export function pieces(text: string, at: readonly number[]): readonly { readonly text: string; readonly typed: boolean }[] {
  const typed = new Set(at);
  const found: { text: string; typed: boolean }[] = [];
  for (let i = 0; i < text.length; i++) {
    const last = found.at(-1);
    if (last?.typed === typed.has(i)) last.text += text[i]!;
    else found.push({ text: text[i]!, typed: typed.has(i) });
  }
  return found;
}

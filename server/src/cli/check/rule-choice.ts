import type { Settings } from '../../engine/core/settings.js';
import { rules } from '../../engine/frameworks/registry.js';
import { nearest } from '../../engine/checks/support/nearest.js';
import { UsageError } from '../support/command.js';
import { starPattern } from '../support/star-pattern.js';

/**
 * The severities of `--select` and `--ignore`: each names rules by their ids, separated by commas; `*` stands for any part of an id.
 * @returns `off` for every rule that is not chosen, and those that `--select` names, which no project file turns off
 * @throws UsageError for what names no rule
 */
export function ruleChoice(
  select: readonly string[] | undefined,
  ignore: readonly string[] | undefined,
): Pick<Settings, 'rules' | 'selected'> {
  const ids = rules.map(({ id }) => id);
  const chosen = select ? named('select', select, ids) : new Set(ids);
  // As by a variable that is empty: all would pass.
  if (chosen.size === 0) throw new UsageError('--select names no rule.');
  const ignored = ignore ? named('ignore', ignore, ids) : new Set<string>();
  const severities = Object.fromEntries(ids.filter((id) => !chosen.has(id) || ignored.has(id)).map((id) => [id, 'off' as const]));
  return { rules: severities, ...(select && { selected: chosen }) };
}

function named(option: string, values: readonly string[], ids: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const word of values.flatMap((value) => value.split(',')).map((part) => part.trim())) {
    if (word === '') continue;
    const matching = ids.filter(starPattern(word));
    if (matching.length === 0) throw new UsageError(`--${option}: there is no rule '${word}'.${suggestion(word, ids)}`);
    for (const id of matching) found.add(id);
  }
  return found;
}

function suggestion(word: string, ids: readonly string[]): string {
  const near = nearest(word, ids);
  return near === undefined ? '' : ` Did you mean '${near}'?`;
}

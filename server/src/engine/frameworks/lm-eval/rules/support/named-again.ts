import type { StrValue, Value } from '../../../../core/value.js';

/** The names in `key` of a list of dicts that stand there again further down, from the end of the list on, each with the last of its kind. */
export function* namedAgain(list: readonly Value[], key: string): Iterable<{ readonly name: StrValue; readonly last: StrValue }> {
  const lasts = new Map<string, StrValue>();
  for (const item of [...list].reverse()) {
    const name = item.kind === 'dict' ? item.get(key) : undefined;
    if (name?.kind !== 'str') continue;
    const last = lasts.get(name.text);
    if (last) yield { name, last };
    else lasts.set(name.text, name);
  }
}

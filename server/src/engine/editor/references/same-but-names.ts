import { itemsOf } from '../../config/sequence.js';
import type { Evaluation } from '../../core/evaluation.js';
import { original, type DictEntry, type StrValue, type Value } from '../../core/value.js';
import { pyRepr } from '../../python/runtime/semantics.js';

/** Where in each text a name stands that becomes another one: UTF-16 offsets, ascending. */
export type NamesInTexts = ReadonlyMap<StrValue, readonly number[]>;

/**
 * Whether a config is what it was but for a name in some of its texts.
 * @param names the texts of `before` with the name
 * @param variables those that are variables of the config and nothing more, from which other texts are made
 */
export function sameButNames(
  before: Evaluation,
  after: Evaluation,
  { names, variables }: { readonly names: NamesInTexts; readonly variables: NamesInTexts },
  from: string,
  to: string,
): boolean {
  if (before.ok !== after.ok || before.problems.length !== after.problems.length) return false;
  const comparison = new Comparison(names, from, to);
  return [
    [before.value, after.value],
    [before.hidden, after.hidden],
  ].every(([one, other]) => comparison.sameButVariables(one!, other!, variables));
}

class Comparison {
  /** What is compared already, or being compared: values may hold themselves. */
  private readonly seen = new Map<Value, Set<Value>>();

  constructor(
    private readonly names: NamesInTexts,
    private readonly from: string,
    private readonly to: string,
  ) {}

  /** The same for the variables of a config, of which some are texts that nothing reads as they are. */
  sameButVariables(before: Value, after: Value, variables: NamesInTexts): boolean {
    if (before.kind !== 'dict' || after.kind !== 'dict' || before.entries.size !== after.entries.size) return this.same(before, after);
    const others = [...after.entries.values()];
    return [...before.entries.values()].every((entry, i) => {
      const { key, value } = others[i]!;
      const own = original(entry.value);
      const isVariable = own.kind === 'str' && variables.has(own) && value.kind === 'str';
      return this.same(entry.key, key) && (isVariable ? this.renamed(own, variables) === value.text : this.same(entry.value, value));
    });
  }

  same(givenBefore: Value, givenAfter: Value): boolean {
    const before = original(givenBefore);
    const after = original(givenAfter);
    if (before.kind !== after.kind) return false;
    if (before.kind === 'str') return after.kind === 'str' && this.renamed(before) === after.text;
    if (before.kind === 'dict' && after.kind === 'dict')
      return this.isSeen(before, after) || this.sameEntries(before.entries, after.entries);
    const items = itemsOf(before);
    const others = itemsOf(after);
    if (items && others)
      return this.isSeen(before, after) || (items.length === others.length && items.every((item, i) => this.same(item, others[i]!)));
    if (before.kind === 'unknown' && after.kind === 'unknown') return before.reason === after.reason;
    return pyRepr(before).text === pyRepr(after).text;
  }

  private sameEntries(before: ReadonlyMap<string, DictEntry>, after: ReadonlyMap<string, DictEntry>): boolean {
    if (before.size !== after.size) return false;
    const others = [...after.values()];
    return [...before.values()].every((entry, i) => this.same(entry.key, others[i]!.key) && this.same(entry.value, others[i]!.value));
  }

  private isSeen(before: Value, after: Value): boolean {
    let seen = this.seen.get(before);
    if (!seen) this.seen.set(before, (seen = new Set()));
    if (seen.has(after)) return true;
    seen.add(after);
    return false;
  }

  private renamed(text: StrValue, names = this.names): string {
    let renamed = text.text;
    for (const at of [...(names.get(text) ?? [])].reverse())
      renamed = renamed.slice(0, at) + this.to + renamed.slice(at + this.from.length);
    return renamed;
  }
}

import { PyError } from '../../../core/errors.js';
import { nowhere } from '../../../core/span.js';
import { TracedText } from '../../../core/traced-text.js';
import { StrValue, type DictValue, type Value } from '../../../core/value.js';
import { pyRepr } from '../../../python/runtime/semantics.js';
import type { OwnHarness } from '../load/own-harness.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { filters } from '../values/registered-names.js';

/**
 * Whether the harness has the filters that a `filter_list` names, which it looks up as it builds the task (lm-evaluation-harness 0.4.13 `filters/__init__.py`, `api/registry.py`).
 * Of a config without its file it is not known which modules register more.
 * @throws PyError KeyError for one that it does not have, TypeError until 0.4.5
 */
export function checkFilters(list: Value, harness: OwnHarness | undefined, { build, unknownFilter }: HarnessRelease): void {
  const known = build === 'classes' ? [...filters, 'noop'] : filters;
  const missing = dictsOf(list)
    .flatMap(namesIn)
    .find((name) => !known.includes(name.text) && harness?.hasFilter(name) === false);
  if (missing && unknownFilter === 'TypeError') throw new PyError(unknownFilter, 'the first argument must be callable', missing.span);
  if (missing)
    throw new PyError(unknownFilter, quoted(build === 'texts' ? missing.text : withSuggestions(missing.text, known)), missing.span);
}

function namesIn(filter: DictValue): StrValue[] {
  return dictsOf(filter.get('filter')).flatMap((step) => {
    const name = step.get('function');
    return name?.kind === 'str' ? [name] : [];
  });
}

function dictsOf(list: Value | undefined): DictValue[] {
  return list?.kind === 'list' ? list.items.filter((item) => item.kind === 'dict') : [];
}

/** `_build_key_error_msg`: names that begin alike or have the name in them, three at most, then all of them. */
function withSuggestions(name: string, known: readonly string[]): string {
  const asked = name.toLowerCase();
  const near = known.filter((each) => each.includes(asked) || (asked.length >= 3 && each.startsWith(asked.slice(0, 3)))).slice(0, 3);
  const meant = near.length > 0 ? ` Did you mean: ${near.join(', ')}?` : '';
  return `Unknown filter '${name}'.${meant}\nAvailable: ${[...known].sort().join(', ')}`;
}

function quoted(text: string): string {
  return pyRepr(new StrValue(TracedText.of(text, { kind: 'framework', what: text }), nowhere)).text;
}

import { descendantOf } from '../../load/descendant.js';
import type { ConfigRule, Finding, Rule } from '../../../face/rule.js';

/** What holds for any program that took over the harness's task files, whatever it does with them: how YAML and Jinja are read, where functions are, and what its own source says. */
const ofAll: ReadonlySet<string> = new Set([
  'yaml11-scalar',
  'unknown-field',
  'unknown-value',
  'function-missing',
  'module-broken',
  'function-quoted',
  'jinja-syntax',
]);

/** A rule of the harness that is silent where a file belongs to a descendant of it, unless it holds there too. What is said of the text alone always holds. */
export function silentOnDescendants(rule: Rule): Rule {
  if (rule.scope === 'text' || ofAll.has(rule.id)) return rule;
  const ofHarness: ConfigRule = {
    ...rule,
    check: (context): Iterable<Finding> => (descendantOf(context.evaluation, context.surroundings.workspace) ? [] : rule.check(context)),
  };
  return ofHarness;
}

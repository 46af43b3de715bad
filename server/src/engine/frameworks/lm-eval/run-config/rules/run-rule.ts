import type { CheckContext, ConfigRule, Finding, RuleFacts } from '../../../face/rule.js';
import { descendantPackage } from '../../load/descendant.js';

/** A rule about a config of a run. Of another program that took over the harness nothing is said: its runs take what it likes. */
export function runRule(facts: Omit<RuleFacts, 'frameworks'>, check: (context: CheckContext) => Iterable<Finding>): ConfigRule {
  return {
    ...facts,
    frameworks: ['lm-eval-run'],
    scope: 'document',
    check: (context) => (descendantPackage(context.file, context.surroundings.workspace) === undefined ? check(context) : []),
  };
}

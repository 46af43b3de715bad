import { encloses } from '../../../core/span.js';
import type { Problem } from '../../../core/evaluation.js';
import type { Finding, TextRule } from '../../face/rule.js';
import { problemRule } from '../../../checks/support/problems.js';

const report = problemRule({
  id: 'duplicate-key',
  title: 'A key that appears twice in one YAML mapping',
  severity: 'warning',
  prevents: 'A value that is silently replaced by one further down',
});

/** A key that stands twice in one mapping: PyYAML takes the last one. A hint where that changes nothing that a framework reads. */
export const duplicateKey: TextRule = {
  ...report,
  *check(context): Iterable<Finding> {
    const { evaluation } = context;
    const notes = evaluation.language === 'yaml' ? (evaluation.taskFile?.own ?? evaluation.value).entry('metadata')?.valueSpan : undefined;
    const idle = (problem: Problem): boolean => problem.idle === true || (notes !== undefined && encloses(notes, problem.span));
    const idleAt = new Set(evaluation.problems.filter(idle).map(({ span }) => span));
    for (const finding of report.check(context)) yield idleAt.has(finding.span) ? { ...finding, severity: 'hint' } : finding;
  },
};

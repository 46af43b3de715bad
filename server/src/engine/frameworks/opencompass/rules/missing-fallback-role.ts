import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { addEntryFix, renameKeyFix } from '../../../checks/support/fixes.js';
import { misspelt } from './support/misspelt.js';
import { lacksFallback, roleProblems, type RoleProblem } from './support/role-problems.js';
import { metaTemplates, roleSpan, usableFallback, whatRaises, whenPerhaps, whoLacks } from './support/role-words.js';
import { quoted } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';

/** A turn has a role that not every model has, and no fallback_role. OpenCompass 0.5.3 `models/base.py`, `models/base_api.py`. */
export const missingFallbackRole: ConfigRule = {
  id: 'missing-fallback-role',
  title: 'A turn has a role that the meta template does not have, and no fallback_role',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'safe',
  prevents: "KeyError: None, KeyError: 'SYSTEM'",
  scope: 'pair',
  *check(context: CheckContext): Iterable<Finding> {
    for (const problem of roleProblems(context)) {
      if (!lacksFallback(problem) || (problem.alone && problem.use.ofPictures && problem.use.section === 'begin')) continue;
      yield {
        span: roleSpan(problem),
        severity: problem.alone || problem.use.perhaps ? 'warning' : 'error',
        message: `${consequence(problem)} ${advice(problem)}`,
        related: metaTemplates(problem),
        fixes: fixes(context, problem),
      };
    }
  },
};

function consequence(problem: RoleProblem): string {
  const { role, section } = problem.use;
  if (!problem.alone)
    return say`${whoLacks(problem)} a role ${role}${section === 'round' ? say` in \`round\`` : ''}, and the turn has no fallback_role: building the prompt ${whatRaises(problem)}${whenPerhaps(problem)}.`;
  if (section === 'begin')
    return say`The role ${role} has no fallback_role: with a model whose meta template does not have the role, building the prompt raises KeyError: None.`;
  return say`The role ${role} is in \`round\` without a fallback_role: with a model whose meta template does not have it there, as most do not, building the prompt raises KeyError: '${role}'.`;
}

function advice(problem: RoleProblem): string {
  const fallback = usableFallback(problem);
  if (fallback) return say`Add fallback_role=${quoted(fallback)}.`;
  return say`Move the turn to \`begin\` and give it fallback_role='HUMAN'.`;
}

function fixes(context: CheckContext, problem: RoleProblem): Finding['fixes'] {
  const fallback = usableFallback(problem);
  const turn = problem.use.item.value;
  if (turn.kind !== 'dict') return [];
  // Beside it another one would be a keyword given twice.
  const slip = misspelt(turn, 'fallback_role');
  if (slip) return renameKeyFix(context, slip, 'fallback_role');
  if (!fallback) return [];
  return addEntryFix(context, turn, 'fallback_role', quoted(fallback), say`Add fallback_role=${quoted(fallback)}`, true);
}

import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { addEntryFix, replaceStringFix } from '../../../checks/support/fixes.js';
import { lacksFallback, roleProblems, type RoleProblem } from './support/role-problems.js';
import { meantRole, metaTemplates, roleSpan, usableFallback, whatRaises, whenPerhaps, whoLacks } from './support/role-words.js';
import { quoted } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';

/** A turn's role, or its fallback, is none that the meta templates have where the turn stands. OpenCompass 0.5.3 `models/base.py`. */
export const unknownRole: ConfigRule = {
  id: 'unknown-role',
  title: 'A turn of a template has a role that the meta template does not have there',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'either',
  prevents: "KeyError: 'user'",
  scope: 'pair',
  *check(context: CheckContext): Iterable<Finding> {
    for (const problem of roleProblems(context)) {
      if (lacksFallback(problem)) continue;
      yield {
        span: roleSpan(problem),
        severity: problem.alone || !problem.raises || problem.use.perhaps ? 'warning' : 'error',
        message: `${consequence(problem)} ${advice(problem)}`,
        related: metaTemplates(problem),
        fixes: fixes(context, problem),
      };
    }
  },
};

function consequence(problem: RoleProblem): string {
  const { role, fallback, section } = problem.use;
  const where = section === 'round' ? say` in \`round\`` : '';
  if (problem.alone) {
    if (fallback === undefined) return say`No usual meta template has a role ${role}${where}: the prompt raises KeyError.`;
    if (section === 'begin')
      return say`No usual meta template has a role ${role}, nor its fallback ${fallback}: the prompt raises KeyError: '${fallback}'.`;
    return say`A fallback_role does not help in \`round\`: a language model without the role ${role} there raises KeyError: '${role}', and a chat model garbles the turns.`;
  }
  const lacks = say`${whoLacks(problem)} a role ${role}${where}`;
  if (problem.raises)
    return say`${lacks}${fallback === undefined ? '' : say` that the fallback ${fallback} could stand in for`}: building the prompt ${whatRaises(problem)}${whenPerhaps(problem)}.`;
  const lost = problem.failing.some(({ outcome }) => outcome.kind === 'garbled' && outcome.lost);
  return say`${lacks}: ${lost ? say`the text of the turn is dropped` : say`it is sent as ${fallback ?? ''}, and empty turns appear around it`}, without an error.`;
}

function advice(problem: RoleProblem): string {
  const meant = meantRole(problem);
  if (meant) return say`Write ${meant}.`;
  if (problem.use.section === 'round')
    return say`Move the turn to \`begin\`, where a fallback_role works, or use a role that the meta template has in \`round\`.`;
  return say`Use a role of the meta template, or one as fallback_role.`;
}

function fixes(context: CheckContext, problem: RoleProblem): Finding['fixes'] {
  const { item, fallback } = problem.use;
  const meant = meantRole(problem);
  if (meant) return replaceStringFix(context, item.role!.value, meant, say`Rename the role to ${meant}`);
  const usable = fallback === undefined ? usableFallback(problem) : undefined;
  if (usable === undefined || item.value.kind !== 'dict') return [];
  return addEntryFix(context, item.value, 'fallback_role', quoted(usable), say`Add fallback_role=${quoted(usable)}`, true);
}

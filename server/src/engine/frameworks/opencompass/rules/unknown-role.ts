import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { addEntryFix, replaceStringFix } from '../../../checks/support/fixes.js';
import { isKeySlip } from '../../../checks/support/slip.js';
import { ofKind, placesToCheck, usedPlaces } from '../../../checks/support/places.js';
import { metaRoles, readMetaTemplate } from '../../../config/meta-template.js';
import { usualRoles } from '../../../config/usual-roles.js';
import { hiddenSlips } from './support/hidden-slips.js';
import { renameEverywhere } from './support/rename-role.js';
import { multiTurnFindings } from './support/multi-turn.js';
import { lacksFallback, roleProblems, type RoleProblem } from './support/role-problems.js';
import {
  meantFallback,
  meantRole,
  metaTemplates,
  roleSpan,
  usableFallback,
  whatRaises,
  whenPerhaps,
  whoLacks,
  wordFor,
} from './support/role-words.js';
import { quoted } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';
import type { Span } from '../../../core/span.js';
import { textOf, type DictEntry } from '../../../core/value.js';
import { dialectOf } from '../render/family.js';

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
        span: placeOf(problem),
        severity: problem.alone || !problem.raises || problem.use.perhaps ? 'warning' : 'error',
        message: `${consequence(problem)} ${advice(problem)}`,
        related: metaTemplates(problem),
        fixes: fixes(context, problem),
      };
    }
    yield* turnSlips(context);
    yield* metaSlips(context);
    yield* answerRoles(context);
    yield* multiTurnFindings(context);
  },
};

/** Turns whose role nobody has, hidden by the fallback that takes its place: the role is a slip of one that is. */
function* turnSlips(context: CheckContext): Iterable<Finding> {
  for (const { role, item, fallback, known } of hiddenSlips(context)) {
    const meant = known.find((name) => isKeySlip(role, name)) ?? wordFor(role);
    if (meant === undefined || meant === fallback) continue;
    yield {
      span: item.role!.valueSpan,
      severity: 'warning',
      message: say`No usual meta template has a role ${role}, so the turn is sent as its fallback ${fallback}, without an error. Write ${meant}.`,
      fixes: renameEverywhere(context, item.role!.value, meant),
    };
  }
}

/** The role whose part of an answer is scored, which is looked up in the meta template of a local model. OpenCompass 0.5.3 `tasks/openicl_eval.py`. */
function* answerRoles(context: CheckContext): Iterable<Finding> {
  if (!dialectOf(context.framework).readsPredRole) return;
  const { models } = context.config;
  // Of services and of models without a meta template the whole answer is scored.
  if (models.length > 0 && models.every(({ parser, metaTemplate }) => parser === 'api' || !metaTemplate)) return;
  const metas = [...context.config.models, ...(context.config.otherModels ?? [])].flatMap(
    ({ metaTemplate }) => readMetaTemplate(metaTemplate) ?? [],
  );
  const known = new Set([...usualRoles, ...metas.flatMap((meta) => metaRoles(meta).flatMap(({ name }) => name ?? []))]);
  for (const { value } of ofKind(placesToCheck(context), 'eval-cfg')) {
    const entry = value.kind === 'dict' ? value.entry('pred_role') : undefined;
    const role = textOf(entry?.value);
    if (!entry || role === undefined || known.has(role)) continue;
    const meant = [...known].find((name) => isKeySlip(role, name)) ?? wordFor(role);
    yield {
      span: entry.valueSpan,
      severity: 'warning',
      message: answerMessage(role, meant),
      fixes: meant === undefined ? [] : replaceStringFix(context, entry.value, meant, say`Write ${meant}`),
    };
  }
}

function answerMessage(role: string, meant: string | undefined): string {
  const raises = say`No usual meta template has a role ${role}: with a local model that has a meta template, the evaluation raises KeyError: '${role}'.`;
  return meant === undefined ? raises : say`${raises} Write ${meant}.`;
}

/** Roles of a meta template that no template names, since they are slips of usual ones. */
function* metaSlips(context: CheckContext): Iterable<Finding> {
  for (const { value } of ofKind(placesToCheck(context), 'meta-template')) {
    const meta = readMetaTemplate(value);
    if (!meta) continue;
    const roles = metaRoles(meta);
    for (const role of roles) {
      const name = role.name ?? '';
      const meant = usualRoles.includes(name) ? undefined : (usualRoles.find((usual) => isKeySlip(name, usual)) ?? wordFor(name));
      const entry = role.value.entry('role');
      if (meant === undefined || !entry || entry.value.span.file !== context.file || roles.some((other) => other.name === meant)) continue;
      // A dataset of one's own may call the roles so, too: then nothing is wrong.
      if (roles.some((other) => !usualRoles.includes(other.name ?? '') && isAsked(context, other.name ?? ''))) continue;
      yield {
        span: entry.valueSpan,
        severity: 'warning',
        message: say`This meta template has a role ${name} and no ${meant}, which the templates of datasets name: they raise KeyError with it. Write ${meant}.`,
        fixes: renameEverywhere(context, entry.value, meant),
      };
    }
  }
}

/** Whether a turn of this config has the role. */
function isAsked({ config }: CheckContext, role: string): boolean {
  return usedPlaces(config).some(
    ({ kind, value }) => kind === 'dialogue-item' && value.kind === 'dict' && textOf(value.get('role')) === role,
  );
}

/** At the fallback where that is a slip, else at the role. */
function placeOf(problem: RoleProblem): Span {
  return (meantFallback(problem) === undefined ? undefined : fallbackEntry(problem)?.valueSpan) ?? roleSpan(problem);
}

function fallbackEntry({ use }: RoleProblem): DictEntry | undefined {
  const { value } = use.item;
  return value.kind === 'dict' ? value.entry('fallback_role') : undefined;
}

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
  const meant = meantFallback(problem) ?? meantRole(problem);
  if (meant) return say`Write ${meant}.`;
  if (problem.use.section === 'round')
    return say`Move the turn to \`begin\`, where a fallback_role works, or use a role that the meta template has in \`round\`.`;
  return say`Use a role of the meta template, or one as fallback_role.`;
}

function fixes(context: CheckContext, problem: RoleProblem): Finding['fixes'] {
  const { item, fallback } = problem.use;
  const instead = meantFallback(problem);
  const entry = instead === undefined ? undefined : fallbackEntry(problem);
  if (instead !== undefined && entry) return replaceStringFix(context, entry.value, instead, say`Write ${instead}`);
  const meant = meantRole(problem);
  if (meant) return renameEverywhere(context, item.role!.value, meant);
  const usable = fallback === undefined ? usableFallback(problem) : undefined;
  if (usable === undefined || item.value.kind !== 'dict') return [];
  return addEntryFix(context, item.value, 'fallback_role', quoted(usable), say`Add fallback_role=${quoted(usable)}`, true);
}

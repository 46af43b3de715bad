import type { Span } from '../../../../core/span.js';
import { listed } from '../../../../checks/support/words.js';
import type { RoleProblem } from './role-problems.js';
import { isKeySlip } from '../../../../checks/support/slip.js';
import { usualRoles } from '../../../../config/usual-roles.js';
import { roleOutcome, usualRoleSet, type RoleUse } from './roles.js';
import { say } from '../../../../core/say.js';

/** "The model llama has", "2 of 7 models (a, b) have", "None of the 3 models has", each followed by what they do not have. */
export function whoLacks({ failing, modelCount }: RoleProblem): string {
  const names = failing.flatMap(({ set }) => set.models.map((model) => model.abbr));
  if (names.length === modelCount && modelCount > 1) return say`None of the ${String(modelCount)} models has`;
  if (modelCount === 1) return say`The model ${names[0]!} does not have`;
  return say`${String(names.length)} of ${String(modelCount)} models (${listed(names)}) ${names.length === 1 ? 'does' : 'do'} not have`;
}

/** What the models raise, each exception once: "raises KeyError: 'SYSTEM'". */
export function whatRaises({ failing }: RoleProblem): string {
  const errors = failing.flatMap(({ outcome }) => (outcome.kind === 'raises' ? [outcome.error] : []));
  return say`raises ${[...new Set(errors)].join(say` or `)}`;
}

/** When it comes to that, where it is not always: ", where an example has its label". */
export function whenPerhaps({ use }: RoleProblem): string {
  return use.perhaps ? say`, where an example has this label` : '';
}

/** Where the meta templates stand that the turn does not fit: of the first model of each set, unless it is the class's own. */
export function metaTemplates({ failing }: RoleProblem): { span: Span; message: string }[] {
  return failing.flatMap(({ set }) => {
    const model = set.models[0];
    if (!model?.metaTemplate || model.metaTemplateFromClass) return [];
    return [{ span: model.metaTemplate.span, message: say`the meta template of ${model.abbr} has ${listed([...set.all])}` }];
  });
}

/** The place of the role in the dataset: where it is given to the turn. */
export function roleSpan({ use }: RoleProblem): Span {
  return use.item.role!.valueSpan;
}

/** Names that other tools use, and the roles that they mean. */
const otherNames: Readonly<Record<string, string>> = {
  user: 'HUMAN',
  assistant: 'BOT',
  model: 'BOT',
  ai: 'BOT',
  gpt: 'BOT',
  sys: 'SYSTEM',
  system_prompt: 'SYSTEM',
  developer: 'SYSTEM',
};

/** The usual role that another tool's word means. */
export function wordFor(role: string): string | undefined {
  return Object.hasOwn(otherNames, role.toLowerCase()) ? otherNames[role.toLowerCase()] : undefined;
}

/** The role that the turn's role was meant to be: one with which nothing fails. Undefined where none is near. */
export function meantRole(problem: RoleProblem): string | undefined {
  const sets = problem.failing.map(({ set }) => set);
  const asWritten = problem.use.role.toLowerCase();
  const known = [...sets.flatMap((set) => [...set.all]), ...usualRoles];
  const candidates = [
    otherNames[asWritten],
    ...known.filter((role) => role.toLowerCase() === asWritten),
    ...known.filter((role) => isKeySlip(asWritten, role)),
  ];
  const fitting = candidates.find((role) => role !== undefined && fitsAll({ ...problem.use, role }, problem));
  // What is left is then a lacking fallback_role, which has a fix of its own.
  return (
    fitting ?? (problem.use.section === 'begin' ? candidates.find((role) => role !== undefined && usualRoles.includes(role)) : undefined)
  );
}

/** The role that the turn's fallback was meant to be: one with which nothing fails. Undefined where none is near, or where the turn has no fallback. */
export function meantFallback(problem: RoleProblem): string | undefined {
  const { fallback, section } = problem.use;
  if (fallback === undefined || section !== 'begin') return undefined;
  const asWritten = fallback.toLowerCase();
  const known = [...problem.failing.flatMap(({ set }) => [...set.all]), ...usualRoles].filter((role) => role !== fallback);
  const candidates = [otherNames[asWritten], ...known.filter((role) => isKeySlip(asWritten, role))];
  return candidates.find((role) => role !== undefined && fitsAll({ ...problem.use, fallback: role }, problem));
}

/** The role to fall back to: HUMAN, else the first role, where every failing model has it and the section allows a fallback. */
export function usableFallback(problem: RoleProblem): string | undefined {
  if (problem.use.section !== 'begin') return undefined;
  const [first = usualRoleSet] = problem.failing.map(({ set }) => set);
  return ['HUMAN', ...first.round].find((fallback) => fitsAll({ ...problem.use, fallback }, problem));
}

function fitsAll(use: RoleUse, { failing }: RoleProblem): boolean {
  return failing.every(({ set }) => roleOutcome(use, set).kind === 'fine');
}

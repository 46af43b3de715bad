import type { Config, DatasetConfig } from '../../../../config/config.js';
import type { Behaviour } from '../../../face/behaviour.js';
import type { Value } from '../../../../core/value.js';
import type { FileId } from '../../../../core/span.js';
import type { CheckContext } from '../../../face/rule.js';
import { usualRoles } from '../../../../config/usual-roles.js';
import { judgedDatasets, type Judged } from './judged-datasets.js';
import { combinationsOf } from './combinations.js';
import { roleOutcome, roleSets, roleUses, usualRoleSet, type RoleOutcome, type RoleSet, type RoleUse } from './roles.js';

/** A turn whose role some models of the config cannot place; `sets` is the usual one where the config has no models. */
export interface RoleProblem {
  readonly use: RoleUse;
  /** Whether some of the models raise; else the prompt is only garbled. */
  readonly raises: boolean;
  readonly failing: readonly { readonly set: RoleSet; readonly outcome: Exclude<RoleOutcome, { kind: 'fine' }> }[];
  /** True where the config has no models of its own. */
  readonly alone: boolean;
  /** How many models the turn's dataset meets. */
  readonly modelCount: number;
}

const computed = new WeakMap<Config, readonly RoleProblem[]>();

/**
 * Every turn of the config's datasets whose role does not fit, each once a place and outcome; computed once a config. Where there are no
 * models only the turns that stand in the document itself count: those of its bases are told there.
 */
export function roleProblems({ config, file, text, framework, surroundings }: CheckContext): readonly RoleProblem[] {
  let problems = computed.get(config);
  if (!problems) {
    problems =
      config.models.length > 0
        ? problemsWithModels(config, framework)
        : text(file).includes('role')
          ? problemsAlone(config.datasets, file, framework)
          : [];
    if (text(file).includes('role'))
      problems = [...problems, ...judgeProblems(judgedDatasets({ config, framework, surroundings }), file, framework)];
    computed.set(config, problems);
  }
  return problems;
}

/**
 * Whether the problem is a lacking fallback_role: the role is one that datasets are expected to use, and other models have it. Else it is the
 * role's name, or its fallback's, that does not fit.
 */
export function lacksFallback({ use }: RoleProblem): boolean {
  return use.fallback === undefined && usualRoles.includes(use.role);
}

/** Each judge meets its own dataset; where its model is not known, what all models have counts. */
function judgeProblems(judged: readonly Judged[], file: FileId, framework: Behaviour): RoleProblem[] {
  const seen = new Set<Value>();
  return judged.flatMap(({ dataset, models, roles }) => {
    const template = dataset.inferCfg?.kind === 'dict' ? dataset.inferCfg.get('prompt_template') : undefined;
    if (!template || seen.has(template)) return [];
    seen.add(template);
    const sets = roleSets(models, framework);
    if (sets.length > 0) return problemsOf(framework, [dataset], sets, models.length);
    return problemsAlone([dataset], file, framework).filter(({ use }) => roles?.has(use.role) !== true);
  });
}

function problemsAlone(datasets: readonly DatasetConfig[], file: FileId, framework: Behaviour): RoleProblem[] {
  return problemsOf(framework, datasets, [usualRoleSet], 0).filter(({ use }) => use.item.role!.valueSpan.file === file);
}

function problemsWithModels(config: Config, framework: Behaviour): RoleProblem[] {
  return combinationsOf(config).flatMap(({ datasets, models }) =>
    problemsOf(framework, datasets, roleSets(models, framework), models.length),
  );
}

/** @param modelCount of the models whose roles `sets` are; 0 for a dataset config alone */
function problemsOf(framework: Behaviour, datasets: readonly DatasetConfig[], sets: readonly RoleSet[], modelCount: number): RoleProblem[] {
  if (sets.length === 0) return [];
  const failingOf = outcomes(sets);
  const problems = new Map<string, RoleProblem>();
  for (const dataset of datasets) {
    for (const use of roleUses(dataset.inferCfg, framework)) {
      const failing = failingOf(use);
      if (failing.length === 0) continue;
      const { file, start, end } = use.item.role!.value.span;
      const key = JSON.stringify([file, start, end, use.role, use.fallback, use.section]);
      const raises = failing.some(({ outcome }) => outcome.kind === 'raises');
      if (!problems.has(key)) problems.set(key, { use, raises, failing, alone: modelCount === 0, modelCount });
    }
  }
  return [...problems.values()];
}

/** The failing sets of a use, nearly always none; else remembered, since thousands of datasets ask the same few questions. */
function outcomes(sets: readonly RoleSet[]): (use: RoleUse) => RoleProblem['failing'] {
  const known = new Map<string, RoleProblem['failing']>();
  return (use) => {
    if (fitsAll(use, sets)) return none;
    const key = JSON.stringify([use.role, use.fallback, use.section]);
    let failing = known.get(key);
    if (!failing) {
      failing = sets.flatMap((set) => {
        const outcome = roleOutcome(use, set);
        return outcome.kind === 'fine' ? [] : [{ set, outcome }];
      });
      known.set(key, failing);
    }
    return failing;
  };
}

const none: RoleProblem['failing'] = [];

function fitsAll(use: RoleUse, sets: readonly RoleSet[]): boolean {
  for (const set of sets) if (roleOutcome(use, set).kind !== 'fine') return false;
  return true;
}

import { usualRoles } from '../../../../config/usual-roles.js';
import type { CheckContext } from '../../../face/rule.js';
import { judgedDatasets } from './judged-datasets.js';
import { roleSets, roleUses, type RoleUse } from './roles.js';

/** A turn in `begin` that only its fallback saves, and the roles that it may have been meant for. */
export interface HiddenSlip extends RoleUse {
  readonly fallback: string;
  readonly known: readonly string[];
}

/** The turns of this document, each once, with a role that neither its models nor usual ones have, and a fallback_role. */
export function hiddenSlips({ config, file, framework, surroundings, text }: CheckContext): HiddenSlip[] {
  if (!text(file).includes('fallback_role')) return [];
  const sets = roleSets([...config.models, ...(config.otherModels ?? [])], framework);
  const known = [...new Set([...usualRoles, ...sets.flatMap((set) => [...set.all])])];
  const judged = judgedDatasets({ config, framework, surroundings }).map(({ dataset }) => dataset);
  const seen = new Set<number>();
  return [...config.datasets, ...judged].flatMap(({ inferCfg }) =>
    roleUses(inferCfg, framework).flatMap((use): HiddenSlip[] => {
      const span = use.item.role!.valueSpan;
      if (use.section !== 'begin' || use.fallback === undefined || known.includes(use.role) || span.file !== file || seen.has(span.start))
        return [];
      seen.add(span.start);
      return [{ ...use, fallback: use.fallback, known }];
    }),
  );
}

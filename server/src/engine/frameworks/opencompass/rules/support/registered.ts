import { replaceStringFix } from '../../../../checks/support/fixes.js';
import { isKeySlip } from '../../../../checks/support/slip.js';
import { ofKind, placesToCheck } from '../../../../checks/support/places.js';
import { oncePer } from '../../../../core/once-per.js';
import { RecentMap } from '../../../../core/recent-map.js';
import { say } from '../../../../core/say.js';
import type { StrValue } from '../../../../core/value.js';
import type { ConfigKind } from '../../../../config/config.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { dialectOf } from '../../render/family.js';

/** The packages whose classes and functions a plain name in `type` may mean. OpenCompass 0.5.3 `registry.py`; datasets bring evaluators and functions of their own. */
const packages: Partial<Record<ConfigKind, readonly string[]>> = {
  model: ['models'],
  dataset: ['datasets'],
  'prompt-template': ['openicl.icl_prompt_template', 'openicl'],
  retriever: ['openicl.icl_retriever'],
  inferencer: ['openicl.icl_inferencer'],
  evaluator: ['openicl.icl_evaluator', 'evaluator', 'datasets'],
  postprocessor: ['utils.text_postprocessors', 'utils.postprocess.text_postprocessors', 'utils.dict_postprocessors', 'datasets'],
};

/**
 * Plain names in `type` that nothing in the framework's packages has, and that are slips of one that is there. A name that is like none may be registered by code
 * of the user's.
 */
export function* registeredFindings(context: CheckContext): Iterable<Finding> {
  for (const kind in packages) {
    for (const { value } of ofKind(placesToCheck(context), kind)) {
      const type = value.kind === 'dict' ? value.get('type') : undefined;
      const meant = type?.kind === 'str' ? meantName(context, kind, type) : undefined;
      if (type?.kind !== 'str' || meant === undefined) continue;
      yield {
        span: type.span,
        message: say`Nothing is registered as ${type.text}: building it raises an exception. Did you mean ${meant}?`,
        fixes: replaceStringFix(context, type, meant, say`Change to ${meant}`),
      };
    }
  }
}

/** Undefined where the name is there, or where the source is out of reach. */
function meantName(context: CheckContext, kind: ConfigKind, { text }: StrValue): string | undefined {
  const { file, framework, surroundings } = context;
  const dot = text.lastIndexOf('.');
  const root = dialectOf(framework).classPackage;
  const modules = dot >= 0 ? [text.slice(0, dot)] : packages[kind]!.map((name) => `${root}.${name}`);
  const name = text.slice(dot + 1);
  const within = modules.filter((module) => surroundings.classes.hasSource(module, file));
  if (within.some((module) => surroundings.classes.find(`${module}.${name}`, file).kind !== 'missing')) return undefined;
  for (const module of within) {
    const names = surroundings.classes.namesIn(module, file);
    const meant = names && (slipsAmong(names).getOr(name, () => slipOf(name, names)) ?? undefined);
    if (meant !== undefined) return dot >= 0 ? `${text.slice(0, dot)}.${meant}` : meant;
  }
  return undefined;
}

/** So many names are kept of those that are asked for again and again: functions that are registered under a name of their own. */
const mostAsked = 500;

/** What names are slips of among those of a module; null: of none. */
const slipsAmong = oncePer((_names: ReadonlySet<string>) => new RecentMap<string, string | null>(mostAsked));

function slipOf(name: string, names: ReadonlySet<string>): string | null {
  for (const other of names) if (!other.startsWith('_') && isKeySlip(name, other)) return other;
  return null;
}

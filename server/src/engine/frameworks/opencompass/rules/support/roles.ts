import { dialectOf } from '../../render/family.js';
import { dialogueItems, templateTexts, templateVariants, type DialogueItem } from '../../../../config/dialogue.js';
import { readInferCfg, type InferCfg, type TemplateConfig } from '../../../../config/infer-cfg.js';
import { readMetaTemplate } from '../../../../config/meta-template.js';
import type { ModelConfig } from '../../../../config/config.js';
import { oncePer, oncePerLast } from '../../../../core/once-per.js';
import type { ParserKind } from '../../../../classes/parser-kind.js';
import type { Behaviour } from '../../../face/behaviour.js';
import { textOf, type Value } from '../../../../core/value.js';
import { modeOfInferCfg, shotCount, usesParser } from './inference.js';
import { exceptionName } from './exception.js';

/** The roles of one meta template as one parser reads it, and the models that have it so. */
export interface RoleSet {
  readonly parser: ParserKind;
  readonly round: ReadonlySet<string>;
  /** Those of `round` and of `reserved_roles`. */
  readonly all: ReadonlySet<string>;
  readonly models: readonly ModelConfig[];
  /** Whose parser it is; undefined for roles that are only usual. */
  readonly framework?: Behaviour;
}

/** What a turn's role comes to with one set of roles. */
export type RoleOutcome =
  | { readonly kind: 'fine' }
  /** The framework raises: `error` is the exception; `remedy` says whether a fallback_role would help. */
  | { readonly kind: 'raises'; readonly error: string; readonly remedy: boolean }
  /** Nothing raises, but the prompt is not what it looks like. */
  | { readonly kind: 'garbled'; readonly lost: boolean };

/** A turn of a template as it meets the models of a config. */
export interface RoleUse {
  readonly item: DialogueItem;
  readonly role: string;
  /** Undefined where the turn has none. */
  readonly fallback: string | undefined;
  /** The section whose rules hold: turns of examples follow those of `round`. */
  readonly section: 'begin' | 'round';
  /** True of an example that is written differently for each label: whether one with this label is drawn only the rows can say. */
  readonly perhaps: boolean;
  /** True of a template of pictures: the models that take one have all the usual roles where their config says nothing. */
  readonly ofPictures: boolean;
}

/** What a dataset config alone is held against: every model has HUMAN and BOT in its rounds; SYSTEM only some have, and reserved. */
export const usualRoleSet: RoleSet = { parser: 'lm', round: new Set(['HUMAN', 'BOT']), all: new Set(['HUMAN', 'BOT']), models: [] };

/** The sets of roles that models bring, each once. Models without meta template, or with one that is not fully known, are left out. */
export function roleSets(models: readonly ModelConfig[], framework: Behaviour): RoleSet[] {
  const sets = new Map<string, { parser: ParserKind; round: Set<string>; all: Set<string>; models: ModelConfig[]; framework: Behaviour }>();
  for (const model of models) {
    const meta = readMetaTemplate(model.metaTemplate);
    if (!model.parser || !meta?.complete || meta.value.entries.size === 0) continue;
    const round = meta.round.map((role) => role.name ?? '');
    const reserved = meta.reserved.map((role) => role.name ?? '');
    const key = JSON.stringify([model.parser, [...round].sort(), [...reserved].sort()]);
    const set = sets.get(key);
    if (set) set.models.push(model);
    else sets.set(key, { parser: model.parser, round: new Set(round), all: new Set([...round, ...reserved]), models: [model], framework });
  }
  return [...sets.values()];
}

/**
 * The turns of a dataset whose roles the parser looks up: begin and round of the template that makes the prompt, round of the examples. Its end
 * section is never reached. None where the inferencer has its own parser, or is not known.
 */
export function roleUses(inferCfgValue: Value | undefined, framework: Behaviour): readonly RoleUse[] {
  const inferCfg = readInferCfg(inferCfgValue);
  return inferCfg ? usesOf(inferCfg)(framework) : [];
}

/** What a base has is the same in all configs that use it. */
const usesOf = oncePer((inferCfg: InferCfg) => oncePerLast((framework: Behaviour) => findUses(inferCfg, framework)));

function findUses(inferCfg: InferCfg, framework: Behaviour): readonly RoleUse[] {
  if (!usesParser(inferCfg, framework)) return [];
  const prompt = inferCfg.promptTemplate ?? inferCfg.iceTemplate;
  // A generating inferencer takes the first label of a template of labels.
  const labels = modeOfInferCfg(inferCfg, framework) === 'ppl' ? Infinity : 1;
  const uses = prompt ? turnsOf(prompt, labels, false) : [];
  const ice = inferCfg.iceTemplate;
  if (ice && examplesArrive(inferCfg, prompt, framework)) uses.push(...turnsOf(ice, Infinity, true));
  return uses;
}

/** Whether in-context examples get into the prompt, as far as is known. */
function examplesArrive(inferCfg: InferCfg, prompt: TemplateConfig | undefined, framework: Behaviour): boolean {
  const token = textOf(prompt?.iceToken);
  return (
    (shotCount(inferCfg, framework) ?? 0) > 0 &&
    token !== undefined &&
    templateTexts(prompt?.template).some(({ text }) => text.includes(token))
  );
}

/** The templates whose turns a model's parser reads (of the last two: AISBench 3.1.0 `openicl/icl_prompt_template/`, with the parser of `models/api_models/base_api.py`). */
const dialogueClasses: ReadonlySet<string> = new Set(['PromptTemplate', 'MMPromptTemplate', 'MultiTurnPromptTemplate']);

/** @param labels how many of the template's labels are used */
function turnsOf(template: TemplateConfig, labels: number, asExample: boolean): RoleUse[] {
  if (!dialogueClasses.has(template.className ?? '')) return [];
  const variants = templateVariants(template.template).slice(0, labels);
  const perhaps = asExample && variants.length > 1;
  const ofPictures = template.className === 'MMPromptTemplate';
  return variants.flatMap(({ value }) =>
    dialogueItems(value).flatMap((item) => {
      if (item.section === 'end' || (asExample && item.section === 'begin')) return [];
      const role = textOf(item.role?.value);
      const fallback = item.fallbackRole?.value;
      if (role === undefined || fallback?.kind === 'unknown') return [];
      return [{ item, role, fallback: textOf(fallback) || undefined, section: item.section, perhaps, ofPictures }];
    }),
  );
}

const fine: RoleOutcome = { kind: 'fine' };

/** What becomes of a turn's role with a set of roles. OpenCompass 0.5.3 `models/base.py`, `models/base_api.py`: `_split_rounds`, `_update_role_dict`. */
export function roleOutcome({ role, fallback, section }: RoleUse, set: RoleSet): RoleOutcome {
  if (section === 'round') {
    if (set.round.has(role)) return fine;
    if (set.parser === 'lm') return { kind: 'raises', error: `KeyError: '${role}'`, remedy: false };
    // AISBench raises where a turn is left without text by this: `prompt-raises` says it, by rendering the pair.
    if (fallback !== undefined && set.round.has(fallback))
      return set.framework && !dialectOf(set.framework).fallbackGarbles ? fine : { kind: 'garbled', lost: set.all.has(role) };
    return { kind: 'raises', error: set.framework ? exceptionName(set.framework, 'turn-role') : 'KeyError', remedy: true };
  }
  if (set.all.has(role)) return fine;
  if (fallback === undefined) return { kind: 'raises', error: 'KeyError: None', remedy: true };
  return set.all.has(fallback) ? fine : { kind: 'raises', error: `KeyError: '${fallback}'`, remedy: true };
}

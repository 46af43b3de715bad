import { dialogueSections, isDialogue, templateVariants } from '../../../config/dialogue.js';
import type { Signature } from '../../../classes/signature.js';
import { readTemplate } from '../../../config/infer-cfg.js';
import { classNameOf } from '../../../config/class-name.js';
import type { ConfigKind, Place } from '../../../config/config.js';
import { itemsOf } from '../../../config/sequence.js';
import type { DictEntry, DictValue } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import type { Severity } from '../../../core/severity.js';
import { renameKeyFix } from '../../../checks/support/fixes.js';
import { givenKeys } from '../config/given-keys.js';
import { calledAt } from './support/called.js';
import { hasTaskOfItsOwn } from './support/class-keys.js';
import { strayMedia } from './support/media-parts.js';
import { otherPart } from './support/other-part.js';
import { idleSamplingFindings, isIdleSampling } from './support/idle-sampling.js';
import { isLeftOver, leftOverKeys } from './support/left-over-keys.js';
import { isReadBySource } from './support/read-by-source.js';
import { nearest } from '../../../checks/support/nearest.js';
import { isKeySlip } from '../../../checks/support/slip.js';
import { listed } from '../../../checks/support/words.js';
import { placesToCheck } from '../../../checks/support/places.js';
import { say } from '../../../core/say.js';

interface Strictness {
  readonly severity: Severity;
  readonly consequence: string;
  /** For keys that do not look like a known one, which may be meant for code of the user's; absent: as the others. */
  readonly far?: Severity | 'none';
  /** What keys are allowed depends on the class; a class that is not known is left alone. */
  readonly byClass?: boolean;
}

const ignored = say`it is ignored without an error`;

const strictness: Partial<Record<ConfigKind, Strictness>> = {
  'meta-template': { severity: 'warning', consequence: ignored },
  'meta-role': { severity: 'warning', consequence: ignored },
  'infer-cfg': { severity: 'warning', consequence: ignored },
  'prompt-template': {
    severity: 'error',
    consequence: say`building the template raises TypeError: unexpected keyword argument`,
    byClass: true,
  },
  retriever: { severity: 'error', consequence: say`building the retriever raises TypeError: unexpected keyword argument`, byClass: true },
  'reader-cfg': { severity: 'error', consequence: say`building the dataset raises TypeError: unexpected keyword argument` },
  dialogue: { severity: 'error', consequence: say`the framework takes the keys to be labels, or ignores the key` },
  inferencer: { severity: 'warning', consequence: say`the class takes it and does nothing with it`, far: 'hint', byClass: true },
  'eval-cfg': { severity: 'warning', consequence: ignored, far: 'hint' },
  evaluator: { severity: 'error', consequence: say`building the evaluator raises TypeError: unexpected keyword argument`, byClass: true },
  postprocessor: { severity: 'error', consequence: say`the evaluation raises TypeError: unexpected keyword argument`, byClass: true },
  'run-cfg': { severity: 'warning', consequence: ignored, far: 'hint' },
  'generation-kwargs': { severity: 'warning', consequence: say`the model is not set by it`, far: 'none' },
  'dialogue-item': { severity: 'warning', consequence: ignored, far: 'none' },
};

const swallowed = say`the class takes any key, and does nothing with this one`;

const givenToAny: ReadonlySet<string> = new Set(Object.values(givenKeys).flatMap((keys) => keys ?? []));

/** Names that are used for a key by mistake, though they do not look like it. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  prompt: ['template'],
  text: ['template', 'prompt'],
  content: ['prompt'],
  messages: ['round'],
  roles: ['round'],
  rounds: ['round'],
  max_new_tokens: ['max_out_len'],
  max_tokens: ['max_out_len'],
  max_output_len: ['max_out_len'],
  max_output_length: ['max_out_len'],
  max_output_tokens: ['max_out_len'],
  max_out_length: ['max_out_len'],
  gpus: ['num_gpus'],
  ngpus: ['num_gpus'],
  gpu_num: ['num_gpus'],
  n_gpus: ['num_gpus'],
  temp: ['temperature'],
  stop_words: ['stopping_criteria'],
  stop: ['stopping_criteria'],
  until: ['stopping_criteria'],
  postprocessor: ['pred_postprocessor'],
  prediction_postprocessor: ['pred_postprocessor'],
  answer_postprocessor: ['pred_postprocessor'],
  prediction_role: ['pred_role'],
  judge_type: ['judge_dataset_type'],
  role: ['pred_role'],
};

/** A key that the framework does not know in its place. */
export const unknownKey: ConfigRule = {
  id: 'unknown-key',
  title: 'A key that the framework does not know in this place',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'TypeError: unexpected keyword argument; or a setting that is ignored without an error',
  scope: 'document',
  *check(context): Iterable<Finding> {
    for (const place of placesToCheck(context)) {
      if (place.value.kind !== 'dict' || otherPart(place) !== undefined) continue;
      const known = place.kind === 'dialogue' ? undefined : knownKeys(context, place, place.value);
      if (known) yield* strayKeys(context, place.value, place, known);
      yield* leftOverKeys(context, place, place.value);
      yield* idleSamplingFindings(context, place, place.value);
      if (place.kind === 'prompt-template') yield* strayMedia(context, place.value);
      if (place.kind === 'prompt-template' && mayStray(place.value)) yield* straySections(context, place.value);
    }
  },
};

/** The keys that a dict may have, and what becomes of others. */
interface KnownKeys {
  readonly keys: ReadonlySet<string>;
  readonly rules: Strictness;
  /** The class that takes the keys. */
  readonly className?: string | undefined;
}

/** Undefined where it is not known which keys a dict may have, or where it has no others: nearly always. */
function knownKeys(context: CheckContext, place: Place, dict: DictValue): KnownKeys | undefined {
  const rules = strictness[place.kind];
  // A task of the user's may read more of a dataset.
  if (!rules || (place.kind === 'eval-cfg' && hasTaskOfItsOwn(context))) return undefined;
  const { fields } = context.framework;
  if (!rules.byClass) {
    const keys = fields.keys(place.kind, undefined);
    return keys && !allAre(dict, keys, none) ? { keys, rules } : undefined;
  }
  const className = classNameOf(dict.get('type'));
  const table = className === undefined ? undefined : fields.keys(place.kind, className);
  // What the source says goes before what we know of the class; where that takes any keyword, the ones that it names are enough.
  const signature = signatureAt(context, place, dict);
  if (!signature) return table && !allAre(dict, table, none) ? { keys: table, rules, className } : undefined;
  const taken = takenKeys[place.kind] ?? onlyType;
  if (allAre(dict, signature.keys, taken)) return undefined;
  const keys = new Set([...taken, ...signature.keys.keys(), ...(signature.open ? (table ?? []) : [])]);
  // What the table has of an open class.
  if (allAre(dict, keys, none)) return undefined;
  return { keys, className, rules: signature.open ? openRules(rules) : rules };
}

/** What is swallowed does no harm by itself; beside a key that it looks like, it is a slip. */
function openRules(rules: Strictness): Strictness {
  return rules.severity === 'error' ? { severity: 'warning', consequence: swallowed, far: 'none' } : rules;
}

/** The keywords of the class or function; undefined where the source is out of reach. */
function signatureAt(context: CheckContext, place: Place, dict: DictValue): Signature | undefined {
  return calledAt(dict.get('type'), place, context)?.signature;
}

const none: readonly string[] = [];
const onlyType: readonly string[] = ['type'];

/** What is never handed to a class, and what the framework gives it itself. */
const takenKeys: Partial<Record<ConfigKind, readonly string[]>> = Object.fromEntries(
  Object.entries(givenKeys).map(([kind, keys]) => [kind, [...onlyType, ...(keys ?? [])]]),
);

function allAre({ entries }: DictValue, known: { has(name: string): boolean }, taken: readonly string[]): boolean {
  for (const { key } of entries.values()) if (key.kind === 'str' && !known.has(key.text) && !taken.includes(key.text)) return false;
  return true;
}

function* strayKeys(context: CheckContext, dict: DictValue, place: Place, { keys, rules, className }: KnownKeys): Iterable<Finding> {
  const { kind, parent } = place;
  // A variable without any of the keys is something else, in spite of its name: infer_cfgs by language.
  if (!parent && ![...keys].some((key) => dict.get(key)) && !(kind === 'meta-template' && holdsRoles(dict))) return;
  const candidates = [...keys].filter((key) => !isLeftOver(context, kind, key));
  for (const entry of dict.entries.values()) {
    const name = nameOf(entry);
    if (name === undefined || keys.has(name) || isIdleSampling(context, place, name)) continue;
    const near = meantKey(name, candidates, dict);
    // Where other keys may be meant as they are, only a slip is a mistake.
    const isSure =
      rules.far === undefined || kind === 'dialogue-item' || (near !== undefined && (isKeySlip(name, near) || isOtherName(name, near)));
    const meant = isSure ? near : undefined;
    const elsewhere = misplaced(kind, entry, name);
    if (elsewhere) {
      yield elsewhere;
      continue;
    }
    const severity = meant ? rules.severity : (rules.far ?? rules.severity);
    if (severity === 'none' || (severity !== 'error' && isReadBySource(context, kind, name, severity === 'hint'))) continue;
    yield finding(context, entry, name, meant, className ?? describe(kind), keys, { ...rules, severity });
  }
}

/** What is read of an evaluator, and never of the `eval_cfg` around it. */
const ofEvaluator: ReadonlySet<string> = new Set(['judge_cfg', 'llm_evaluator', 'rule_evaluator', 'dict_postprocessor']);

/** What is read of a model, and never of its `run_cfg`: OpenCompass 0.5.4 `tasks/openicl_infer.py`; AISBench 3.1.0 the same. */
const ofModel: ReadonlySet<string> = new Set(['batch_size', 'max_out_len', 'max_seq_len', 'generation_kwargs', 'meta_template']);

function misplaced(kind: ConfigKind, { keySpan: span }: DictEntry, name: string): Finding | undefined {
  if (kind === 'eval-cfg' && ofEvaluator.has(name))
    return {
      span,
      severity: 'warning',
      message: say`An eval_cfg has no key ${name}: it is ignored without an error. It belongs in its evaluator.`,
    };
  if (kind !== 'run-cfg' || !ofModel.has(name)) return undefined;
  return {
    span,
    severity: 'warning',
    message: say`A run_cfg has no key ${name}: it is ignored without an error. It belongs in the model.`,
  };
}

/** Whether a dict has a list of roles, under whatever name. */
function holdsRoles({ entries }: DictValue): boolean {
  return [...entries.values()].some(({ value }) => itemsOf(value)?.some((item) => item.kind === 'dict' && item.get('role') !== undefined));
}

/** Whether a template is a dict, and may have anything that stands in no section. */
function mayStray(template: DictValue): boolean {
  const held = template.get('template');
  return held?.kind === 'dict' && !isDialogue(held);
}

/** Keys beside `begin`, `round` and `end` of a template that has some: one of them makes a dialogue a dict of labels. */
function* straySections(context: CheckContext, template: DictValue): Iterable<Finding> {
  const read = readTemplate(template);
  if (read?.className !== 'PromptTemplate' || read.template?.kind !== 'dict') return;
  const whole = read.template;
  const dialogues = [whole, ...templateVariants(whole).flatMap(({ value }) => (value.kind === 'dict' ? [value] : []))];
  for (const dict of dialogues) {
    const hasSection = dialogueSections.some((section) => dict.get(section));
    for (const entry of dict.entries.values()) {
      const name = nameOf(entry);
      if (name === undefined || (dialogueSections as readonly string[]).includes(name)) continue;
      const meant = meantKey(name, dialogueSections, dict);
      if (!hasSection && !(meant && entry.value.kind === 'list')) continue;
      yield finding(context, entry, name, meant, say`A dialogue`, dialogueSections, strictness.dialogue!);
    }
  }
}

function finding(
  context: CheckContext,
  entry: DictEntry,
  name: string,
  meant: string | undefined,
  owner: string,
  known: Iterable<string>,
  rules: Strictness,
): Finding {
  return {
    span: entry.keySpan,
    severity: rules.severity,
    message: say`${owner} has no key ${name}: ${rules.consequence}. ${meant ? say`Did you mean ${meant}?` : knownOnes(known)}`,
    fixes: meant ? renameKeyFix(context, entry, meant) : [],
  };
}

function knownOnes(known: Iterable<string>): string {
  const keys = [...known].filter((key) => key !== 'type' && !givenToAny.has(key));
  return keys.length === 0 ? say`It takes none.` : say`The known ones are ${listed(keys, 8)}.`;
}

/** Keys with an underscore in front belong to mmengine (`_scope_`, `_delete_`). */
function nameOf({ key }: DictEntry): string | undefined {
  return key.kind === 'str' && !key.text.startsWith('_') ? key.text : undefined;
}

function isOtherName(name: string, key: string): boolean {
  return Object.hasOwn(otherNames, name) && otherNames[name]!.includes(key);
}

function meantKey(name: string, known: Iterable<string>, dict: DictValue): string | undefined {
  const meant = nearest(name, known) ?? [...known].find((key) => isOtherName(name, key));
  return meant !== undefined && dict.get(meant) === undefined ? meant : undefined;
}

function describe(kind: ConfigKind): string {
  if (kind === 'meta-role') return say`A role of a meta template`;
  if (kind === 'infer-cfg') return say`An infer_cfg`;
  if (kind === 'reader-cfg') return say`A reader_cfg`;
  if (kind === 'eval-cfg') return say`An eval_cfg`;
  if (kind === 'run-cfg') return say`A run_cfg`;
  if (kind === 'generation-kwargs') return 'generation_kwargs';
  return kind === 'dialogue-item' ? say`A turn of a dialogue` : say`A ${kind.replace('-', ' ')}`;
}

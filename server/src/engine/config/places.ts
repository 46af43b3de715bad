import { original, type DictEntry, type DictValue, type Value } from '../core/value.js';
import type { Span } from '../core/span.js';
import type { ConfigKind, Place } from './config.js';
import { classNameOf } from './class-name.js';
import { dialogueSections, templateShape, templateVariants } from './dialogue.js';
import { itemsOf } from './sequence.js';

/** The keys under which something stands whose meaning is known, each with that. */
type OwnedKinds = readonly (readonly [key: string, kind: ConfigKind])[];

const owned = {
  model: [
    ['meta_template', 'meta-template'],
    ['run_cfg', 'run-cfg'],
    ['generation_kwargs', 'generation-kwargs'],
    ['gen_config', 'generation-kwargs'],
    ['pred_postprocessor', 'postprocessor'],
  ],
  agent: [['llm', 'model']],
  cleaned: [['pred_postprocessor', 'postprocessor']],
  inferencer: [['generation_kwargs', 'generation-kwargs']],
  dataset: [
    ['reader_cfg', 'reader-cfg'],
    ['infer_cfg', 'infer-cfg'],
    ['judge_infer_cfg', 'infer-cfg'],
    ['eval_cfg', 'eval-cfg'],
  ],
  'eval-cfg': [
    ['evaluator', 'evaluator'],
    ['pred_postprocessor', 'postprocessor'],
    ['dataset_postprocessor', 'postprocessor'],
  ],
  evaluator: [
    ['rule_evaluator', 'evaluator'],
    ['llm_evaluator', 'evaluator'],
    ['prompt_template', 'prompt-template'],
    ['meta_review_prompt_template', 'prompt-template'],
    ['pred_postprocessor', 'postprocessor'],
    ['dict_postprocessor', 'postprocessor'],
  ],
  judgeModel: [['judge_cfg', 'model']],
  judgeRows: [['dataset_cfg', 'dataset']],
  'infer-cfg': [
    ['ice_template', 'prompt-template'],
    ['prompt_template', 'prompt-template'],
    ['retriever', 'retriever'],
    ['inferencer', 'inferencer'],
  ],
  judge: [
    ['judge_model', 'model'],
    ['judge_reader_cfg', 'reader-cfg'],
  ],
} as const satisfies Record<string, OwnedKinds>;

/** Whether a value names what is made of it. */
function isBuilt(value: Value | undefined): boolean {
  return value?.kind === 'dict' && value.entry('type') !== undefined;
}

/** A place whose path is put together when somebody asks for it. */
class PathedPlace implements Place {
  /** @param name under which its owner has it, and at which index where that is a list */
  constructor(
    readonly kind: ConfigKind,
    readonly value: Value,
    readonly useSpan: Span,
    private readonly name: string,
    private readonly index: number | undefined,
    readonly parent: Place | undefined,
  ) {}

  get path(): string {
    const own = this.index === undefined ? this.name : `${this.name}[${String(this.index)}]`;
    return this.parent ? `${this.parent.path}.${own}` : own;
  }
}

/**
 * Collects places, owners before owned. A value that is met again in the same meaning is not walked again: a list of ten thousand datasets
 * over a few infer_cfgs costs little more than its length.
 */
export class PlaceCollector {
  readonly places: Place[] = [];
  private readonly seen = new Map<ConfigKind, Set<Value>>();

  /** Adds a value and all that it owns. */
  add(kind: ConfigKind, given: Value, useSpan: Span, name: string, index?: number, parent?: Place): void {
    const value = original(given);
    let seen = this.seen.get(kind);
    if (!seen) this.seen.set(kind, (seen = new Set()));
    if (seen.has(value)) return;
    seen.add(value);
    const place = new PathedPlace(kind, value, useSpan, name, index, parent);
    this.places.push(place);
    if (value.kind === 'dict') this.addOwned(place, value);
  }

  private addOwned(place: Place, value: DictValue): void {
    switch (place.kind) {
      case 'model':
        this.addEntries(place, value, owned.model);
        // A dict of patterns holds none itself, or one for each.
        if (isBuilt(value.get('pred_postprocessor'))) this.addEntries(place, value, owned.cleaned);
        // What an agent asks: OpenCompass 0.5.3 `models/lagent.py`.
        if (place.parent?.kind !== 'model' && value.get('llm')?.kind === 'dict') this.addEntries(place, value, owned.agent);
        return;
      case 'inferencer':
      case 'dataset':
      case 'eval-cfg':
        return this.addEntries(place, value, owned[place.kind]);
      case 'evaluator':
        return this.addEvaluator(place, value);
      case 'infer-cfg':
        this.addEntries(place, value, owned['infer-cfg']);
        if (value.get('judge_model')) this.addEntries(place, value, owned.judge);
        return;
      case 'meta-template':
        this.addItems(place, value.entry('round'), 'meta-role', 'round');
        this.addItems(place, value.entry('reserved_roles'), 'meta-role', 'reserved_roles');
        return;
      case 'prompt-template':
        return this.addDialogues(place, value.entry('template'));
      case 'dialogue':
        for (const section of dialogueSections) this.addItems(place, value.entry(section), 'dialogue-item', section);
        return;
      default:
    }
  }

  /** What an evaluator is made of: one that asks a model has a template of its own, and one that asks others holds them. */
  private addEvaluator(place: Place, value: DictValue): void {
    this.addEntries(place, value, owned.evaluator);
    // An empty one stands for the framework's own; evaluators of the user's may read something else in it.
    const judge = value.get('judge_cfg');
    const isModel =
      judge?.kind === 'dict' && (judge.entry('type') !== undefined || classNameOf(value.get('type')) === 'GenericLLMEvaluator');
    if (isModel && judge.entries.size > 0) this.addEntries(place, value, owned.judgeModel);
    // One judge of several: OpenCompass 0.5.3 `datasets/atlas/evaluation.py`.
    if (judge?.kind === 'dict') this.addItems(place, judge.entry('judgers'), 'model', 'judge_cfg.judgers');
    const rows = value.get('dataset_cfg');
    if (rows?.kind === 'dict' && rows.entries.size > 0) this.addEntries(place, value, owned.judgeRows);
  }

  private addEntries(parent: Place, value: DictValue, kinds: OwnedKinds): void {
    for (const { 0: key, 1: kind } of kinds) {
      const entry = value.entry(key);
      if (entry && entry.value.kind !== 'none') this.add(kind, entry.value, entry.valueSpan, key, undefined, parent);
    }
  }

  /** The dicts of a section: those of its list, or the one that stands in place of a list. */
  private addItems(parent: Place, entry: DictEntry | undefined, kind: ConfigKind, section: string): void {
    if (!entry) return;
    if (entry.value.kind === 'dict') this.add(kind, entry.value, entry.valueSpan, section, undefined, parent);
    itemsOf(entry.value)?.forEach((item, i) => {
      if (item.kind === 'dict') this.add(kind, item, item.span, section, i, parent);
    });
  }

  private addDialogues(parent: Place, entry: DictEntry | undefined): void {
    if (entry?.value.kind !== 'dict') return;
    const isLabels = templateShape(entry.value) === 'labels';
    for (const { label, value } of templateVariants(entry.value)) {
      if (value.kind !== 'dict') continue;
      const key = label?.kind === 'str' ? `['${label.text}']` : '[…]';
      this.add('dialogue', value, isLabels ? value.span : entry.valueSpan, `template${isLabels ? key : ''}`, undefined, parent);
    }
  }
}

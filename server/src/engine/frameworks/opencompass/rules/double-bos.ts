import type { DatasetConfig, ModelConfig } from '../../../config/config.js';
import { CacheKey, type Remembered } from '../../../core/cache-key.js';
import { dirname } from '../../../core/paths.js';
import { say } from '../../../core/say.js';
import type { FileId, Span } from '../../../core/span.js';
import type { DictValue, Value } from '../../../core/value.js';
import { findTokenizer } from '../../../tokens/find-tokenizer.js';
import { openingBos, type OpeningBos } from '../../../tokens/opening-bos.js';
import type { Target } from '../../face/behaviour.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { listed } from '../../../checks/support/words.js';
import { combinationsOf } from './support/combinations.js';

/** Prompts that are made for one document at most: it is the first ones that differ. */
const mostPrompts = 400;

/**
 * A prompt begins with the BOS token, and the class has the tokenizer put another before it. OpenCompass 0.5.3 `models/huggingface.py`, `huggingface_above_v4_33.py` (`HuggingFaceBaseModel`),
 * `vllm.py`; AISBench 3.1.0 `models/local_models/huggingface_above_v4_33.py`. Only with a tokenizer that is within reach.
 */
export const doubleBos: ConfigRule = {
  id: 'double-bos',
  title: 'A prompt that begins with the BOS token which the tokenizer adds, too',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'A prompt with two BOS tokens, without an error',
  scope: 'pair',
  *check(context): Iterable<Finding> {
    for (const doubled of doubledIn(context)) yield finding(context, doubled);
  },
};

/** A BOS token of the config, and the models whose tokenizers put another before it. */
interface Doubled {
  readonly span: Span;
  readonly bos: string;
  readonly models: Set<ModelConfig>;
}

/** Each place once, with all models that share it: one of them alone would look like the only one. So each dataset is looked at with all of them, or not at all. */
function doubledIn(context: CheckContext): Iterable<Doubled> {
  const found = new Map<string, Doubled>();
  let left = mostPrompts;
  for (const { datasets, models } of combinationsOf(context.config)) {
    const adding = models.flatMap((model) => {
      const bos = datasets[0] && addedBy(context, datasets[0], model);
      return bos === undefined ? [] : [{ model, bos }];
    });
    for (const dataset of datasets) {
      left -= adding.length;
      if (left < 0) return found.values();
      for (const { model, bos } of adding) note(found, model, bos, beginningOf(context, { dataset, model }, bos));
    }
  }
  return found.values();
}

function note(found: Map<string, Doubled>, model: ModelConfig, bos: string, span: Span | undefined): void {
  if (!span) return;
  const key = `${span.file}:${String(span.start)} ${bos}`;
  const there = found.get(key);
  if (there) there.models.add(model);
  else found.set(key, { span, bos, models: new Set([model]) });
}

function finding({ text }: CheckContext, { span, bos, models }: Doubled): Finding {
  const abbrs = listed([...new Set([...models].map(({ abbr }) => abbr))]);
  const classes = [...new Set([...models].map(({ className }) => className ?? ''))];
  const [first = ''] = classes;
  const written = text(span.file).slice(span.start, span.end) === bos;
  return {
    span,
    message:
      classes.length === 1
        ? say`The prompts for ${abbrs} begin with ${bos} twice: the config writes one, and ${first} has the tokenizer add another to any text. Nothing raises; leave it out of the text.`
        : say`The prompts for ${abbrs} begin with ${bos} twice: the config writes one, and their classes (${listed(classes)}) have the tokenizer add another to any text. Nothing raises; leave it out of the text.`,
    fixes: written ? oneEdit(say`Remove ${bos}: the tokenizer adds it`, false, { span, newText: '' }) : [],
  };
}

/** Where the BOS token is written with which the prompt of a pair begins; undefined where it does not, or a row or the framework put it there. */
function beginningOf({ framework, surroundings }: CheckContext, target: Target, bos: string): Span | undefined {
  const release = framework.releases?.find(target.dataset.value.span.file, surroundings).name;
  const { output } = framework.render(target, release === undefined ? {} : { release });
  if (output?.kind !== 'text' || !output.text.text.startsWith(bos)) return undefined;
  const [first, ...more] = output.text.slice(0, bos.length).pieces;
  return more.length === 0 && first?.origin.kind === 'source' && first.origin.span.file !== '' ? first.origin.span : undefined;
}

/** The BOS token that a model's tokenizer adds to any text; undefined where it does not, or that is not certain. */
function addedBy({ file, framework, surroundings }: CheckContext, dataset: DatasetConfig, model: ModelConfig): string | undefined {
  if (model.knownClass !== undefined && model.knownClass !== model.className) return undefined;
  const plan = framework.tokens?.({ dataset, model }, 'gen', { surroundings, file, model: undefined });
  if (plan?.special !== true || plan.tokenizer === undefined || loadsAnother(model.value)) return undefined;
  const found = findTokenizer(surroundings.workspace, plan.tokenizer, file);
  if (!('found' in found)) return undefined;
  const known = surroundings.remember(key, knownFiles);
  if (!known.has(found.found)) known.set(found.found, openingBos(surroundings.workspace, found.found));
  const bos = known.get(found.found);
  return bos && (bos.asked || !isSlow(model.value)) ? bos.text : undefined;
}

/** What the tokenizers within reach add, by their files. */
const key = new CacheKey<Map<FileId, OpeningBos | undefined>>('BOS tokens of tokenizers');

function knownFiles(): Remembered<Map<FileId, OpeningBos | undefined>> {
  const value = new Map<FileId, OpeningBos | undefined>();
  return { value, concerns: (file) => [...value.keys()].some((known) => dirname(known) === dirname(file)) };
}

/** Settings of the tokenizer that may change what it adds. */
function loadsAnother(model: DictValue): boolean {
  const own = model.get('tokenizer_kwargs');
  const others = ['add_bos_token', 'add_special_tokens', 'split_special_tokens', 'bos_token', 'tokenizer_file', 'tokenizer_type'];
  const vllm = model.get('model_kwargs');
  return isOpen(own, others) || isOpen(vllm, ['tokenizer', 'tokenizer_mode', 'skip_tokenizer_init']);
}

/** Whether a dict has one of some keys, or may have it. */
function isOpen(value: Value | undefined, keys: readonly string[]): boolean {
  if (value === undefined || value.kind === 'none') return false;
  return value.kind !== 'dict' || keys.some((name) => value.get(name) !== undefined);
}

/** The slow tokenizers do not read `tokenizer.json`. */
function isSlow(model: DictValue): boolean {
  const own = model.get('tokenizer_kwargs');
  const fast = own?.kind === 'dict' ? own.get('use_fast') : undefined;
  return fast !== undefined && !(fast.kind === 'bool' && fast.value);
}

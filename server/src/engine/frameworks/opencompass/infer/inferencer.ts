import type { DictValue, Value } from '../../../core/value.js';
import { chatOf } from './chat.js';
import type { DatasetReader } from '../retrieve/dataset-reader.js';
import { Fault } from '../values/fault.js';
import type { ParseMode } from '../parse/parser.js';
import { field, frameworkText, isAbsentOrNone, textLike, withEntry } from '../values/python-value.js';
import type { Row } from '../values/row.js';
import type { Template } from '../template/template.js';
import { say } from '../../../core/say.js';

/**
 * How an inferencer makes and parses its prompts.
 * - `gen`: one prompt to go on from; `ppl`: one a label, scored whole
 * - `ppl_only`: the prompt of `gen`, scored whole; `gen_label`: the same, and the row must have a column `label`
 * - `adv`: as `gen`, with a column of its own for the attack; `chat`: messages, parsed by the chat inferencer's own parsers
 * - `sw_ce_loss`: the prompt of `gen`, given to the model unparsed
 * - `multi_turn`: the prompt of `gen`, cut before each answer and parsed as often; `function_call`: columns of the row, without any template
 */
export type InferencerMode = 'gen' | 'ppl' | 'ppl_only' | 'gen_label' | 'adv' | 'chat' | 'sw_ce_loss' | 'multi_turn' | 'function_call';

/** What of an inferencer's config the prompt depends on. */
export interface InferencerCase {
  readonly mode: InferencerMode;
  readonly labels?: Value | undefined;
  /** What the answer's column is replaced with; '' where absent. */
  readonly genFieldReplaceToken?: Value | undefined;
  /** Name of the column that an attack fills (`adv`). */
  readonly advKey?: Value | undefined;
  /** Before which answers a conversation is asked (`multi_turn`). */
  readonly inferMode?: Value | undefined;
}

/** Modes by class name. OpenCompass 0.5.3 `openicl/icl_inferencer/`. */
const modes: ReadonlyMap<string, InferencerMode> = new Map([
  ['GenInferencer', 'gen'],
  ['ParallelGenInferencer', 'gen'],
  ['GLMChoiceInferencer', 'gen'],
  ['SCInferencer', 'gen'],
  ['ToTInferencer', 'gen'],
  ['CLPInferencer', 'gen'],
  ['PPLInferencer', 'ppl'],
  ['LLInferencer', 'ppl'],
  ['PPLOnlyInferencer', 'ppl_only'],
  ['MinKPercentInferencer', 'ppl_only'],
  ['InferencePPLOnlyInferencer', 'gen_label'],
  ['AttackInferencer', 'adv'],
  ['ChatInferencer', 'chat'],
  ['ParallelChatInferencer', 'chat'],
  ['AgentInferencer', 'chat'],
  ['SWCELossInferencer', 'sw_ce_loss'],
]);

/** Undefined for a class that is not known to make its prompts in one of these ways. */
export function modeOf(className: string | undefined): InferencerMode | undefined {
  return className === undefined ? undefined : modes.get(className);
}

/** In which mode the model's parser reads the prompt; undefined where it is never parsed. */
export function parseModeOf(mode: InferencerMode): ParseMode | undefined {
  if (mode === 'sw_ce_loss') return undefined;
  return mode === 'ppl' || mode === 'ppl_only' ? 'ppl' : 'gen';
}

/** What a prompt is made of, once the templates, the reader and the examples are there. */
export interface PromptParts {
  readonly ice: Template | undefined;
  readonly prompt: Template | undefined;
  readonly reader: DatasetReader;
  readonly examples: Value;
  readonly test: DictValue;
}

/**
 * The prompt before the parser. OpenCompass 0.5.3 `openicl/icl_retriever/icl_base_retriever.py`.
 * @param label for `ppl`
 * @throws PyError what the framework raises
 */
export function promptOf(inferencer: InferencerCase, parts: PromptParts, label: Value | undefined): Value {
  if (inferencer.mode === 'chat') return chatOf(parts);
  const template = templateOf(parts);
  const row: Row = { split: 'test', index: 0, columns: parts.test };
  if (label) return template.labelItem(row, parts.examples, label);
  const token = inferencer.genFieldReplaceToken ?? frameworkText('', say`masked answer`);
  const columns = inferencer.mode === 'adv' ? withAttack(parts.test, inferencer.advKey) : parts.test;
  const prompt = template.item({ ...row, columns }, parts.reader.outputColumn?.text, token, parts.examples);
  if (inferencer.mode === 'gen_label') field(parts.test, 'label');
  return prompt;
}

/** With both templates the prompt template must have an ice token; alone, the ice template must have one and is used as the prompt. */
function templateOf(parts: PromptParts): Template {
  const { ice, prompt } = parts;
  if (!ice && prompt) return prompt;
  const template = prompt ?? ice;
  if (!template) throw new Fault('templates-missing', 'NotImplementedError', 'Leaving prompt as empty is not supported');
  if (template.iceToken) return template;
  const name = prompt ? 'prompt_template' : 'ice_template';
  throw new Fault('ice-token-undefined', 'NotImplementedError', `ice_token of ${name} is not provided`, template.value.span);
}

/** The attack's own text is made while it runs. */
function withAttack(test: DictValue, key: Value | undefined): DictValue {
  if (isAbsentOrNone(key) || key.kind !== 'str') return test;
  return withEntry(test, key.text, textLike('⟦adv⟧', key.span));
}

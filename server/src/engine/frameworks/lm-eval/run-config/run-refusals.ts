import { say } from '../../../core/say.js';
import type { Span } from '../../../core/span.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../core/value.js';
import { asInteger, pyRepr, truthy, typeName } from '../../../python/runtime/semantics.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { isChatService } from './model-chat.js';

/** Why a run stops before it asks anything. */
export interface RunRefusal {
  readonly span: Span;
  /** A whole sentence, with what is raised. */
  readonly message: string;
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
}

/** What of the options of a config a run refuses, whatever its tasks are (lm-evaluation-harness 0.4.13 `config/evaluate_config.py`, `_configure`; `models/openai_completions.py`). */
export function* refusalsOf(config: DictValue, release: HarnessRelease): Iterable<RunRefusal> {
  yield* tasks(config);
  yield* chats(config);
  yield* rows(config);
  yield* kept(config);
  yield* mappings(config, release);
  yield* seeds(config, release);
  yield* shots(config);
}

function isSet(value: Value | undefined): boolean {
  return value !== undefined && truthy(value) === true;
}

function* tasks(config: DictValue): Iterable<RunRefusal> {
  const entry = config.entry('tasks');
  if (entry?.value.kind === 'none')
    yield { span: entry.keySpan, message: say`The run stops with ValueError: Need to specify task to evaluate.` };
  else if (entry?.value.kind === 'list' && entry.value.items.length === 0)
    yield {
      span: entry.keySpan,
      message: say`The run stops with ValueError: No tasks specified, or no tasks found. Please verify the task names.`,
    };
}

function* chats(config: DictValue): Iterable<RunRefusal> {
  const multiturn = config.entry('fewshot_as_multiturn');
  const chat = config.get('apply_chat_template');
  const isChat = isSet(chat) || chat?.kind === 'unknown';
  if (multiturn?.value.kind === 'bool' && multiturn.value.value && !isChat)
    yield {
      span: multiturn.keySpan,
      message: say`The run stops with ValueError: When \`fewshot_as_multiturn\` is True, \`apply_chat_template\` must be set.`,
    };
  const model = config.entry('model');
  const name = model && textOf(model.value);
  if (model && name !== undefined && isChatService(name) && !isChat && !name.startsWith('anthropic'))
    yield {
      span: model.valueSpan,
      message: say`A model of the kind ${name} takes nothing but messages, and without \`apply_chat_template: true\` it is given texts: the first request raises AssertionError.`,
    };
}

function* rows(config: DictValue): Iterable<RunRefusal> {
  const limit = config.entry('limit');
  const samples = config.entry('samples');
  if (!limit || limit.value.kind === 'none' || !isSet(samples?.value)) return;
  yield {
    span: limit.keySpan,
    message: say`The run stops with ValueError: If --samples is not None, then --limit must be None.`,
    related: [{ span: samples!.keySpan, message: say`the rows that are asked` }],
  };
}

function* kept(config: DictValue): Iterable<RunRefusal> {
  const output = config.get('output_path');
  if (isSet(output) || output?.kind === 'unknown') return;
  const asked = ['predict_only', 'log_samples'].flatMap((key): DictEntry[] => {
    const entry = config.entry(key);
    return entry && isSet(entry.value) ? [entry] : [];
  });
  const [first] = asked;
  if (first)
    yield {
      span: first.keySpan,
      message: say`The run stops with ValueError: Specify --output_path if providing --log_samples or --predict_only.`,
    };
}

/** `model_args | metadata`. */
function* mappings(config: DictValue, { splitsRunTexts }: HarnessRelease): Iterable<RunRefusal> {
  for (const key of ['model_args', 'metadata']) {
    const entry = config.entry(key);
    if (!entry || ['dict', 'none', 'unknown'].includes(entry.value.kind) || (entry.value.kind === 'str' && splitsRunTexts)) continue;
    const kinds = key === 'model_args' ? [typeName(entry.value), 'dict'] : ['dict', typeName(entry.value)];
    yield {
      span: entry.valueSpan,
      message: say`${key} must be a mapping: the run stops with TypeError: unsupported operand type(s) for |: '${kinds[0]!}' and '${kinds[1]!}'.`,
    };
  }
}

function* seeds(config: DictValue, { oneSeedForAll }: HarnessRelease): Iterable<RunRefusal> {
  const entry = config.entry('seed');
  if (!entry || entry.value.kind === 'none' || entry.value.kind === 'unknown') return;
  const reason = oneSeedForAll ? refusedSeed(entry.value) : notIndexed(entry.value);
  if (reason !== undefined) yield { span: entry.valueSpan, message: reason };
}

function refusedSeed(seed: Value): string | undefined {
  const items = seed.kind === 'list' ? seed.items : [seed];
  if (![1, 3, 4].includes(items.length))
    return say`The run stops with ValueError: seed expects a single value or 4 values (random, numpy, torch, fewshot), got ${String(items.length)}: ${pyRepr(seed).text}.`;
  const wrong = items.find((item) => item.kind !== 'none' && item.kind !== 'unknown' && item.kind !== 'float' && !isNumber(item));
  return wrong && say`The run stops with ValueError: seed values must be integers or None, got ${pyRepr(wrong).text}.`;
}

function isNumber(value: Value): boolean {
  return asInteger(value) !== undefined || (value.kind === 'str' && /^\s*[+-]?\d+\s*$/.test(value.text));
}

/** Until 0.4.12 the four seeds are taken by their numbers. */
function notIndexed(seed: Value): string | undefined {
  if (seed.kind === 'int' && seed.value !== 0n)
    return say`Until 0.4.12 four seeds are needed, [random, numpy, torch, fewshot]: the run stops with TypeError: 'int' object is not subscriptable.`;
  if (seed.kind === 'list' && seed.items.length > 0 && seed.items.length < 4)
    return say`Until 0.4.12 four seeds are needed, [random, numpy, torch, fewshot]: the run stops with IndexError: list index out of range.`;
  return undefined;
}

function* shots(config: DictValue): Iterable<RunRefusal> {
  const entry = config.entry('num_fewshot');
  if (entry?.value.kind !== 'str') return;
  yield {
    span: entry.valueSpan,
    message: say`The number of examples must be a number, and this is a text: the first prompt raises TypeError. Write it without quotes.`,
  };
}

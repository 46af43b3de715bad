import { PyError } from '../../../core/errors.js';
import { IntValue, ListValue, StrValue, textOf, type DictValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { firstOf, wrapper } from '../../opencompass/send/local-messages.js';
import { field, iterate, subscriptOf, withEntry } from '../../opencompass/values/python-value.js';
import type { SentMessage } from '../../opencompass/send/service-messages.js';

/** What the classes of AISBench 3.1.0 that look at pictures make of a parsed prompt. */

/**
 * The messages that go to a processor: those of the chat wrappers, but the first must be made of parts.
 * `models/local_models/huggingface_vl.py`, `vllm_offline_vl.py`.
 * @throws PyError what the class raises on a prompt without parts
 */
export function processorMessages(parsed: Value): readonly SentMessage[] {
  const first = firstItem(parsed);
  const parts = partsOf(first);
  const items = parsed.kind === 'list' && first.kind === 'dict' ? [withEntry(first, 'prompt', parts), ...parsed.items.slice(1)] : [];
  return wrapper(new ListValue(items, parsed.span));
}

/** `prompt[0]` */
function firstItem(prompt: Value): Value {
  return prompt.kind === 'list' ? firstOf(prompt) : subscriptOf(prompt, new IntValue(0n, nowhere));
}

/** Of what `item['prompt']` holds each must have a type. */
function partsOf(item: Value): Value {
  const parts = [...iterate(field(item, 'prompt'))];
  for (const part of parts) field(part, 'type');
  return new ListValue(parts, item.span);
}

/**
 * The parts of the first message, which are all that the model is given. `models/local_models/qwen_image_edit_mindie_sd.py`.
 * @throws PyError where there is no picture among them
 */
export function pictureParts(parsed: Value): Value {
  const parts = parsed.kind === 'list' ? partsOf(firstOf(parsed)) : new ListValue([], parsed.span);
  const hasPicture = parts.kind === 'list' && parts.items.some((part) => textOf(field(part, 'type')) === 'image_url');
  if (!hasPicture)
    throw new PyError(
      'AISBenchRuntimeError',
      "[MODEL-UNK-001]QwenImageEditModel requires image input, but can't get image info from input.",
      parsed.span,
    );
  return parts;
}

const kinds: ReadonlySet<string> = new Set(['image_url', 'video_url', 'audio_url', 'text']);
const scheme = 'file://';

/**
 * The flat list of parts that VITA's endpoint is sent: an address without the dict around it and without `file://`. `models/api_models/vita_generate_api.py`.
 * @throws PyError KeyError for what is no part
 */
export function vitaParts(parsed: Value): ListValue {
  const parts = [...iterate(parsed)].flatMap((part) => {
    const kind = textOf(field(part, 'type'));
    return kind !== undefined && kinds.has(kind) && part.kind === 'dict' ? [vitaPart(part, kind)] : [];
  });
  return new ListValue(parts, parsed.span);
}

function vitaPart(part: DictValue, kind: string): Value {
  const content = field(part, kind);
  const address = kind !== 'text' && content.kind === 'dict' ? (content.get('url') ?? content) : content;
  if (kind === 'text' || address.kind !== 'str' || !address.text.startsWith(scheme)) return withEntry(part, kind, address);
  return withEntry(part, kind, new StrValue(address.traced.slice(scheme.length), address.span));
}

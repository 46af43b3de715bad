import { ListValue, type DictValue, type Value } from '../../../core/value.js';
import type { Note } from '../../../core/traced-text.js';
import { ApiParser, wrappedPrompt, type ApiVariant } from '../../opencompass/parse/api-parser.js';
import { Fault } from '../../opencompass/values/fault.js';
import { joinTurns } from '../../opencompass/parse/join-turns.js';
import type { ParseMode, Parsed, Parser } from '../../opencompass/parse/parser.js';
import { isMarker, type PromptList } from '../../opencompass/values/prompt-list.js';
import { add, isTruthy, withPlaceholder } from '../../opencompass/values/python-value.js';
import { named } from '../values/faults.js';

/**
 * The API parser of AISBench 3.1.0 (`models/api_models/base_api.py`, `APITemplateParser`): a role without a prompt is refused in place of being sent
 * empty, parts of images, video and audio may stand in place of a prompt, and there are no plain messages.
 */
export class AisBenchApiParser implements Parser {
  private readonly parser: ApiParser;

  /** @throws PyError what the constructor raises on a malformed meta template */
  constructor(meta: Value | undefined) {
    this.parser = named(() => new ApiParser(meta, variant));
  }

  parse(prompt: Value, mode: ParseMode): Parsed {
    return named(() => this.parser.parse(prompt, mode));
  }
}

const variant: ApiVariant = { plainMessages: false, content, withoutMeta };

function content(role: DictValue, note: Note): Value {
  if (role.get('prompt')) return wrappedPrompt(role, note);
  const parts = role.get('prompt_mm');
  if (parts) return parts;
  throw new Fault('turn-empty', 'ValueError', '', role.span);
}

/** The text of all turns; only where there is none, the parts of those that have no prompt. */
function withoutMeta(prompt: PromptList): Value {
  const text = joinTurns(prompt);
  if (text.text !== '') return text;
  let parts: Value = new ListValue([], prompt.span);
  for (const item of prompt.items) {
    if (item.kind !== 'dict' || isMarker(item) || hasPrompt(item)) continue;
    const own = item.get('prompt_mm');
    if (own && isTruthy(own)) parts = add(parts, own, '+=');
  }
  return parts;
}

function hasPrompt(item: DictValue): boolean {
  const prompt = item.get('prompt');
  return prompt !== undefined && isTruthy(withPlaceholder(prompt));
}

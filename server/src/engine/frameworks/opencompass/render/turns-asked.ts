import type { Value } from '../../../core/value.js';
import { isAbsentOrNone, isTruthy } from '../values/python-value.js';

/**
 * Whether an inferencer that asks turn by turn sends anything of a prompt: it asks for each message of the role `assistant` that has no content, as the template wrote them, before the meta
 * template; turns of HUMAN and BOT are none of those. OpenCompass 0.5.4 `icl_gen_inferencer.py` (`_generate_multiround`), `icl_gen_inferencer_parallel.py` (`_fill_single_chat_turns`).
 * @param raw the prompt before the parser @returns undefined where that is not known
 */
export function sendsByTurn(raw: Value): boolean | undefined {
  if (raw.kind === 'str') return false;
  if (raw.kind !== 'list') return undefined;
  const asked = raw.items.map(isAskedFor);
  if (asked.includes(true)) return true;
  return asked.includes(undefined) ? undefined : false;
}

function isAskedFor(item: Value): boolean | undefined {
  if (item.kind === 'unknown') return undefined;
  if (item.kind !== 'dict') return false;
  const role = item.get('role');
  const content = item.get('content');
  if (role?.kind === 'unknown') return undefined;
  if (role?.kind !== 'str' || role.text !== 'assistant') return false;
  if (content?.kind === 'unknown') return undefined;
  return isAbsentOrNone(content) || !isTruthy(content);
}

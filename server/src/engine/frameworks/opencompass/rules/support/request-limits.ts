import { say } from '../../../../core/say.js';
import type { DictValue, Value } from '../../../../core/value.js';
import type { ClassFacts } from '../../../face/behaviour.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { dialectOf } from '../../render/family.js';
import { classFileText } from './class-file-text.js';

/** Those whose source need not be within reach. */
const known: ReadonlySet<string> = new Set(['OpenAI', 'OpenAISDK']);

/**
 * A service that is never asked: OpenCompass 0.5.3 `models/openai_api.py` and most of its neighbours (`while num_retries < self.retry`), `models/base_api.py`
 * (`TokenBucket`: `sleep(1 / self._rate)` in a thread of its own).
 */
export function* limitFindings(context: CheckContext, model: DictValue, facts: ClassFacts): Iterable<Finding> {
  // AISBench looks at these itself.
  if (dialectOf(context.framework).checkedModelFields.has('retry')) return;
  const [retry, rate] = [model.entry('retry'), model.entry('query_per_second')];
  if (retry && isNone(retry.value) && does(context, facts, /(?:<\s*self\.retry\b(?!\s*\+)|range\(self\.retry\))/))
    yield {
      span: retry.valueSpan,
      severity: 'error',
      message: say`\`retry\` is how often a request is sent in all: with ${shown(retry.value)}, none is sent, and the task raises an exception. Write 1 to send each once.`,
    };
  if (rate && isNone(rate.value) && does(context, facts, /self\.(?:wait|acquire)\(\)/))
    yield {
      span: rate.valueSpan,
      severity: 'error',
      message: say`With \`query_per_second\` ${shown(rate.value)} no request is ever allowed: the first one waits for ever.`,
    };
}

/** How a class shortens what it asks for: OpenCompass 0.5.3 `models/openai_api.py` (`_preprocess_messages`). */
const shortens = 'max_seq_len - input_len - 100';

/** Answers that are to be longer than all that the class lets prompt and answer have together. */
export function* lengthFindings(context: CheckContext, model: DictValue, facts: ClassFacts): Iterable<Finding> {
  const [asked, whole] = [model.entry('max_out_len'), model.get('max_seq_len')];
  if (!known.has(facts.name) || asked?.value.kind !== 'int') return;
  const text = classFileText(context, facts) ?? '';
  if (!text.includes(shortens)) return;
  const usual = new RegExp(`^class ${facts.name}\\b[^]*?max_seq_len: int = (\\d+)`, 'm').exec(text)?.[1];
  const most = whole ? (whole.kind === 'int' ? Number(whole.value) : undefined) : usual === undefined ? undefined : Number(usual);
  if (most === undefined || Number(asked.value.value) <= most) return;
  yield {
    span: asked.valueSpan,
    severity: 'warning',
    message: whole
      ? say`\`max_out_len\` is ${String(asked.value.value)}, and \`max_seq_len\` is ${String(most)}: ${facts.name} asks for no longer answers than ${String(most)} less the prompt and 100, and only the log says so. Make \`max_seq_len\` larger.`
      : say`\`max_out_len\` is ${String(asked.value.value)}, and without a \`max_seq_len\` ${facts.name} takes ${String(most)}: it asks for no longer answers than that less the prompt and 100, and only the log says so. Give a \`max_seq_len\`.`,
  };
}

/** Whether the source of a class has something; of those that ask by their base's way nothing is known. */
function does(context: CheckContext, facts: ClassFacts, pattern: RegExp): boolean {
  const text = classFileText(context, facts);
  return text === undefined ? known.has(facts.name) : pattern.test(text) && !/range\(self\.retry \+ 1\)/.test(text);
}

function isNone(value: Value): boolean {
  return (value.kind === 'int' || value.kind === 'float') && Number(value.value) <= 0;
}

function shown(value: Value): string {
  return value.kind === 'int' || value.kind === 'float' ? String(value.value) : '';
}

import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { nowhere } from '../../../core/span.js';
import { TracedText } from '../../../core/traced-text.js';
import { StrValue, type Value } from '../../../core/value.js';
import { pyStr, typeName } from '../../../python/runtime/semantics.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { isInt, isNone, isSet, itemAt } from '../values/harness-values.js';
import { textOrPlaceholder, withUnknownText } from '../../../python/runtime/unknown-text.js';
import { blaming } from './blame.js';
import { placeOfFields } from './task-config.js';
import type { Message } from './task-prompt.js';
import { harnessMessage } from './turn-messages.js';

// How prompts were put together until 0.4.9.2: text added to text, with a delimiter wherever the code says so (lm-evaluation-harness 0.4.9.2 `api/samplers.py`,
// `get_context` and `get_chat_context`; `api/task.py`, `fewshot_context` and `append_target_question`).

/** What of a row becomes a question and its answer. */
export interface AddedTurn {
  readonly question: Value;
  readonly targetDelimiter: Value;
  /** The `gen_prefix` of the row that is asked. */
  readonly prefix: Value;
  /** Whether the task has choices, and those of this row. */
  readonly hasChoices: boolean;
  readonly choices: () => Value;
  /** The fields to blame. */
  readonly from: { readonly text: Value; readonly target: Value };
}

export interface AddedShot extends AddedTurn {
  readonly answer: Value;
  readonly fewshotDelimiter: Value;
  /** Whether the shots are turns of a chat. */
  readonly asTurns: boolean;
}

const nothing = new StrValue(TracedText.empty, nowhere);

function addedMessage(role: Message['role'], content: Value, delimiter: Value): Message {
  return harnessMessage(role, content, delimiter, true);
}

/**
 * A shot as the messages that it is, or would be: as a text they are written one behind the other.
 * @throws PyError TypeError for an answer that is no text, and where the shots are no turns for such a question; IndexError for one outside of the choices
 */
export function addedShot(shot: AddedShot, release: HarnessRelease): Message[] {
  const { answer, asTurns, from, targetDelimiter, fewshotDelimiter } = shot;
  const question = blaming(from.text, () => {
    const own = isChoice(shot) ? itemAt(shot.choices(), shot.question) : shot.question;
    return asTurns ? own : asText(own);
  });
  const prefix = prefixOf(shot.prefix);
  const empty = answer.kind === 'str' && answer.text === '';
  if (empty && !asTurns && release.leavesOutEmptyAnswer) return [addedMessage('user', question, nothing)];
  const text = blaming(from.target, () => answerOf(shot));
  const joined = asTurns && !release.chatAnswersAreTexts ? text : blaming(from.target, () => added(prefix, text));
  return [addedMessage('user', question, targetDelimiter), addedMessage('assistant', joined, fewshotDelimiter)];
}

/** `doc_to_text` is an index into the choices wherever it is no text, as long as there are any. */
function isChoice({ hasChoices, question }: AddedTurn): boolean {
  return hasChoices && question.kind !== 'str' && question.kind !== 'unknown';
}

function answerOf({ answer, hasChoices, choices }: AddedShot): Value {
  if (answer.kind === 'list') return asPyStr(itemAt(answer, { kind: 'int', value: 0n, span: answer.span }));
  if (!hasChoices || answer.kind === 'str' || answer.kind === 'unknown') return answer;
  return asPyStr(itemAt(choices(), answer));
}

function asPyStr(value: Value): Value {
  return value.kind === 'unknown' ? value : new StrValue(pyStr(value), value.span);
}

/** A `gen_prefix` is followed by a space before an answer, whatever it ends in. */
function prefixOf(prefix: Value): StrValue {
  if (!isSet(prefix)) return nothing;
  const space = TracedText.of(' ', { kind: 'framework', what: say`space between gen_prefix and answer` });
  return new StrValue(TracedText.join([asText(prefix).traced, space]), prefix.span);
}

function added(prefix: StrValue, text: Value): StrValue {
  const own = asText(text);
  return prefix.text === '' ? own : new StrValue(TracedText.join([prefix.traced, own.traced].filter(({ length }) => length > 0)), own.span);
}

function asText(value: Value): StrValue {
  const text = withUnknownText(value);
  if (text.kind === 'str') return text;
  throw new PyError('TypeError', `can only concatenate str (not "${typeName(text)}") to str`, placeOfFields(text));
}

/** The question that is asked, with the beginning of its answer. Undefined where the harness makes no text of it, and goes on without one. */
export function addedQuestion(
  { question, hasChoices, choices, prefix, targetDelimiter, from }: AddedTurn,
  chat: boolean,
): Message[] | undefined {
  const text = blaming(from.text, () => {
    if (!isInt(question)) return question;
    return hasChoices ? itemAt(choices(), question) : asPyStr(question);
  });
  if (text.kind !== 'str' && text.kind !== 'unknown' && !isInt(question)) return undefined;
  const begins = chat ? isSet(prefix) : !isNone(prefix);
  const user = addedMessage('user', text, begins ? targetDelimiter : nothing);
  return begins ? [user, addedMessage('assistant', prefix, nothing)] : [user];
}

/** System instruction and description, with the delimiter between them whatever they end in. */
export function addedSystemText(instruction: StrValue | undefined, description: Value, delimiter: Value): Value {
  if (!isSet(description)) return instruction ?? nothing;
  if (!instruction) return description;
  const parts = [instruction, description, delimiter.kind === 'str' ? delimiter : new StrValue(pyStr(delimiter), delimiter.span)];
  const [first, last, between] = parts.map(textOrPlaceholder);
  return new StrValue(TracedText.join([first!, between!, last!].filter(({ length }) => length > 0)), description.span);
}

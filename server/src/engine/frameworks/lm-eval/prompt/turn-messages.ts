import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { pyStr, typeName } from '../../../python/runtime/semantics.js';
import { TracedText, type Note } from '../../../core/traced-text.js';
import { StrValue, type Value } from '../../../core/value.js';
import { blaming } from './blame.js';
import { textOrPlaceholder, withUnknownText } from '../../../python/runtime/unknown-text.js';
import { endsWithSpace, isInt, isNone, isSet, itemAt, startsWithSpace } from '../values/harness-values.js';
import { placeOfFields } from './task-config.js';
import type { HarnessMessage, Message } from './task-prompt.js';

/** A question with its answer, or without one where the model is to answer. */
export interface HarnessTurn {
  readonly question: Value;
  readonly choices?: Value | undefined;
  /** Undefined for the question that the model answers. */
  readonly answer?: Value | undefined;
  readonly genPrefix: Value | undefined;
  readonly targetDelimiter: Value;
  readonly fewshotDelimiter: Value;
  /** The fields to blame. */
  readonly from: { readonly text: Value; readonly target: Value };
}

const joint = new StrValue(TracedText.of(' ', { kind: 'framework', what: say`space between gen_prefix and answer` }), {
  file: '',
  start: 0,
  end: 0,
});
const empty = new StrValue(TracedText.empty, joint.span);

/**
 * One turn as messages (lm-evaluation-harness 0.4.13 `api/task.py`, `build_qa_turn`).
 * @throws PyError AssertionError for a question or an answer that is no text, IndexError for an answer outside of the choices
 */
export function buildTurn(turn: HarnessTurn): Message[] {
  const question = asText(turn.question, 'Context', turn.from.text);
  const { genPrefix, answer, targetDelimiter } = turn;
  const answered = answer !== undefined && !isNone(answer) && !(answer.kind === 'str' && answer.text === '');
  const prefix = isSet(genPrefix) ? genPrefix : undefined;
  const delimited = prefix ? requiresDelimiter(question, prefix) : answered;
  const user = harnessMessage('user', question, delimited ? targetDelimiter : empty);
  if (answered) return [user, harnessMessage('assistant', maybeDelimit(prefix, answerText(turn, answer), joint), turn.fewshotDelimiter)];
  return prefix ? [user, harnessMessage('assistant', prefix, empty)] : [user];
}

function answerText({ choices, from }: HarnessTurn, answer: Value): Value {
  const text = blaming(from.target, () => {
    if (answer.kind === 'unknown') return answer;
    if (isSet(choices) && isInt(answer)) return itemAt(choices, answer);
    return answer.kind === 'list' ? itemAt(answer, { kind: 'int', value: 0n, span: answer.span }) : answer;
  });
  return asText(text, 'Answer', from.target, answer);
}

function asText(value: Value, what: 'Context' | 'Answer', field: Value, shown = value): StrValue {
  const text = withUnknownText(value);
  if (text.kind === 'str') return text;
  throw new PyError('AssertionError', `${what} is not a string! : ${pyStr(shown).text}`, placeOfFields(field, value));
}

/**
 * A message of a text. What is no text raises only where the message is written as plain text: `content + delimiter` (`Message.to_text`, `api/utils.py`).
 * @param added whether it is added to a text instead, as until 0.4.9.2
 */
export function harnessMessage(role: Message['role'], content: Value, delimiter: Value, added = false): Message {
  const text = textOrPlaceholder(content);
  const after = withUnknownText(delimiter);
  const fault = content.kind !== 'str' && content.kind !== 'unknown' ? content : after.kind !== 'str' ? after : undefined;
  if (!fault) return { role, text, delimiter: textOrPlaceholder(delimiter) };
  const own = fault === content && !added ? sumFault(typeName(content), typeName(after)) : sumFault('str', typeName(fault));
  const raises = new PyError('TypeError', own, placeOfFields(fault));
  return { role, text, ...(fault === content && { content }), delimiter: TracedText.empty, raises };
}

/** What Python says of `left + right`, by the types of the two. */
function sumFault(left: string, right: string): string {
  const joins = ['str', 'list', 'tuple'].includes(left);
  return joins ? `can only concatenate ${left} (not "${right}") to ${left}` : `unsupported operand type(s) for +: '${left}' and '${right}'`;
}

/**
 * `maybe_delimit` (`api/utils.py`): both texts, with the delimiter between them where neither is empty nor has white space at the joint.
 * @throws PyError TypeError for what is no text
 */
export function maybeDelimit(prefix: Value | undefined, suffix: Value | undefined, delimiter: Value): Value {
  if (!isSet(prefix)) return isSet(suffix) ? withUnknownText(suffix) : empty;
  if (!isSet(suffix)) return withUnknownText(prefix);
  const [before, after] = [withUnknownText(prefix), withUnknownText(suffix)];
  const spaced = endsWithSpace(before) || startsWithSpace(after);
  return concatenated(spaced ? [before, after] : [before, withUnknownText(delimiter), after]);
}

function concatenated(values: readonly Value[]): StrValue {
  const odd = values.find((value) => value.kind !== 'str');
  if (odd) {
    const text = odd === values[0] ? sumFault(typeName(odd), typeName(values[1]!)) : sumFault('str', typeName(odd));
    throw new PyError('TypeError', text, placeOfFields(odd));
  }
  return new StrValue(TracedText.join(values.map(textOrPlaceholder).filter((text) => text.length > 0)), values[0]!.span);
}

/** `requires_delimiter`: whether neither text has white space at the joint; an empty question needs none. */
function requiresDelimiter(question: StrValue, prefix: Value): boolean {
  if (question.text === '') return false;
  return !(endsWithSpace(question) || startsWithSpace(withUnknownText(prefix)));
}

/**
 * The messages as one plain text.
 * @throws PyError TypeError where a delimiter is no text
 */
export function plainText(messages: readonly Message[]): TracedText {
  const parts = messages.flatMap((part) => {
    if (part.raises) throw part.raises;
    return [part.text, part.delimiter];
  });
  return joined(parts);
}

/**
 * The messages as a chat template gets them: each its own, or (`multiturn` false) all before the answer's beginning as one of the user
 * (`multiturn_to_singleturn`, `api/utils.py`). Notes say what each piece was.
 * @throws PyError TypeError where a delimiter is written that is no text
 */
export function chatMessages(messages: readonly Message[], multiturn: boolean): HarnessMessage[] {
  if (multiturn) return messages.map(bare);
  const system = messages[0]?.role === 'system' ? messages[0] : undefined;
  const rest = system ? messages.slice(1) : messages;
  const last = rest.at(-1)!;
  const begun = last.role === 'assistant';
  const asked = begun ? rest.slice(0, -1) : rest;
  const question = asked.at(-1);
  const turns: Message[] = question ? [...asked.slice(0, -1), { ...bare(question), delimiter: TracedText.empty }] : [];
  return [...(system ? [bare(system)] : []), { role: 'user', text: plainText(turns) }, ...(begun ? [bare(last)] : [])];
}

function bare({ role, text, content }: Message): HarnessMessage {
  return { role, text, ...(content && { content }) };
}

function joined(parts: readonly TracedText[]): TracedText {
  const some = parts.filter((part) => part.length > 0);
  return some.length === 0 ? TracedText.empty : TracedText.join(some);
}

/** Says on every piece of the messages whose it is: the role, the number of the message, and what `note` says of all. */
export function notedMessages(messages: readonly Message[], first: number, note: Note = {}): Message[] {
  return messages.map((part, i) => {
    const own: Note = { ...note, role: part.role, turn: first + i };
    return { ...part, text: part.text.noted({ ...own, part: 'prompt' }), delimiter: part.delimiter.noted({ ...own, part: 'separator' }) };
  });
}

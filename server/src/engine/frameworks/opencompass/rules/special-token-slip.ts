import { isNameSlip } from '../../../checks/support/slip.js';
import { isHere, ofKind, placesToCheck } from '../../../checks/support/places.js';
import { itemsOf } from '../../../config/sequence.js';
import { say } from '../../../core/say.js';
import type { DictValue, StrValue, Value } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { placeIn, rewriteFix } from './support/dataset-faults.js';

/** Tokens that mark turns and texts in the chat formats of well-known models, without `<|` and `|>`: slips are of these. */
const marks: readonly string[] = (
  'im_start im_end im_sep endoftext startoftext begin_of_text end_of_text start_header_id end_header_id header_start header_end eot_id eom_id python_tag begin_of_sentence ' +
  'end_of_sentence assistant system observation end_of_turn start_of_turn Assistant System startofpiece endofpiece vision_start vision_end USER_TOKEN CHATBOT_TOKEN SYSTEM_TOKEN ' +
  'START_OF_TURN_TOKEN END_OF_TURN_TOKEN'
).split(' ');

/** Others that are near to one of these, and right. */
const near: readonly string[] = 'fim_end fim_start im_user im_system im_assistant image_start image_end start_of_role end_of_role'.split(
  ' ',
);

const known: ReadonlySet<string> = new Set([...marks, ...near]);

/** Shorter ones are near to many words. */
const shortest = 5;

/** Where a token is written, or nearly: with a stroke or a bracket too few. No token is longer. */
const written = /<\|?\w{1,40}\|?>?|\b\w{1,40}\|>/g;

/** So many tokens of a text are looked at: what stands around a turn has a few. */
const mostTokens = 50;

/**
 * Special tokens of a model's chat format that are none, by a slip: a tokenizer takes them apart like any text, and the model has not learned them so. Headers that end and begin nowhere,
 * as in the formats of Llama 3.
 */
export const specialTokenSlip: ConfigRule = {
  id: 'special-token-slip',
  title: 'A special token of a chat format with a slip, or without the one that belongs to it',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'A prompt in a format that the model does not know, without an error',
  scope: 'document',
  *check(context): Iterable<Finding> {
    for (const text of textsOf(context)) {
      if (!isHere(context, text) || !/[<|>]/.test(text.text)) continue;
      const found = [...slips(context, text), ...roleSlips(context, text)];
      yield* found;
      // A slip in the other part of a header has been told.
      if (found.length === 0) yield* lonelyHeaders(text);
    }
  },
};

/** What the meta templates put around turns, and what ends an answer. */
function* textsOf(context: CheckContext): Iterable<StrValue> {
  const places = placesToCheck(context);
  for (const [kind, keys] of keysOf) for (const { value } of ofKind(places, kind)) if (value.kind === 'dict') yield* texts(value, keys);
}

const keysOf: readonly (readonly [string, readonly string[]])[] = [
  ['meta-role', ['begin', 'end', 'prompt']],
  ['meta-template', ['begin', 'end']],
  ['model', ['stop_words', 'end_str']],
];

function* texts(dict: DictValue, keys: readonly string[]): Iterable<StrValue> {
  for (const key of keys) {
    const held = dict.get(key);
    const values: readonly Value[] = held?.kind === 'list' || held?.kind === 'tuple' ? (itemsOf(held) ?? []) : held ? [held] : [];
    for (const value of values) if (value.kind === 'str') yield value;
  }
}

function* slips(context: CheckContext, value: StrValue): Iterable<Finding> {
  let looked = 0;
  for (const { 0: token, index } of value.text.matchAll(written)) {
    if (++looked > mostTokens) return;
    const meant = meantBy(token);
    if (meant === undefined) continue;
    yield {
      span: placeIn(value, index, index + token.length),
      message: say`${token} is no special token of a chat format that is known: the tokenizer takes it apart like any text, and nothing raises. Did you mean ${meant}?`,
      fixes: rewriteFix(context, value, index, index + token.length, meant, say`Write ${meant}`),
    };
  }
}

/** The roles that stand behind the token that opens a turn. */
const roles: readonly string[] = ['assistant', 'system', 'user'];

/** A role behind the token of a turn that is none, by a slip: the model has not learned it. */
function* roleSlips(context: CheckContext, value: StrValue): Iterable<Finding> {
  for (const { 0: opened, 1: token = '', 2: role = '', index } of value.text.matchAll(
    /(<\|(?:im_start|start_header_id|header_start)\|>)(\w{3,20})(?=\n|<\|)/g,
  )) {
    const meant = roles.includes(role) ? undefined : roles.find((name) => isNameSlip(role, name, 'some') || role.toLowerCase() === name);
    if (meant === undefined) continue;
    const [start, end] = [index + token.length, index + opened.length];
    yield {
      span: placeIn(value, start, end),
      message: say`${role} is no role of a chat format that is known: the model has not learned it, and nothing raises. Did you mean ${meant}?`,
      fixes: rewriteFix(context, value, start, end, meant, say`Write ${meant}`),
    };
  }
}

/** The token of which another is a slip; undefined for one that is right, and for one that is like none. */
function meantBy(token: string): string | undefined {
  // `<end_of_turn>` is a token of its own.
  if (!token.includes('|')) return undefined;
  const name = token.replace(/^<?\|?/, '').replace(/\|?>?$/, '');
  const isWhole = token.startsWith('<|') && token.endsWith('|>');
  if (name.length < shortest || (isWhole && known.has(name))) return undefined;
  const meant = known.has(name) ? name : marks.find((mark) => mark.length > shortest && isNameSlip(name, mark, 'some'));
  return meant === undefined ? undefined : `<|${meant}|>`;
}

const header = /<\|(?:start_header_id|header_start)\|>/;
const headerEnd = /<\|(?:end_header_id|header_end)\|>/;

/** The name of a role stands between two tokens, in one text. */
function* lonelyHeaders(value: StrValue): Iterable<Finding> {
  const [begins, ends] = [header.exec(value.text), headerEnd.exec(value.text)];
  const lonely = begins && !ends ? begins : ends && !begins ? ends : undefined;
  if (!lonely) return;
  const other = lonely === begins ? lonely[0].replace('start', 'end') : lonely[0].replace('end', 'start');
  yield {
    span: placeIn(value, lonely.index, lonely.index + lonely[0].length),
    message:
      lonely === begins
        ? say`The header that begins here with ${lonely[0]} does not end with ${other}: the model reads no role, and nothing raises.`
        : say`The header that ends here with ${lonely[0]} does not begin with ${other}: the model reads no role, and nothing raises.`,
  };
}

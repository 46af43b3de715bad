import { say } from '../core/say.js';
import { inByteLetters, punctuation, wordCharacter } from './characters.js';
import {
  countIn,
  flagIn,
  list,
  notCompared,
  onlyKeys,
  optionalPart,
  partIn,
  textIn,
  typeOfPart,
  type TokenizerPart,
} from './tokenizer-part.js';
import { compilePattern, refuseLong } from './pattern.js';
import { TokensRefused } from './refusal.js';

/** A part of the text that goes to the model, or to the next step. */
export interface Word {
  readonly text: string;
  /** It begins where the text begins. */
  readonly first: boolean;
}

/** Splits words further, or writes them in another way. */
export type PreTokenizer = (word: Word) => readonly Word[];

const where = 'pre_tokenizer';
/** The pattern of GPT-2, which is written into the library (`pre_tokenizers/byte_level.rs`). */
const gpt2 = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

/** @throws TokensRefused for what was not compared with tokenizers 0.23 (`pre_tokenizers/`) */
function preTokenizerOf(part: TokenizerPart): PreTokenizer {
  const type = typeOfPart(part, where);
  switch (type) {
    case 'Sequence':
      onlyKeys(part, ['pretokenizers'], type);
      return sequence(list(part, 'pretokenizers', where).map((item) => preTokenizerOf(partIn(item, where))));
    case 'ByteLevel':
      return byteLevel(part);
    case 'Metaspace':
      return metaspace(part);
    case 'Split':
      return split(part);
    case 'Digits':
      onlyKeys(part, ['individual_digits'], type);
      return splitter(/\p{N}/gu, flagIn(part, 'individual_digits', false, where) ? 'Isolated' : 'Contiguous', false);
    case 'Punctuation':
      onlyKeys(part, ['behavior'], type);
      return splitter(new RegExp(`[${punctuation}]`, 'gu'), behaviorOf(part, 'Isolated'), false);
    case 'Whitespace':
      onlyKeys(part, [], type);
      return splitter(new RegExp(`[${wordCharacter}]+|[^${wordCharacter}\\p{White_Space}]+`, 'gu'), 'Removed', true);
    case 'WhitespaceSplit':
      onlyKeys(part, [], type);
      return splitter(/\p{White_Space}/gu, 'Removed', false);
    case 'BertPreTokenizer':
      onlyKeys(part, [], type);
      return sequence([splitter(/\p{White_Space}/gu, 'Removed', false), splitter(new RegExp(`[${punctuation}]`, 'gu'), 'Isolated', false)]);
    case 'CharDelimiterSplit':
      onlyKeys(part, ['delimiter'], type);
      return splitter(literal(textIn(part, 'delimiter', where)), 'Removed', false);
    case 'FixedLength':
      return fixedLength(part);
    default:
      throw notCompared(say`the pre-tokenizer "${type.slice(0, 60)}"`);
  }
}

function sequence(parts: readonly PreTokenizer[]): PreTokenizer {
  return (word) => parts.reduce<readonly Word[]>((words, part) => words.flatMap((each) => part(each)), [word]);
}

function byteLevel(part: TokenizerPart): PreTokenizer {
  onlyKeys(part, ['add_prefix_space', 'trim_offsets', 'use_regex'], 'ByteLevel');
  const space = flagIn(part, 'add_prefix_space', true, where);
  const splits = flagIn(part, 'use_regex', true, where) ? splitter(compilePattern(gpt2), 'Isolated', false) : undefined;
  return (word) => {
    const spaced = space && !word.text.startsWith(' ') ? { text: ` ${word.text}`, first: word.first } : word;
    return (splits?.(spaced) ?? [spaced]).map(({ text: words, first }) => ({ text: inByteLetters(words), first }));
  };
}

function metaspace(part: TokenizerPart): PreTokenizer {
  onlyKeys(part, ['replacement', 'prepend_scheme', 'add_prefix_space', 'split', 'str_rep'], 'Metaspace');
  const sign = textIn(part, 'replacement', where);
  if ([...sign].length !== 1 || (part.get('str_rep') ?? sign) !== sign) throw notCompared(say`such a Metaspace`);
  const scheme = schemeOf(part);
  const splits = flagIn(part, 'split', true, where) ? splitter(literal(sign), 'MergedWithNext', false) : undefined;
  return ({ text: input, first }) => {
    const replaced = input.replaceAll(' ', sign);
    const prepends = !replaced.startsWith(sign) && (scheme === 'always' || (scheme === 'first' && first));
    const word = { text: prepends ? sign + replaced : replaced, first };
    return splits?.(word) ?? [word];
  };
}

/** The older `add_prefix_space` says the same in other words; the two must not disagree. */
function schemeOf(part: TokenizerPart): string {
  const scheme = part.get('prepend_scheme') ?? (part.get('add_prefix_space') === false ? 'never' : 'always');
  if (scheme !== 'always' && scheme !== 'first' && scheme !== 'never') throw notCompared(say`such a prepend_scheme`);
  if (part.get('add_prefix_space') === false && scheme !== 'never')
    throw new TokensRefused(say`The tokenizer's Metaspace says two things of its prefix.`);
  return scheme;
}

function split(part: TokenizerPart): PreTokenizer {
  onlyKeys(part, ['pattern', 'behavior', 'invert'], 'Split');
  const pattern = partIn(part.get('pattern'), where);
  const plain = pattern.get('String');
  const regex = typeof plain === 'string' ? literal(plain) : compilePattern(textIn(pattern, 'Regex', where));
  return splitter(regex, behaviorOf(part, undefined), flagIn(part, 'invert', false, where));
}

function literal(plain: string): RegExp {
  if (plain === '') throw notCompared(say`a split at empty text`);
  refuseLong(plain);
  return new RegExp(Array.from(plain, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`).join(''), 'gu');
}

function fixedLength(part: TokenizerPart): PreTokenizer {
  onlyKeys(part, ['length'], 'FixedLength');
  const length = countIn(part, 'length', where);
  if (length === 0) throw notCompared(say`words of no length`);
  return ({ text: input, first }) => {
    const characters = Array.from(input);
    const words: Word[] = [];
    for (let at = 0; at < characters.length; at += length)
      words.push({ text: characters.slice(at, at + length).join(''), first: first && at === 0 });
    return words;
  };
}

const behaviors = ['Removed', 'Isolated', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous'] as const;
type Behavior = (typeof behaviors)[number];

function behaviorOf(part: TokenizerPart, absent: Behavior | undefined): Behavior {
  const given = part.get('behavior') ?? absent;
  const behavior = behaviors.find((each) => each === given);
  if (!behavior) throw notCompared(say`such a behavior of a split`);
  return behavior;
}

/** A stretch of the text: a match, or what lies between two. */
interface Stretch {
  start: number;
  end: number;
  matches: boolean;
}

/** `SplitDelimiterBehavior` of `tokenizer/normalizer.rs`. */
function splitter(regex: RegExp, behavior: Behavior, invert: boolean): PreTokenizer {
  const arrange = arrangements[behavior];
  return ({ text: input, first }) => {
    const words: Word[] = [];
    for (const { start, end } of arrange(stretches(input, regex, invert)))
      if (end > start) words.push({ text: input.slice(start, end), first: first && start === 0 });
    return words;
  };
}

function stretches(input: string, regex: RegExp, invert: boolean): Stretch[] {
  const found: Stretch[] = [];
  let last = 0;
  for (const { index, 0: matched } of input.matchAll(regex)) {
    if (index > last) found.push({ start: last, end: index, matches: invert });
    found.push({ start: index, end: index + matched.length, matches: !invert });
    last = index + matched.length;
  }
  if (last < input.length) found.push({ start: last, end: input.length, matches: invert });
  return found;
}

const arrangements: Readonly<Record<Behavior, (stretches: Stretch[]) => readonly Stretch[]>> = {
  Isolated: (all) => all,
  Removed: (all) => all.filter(({ matches }) => !matches),
  Contiguous: (all) => joined(all, (before, now) => before.matches === now.matches),
  MergedWithPrevious: (all) => {
    let previous = false;
    return joined(all, (_, { matches }) => {
      const joins = matches && !previous;
      previous = matches;
      return joins;
    });
  },
  MergedWithNext: (all) => {
    const words: Stretch[] = [];
    let following = false;
    for (const { start, end, matches } of all.toReversed()) {
      const next = words.at(-1);
      if (matches && !following && next) next.start = start;
      else words.push({ start, end, matches });
      following = matches;
    }
    return words.reverse();
  },
};

function joined(all: readonly Stretch[], joins: (before: Stretch, now: Stretch) => boolean): Stretch[] {
  const words: Stretch[] = [];
  let before: Stretch | undefined;
  for (const now of all) {
    // The first has nothing to join, yet is looked at.
    const together = joins(before ?? now, now) && before !== undefined;
    if (together) words.at(-1)!.end = now.end;
    else words.push({ ...now });
    before = now;
  }
  return words;
}

/** @param raw of `tokenizer.json`; null where the whole text is one word */
export function optionalPreTokenizer(raw: unknown): PreTokenizer | undefined {
  const part = optionalPart(raw, where);
  return part && preTokenizerOf(part);
}

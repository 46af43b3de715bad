import { say } from '../core/say.js';
import { byteLetters, endOfText, inByteLetters, trimStart } from './characters.js';
import { flagIn, list, notCompared, onlyKeys, partIn, textIn, typeOfPart, type TokenizerPart } from './tokenizer-part.js';
import { compilePattern } from './pattern.js';
import { precompiled } from './precompiled.js';
import { TokensRefused } from './refusal.js';

/** What a tokenizer does with a text before it is split. */
export type Normalizer = (text: string) => string;

const where = 'normalizer';

/** @throws TokensRefused for what was not compared with tokenizers 0.23 (`normalizers/`) */
export function normalizerOf(part: TokenizerPart): Normalizer {
  const type = typeOfPart(part, where);
  switch (type) {
    case 'NFC':
    case 'NFD':
    case 'NFKC':
    case 'NFKD':
      onlyKeys(part, [], type);
      return (input) => input.normalize(type);
    case 'Sequence':
      onlyKeys(part, ['normalizers'], type);
      return sequence(list(part, 'normalizers', where).map((item) => normalizerOf(partIn(item, where))));
    case 'Lowercase':
      onlyKeys(part, [], type);
      return lowercase;
    case 'Strip':
      return strip(part);
    case 'StripAccents':
      onlyKeys(part, [], type);
      return (input) => input.replace(/\p{M}/gu, '');
    case 'Replace':
      return replace(part);
    case 'Prepend': {
      onlyKeys(part, ['prepend'], type);
      const prefix = textIn(part, 'prepend', where);
      return (input) => (input === '' ? input : prefix + input);
    }
    case 'ByteLevel':
      onlyKeys(part, [], type);
      return byteLevel;
    case 'Precompiled':
      return precompiled(part);
    case 'BertNormalizer':
      return bert(part);
    default:
      throw notCompared(say`the normalizer "${type.slice(0, 60)}"`);
  }
}

/** So much longer a text becomes at most: each of many replacements may double it. */
const mostGrowth = 20;

function sequence(parts: readonly Normalizer[]): Normalizer {
  return (input) =>
    parts.reduce((now, part) => {
      const next = part(now);
      if (next.length > mostGrowth * (input.length + 1000)) throw new TokensRefused(say`The tokenizer makes the text many times as long.`);
      return next;
    }, input);
}

/** Character by character: JavaScript alone knows that a sigma at the end of a word has its own form. */
function lowercase(input: string): string {
  return input.includes('Σ') ? Array.from(input, (character) => character.toLowerCase()).join('') : input.toLowerCase();
}

function byteLevel(input: string): string {
  return byteLetters.length === 256 ? inByteLetters(input) : input;
}

function strip(part: TokenizerPart): Normalizer {
  onlyKeys(part, ['strip_left', 'strip_right'], 'Strip');
  const left = flagIn(part, 'strip_left', false, where);
  const right = flagIn(part, 'strip_right', false, where);
  return (input) => {
    const end = right ? input.slice(0, endOfText(input)) : input;
    return left ? trimStart(end) : end;
  };
}

function replace(part: TokenizerPart): Normalizer {
  onlyKeys(part, ['pattern', 'content'], 'Replace');
  const pattern = partIn(part.get('pattern'), where);
  const content = textIn(part, 'content', where);
  const plain = pattern.get('String');
  if (plain === '') throw notCompared(say`a Replace of empty text`);
  if (typeof plain === 'string') return (input) => input.replaceAll(plain, () => content);
  const regex = compilePattern(textIn(pattern, 'Regex', where));
  return (input) => input.replace(regex, () => content);
}

const removed = /[\0\ufffd\p{Cc}\p{Cf}\p{Co}]/gu;
const chinese =
  /[\u{4e00}-\u{9fff}\u{3400}-\u{4dbf}\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{f900}-\u{faff}\u{2f800}-\u{2fa1f}]/gu;

function bert(part: TokenizerPart): Normalizer {
  onlyKeys(part, ['clean_text', 'handle_chinese_chars', 'strip_accents', 'lowercase'], 'BertNormalizer');
  const lower = flagIn(part, 'lowercase', true, where);
  const accents = flagIn(part, 'strip_accents', lower, where);
  const clean = flagIn(part, 'clean_text', true, where);
  const spaced = flagIn(part, 'handle_chinese_chars', true, where);
  return (input) => {
    let now = input;
    if (clean) now = now.replace(removed, (character) => ('\t\n\r'.includes(character) ? character : '')).replace(/\p{White_Space}/gu, ' ');
    if (spaced) now = now.replace(chinese, ' $& ');
    if (accents) now = now.normalize('NFD').replace(/\p{Mn}/gu, '');
    return lower ? lowercase(now) : now;
  };
}

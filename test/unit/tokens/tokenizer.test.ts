import { describe, expect, it } from 'vitest';
import { readTokenizer } from '../../../server/src/engine/tokens/read-tokenizer.js';
import { TokensRefused } from '../../../server/src/engine/tokens/refusal.js';
import { tokensOfText } from '../../../server/src/engine/tokens/tokens-of-texts.js';
import { smallTokenizer, type TokenizerParts } from '../../support/small-tokenizer.js';

const read = (parts?: TokenizerParts) => readTokenizer(new TextEncoder().encode(JSON.stringify(smallTokenizer(parts))));
const pieces = (text: string, parts?: TokenizerParts, special = true) =>
  read(parts)
    .encode(text, special)
    .map(({ piece }) => piece);

describe('a tokenizer', () => {
  it('gives the pieces of the vocabulary, with its special tokens', () => {
    expect(pieces('hello hello w<|end|>ö')).toEqual(['<s>', 'hello', 'Ġhello', 'Ġw', '<|end|>', 'Ã', '¶']);
    expect(pieces('hello', undefined, false)).toEqual(['hello']);
    expect(pieces('')).toEqual(['<s>']);
  });

  it('merges long words as short ones', () => {
    expect(pieces('hello'.repeat(100), undefined, false)).toEqual(Array(100).fill('hello'));
  });

  // As `added_vocabulary.rs` does: held against Python's tokenizers by the suite "oracle tokens".
  it('takes the blanks beside a token that strips them, and leaves one alone that is within a word', () => {
    const token = { id: 264, content: 'MASK', single_word: true, lstrip: true, rstrip: false, normalized: false, special: true };
    const added_tokens = [...(smallTokenizer()['added_tokens'] as unknown[]), token];
    expect(pieces('h  MASK h', { added_tokens }, false)).toEqual(['h', '  MASK', 'Ġ', 'h']);
    expect(pieces('hMASK', { added_tokens }, false)).toEqual(['h', 'M', 'A', 'S', 'K']);
  });

  it.each<[string, TokenizerParts]>([
    ['a normalizer', { normalizer: { type: 'Nmt' } }],
    ['a setting', { pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true, more: 1 } }],
    ['a model', { model: { type: 'Dreams', vocab: {} } }],
    ['dropout', { model: { ...(smallTokenizer()['model'] as object), dropout: 0.1 } }],
    ['an id that the library would not give', { added_tokens: [{ id: 7, content: '<x>' }] }],
    ['a search without end', { pre_tokenizer: { type: 'Split', pattern: { Regex: '(a+)+b' }, behavior: 'Isolated', invert: false } }],
    ['a merge of unknown pieces', { model: { ...(smallTokenizer()['model'] as object), merges: ['x yz'] } }],
    ['two pieces of one id', { model: { type: 'WordLevel', unk_token: 'a', vocab: { a: 0, b: 0 } } }],
    ['nonsense', { model: [1, 2] }],
    ['a part that is not known', { __more__: {} }],
  ])('refuses %s with a reason', (_, parts) => {
    expect(() => read(parts)).toThrow(TokensRefused);
  });

  it('takes the name of a property of JavaScript for a piece as any other', () => {
    const model = { type: 'WordLevel', unk_token: 'constructor', vocab: JSON.parse('{"__proto__": 0, "constructor": 1}') as unknown };
    const parts = { model, added_tokens: [], pre_tokenizer: { type: 'WhitespaceSplit' }, post_processor: null };
    expect(pieces('__proto__ toString', parts)).toEqual(['__proto__', 'constructor']);
  });

  it('refuses half of a surrogate pair, and characters that versions of Unicode differ on', () => {
    expect(() => pieces('a\ud800')).toThrow('surrogate');
    expect(() => pieces('\u{1ac5}')).not.toThrow();
    expect(() => pieces('\u1ac5', { normalizer: { type: 'NFC' } })).toThrow('U+1AC5');
  });
});

describe('tokens of a text', () => {
  const shown = (text: string, special: boolean | 'unless-begun' = true) =>
    tokensOfText(read(), { text, special, parts: [6, text.length] }, true);

  it('have their places in it, and parts of characters their bytes', () => {
    const { count, shown: tokens, problem } = shown('hello w ö');
    expect(problem).toBeUndefined();
    expect(tokens.map(({ text, kind }) => `${kind}:${text}`)).toEqual([
      'added:<s>',
      'text:hello',
      'text: w',
      'text: ',
      'bytes:C3',
      'bytes:B6',
    ]);
    expect(count).toEqual({ all: 6, parts: [2, 4] });
  });

  it('say where the BOS token stands twice, and leave it out where the run does', () => {
    expect(shown('<s>hello').doubleBos).toBe('<s>');
    expect(shown('<s>hello', 'unless-begun').doubleBos).toBeUndefined();
    expect(shown('<s>hello', 'unless-begun').count.all).toBe(2);
  });

  it('have no places where the tokenizer changes the text', () => {
    const lower = read({ normalizer: { type: 'Lowercase' } });
    const answer = tokensOfText(lower, { text: 'HELLO', special: false, parts: [5] }, true);
    expect(answer.problem).toContain('changes the text');
    expect(answer.shown.map(({ text }) => text)).toEqual(['hello']);
    expect(answer.count).toEqual({ all: 1, parts: [] });
  });
});

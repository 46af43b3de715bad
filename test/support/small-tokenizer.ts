import { byteLetters } from '../../server/src/engine/tokens/characters.js';

/** Changes of the parts of a `tokenizer.json`. */
export type TokenizerParts = Readonly<Record<string, unknown>>;

/** A `tokenizer.json` of our own: bytes as letters, a few merges, `<s>` before each text. */
export function smallTokenizer(parts: TokenizerParts = {}): Record<string, unknown> {
  const pieces = ['<s>', '<|end|>', ...byteLetters, 'he', 'll', 'hell', 'hello', 'Ġhello', 'Ġw'];
  const vocab = Object.fromEntries(pieces.map((piece, id) => [piece, id]));
  const added = (id: number, content: string) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [added(0, '<s>'), added(1, '<|end|>')],
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ SpecialToken: { id: '<s>', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
      pair: [],
      special_tokens: { '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] } },
    },
    decoder: { type: 'ByteLevel' },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab,
      merges: ['h e', 'l l', 'he ll', 'hell o', 'Ġ hello', 'Ġ w'],
    },
    ...parts,
  };
}

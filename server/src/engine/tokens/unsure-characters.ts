import type { TokenizerPart } from './tokenizer-part.js';

// Which characters one version of Unicode takes for what another does not. The tables of Python's `tokenizers` are of several versions, those of V8 of whatever Node has:
// a text with one of these characters may get other ids there, so it gets none here. Measured for every character with tokenizers 0.23.3 and Unicode 17 in V8.

/** Assigned since Unicode 15. Oniguruma knows them as this V8 does, but an older V8 may not. */
const assigned =
  '295 88f 897 c5c cdc cf3 ece 1acf-1add 1ae0-1aeb 1b4e-1b4f 1b7f 1c89-1c8a 20c1 2427-2429 2b96 2ffc-2fff 31e4-31e5 31ef ' +
  'a7cb-a7cf a7d2 a7d4 a7da-a7dc a7f1 fbc3-fbd2 fd90-fd91 fdc8-fdce 105c0-105f3 10940-10959 10d40-10d65 10d69-10d85 ' +
  '10d8e-10d8f 10ec2-10ec7 10ed0-10ed8 10efa-10eff 1123f-11241 11380-11389 1138b 1138e 11390-113b5 113b7-113c0 113c2 113c5 ' +
  '113c7-113ca 113cc-113d5 113d7-113d8 113e1-113e2 116d0-116e3 11b00-11b09 11b60-11b67 11bc0-11be1 11bf0-11bf9 11db0-11ddb ' +
  '11de0-11de9 11f00-11f10 11f12-11f3a 11f3e-11f5a 1342f 13439-13455 13460-143fa 16100-16139 16d40-16d79 16ea0-16eb8 ' +
  '16ebb-16ed3 16ff2-16ff6 187f8-187ff 18cff 18d09-18d1e 18d80-18df2 1b132 1b155 1cc00-1ccfc 1cd00-1ceb3 1ceba-1ced0 ' +
  '1cee0-1cef0 1d2c0-1d2d3 1df25-1df2a 1e030-1e06d 1e08f 1e4d0-1e4f9 1e5d0-1e5fa 1e5ff 1e6c0-1e6de 1e6e0-1e6f5 1e6fe-1e6ff ' +
  '1f6d8 1f6dc 1f774-1f77f 1f7d9 1f8b2-1f8bb 1f8c0-1f8c1 1f8d0-1f8d8 1fa54-1fa57 1fa75-1fa77 1fa87-1fa8a 1fa8e-1fa8f ' +
  '1faad-1faaf 1fabb-1fabf 1fac6 1fac8 1facd-1facf 1fada-1fadc 1fadf 1fae8-1faea 1faef 1faf7-1faf8 1fbcb-1fbef 1fbfa ' +
  '2b739-2b73f 2cea2-2cead 2ebf0-2ee5d 31350-33479';

/** Oniguruma does not know them yet. */
const later =
  '88f c5c cdc 1acf-1add 1ae0-1aeb 20c1 2b96 a7ce-a7cf a7d2 a7d4 a7f1 fbc3-fbd2 fd90-fd91 fdc8-fdce 10940-10959 ' +
  '10ec5-10ec7 10ed0-10ed8 10efa-10efb 11b60-11b67 11db0-11ddb 11de0-11de9 16ea0-16eb8 16ebb-16ed3 16ff2-16ff6 187f8-187ff ' +
  '18d09-18d1e 18d80-18df2 1ccfa-1ccfc 1ceba-1ced0 1cee0-1cef0 1e6c0-1e6de 1e6e0-1e6f5 1e6fe-1e6ff 1f6d8 1f777-1f77a ' +
  '1f8d0-1f8d8 1fa54-1fa57 1fa8a 1fa8e 1fac8 1facd 1faea 1faef 1fbfa 2b73a-2b73f 2cea2-2cead 323b0-33479';

/** It was moved from the letters without case to the small ones. */
const moved = '295';

/** What normalization of Unicode makes of them, or how it orders them. */
const composed =
  '897-898 89c-89f 8ca-8ce 9fe 1ac1-1ac2 1ac5-1ac9 1acb-1adc 1ae0-1ae5 1ae7-1aeb 1df6-1df8 32ff a7f1-a7f4 ab69 105c9 105e4 ' +
  '10781-10785 10787-107b0 107b2-107ba 10d24-10d27 10d69-10d6d 10eab-10eac 10f48-10f4a 10f4c 10f82 10f84 11383 11385 1138e ' +
  '11391 113c5 113c7-113c8 1145e 11938 16121-16128 16d68-16d6a 1ccd6-1ccf9 1e030-1e06d 1e08f 1e130-1e136 1e2ae 1e2ec-1e2ef ' +
  '1e4ec-1e4ed 1e4ef 1e5ee 1e6e3 1e6e6 1e6ee-1e6ef 1e6f5 1f16c 1fbf0-1fbf9';

/** Whether they are marks, control characters or Chinese for BERT. */
const accents =
  '7fd 890-891 897-89f 8ca-8e2 9fe afa-aff b55 c04 c3c cf3 d00 d3b-d3c d81 eba ece 1715 1734 180f 1885-1886 1abf-1add ' +
  '1ae0-1aeb 1cf2-1cf3 1cf7 1df6-1dfb a82c a8c5 a8ff a9bd 105c9 105e4 10d24-10d27 10d69-10d6d 10eab-10eac 10efa-10eff ' +
  '10f46-10f50 10f82-10f85 11070 11073-11074 110c2 110cd 11145-11146 111c9 111ce-111cf 1123e 11241 1133b 11383 11385 1138e ' +
  '11391 113b8-113c0 113c2 113c5 113c7-113ca 113cc-113d0 113d2 113e1-113e2 11438-1143f 11442-11444 11446 1145e 1171e ' +
  '1182c-1183a 11930-11935 11937-11938 1193b-1193e 11940 11942-11943 119d1-119d7 119da-119e0 119e4 11a01-11a0a 11a33-11a39 ' +
  '11a3b-11a3e 11a47 11a51-11a5b 11a8a-11a99 11b60-11b67 11c30-11c36 11c38-11c3d 11c3f 11c92-11ca7 11caa-11cb0 11cb2-11cb3 ' +
  '11cb5-11cb6 11d31-11d36 11d3a 11d3c-11d3d 11d3f-11d45 11d47 11d8a-11d8e 11d90-11d91 11d93-11d97 11ef3-11ef6 11f00-11f01 ' +
  '11f03 11f34-11f3a 11f3e-11f42 11f5a 13430-13440 13447-13455 1611e-1612f 16d68-16d6a 16f4f 16f7f-16f87 16fe4 16ff0-16ff1 ' +
  '1cf00-1cf2d 1cf30-1cf46 1e000-1e006 1e008-1e018 1e01b-1e021 1e023-1e024 1e026-1e02a 1e08f 1e130-1e136 1e2ae 1e2ec-1e2ef ' +
  '1e4ec-1e4ef 1e5ee-1e5ef 1e6e3 1e6e6 1e6ee-1e6ef 1e6f5 1e944-1e94a';

/** Whether they are punctuation for the crate unicode_categories. */
const signs =
  '61d 9fd a76 c77 c84 166d 1b4e-1b4f 1b7d-1b7f 2e43-2e4f 2e52-2e5d 10d6e 10ead 10ed0 10f55-10f59 10f86-10f89 111c9 ' +
  '113d4-113d5 113d7-113d8 1144b-1144f 1145a-1145b 1145d 11660-1166c 116b9 1183b 11944-11946 119e2 11a3f-11a46 11a9a-11a9c ' +
  '11a9e-11aa2 11b00-11b09 11be1 11c41-11c45 11c70-11c71 11ef7-11ef8 11f43-11f4f 11fff 12ff1-12ff2 16d6d-16d6f 16e97-16e9a ' +
  '16fe2 1e5ff 1e95e-1e95f';

/** Which of these matter to a part of a tokenizer, by its type. */
const concerns: Readonly<Record<string, readonly string[]>> = {
  NFC: [composed],
  NFD: [composed],
  NFKC: [composed],
  NFKD: [composed],
  Lowercase: [assigned],
  StripAccents: [assigned, accents],
  BertNormalizer: [assigned, accents],
  // Graphemes of less than six bytes hang on marks.
  Precompiled: [assigned, accents],
  Digits: [assigned],
  Punctuation: [assigned, signs],
  BertPreTokenizer: [assigned, signs],
  Whitespace: [assigned],
  ByteLevel: [assigned],
};

/**
 * Finds a character on which versions of Unicode do not agree in a way that matters to a tokenizer.
 * @param parts its normalizer, pre-tokenizer and added tokens, as JSON has them
 * @returns undefined where none matters
 */
export function unsureCharacters(parts: TokenizerPart): RegExp | undefined {
  const ranges = new Set<string>();
  const look = (raw: unknown): void => {
    if (typeof raw !== 'object' || raw === null) return;
    const { type, Regex, single_word: single } = raw as { type?: unknown; Regex?: unknown; single_word?: unknown };
    if (typeof type === 'string' && Object.hasOwn(concerns, type)) for (const each of concerns[type]!) ranges.add(each);
    if (typeof Regex === 'string' && /\{L[lo]\}/.test(Regex)) ranges.add(moved);
    if (Regex !== undefined || single === true) ranges.add(assigned);
    for (const each of Object.values(raw)) look(each);
  };
  for (const key of ['normalizer', 'pre_tokenizer', 'added_tokens']) look(parts.get(key));
  if (ranges.size === 0) return undefined;
  const unknownHere = ranges.delete(assigned) ? `(?=[${asClass(assigned)}])\\p{Cn}|[${asClass(later)}]|` : '';
  return new RegExp(`${unknownHere}[${[...ranges].map(asClass).join('')}]`, 'u');
}

function asClass(ranges: string): string {
  return ranges.replace(/[0-9a-f]+/g, (code) => `\\u{${code}}`).replaceAll(' ', '');
}

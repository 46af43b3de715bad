import { say } from '../core/say.js';
import type { VocabularyToken } from './model.js';
import { flagIn, list, notCompared, onlyKeys, optionalPart, partIn, textIn, typeOfPart, type TokenizerPart } from './tokenizer-part.js';
import { TokensRefused } from './refusal.js';

/** What stands before and behind the tokens of a text, with special tokens. */
export interface TokenFrame {
  readonly before: readonly VocabularyToken[];
  readonly after: readonly VocabularyToken[];
}

const where = 'post_processor';

/** @throws TokensRefused for what was not compared with tokenizers 0.23 (`processors/`) */
export function frameOf(raw: unknown): TokenFrame {
  const part = optionalPart(raw, where);
  if (!part) return { before: [], after: [] };
  const type = typeOfPart(part, where);
  switch (type) {
    case 'ByteLevel':
      // It only moves offsets.
      onlyKeys(part, ['add_prefix_space', 'trim_offsets', 'use_regex'], type);
      return { before: [], after: [] };
    case 'BertProcessing':
      onlyKeys(part, ['sep', 'cls'], type);
      return { before: [pair(part, 'cls')], after: [pair(part, 'sep')] };
    case 'RobertaProcessing':
      onlyKeys(part, ['sep', 'cls', 'trim_offsets', 'add_prefix_space'], type);
      flagIn(part, 'add_prefix_space', true, where);
      return { before: [pair(part, 'cls')], after: [pair(part, 'sep')] };
    case 'TemplateProcessing':
      return template(part);
    case 'Sequence':
      onlyKeys(part, ['processors'], type);
      return list(part, 'processors', where)
        .map(frameOf)
        .reduce((inner, outer) => ({ before: [...outer.before, ...inner.before], after: [...inner.after, ...outer.after] }), {
          before: [],
          after: [],
        });
    default:
      throw notCompared(say`the post-processor "${type.slice(0, 60)}"`);
  }
}

function pair(part: TokenizerPart, key: string): VocabularyToken {
  const value = part.get(key);
  if (!Array.isArray(value) || typeof value[0] !== 'string' || !isId(value[1]))
    throw new TokensRefused(say`The tokenizer's ${where} has no token "${key}".`);
  return { id: value[1], piece: value[0] };
}

function isId(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

function template(part: TokenizerPart): TokenFrame {
  onlyKeys(part, ['single', 'pair', 'special_tokens'], 'TemplateProcessing');
  const specials = partIn(part.get('special_tokens'), where);
  const before: VocabularyToken[] = [];
  const after: VocabularyToken[] = [];
  let sequences = 0;
  for (const raw of list(part, 'single', where)) {
    const item = partIn(raw, where);
    const sequence = optionalPart(item.get('Sequence'), where);
    if (sequence) {
      if (sequence.get('id') !== 'A') throw notCompared(say`a template of two texts for one`);
      sequences++;
    } else
      (sequences === 0 ? before : after).push(...specialTokens(specials, textIn(partIn(item.get('SpecialToken'), where), 'id', where)));
  }
  if (sequences !== 1) throw notCompared(say`a template that does not have the text exactly once`);
  return { before, after };
}

/** A special token of a template may be several tokens. */
function specialTokens(specials: TokenizerPart, name: string): VocabularyToken[] {
  const part = partIn(specials.get(name), where);
  const ids = list(part, 'ids', where);
  const pieces = list(part, 'tokens', where);
  if (ids.length !== pieces.length)
    throw new TokensRefused(say`The tokenizer's ${where} has other ids than tokens for ${JSON.stringify(name.slice(0, 60))}.`);
  return ids.map((id, i) => {
    const piece = pieces[i];
    if (!isId(id) || typeof piece !== 'string')
      throw new TokensRefused(say`The tokenizer's ${where} has no ids for ${JSON.stringify(name.slice(0, 60))}.`);
    return { id, piece };
  });
}

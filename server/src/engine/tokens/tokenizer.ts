import { say } from '../core/say.js';
import { RecentMap } from '../core/recent-map.js';
import { AddedTokens, readAddedTokens, type AddedToken, type Section } from './added-tokens.js';
import { paddingOf, truncationOf, type Padding, type Truncation } from './fitting.js';
import type { VocabularyToken, TokenModel } from './model.js';
import { normalizerOf, type Normalizer } from './normalizers.js';
import { notCompared, optionalPart, type TokenizerPart } from './tokenizer-part.js';
import { frameOf, type TokenFrame } from './post-processors.js';
import { optionalPreTokenizer, type PreTokenizer } from './pre-tokenizers.js';
import { TokensRefused } from './refusal.js';
import { unsureCharacters } from './unsure-characters.js';

/** A token of a text. */
export interface TextToken extends VocabularyToken {
  /** `added`: found in the text before the model saw it. `framed`: put around it by the tokenizer. */
  readonly kind: 'model' | 'added' | 'framed';
}

/** Of words up to this length the tokens are kept. */
const keptWord = 64;
const keptUnits = 400_000;
/** UTF-16 units of a text at most: a machine takes some seconds for them. */
const mostUnits = 4_000_000;
/** Between two signs of life so many units are encoded. */
const stride = 1 << 15;

/** A `tokenizer.json`: what Python's `tokenizers` makes of a text, token by token. */
export class Tokenizer {
  private readonly normalizer: Normalizer | undefined;
  private readonly preTokenizer: PreTokenizer | undefined;
  private readonly frame: TokenFrame;
  private readonly unnormalized: AddedTokens;
  private readonly normalized: AddedTokens;
  private readonly truncation: Truncation | undefined;
  private readonly padding: Padding | undefined;
  private readonly words = new RecentMap<string, readonly VocabularyToken[]>(keptUnits, (word) => word.length + 8);
  private readonly specials: ReadonlySet<number>;
  private readonly unsure: RegExp | undefined;
  readonly added: readonly AddedToken[];

  /**
   * @param parts all of `tokenizer.json` but the tables of the model
   * @throws TokensRefused where a part was not compared with Python's library
   */
  constructor(
    private readonly model: TokenModel,
    readonly parts: TokenizerPart,
    private readonly goesOn: () => void = () => undefined,
  ) {
    const normalizer = optionalPart(parts.get('normalizer'), 'normalizer');
    this.normalizer = normalizer && normalizerOf(normalizer);
    this.preTokenizer = optionalPreTokenizer(parts.get('pre_tokenizer'));
    this.frame = frameOf(parts.get('post_processor'));
    this.unsure = unsureCharacters(parts);
    this.truncation = truncationOf(parts.get('truncation'));
    this.padding = paddingOf(parts.get('padding'));
    this.added = readAddedTokens(parts.get('added_tokens'), model);
    this.specials = new Set(this.added.filter(({ special }) => special).map(({ id }) => id));
    this.unnormalized = new AddedTokens(this.added.filter((token) => !token.normalized));
    this.normalized = new AddedTokens(
      this.added.filter((token) => token.normalized),
      this.normalizer,
    );
  }

  /** How its pieces write the text: as letters for bytes (`Ġhello`), or as it is, with `▁` for a blank. */
  get spelling(): 'bytes' | 'text' {
    const parts = JSON.stringify([this.parts.get('pre_tokenizer'), this.parts.get('normalizer')]);
    return parts.includes('"type":"ByteLevel"') ? 'bytes' : 'text';
  }

  isSpecial(id: number): boolean {
    return this.specials.has(id);
  }

  /** The tokens that the tokenizer puts before a text by itself. */
  get opening(): readonly VocabularyToken[] {
    return this.frame.before;
  }

  /**
   * As `Tokenizer.encode(text, add_special_tokens=…)` of Python's tokenizers 0.23.
   * @throws TokensRefused for a text that Python refuses, or that is too long
   */
  encode(input: string, addSpecialTokens = true): TextToken[] {
    if (input.length > mostUnits) throw new TokensRefused(say`The text has ${String(input.length)} characters, more than are encoded.`);
    if (/\p{Surrogate}/u.test(input))
      throw new TokensRefused(say`The text has half of a surrogate pair, which is no character: Python refuses it too.`);
    const unsure = this.unsure?.exec(input)?.[0];
    if (unsure !== undefined)
      throw new TokensRefused(
        say`The text has ${codeOf(unsure)}, which versions of Unicode take for different things: its tokens depend on them.`,
      );
    const frame = addSpecialTokens ? this.frame : { before: [], after: [] };
    const cut = this.truncated(this.encodeText(input), frame.before.length + frame.after.length);
    const framed = (token: VocabularyToken): TextToken => ({ ...token, kind: 'framed' });
    return this.padded([...frame.before.map(framed), ...cut, ...frame.after.map(framed)]);
  }

  private encodeText(input: string): TextToken[] {
    const tokens: TextToken[] = [];
    for (const section of this.unnormalized.split(input)) {
      if (section.token) tokens.push(addedToken(section, section.token));
      else this.encodeSection(section, tokens);
    }
    return tokens;
  }

  private encodeSection({ text, start }: Section, into: TextToken[]): void {
    const normal = this.normalizer ? this.normalizer(text) : text;
    for (const section of this.normalized.split(normal)) {
      if (section.token) into.push(addedToken(section, section.token));
      else this.encodeWords({ text: section.text, first: start === 0 && section.start === 0 }, into);
    }
  }

  private encodeWords(whole: { readonly text: string; readonly first: boolean }, into: TextToken[]): void {
    const words = this.preTokenizer?.(whole) ?? [whole];
    let units = 0;
    for (const { text } of words) {
      for (const { id, piece } of this.word(text)) into.push({ id, piece, kind: 'model' });
      units += text.length;
      if (units < stride) continue;
      units = 0;
      this.goesOn();
    }
  }

  private word(text: string): readonly VocabularyToken[] {
    const known = text.length <= keptWord ? this.words.get(text) : undefined;
    if (known) return known;
    const tokens: VocabularyToken[] = [];
    this.model.encode(text, tokens);
    if (text.length <= keptWord) this.words.set(text, tokens);
    return tokens;
  }

  private truncated(tokens: TextToken[], framed: number): TextToken[] {
    if (!this.truncation) return tokens;
    const { most, keepsEnd } = this.truncation;
    if (most < framed) throw notCompared(say`a truncation shorter than its own special tokens`);
    const room = most - framed;
    return tokens.length <= room ? tokens : keepsEnd ? tokens.slice(tokens.length - room) : tokens.slice(0, room);
  }

  private padded(tokens: TextToken[]): TextToken[] {
    if (!this.padding) return tokens;
    const { to, multiple, left, id, piece } = this.padding;
    const least = to ?? tokens.length;
    const length = multiple > 0 ? Math.ceil(least / multiple) * multiple : least;
    const fill = Array.from({ length: Math.max(0, length - tokens.length) }, (): TextToken => ({ id, piece, kind: 'framed' }));
    return left ? [...fill, ...tokens] : [...tokens, ...fill];
  }
}

function addedToken({ text }: Section, { id }: AddedToken): TextToken {
  return { id, piece: text, kind: 'added' };
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

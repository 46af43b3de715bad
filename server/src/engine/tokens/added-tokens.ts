import { say } from '../core/say.js';
import { endOfText, whiteSpace, wordCharacter } from './characters.js';
import type { TokenModel } from './model.js';
import type { Normalizer } from './normalizers.js';
import { countIn, flagIn, notCompared, onlyKeys, partIn, textIn } from './tokenizer-part.js';
import { TokensRefused } from './refusal.js';
import { mostIds } from './vocabulary.js';

/** A token that is found in the text before the model sees it: `<|im_end|>`. */
export interface AddedToken {
  readonly id: number;
  readonly content: string;
  readonly special: boolean;
  readonly normalized: boolean;
  readonly singleWord: boolean;
  readonly lstrip: boolean;
  readonly rstrip: boolean;
}

/** A stretch of text with the added token that it is; the others go on to the model. */
export interface Section {
  readonly text: string;
  readonly start: number;
  readonly token?: AddedToken;
}

const where = 'added_tokens';
const most = 100_000;

/**
 * The added tokens, each with the id that the Rust library gives it: that of the model's own piece, else the next one behind all others.
 * @throws TokensRefused where the file says another id: which one counts was not compared
 */
export function readAddedTokens(raw: unknown, model: TokenModel): AddedToken[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw) || raw.length > most) throw new TokensRefused(say`The tokenizer's added_tokens are no list of tokens.`);
  const tokens: AddedToken[] = [];
  const ids = new Map<string, number>();
  let highest = -1;
  for (const item of raw as unknown[]) {
    const part = partIn(item, where);
    onlyKeys(part, ['id', 'content', 'single_word', 'lstrip', 'rstrip', 'normalized', 'special'], where);
    const content = textIn(part, 'content', where);
    const id = countIn(part, 'id', where);
    if (content === '' || ids.has(content)) throw notCompared(say`an added token that is empty, or there twice`);
    const own = model.idOf(content) ?? (highest >= model.size || model.size === 0 ? highest + 1 : model.size);
    if (own !== id || id >= mostIds)
      throw notCompared(
        say`the id ${String(id)} for its added token ${JSON.stringify(content.slice(0, 60))} where the library counts ${String(own)}`,
      );
    highest = Math.max(highest, id);
    ids.set(content, id);
    const special = flagIn(part, 'special', false, where);
    tokens.push({
      id,
      content,
      special,
      normalized: flagIn(part, 'normalized', !special, where),
      singleWord: flagIn(part, 'single_word', false, where),
      lstrip: flagIn(part, 'lstrip', false, where),
      rstrip: flagIn(part, 'rstrip', false, where),
    });
  }
  return tokens;
}

interface Branch {
  token?: AddedToken;
  next?: Map<number, Branch>;
}

const wordAtStart = new RegExp(`^[${wordCharacter}]`, 'u');
const wordAtEnd = new RegExp(`[${wordCharacter}]$`, 'u');
const spaceAtStart = new RegExp(`^${whiteSpace}+`, 'u');

/** Finds added tokens in a text: the leftmost, of those the longest (`find_matches` of `added_vocabulary.rs`). */
export class AddedTokens {
  private readonly root: Branch = {};

  /** @param normalizer of tokens that are looked for in normalized text */
  constructor(tokens: readonly AddedToken[], normalizer?: Normalizer) {
    for (const token of [...tokens.filter(({ special }) => special), ...tokens.filter(({ special }) => !special)]) {
      const content = normalizer ? normalizer(token.content) : token.content;
      if (content === '') continue;
      let branch = this.root;
      for (let i = 0; i < content.length; i++) {
        const unit = content.charCodeAt(i);
        const next = (branch.next ??= new Map<number, Branch>());
        let follows = next.get(unit);
        if (!follows) next.set(unit, (follows = {}));
        branch = follows;
      }
      branch.token ??= token;
    }
  }

  split(input: string): Section[] {
    const { next } = this.root;
    if (!next) return input === '' ? [] : [{ text: input, start: 0 }];
    const sections: Section[] = [];
    let last = 0;
    for (let at = 0; at < input.length;) {
      const found = next.has(input.charCodeAt(at)) ? this.longest(input, at) : undefined;
      if (!found) {
        at++;
        continue;
      }
      at = found.end;
      const stretch = placed(input, found, last);
      if (!stretch) continue;
      if (last < stretch.start) sections.push({ text: input.slice(last, stretch.start), start: last });
      if (stretch.start < stretch.end)
        sections.push({ text: input.slice(stretch.start, stretch.end), start: stretch.start, token: found.token });
      last = stretch.end;
    }
    if (last < input.length) sections.push({ text: input.slice(last), start: last });
    return sections;
  }

  private longest(input: string, start: number): Found | undefined {
    let branch: Branch | undefined = this.root;
    let found: Found | undefined;
    for (let at = start; at < input.length;) {
      branch = branch.next?.get(input.charCodeAt(at++));
      if (!branch) break;
      if (branch.token) found = { token: branch.token, start, end: at };
    }
    return found;
  }
}

interface Found {
  readonly token: AddedToken;
  readonly start: number;
  readonly end: number;
}

/** What a token that was found takes of the text; undefined where it stands within a word and must not. */
function placed(input: string, { token, start, end }: Found, last: number): { readonly start: number; readonly end: number } | undefined {
  if (token.singleWord && (wordAtEnd.test(input.slice(Math.max(0, start - 2), start)) || wordAtStart.test(input.slice(end, end + 2))))
    return undefined;
  const from = token.lstrip ? Math.max(endOfText(input.slice(0, start)), last) : start;
  const to = token.rstrip ? end + (spaceAtStart.exec(input.slice(end))?.[0].length ?? 0) : end;
  return { start: from, end: to };
}

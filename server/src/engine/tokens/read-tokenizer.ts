import { say } from '../core/say.js';
import { Bpe } from './bpe.js';
import { JsonBytes } from './json-bytes.js';
import { MergeTable } from './merge-table.js';
import type { TokenModel } from './model.js';
import { countIn, flagIn, notCompared, onlyKeys, textIn, type TokenizerPart } from './tokenizer-part.js';
import { TokensRefused } from './refusal.js';
import { Tokenizer } from './tokenizer.js';
import { Unigram } from './unigram.js';
import { Vocabulary } from './vocabulary.js';
import { WordLevel, WordPiece } from './word-models.js';

/** Bytes of a `tokenizer.json` at most; that of Gemma 3 has 33 million. */
const largestTokenizer = 64 * 1024 * 1024;

const where = 'model';
const topKeys = ['version', 'truncation', 'padding', 'added_tokens', 'normalizer', 'pre_tokenizer', 'post_processor', 'decoder', 'model'];

/**
 * The tokenizer of a `tokenizer.json`.
 * @param goesOn called now and then: the tables are long
 * @throws TokensRefused for what is no tokenizer, or has a part that was not compared with Python's `tokenizers`
 */
export function readTokenizer(bytes: Uint8Array, goesOn: () => void = () => undefined): Tokenizer {
  if (bytes.length > largestTokenizer)
    throw new TokensRefused(say`The tokenizer's file is larger than ${String(largestTokenizer / 1024 / 1024)} MB.`);
  const json = new JsonBytes(bytes, goesOn);
  const parts = new Map<string, unknown>();
  let model: ModelTables | undefined;
  if (json.kind() !== '{') throw new TokensRefused(say`The file holds no JSON object, so it is no tokenizer.json.`);
  json.object((key) => {
    if (!topKeys.includes(key)) throw notCompared(say`a part "${key.slice(0, 60)}"`);
    if (parts.has(key) || (key === 'model' && model)) throw new TokensRefused(say`The tokenizer's file has "${key}" twice.`);
    if (key === 'model') model = readModel(json);
    else parts.set(key, json.value());
  });
  json.end();
  if (!model) throw new TokensRefused(say`The file has no "model", so it is no tokenizer.json.`);
  goesOn();
  return new Tokenizer(modelOf(model), parts, goesOn);
}

/** A model as it is written: its settings, and its tables. */
interface ModelTables {
  readonly settings: Map<string, unknown>;
  readonly vocabulary: Vocabulary;
  readonly scores: readonly number[] | undefined;
  readonly merges: MergeTable | undefined;
}

function readModel(json: JsonBytes): ModelTables {
  const settings = new Map<string, unknown>();
  const vocabulary = new Vocabulary();
  let scores: number[] | undefined;
  let merges: MergeTable | undefined;
  /** Where merges begin that stand before the pieces that they are of. */
  let mergesAt: number | undefined;
  let filled = false;
  if (json.kind() !== '{') throw new TokensRefused(say`The tokenizer's model is no JSON object.`);
  json.object((key) => {
    if (key === 'vocab') {
      if (filled) throw new TokensRefused(say`The tokenizer's model has "vocab" twice.`);
      filled = true;
      if (json.kind() === '[') scores = readScored(json, vocabulary);
      else json.object((piece) => vocabulary.add(piece, json.number()));
    } else if (key === 'merges' && json.kind() === '[') {
      if (merges ?? mergesAt !== undefined) throw new TokensRefused(say`The tokenizer's model has "merges" twice.`);
      if (filled && settings.has('continuing_subword_prefix')) merges = readMerges(json, vocabulary, settings);
      else {
        mergesAt = json.at;
        json.skip();
      }
    } else settings.set(key, json.value());
  });
  if (mergesAt !== undefined) {
    const end = json.at;
    json.at = mergesAt;
    merges = readMerges(json, vocabulary, settings);
    json.at = end;
  }
  if (!filled) throw new TokensRefused(say`The tokenizer's model has no "vocab".`);
  return { settings, vocabulary, scores, merges };
}

/** Unigram's `[piece, score]`; the id is the place. */
function readScored(json: JsonBytes, vocabulary: Vocabulary): number[] {
  const scores: number[] = [];
  json.array((id) => {
    json.array((i) => {
      if (i === 0) vocabulary.add(json.string(), id);
      else scores.push(json.number());
    });
    if (scores.length !== id + 1) throw new TokensRefused(say`The tokenizer's vocabulary is no list of pieces with a score each.`);
  });
  return scores;
}

/** Pairs that become one piece, first come first merged: `"a b"`, or `["a", "b"]` in newer files. */
function readMerges(json: JsonBytes, vocabulary: Vocabulary, settings: ReadonlyMap<string, unknown>): MergeTable {
  const merges = new MergeTable(vocabulary.size * 2);
  const prefix = settings.get('continuing_subword_prefix');
  const cut = typeof prefix === 'string' ? prefix.length : 0;
  json.array((rank) => {
    const [left, right] = json.kind() === '"' ? splitPair(json.string()) : readPair(json);
    const [leftId, rightId, merged] = [left, right, left + right.slice(cut)].map((piece) => vocabulary.idOf(piece));
    if (leftId === undefined || rightId === undefined || merged === undefined)
      throw new TokensRefused(
        say`The tokenizer merges ${JSON.stringify(left.slice(0, 40))} and ${JSON.stringify(right.slice(0, 40))}, which its vocabulary does not have.`,
      );
    merges.set(leftId, rightId, rank, merged);
  });
  return merges;
}

function splitPair(line: string): readonly [string, string] {
  const at = line.indexOf(' ');
  if (at < 0 || line.includes(' ', at + 1) || line.startsWith('#version'))
    throw new TokensRefused(say`The tokenizer has a merge that is no pair: ${JSON.stringify(line.slice(0, 60))}.`);
  return [line.slice(0, at), line.slice(at + 1)];
}

function readPair(json: JsonBytes): readonly [string, string] {
  const pair: string[] = [];
  json.array(() => pair.push(json.string()));
  if (pair.length !== 2) throw new TokensRefused(say`The tokenizer has a merge that is no pair.`);
  return [pair[0]!, pair[1]!];
}

function modelOf({ settings, vocabulary, scores, merges }: ModelTables): TokenModel {
  const part: TokenizerPart = settings;
  switch (textIn(part, 'type', where)) {
    case 'BPE': {
      onlyKeys(
        part,
        ['dropout', 'unk_token', 'continuing_subword_prefix', 'end_of_word_suffix', 'fuse_unk', 'byte_fallback', 'ignore_merges'],
        where,
      );
      if (!merges || scores) throw new TokensRefused(say`The tokenizer's model has no "merges".`);
      if ((part.get('dropout') ?? 0) !== 0) throw notCompared(say`dropout, so that its ids are left to chance`);
      const unk = optionalText(part, 'unk_token');
      if (unk !== undefined && vocabulary.idOf(unk) === undefined)
        throw notCompared(say`an unknown token that its vocabulary does not have`);
      return new Bpe(vocabulary, merges, {
        unk,
        fuseUnk: flagIn(part, 'fuse_unk', false, where),
        byteFallback: flagIn(part, 'byte_fallback', false, where),
        ignoreMerges: flagIn(part, 'ignore_merges', false, where),
        prefix: optionalText(part, 'continuing_subword_prefix') ?? '',
        suffix: optionalText(part, 'end_of_word_suffix') ?? '',
      });
    }
    case 'WordPiece':
      onlyKeys(part, ['unk_token', 'continuing_subword_prefix', 'max_input_chars_per_word'], where);
      if (scores) throw notCompared(say`such a vocabulary`);
      return new WordPiece(vocabulary, {
        unk: textIn(part, 'unk_token', where),
        prefix: textIn(part, 'continuing_subword_prefix', where),
        most: countIn(part, 'max_input_chars_per_word', where),
      });
    case 'WordLevel':
      onlyKeys(part, ['unk_token'], where);
      if (scores) throw notCompared(say`such a vocabulary`);
      return new WordLevel(vocabulary, textIn(part, 'unk_token', where));
    case 'Unigram': {
      onlyKeys(part, ['unk_id', 'byte_fallback'], where);
      if (!scores) throw notCompared(say`such a vocabulary`);
      const unkId = (part.get('unk_id') ?? undefined) === undefined ? undefined : countIn(part, 'unk_id', where);
      if (scores.length === 0 || (unkId !== undefined && unkId >= scores.length)) throw notCompared(say`such a vocabulary`);
      return new Unigram(vocabulary, Float64Array.from(scores), { unkId, byteFallback: flagIn(part, 'byte_fallback', false, where) });
    }
    default:
      throw notCompared(say`the model "${textIn(part, 'type', where).slice(0, 60)}"`);
  }
}

function optionalText(part: TokenizerPart, key: string): string | undefined {
  const value = part.get(key) ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw new TokensRefused(say`The tokenizer's model has a "${key}" that is no text.`);
  return value;
}

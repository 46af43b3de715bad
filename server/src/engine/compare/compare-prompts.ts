import { diffSequences, type Run } from './sequence-diff.js';

/** One turn of a prompt that is compared. */
export interface ComparedTurn {
  /** Who speaks, as it is shown at the margin. */
  readonly who: string;
  readonly kind: 'system' | 'user' | 'assistant' | 'meta' | 'other';
  readonly text: string;
}

export type Change = 'same' | 'removed' | 'added';

/** A piece of a turn. */
export interface ComparedPiece {
  readonly text: string;
  readonly change: Change;
  /** Which of the differences it is part of, from 0: a removal and the insertion in its place are one. Absent where it is in both. */
  readonly difference?: number;
}

/** A turn of both prompts, or of only one of them; its pieces may be of either. */
export interface TurnComparison {
  readonly who: string;
  /** Who speaks in the prompt before, where that has another name for the role. */
  readonly was?: string;
  readonly kind: ComparedTurn['kind'];
  readonly change: Change;
  /** Of the difference that a turn which is in only one of them makes. */
  readonly difference?: number;
  readonly pieces: readonly ComparedPiece[];
}

export interface PromptComparison {
  readonly turns: readonly TurnComparison[];
  readonly differences: number;
  /** How many turns of both have another name for their role: what a model is sent of it stands in the text. */
  readonly renamed: number;
  /** In UTF-16 units of the text. */
  readonly removed: number;
  readonly added: number;
  /** `lines` where some of it differs in too much for words and characters. */
  readonly by: 'words' | 'lines';
}

/** Marks a token that begins a turn. No token of a text has a line break before other text. */
const turnMark = '\nturn ';

/** A run of tokens that is told by its kind. */
interface Part {
  readonly change: Change;
  readonly tokens: readonly string[];
}

/** The difference of two prompts: by lines at first, then by words and characters within what differs. The time is bounded, whatever the texts are. */
export function comparePrompts(before: readonly ComparedTurn[], after: readonly ComparedTurn[]): PromptComparison {
  const [a, b] = [tokensOf(before), tokensOf(after)];
  const lines = partsOf(diffSequences(a, b) ?? wholly(a, b));
  let coarse = false;
  const parts = pairs(lines).flatMap(([removed, added, same]) => {
    if (same) return [same];
    const fine = removed && added && byWords(removed.tokens, added.tokens);
    if (fine) return fine;
    coarse ||= removed !== undefined && added !== undefined;
    return [removed, added].filter((part) => part !== undefined);
  });
  return { ...laidOut(parts, before, after), by: coarse ? 'lines' : 'words' };
}

/** The lines of the turns, each with its line break; before those of a turn the token that begins it. A role is one in both prompts, whatever it is called. */
function tokensOf(turns: readonly ComparedTurn[]): string[] {
  const tokens: string[] = [];
  for (const turn of turns) {
    const isRole = turn.kind === 'system' || turn.kind === 'user' || turn.kind === 'assistant';
    tokens.push(turnMark + (isRole ? turn.kind : `${turn.kind} ${turn.who}`));
    const lines = turn.text.split('\n');
    lines.forEach((line, i) => {
      const whole = i < lines.length - 1 ? `${line}\n` : line;
      if (whole !== '') tokens.push(whole);
    });
  }
  return tokens;
}

function wholly(before: readonly string[], after: readonly string[]): readonly Run[] {
  return [
    { kind: 'before', items: before },
    { kind: 'after', items: after },
  ];
}

const changeOf: Readonly<Record<Run['kind'], Change>> = { same: 'same', before: 'removed', after: 'added' };

function partsOf(runs: readonly Run[]): Part[] {
  return runs.map(({ kind, items }) => ({ change: changeOf[kind], tokens: items }));
}

type Pair = readonly [removed: Part | undefined, added: Part | undefined, same: Part | undefined];

/** A removal with the insertion beside it, and what is the same between. */
function pairs(parts: readonly Part[]): Pair[] {
  const result: Pair[] = [];
  for (let i = 0; i < parts.length; i++) {
    const [part, next] = [parts[i]!, parts[i + 1]];
    if (part.change === 'same') result.push([undefined, undefined, part]);
    else if (next && next.change !== 'same' && next.change !== part.change) {
      result.push(part.change === 'removed' ? [part, next, undefined] : [next, part, undefined]);
      i++;
    } else result.push(part.change === 'removed' ? [part, undefined, undefined] : [undefined, part, undefined]);
  }
  return result;
}

/** What a reader sees as one: a picture with what it is joined to, a letter with its marks. */
const sign = '\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier}|\\u200d\\p{Extended_Pictographic})*|.(?:\\p{M}|\\u200d|\\ufe0f)*';
/** Words, white space of one line, line breaks, and everything else by its signs: Chinese, Japanese and Thai have no spaces between words. */
const word = new RegExp(
  `[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]\\p{M}*|[\\p{L}\\p{N}_]+\\p{M}*|[^\\S\\n]+|\\n|${sign}`,
  'gsu',
);
const signs = new RegExp(sign, 'gsu');

/** So much text is cut into words at most. */
const mostWorded = 400_000;

function byWords(removed: readonly string[], added: readonly string[]): Part[] | undefined {
  const size = (tokens: readonly string[]): number => tokens.reduce((sum, { length }) => sum + length, 0);
  if (size(removed) + size(added) > mostWorded) return undefined;
  const runs = diffSequences(removed.flatMap(wordsOf), added.flatMap(wordsOf));
  return runs && pairs(withoutIslands(partsOf(runs))).flatMap(byCharacters);
}

function wordsOf(line: string): readonly string[] {
  return line.startsWith(turnMark) ? [line] : (line.match(word) ?? []);
}

/** A space that two changed words have in common between them parts no difference in two. */
function withoutIslands(parts: readonly Part[]): Part[] {
  const result: { change: Change; tokens: string[] }[] = [];
  const push = (change: Change, tokens: readonly string[]): void => {
    const last = result.at(-1);
    if (last?.change === change) last.tokens.push(...tokens);
    else result.push({ change, tokens: [...tokens] });
  };
  let [removed, added]: [string[], string[]] = [[], []];
  const flush = (): void => {
    if (removed.length > 0) push('removed', removed);
    if (added.length > 0) push('added', added);
    [removed, added] = [[], []];
  };
  parts.forEach(({ change, tokens }, i) => {
    const isIsland = change === 'same' && i > 0 && i < parts.length - 1 && tokens.length === 1 && /^[^\S\n]+$/.test(tokens[0]!);
    if (change === 'removed' || isIsland) removed.push(...tokens);
    if (change === 'added' || isIsland) added.push(...tokens);
    if (change === 'same' && !isIsland) {
      flush();
      push('same', tokens);
    }
  });
  flush();
  return result;
}

/** Texts up to this length that differ are held together by their characters. */
const mostSpelled = 400;
/** As much of the longer one must be in both, or what differs is clearer as a whole. */
const leastAlike = 0.6;

function byCharacters([removed, added, same]: Pair): Part[] {
  const whole = [removed, added, same].filter((part) => part !== undefined);
  if (!removed || !added || [...removed.tokens, ...added.tokens].some((token) => token.startsWith(turnMark))) return whole;
  const [a, b] = [charactersOf(removed.tokens), charactersOf(added.tokens)];
  if (Math.max(a.length, b.length) > mostSpelled) return whole;
  const runs = diffSequences(a, b);
  const alike = (runs ?? []).reduce((sum, { kind, items }) => sum + (kind === 'same' ? items.length : 0), 0);
  const isTorn = (runs?.length ?? 0) > 5;
  return runs && !isTorn && alike >= leastAlike * Math.max(a.length, b.length) ? partsOf(runs) : whole;
}

function charactersOf(tokens: readonly string[]): string[] {
  return tokens.join('').match(signs) ?? [];
}

type TurnDraft = Omit<TurnComparison, 'pieces'> & { readonly pieces: ComparedPiece[] };

/** The parts as turns, with the differences numbered and counted. */
function laidOut(parts: readonly Part[], before: readonly ComparedTurn[], after: readonly ComparedTurn[]): Omit<PromptComparison, 'by'> {
  const turns: TurnDraft[] = [];
  const counts = { removed: 0, added: 0 };
  const [old, fresh] = [before.values(), after.values()];
  const begun = (change: Change): Pick<TurnDraft, 'who' | 'kind' | 'was'> => {
    const was = change === 'added' ? undefined : old.next().value;
    const { who, kind } = (change === 'removed' ? was : fresh.next().value)!;
    return { who, kind, ...(was && was.who !== who && { was: was.who }) };
  };
  let differences = 0;
  let wasSame = true;
  for (const { change, tokens } of parts) {
    if (change !== 'same' && wasSame) differences++;
    wasSame = change === 'same';
    const difference = wasSame ? {} : { difference: differences - 1 };
    let text = '';
    const flush = (): void => {
      if (text !== '') addPiece(turns.at(-1)?.pieces ?? [], { text, change, ...difference });
      if (change !== 'same') counts[change] += text.length;
      text = '';
    };
    for (const token of tokens) {
      if (token.startsWith(turnMark)) {
        flush();
        turns.push({ ...begun(change), change, ...difference, pieces: [] });
      } else text += token;
    }
    flush();
  }
  return { turns, differences, renamed: turns.filter(({ was }) => was !== undefined).length, ...counts };
}

/** Neighbours of one kind are one piece. */
function addPiece(pieces: ComparedPiece[], piece: ComparedPiece): void {
  const last = pieces.at(-1);
  if (last?.change === piece.change && last.difference === piece.difference)
    pieces[pieces.length - 1] = { ...piece, text: last.text + piece.text };
  else pieces.push(piece);
}

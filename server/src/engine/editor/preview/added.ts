import { once } from '../../core/once.js';
import { firstIndex } from '../../core/binary-search.js';
import type { FileId } from '../../core/span.js';
import type { Stage } from '../../prompt/rendered-prompt.js';
import type { Piece } from '../../core/traced-text.js';

/** Says of a piece whether its stage has put it into the prompt. */
export type IsAdded = (piece: Piece) => boolean;

const nothing: IsAdded = () => false;

/**
 * What each stage adds to the one before, by where the pieces come from: a place of a config, or something that the framework writes, which the stage before has not, for the same
 * example. Data is no stage's own. The row, and the first stage behind it that has a text, are what others add to.
 * @returns for each of the stages what is found when it is asked for
 */
export function addedBy(stages: readonly Stage[]): readonly (() => IsAdded)[] {
  let before: (() => Sources) | undefined;
  return stages.map((stage) => {
    if (stage.id === 'row' || stage.turns.length === 0) return () => nothing;
    const known = before;
    before = once(() => new Sources(stage));
    return once(() => {
      const sources = known?.();
      return sources ? (piece) => !sources.has(piece) : nothing;
    });
  });
}

type Spans = readonly (readonly [start: number, end: number])[];

/** Where the pieces of a stage come from. */
class Sources {
  /** Spans of a file, for one example: where they start and end, in order; none touches another. */
  private readonly spans = new Map<string, Spans>();
  private readonly frameworks = new Set<string>();
  /** Those that were asked for last: most pieces are of the same place as the one before. */
  private last: { readonly file: FileId; readonly note: Piece['note']; readonly spans: Spans } | undefined;

  constructor({ turns }: Stage) {
    const found = new Map<string, [number, number][]>();
    let last: { readonly file: FileId; readonly note: Piece['note']; readonly spans: [number, number][] } | undefined;
    for (const { text } of turns)
      for (const piece of text.pieces) {
        const { origin } = piece;
        if (origin.kind === 'framework') this.frameworks.add(placeOf(origin.what, piece));
        if (origin.kind !== 'source') continue;
        const { file, start, end } = origin.span;
        if (last?.file !== file || last.note !== piece.note) {
          const key = placeOf(file, piece);
          const spans = found.get(key) ?? [];
          found.set(key, spans);
          last = { file, note: piece.note, spans };
        }
        const before = last.spans.at(-1);
        if (before?.[1] === start) before[1] = end;
        else last.spans.push([start, end]);
      }
    for (const [key, spans] of found) this.spans.set(key, united(spans));
  }

  has(piece: Piece): boolean {
    const { origin } = piece;
    if (origin.kind === 'framework') return this.frameworks.has(placeOf(origin.what, piece));
    if (origin.kind !== 'source') return true;
    const spans = this.spansOf(origin.span.file, piece);
    const next = spans[firstIndex(spans.length, (i) => spans[i]![1] > origin.span.start)];
    return next !== undefined && next[0] < Math.max(origin.span.end, origin.span.start + 1);
  }

  private spansOf(file: FileId, piece: Piece): Spans {
    if (this.last?.file !== file || this.last.note !== piece.note)
      this.last = { file, note: piece.note, spans: this.spans.get(placeOf(file, piece)) ?? [] };
    return this.last.spans;
  }
}

/** The same words are another piece in another example. */
function placeOf(where: string, { note }: Piece): string {
  return `${String(note?.shot ?? '')}|${where}`;
}

function united(spans: [number, number][]): Spans {
  const united: [number, number][] = [];
  for (const [start, end] of spans.sort(([a], [b]) => a - b)) {
    const last = united.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else united.push([start, end]);
  }
  return united;
}

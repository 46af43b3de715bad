import type { Stage, Turn } from '../../prompt/rendered-prompt.js';
import type { Note, Origin, Piece, TracedText } from '../../core/traced-text.js';
import type { Span } from '../../core/span.js';
import type { StageOf, TurnOf, SegmentOf } from './preview-shape.js';
import { restText, Room } from './room.js';
import { say } from '../../core/say.js';
import type { IsAdded } from './added.js';

/** Adds to an origin the import that brought its file in; the identity where there is none. */
export type ImportChain = (origin: Span) => readonly Span[];

/** What is known of the pieces of a stage. */
export interface PieceKnowledge {
  readonly chain: ImportChain;
  readonly isAdded: IsAdded;
  /** The number of the key that a place is written under. */
  readonly pathOf: (place: Span) => number | undefined;
  /** Columns that no row fills: their placeholders are marked. */
  readonly unfilled?: ReadonlySet<string> | undefined;
}

/** A stage as the page shows it: each turn cut into segments of one origin, as far as there is room for them. */
export function previewStage(stage: Stage, known: PieceKnowledge): StageOf<Span> {
  return {
    id: stage.id,
    title: stage.title,
    summary: stage.summary,
    turns: previewTurns(stage.turns, known),
    ...(stage.error && { error: stage.error.error }),
    ...(stage.unknown !== undefined && { unknown: stage.unknown }),
    origins: stage.error?.span ? known.chain(stage.error.span) : [],
  };
}

function previewTurns(turns: readonly Turn[], known: PieceKnowledge): TurnOf<Span>[] {
  const room = new Room();
  const shown: TurnOf<Span>[] = [];
  for (const turn of turns) {
    if (room.isFull) break;
    shown.push(previewTurn(turn, known, room));
  }
  const rest = turns.slice(shown.length);
  const left = rest.reduce((sum, { text }) => sum + text.length, 0);
  if (left > 0) shown.push({ who: '', kind: 'other', segments: [restSegment(left)], generates: false });
  // Where the model writes is the end also of what is not shown whole.
  const last = rest.at(-1);
  if (last?.generates === true && last.text.length === 0) shown.push(previewTurn(last, known, room));
  return shown;
}

function restSegment(left: number): SegmentOf<Span> {
  return { text: restText(left), kind: 'unknown', title: say`The rest is not shown: it is too long for this page.`, origins: [] };
}

function previewTurn(turn: Turn, { chain, isAdded, pathOf, unfilled }: PieceKnowledge, room: Room): TurnOf<Span> {
  const drafts: Draft[] = [];
  let shown = 0;
  for (const { start, length: whole, piece, added, single } of runsOf(turn.text, isAdded)) {
    if (room.isFull) break;
    const text = turn.text.text.slice(start, start + whole);
    const length = room.takeText(text);
    shown = start + length;
    const draft = draftOf(text.length === length ? text : text.slice(0, length), piece, added);
    const last = drafts.at(-1);
    const joined = last && join(last, draft, single);
    if (joined) drafts[drafts.length - 1] = joined;
    else {
      drafts.push(draft);
      room.takeSegment();
    }
  }
  // A turn without text takes room as well.
  if (drafts.length === 0) room.takeSegment();
  const left = turn.text.length - shown;
  return {
    who: turn.who,
    ...(turn.detail !== undefined && { detail: turn.detail }),
    kind: turn.kind,
    ...(turn.shot !== undefined && { shot: turn.shot }),
    segments: [
      ...(unfilled && unfilled.size > 0 ? drafts.flatMap((draft) => faultsApart(draft, unfilled)) : drafts).map((draft) =>
        segmentOf(draft, chain, pathOf),
      ),
      ...(left > 0 ? [restSegment(left)] : []),
    ],
    generates: turn.generates ?? false,
  };
}

/** A prompt may have thousands: its members are set one by one, which takes a part of the time that spreading takes. */
function segmentOf(
  { text, kind, title, scored, added, fault, spans }: Draft,
  chain: ImportChain,
  pathOf: PieceKnowledge['pathOf'],
): SegmentOf<Span> {
  const segment: { -readonly [K in keyof SegmentOf<Span>]: SegmentOf<Span>[K] } = { text, kind, title, origins: spans.flatMap(chain) };
  if (scored) segment.scored = true;
  if (added) segment.added = true;
  if (fault !== undefined) segment.fault = fault;
  const path = spans[0] && pathOf(spans[0]);
  if (path !== undefined) segment.path = path;
  return segment;
}

interface Draft extends Pick<SegmentOf<Span>, 'text' | 'kind' | 'title'> {
  readonly scored: boolean;
  readonly added: boolean;
  readonly fault?: string;
  readonly spans: readonly Span[];
}

/** Sets the placeholders of a piece of the config apart that no column fills. */
function faultsApart(draft: Draft, unfilled: ReadonlySet<string>): readonly Draft[] {
  if (draft.kind !== 'prompt') return [draft];
  return draft.text.split(/(\{[A-Za-z_]\w*\})/).flatMap((text): Draft[] => {
    const name = text.startsWith('{') ? text.slice(1, -1) : '';
    if (text === '') return [];
    return [
      unfilled.has(name) ? { ...draft, text, fault: say`No column fills ${text}: the model reads it as it stands.` } : { ...draft, text },
    ];
  });
}

function draftOf(text: string, { origin, note }: Piece, added: boolean): Draft {
  const title = titleOf(origin, note ?? {});
  const scored = note?.scored ?? false;
  switch (origin.kind) {
    case 'source':
      return { text, kind: isMeta(note) ? 'meta' : 'prompt', title, scored, added, spans: [origin.span] };
    case 'row':
      return { text, kind: 'data', title, scored, added, spans: [origin.placeholder, origin.span].filter((span) => span !== undefined) };
    case 'framework':
      return { text, kind: 'framework', title, scored, added, spans: [] };
    case 'unknown':
      return { text, kind: 'unknown', title, scored, added, spans: origin.span ? [origin.span] : [] };
  }
}

/** Neighbours that stand side by side in a document (a text and the escape sequence behind it) are one segment. */
function join(left: Draft, right: Draft, single: boolean): Draft | undefined {
  const a = left.spans[0];
  const b = right.spans[0];
  if (
    left.kind === 'data' ||
    left.kind !== right.kind ||
    left.title !== right.title ||
    left.scored !== right.scored ||
    left.added !== right.added ||
    !a ||
    !b ||
    a.file !== b.file
  )
    return undefined;
  if (a.end !== b.start && !(single && a.start === b.start && a.end === b.end)) return undefined;
  return { ...left, text: left.text + right.text, spans: [{ file: a.file, start: a.start, end: b.end }] };
}

/** Pieces that stand one behind the other in a document, and are the same but for that, as one. */
interface Run {
  readonly start: number;
  length: number;
  piece: Piece;
  readonly added: boolean;
  /** It is one piece. */
  single: boolean;
}

/** A long text may have a hundred thousand pieces: most go on where the one before has ended. */
function* runsOf(text: TracedText, isAdded: IsAdded): IterableIterator<Run> {
  let run: Run | undefined;
  let last: Piece | undefined;
  for (const { start, piece } of text.located()) {
    const added = isAdded(piece);
    if (run && last && continues(last, piece) && run.added === added) {
      run.length += piece.length;
      run.single = false;
    } else {
      if (run && last) yield ended(run, last);
      run = { start, length: piece.length, piece, added, single: true };
    }
    last = piece;
  }
  if (run && last) yield ended(run, last);
}

function continues({ origin: a, note }: Piece, { origin: b, note: noteOfB }: Piece): boolean {
  return a.kind === 'source' && b.kind === 'source' && note === noteOfB && a.span.file === b.span.file && a.span.end === b.span.start;
}

function ended(run: Run, { origin: end }: Piece): Run {
  const { origin } = run.piece;
  if (origin.kind === 'source' && end.kind === 'source')
    run.piece = { ...run.piece, origin: { ...origin, span: { ...origin.span, end: end.span.end } } };
  return run;
}

function isMeta(note: Note | undefined): boolean {
  return note?.part !== undefined && note.part !== 'prompt';
}

function titleOf(origin: Origin, note: Note): string {
  if (origin.kind === 'unknown') return origin.reason;
  if (origin.kind === 'framework') return origin.what;
  if (origin.kind === 'row') return say`column ${origin.column} of ${origin.split} row ${origin.index}`;
  const words = partWords(note);
  if (note.shot === undefined) return words;
  return say`${words}, example ${note.shot}${note.shotRow === undefined ? '' : say` (train row ${note.shotRow})`}`;
}

function partWords({ part, role }: Note): string {
  switch (part) {
    case 'role-begin':
      return role === undefined ? say`start of a role` : say`start of role ${role}`;
    case 'role-end':
      return role === undefined ? say`end of a role` : say`end of role ${role}`;
    case 'meta-begin':
      return say`start of the meta template`;
    case 'meta-end':
      return say`end of the meta template`;
    case 'chat-template':
      return say`chat template`;
    case 'separator':
      return say`separator`;
    default:
      return role === undefined ? say`prompt template` : say`prompt of role ${role}`;
  }
}

import type { Turn } from '../../../prompt/rendered-prompt.js';
import { TracedText, type Note, type Piece } from '../../../core/traced-text.js';
import { textOf, type Value } from '../../../core/value.js';
import { exampleNote } from './join-turns.js';
import { isMarker } from '../values/prompt-list.js';
import { textLike } from '../values/python-value.js';
import type { RoleKinds } from './turn-kind.js';
import { say } from '../../../core/say.js';

/** The turns of a text, by the notes on its pieces: one a turn number, an example's part of it on its own, the meta template's frame on its own. */
export function turnsOfText(text: TracedText, roles: RoleKinds): Turn[] {
  return groups(text).map(({ start, end, note }) => turnOf(text.slice(start, end), note, roles));
}

/** The turns of a prompt list or of messages: one an item, with what the text of it says; section markers are left out. */
export function turnsOfItems(items: readonly Value[], roles: RoleKinds): Turn[] {
  return items.flatMap((item) => {
    if (isMarker(item)) return [];
    const text = textOfItem(item);
    if (text.length === 0 && item.kind === 'str') return [];
    if (item.kind === 'str') return turnsOfText(text, roles);
    const role = item.kind === 'dict' ? textOf(item.get('role')) : undefined;
    return [turnOf(text, { ...exampleOf(text, item), ...(role !== undefined && { role }) }, roles)];
  });
}

/** The text of a turn or a message: its `prompt` or its `content`. Of parts (texts, images …) each one's text or address, a line each. */
export function textOfItem(item: Value): TracedText {
  if (item.kind === 'str') return item.traced;
  if (item.kind !== 'dict') return TracedText.empty;
  return textOfContent(item.get('prompt') ?? item.get('content') ?? item.get('prompt_mm'));
}

/** The text of what a message says: of parts each one's text or address, a line each. */
export function textOfContent(parts: Value | undefined): TracedText {
  if (parts?.kind === 'str') return parts.traced;
  const texts = parts?.kind === 'list' ? parts.items.flatMap(textsIn) : [];
  const lineBreak = TracedText.of('\n', { kind: 'framework', what: say`between parts` });
  return texts.reduce((all, text, i) => (i === 0 ? text : all.concat(lineBreak).concat(text)), TracedText.empty);
}

/** The texts of one part, without the names of what it is. */
function textsIn(part: Value): TracedText[] {
  if (part.kind === 'str') return [part.traced];
  if (part.kind !== 'dict') return [];
  return [...part.entries.values()].flatMap(({ key, value }) => (textOf(key) === 'type' ? [] : textsIn(value)));
}

/** Words under a turn: `shot 0 · train[3]`, `reserved`. */
function detailOf(note: Note, roles: RoleKinds): string | undefined {
  const words: string[] = [];
  if (note.shot !== undefined) words.push(say`shot ${String(note.shot)}`);
  if (note.shotRow !== undefined) words.push(`train[${String(note.shotRow)}]`);
  if (note.role !== undefined && roles.isReserved(note.role)) words.push(say`reserved`);
  return words.length > 0 ? words.join(' · ') : undefined;
}

function turnOf(text: TracedText, note: Note, roles: RoleKinds): Turn {
  const frame = note.part === 'meta-begin' ? say`meta begin` : note.part === 'meta-end' ? say`meta end` : undefined;
  const detail = detailOf(note, roles);
  return {
    who: note.role ?? frame ?? say`text`,
    kind: note.role !== undefined ? roles.kindOf(note.role) : frame ? 'meta' : 'other',
    text,
    ...(detail !== undefined && { detail }),
    ...(note.shot !== undefined && { shot: note.shot }),
  };
}

/** The example that all of a turn belongs to. An empty turn's role says it. */
function exampleOf(text: TracedText, item: Value): Note {
  const notes = text.pieces.filter((piece) => piece.note?.part !== 'separator').map((piece) => piece.note?.shot);
  const note = exampleNote(item);
  return notes.every((shot) => shot === note.shot) ? note : {};
}

interface Group {
  readonly key: string;
  readonly note: Note;
  readonly start: number;
  end: number;
}

function groups(text: TracedText): Group[] {
  const result: Group[] = [];
  for (const { start, piece } of text.located()) {
    const note = piece.note ?? {};
    const last = result.at(-1);
    const key = `${String(note.turn)} ${String(note.shot)} ${isFrame(note) ? String(note.part) : ''}`;
    const end = start + piece.length;
    if (last && (last.key === key || isBetween(piece))) last.end = end;
    else result.push({ key, note, start, end });
  }
  return result;
}

function isFrame(note: Note): boolean {
  return note.part === 'meta-begin' || note.part === 'meta-end';
}

/** What the framework puts between turns and examples belongs to the one before. */
function isBetween({ note, origin }: Piece): boolean {
  return (
    note?.part === 'separator' ||
    (origin.kind === 'framework' && note?.turn === undefined && note?.shot === undefined && !isFrame(note ?? {}))
  );
}

/** The empty turn in which the model answers. */
export function answerTurn(role: string): Turn {
  return {
    who: role,
    detail: say`generate`,
    kind: 'assistant',
    text: textLike('', { file: '', start: 0, end: 0 }).traced,
    generates: true,
  };
}

import { finalStage } from '../../server/src/engine/core/final-stage.js';
import type { CursorPlace, PlaceLink, Position, Range } from '../../server/src/protocol/place.js';
import type { Preview, PreviewSegment, PreviewStage } from '../../server/src/protocol/preview.js';

/** @returns the stage with the wanted id, else the final one */
export function pickStage(preview: Pick<Preview, 'stages' | 'output'>, wanted: string | undefined): PreviewStage | undefined {
  return preview.stages.find(({ id }) => id === wanted) ?? finalStage(preview);
}

/** Whether the cursor stands in the text that a segment comes from (the import that brought it in does not count), its ends included. */
export function holdsCursor({ origins: [origin] }: PreviewSegment, cursor: CursorPlace | undefined): boolean {
  if (!origin || !cursor || origin.uri !== cursor.uri) return false;
  return !isBefore(cursor.position, origin.range.start) && !isBefore(origin.range.end, cursor.position);
}

/**
 * The segments of a stage that are made where the cursor is: in their very text, else by the innermost key around the cursor: `prompt=`, `role=`.
 */
export function markedSegments(stage: PreviewStage, keys: Preview['keys'], cursor: CursorPlace | undefined): ReadonlySet<PreviewSegment> {
  const marked = new Set<PreviewSegment>();
  if (!cursor) return marked;
  const add = (isMarked: (segment: PreviewSegment) => boolean): void => {
    for (const { segments } of stage.turns) for (const segment of segments) if (isMarked(segment)) marked.add(segment);
  };
  add((segment) => holdsCursor(segment, cursor));
  if (marked.size > 0) return marked;
  const around = keys.filter(({ at }) => at.uri === cursor.uri && isWithin(cursor.position, at.range));
  const [key] = around.sort((a, b) => (isWithin(a.at.range.start, b.at.range) && isWithin(a.at.range.end, b.at.range) ? -1 : 1));
  if (key) add(({ origins: [origin] }) => origin !== undefined && key.makes.some((place) => holds(place, origin)));
  return marked;
}

function holds({ uri, range }: PlaceLink, other: PlaceLink): boolean {
  return uri === other.uri && isWithin(other.range.start, range) && isWithin(other.range.end, range);
}

function isWithin(position: Position, { start, end }: Range): boolean {
  return !isBefore(position, start) && !isBefore(end, position);
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

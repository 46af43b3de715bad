import type { CursorPlace, Position } from '../../server/src/protocol/place.js';
import type { Preview, PreviewSegment, PreviewStage } from '../../server/src/protocol/preview.js';

/** @returns the stage that the output leaves, else the last that says why there is no output; undefined where there is no stage at all */
export function finalStage({ stages, output }: Pick<Preview, 'stages' | 'output'>): PreviewStage | undefined {
  const telling = stages.findLast(({ turns, error, unknown }) => turns.length > 0 || (!output && (error || unknown)));
  return telling ?? stages.at(-1);
}

/** @returns the stage with the wanted id, else the final one */
export function pickStage(preview: Pick<Preview, 'stages' | 'output'>, wanted: string | undefined): PreviewStage | undefined {
  return preview.stages.find(({ id }) => id === wanted) ?? finalStage(preview);
}

/** Whether the cursor stands in the text that a segment comes from (the import that brought it in does not count), its ends included. */
export function holdsCursor({ origins: [origin] }: PreviewSegment, cursor: CursorPlace | undefined): boolean {
  if (!origin || !cursor || origin.uri !== cursor.uri) return false;
  return !isBefore(cursor.position, origin.range.start) && !isBefore(origin.range.end, cursor.position);
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

import type { PreviewSegment, PreviewStage } from '../../../server/src/protocol/preview.js';

/** A segment that is in the page: `key` is `turn-segment`. A long one stands in several elements, of which this is one. */
export interface ShownPiece {
  readonly key: string;
  readonly segment: PreviewSegment;
  readonly element: HTMLElement;
}

/** The piece that something of the page lies in. */
export function pieceAt(target: EventTarget | null, stage: PreviewStage): ShownPiece | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('.seg') : null;
  const key = element?.dataset['key'];
  const segment = key === undefined ? undefined : segmentOf(key, stage);
  return element && key !== undefined && segment ? { key, segment, element } : undefined;
}

/** The turn and the segment that a key names. */
export function placeOfKey(key: string): { readonly turn: number; readonly at: number } {
  const [turn = -1, at = -1] = key.split('-').map(Number);
  return { turn, at };
}

function segmentOf(key: string, { turns }: PreviewStage): PreviewSegment | undefined {
  const { turn, at } = placeOfKey(key);
  return turns[turn]?.segments[at];
}

/** The key of the segment `step` segments on, among all that are not empty; undefined behind the ends. */
export function keyBeside(key: string, step: 1 | -1, { turns }: PreviewStage): string | undefined {
  let { turn, at } = placeOfKey(key);
  at += step;
  for (let shown = turns[turn]; shown; shown = turns[turn]) {
    if (shown.segments[at]) return `${turn}-${at}`;
    turn += step;
    at = step > 0 ? 0 : (turns[turn]?.segments.length ?? 0) - 1;
  }
  return undefined;
}

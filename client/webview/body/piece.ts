import type { Preview, PreviewSegment, PreviewStage, PreviewTurn } from '../../../server/src/protocol/preview.js';

/** A segment that is in the page: `key` is `turn-segment`. A long one stands in several elements, of which this is one. */
export interface ShownPiece {
  readonly key: string;
  readonly segment: PreviewSegment;
  readonly turn: PreviewTurn;
  /** The key of the config that it is written under. */
  readonly path: Preview['paths'][number] | undefined;
  readonly element: HTMLElement;
}

/** The piece that something of the page lies in. */
export function pieceAt(target: EventTarget | null, stage: PreviewStage, paths: Preview['paths']): ShownPiece | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('.seg') : null;
  const key = element?.dataset['key'];
  if (!element || key === undefined) return undefined;
  const place = placeOfKey(key);
  const turn = stage.turns[place.turn];
  const segment = turn?.segments[place.at];
  if (!turn || !segment) return undefined;
  return { key, segment, turn, path: segment.path === undefined ? undefined : paths[segment.path], element };
}

/** The turn and the segment that a key names. */
export function placeOfKey(key: string): { readonly turn: number; readonly at: number } {
  const [turn = -1, at = -1] = key.split('-').map(Number);
  return { turn, at };
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

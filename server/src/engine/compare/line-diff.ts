import { diffSequences } from './sequence-diff.js';

/** A line of two texts: of both, or only of the one or the other. */
export interface DiffLine {
  readonly kind: 'same' | 'before' | 'after';
  readonly text: string;
}

/**
 * The lines of two texts in one list, as few as can be of only one of them. Ends of lines are kept as `↵`, so that a line break at the end shows. Texts that
 * differ in very much are not aligned: all lines of the one stand before those of the other.
 */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [linesIn(before), linesIn(after)];
  const runs = diffSequences(a, b) ?? [
    { kind: 'before' as const, items: a },
    { kind: 'after' as const, items: b },
  ];
  return runs.flatMap(({ kind, items }) => items.map((text) => ({ kind, text })));
}

function linesIn(text: string): string[] {
  const lines = text.split('\n');
  const shown = lines.map((line, i) => (i < lines.length - 1 ? `${line}↵` : line));
  return shown.at(-1) === '' ? shown.slice(0, -1) : shown;
}

/** Lines of a unified difference: `- `, `+ ` and `  ` before the text, `…` in place of the unchanged ones further away. */
export interface NearLine {
  readonly kind: DiffLine['kind'] | 'left-out';
  readonly text: string;
}

/** The lines that differ, with `around` unchanged ones before and behind; where others are left out, one line stands for them. */
export function linesNearChanges(lines: readonly DiffLine[], around: number): NearLine[] {
  const near = new Uint8Array(lines.length);
  lines.forEach(({ kind }, i) => {
    if (kind !== 'same') near.fill(1, Math.max(0, i - around), i + around + 1);
  });
  const result: NearLine[] = [];
  let left = 0;
  const leave = (): void => {
    if (left > 0) result.push({ kind: 'left-out', text: `… ${String(left)} unchanged line${left === 1 ? '' : 's'}` });
    left = 0;
  };
  lines.forEach((line, i) => {
    if (near[i] === 0) return void left++;
    leave();
    result.push(line);
  });
  leave();
  return result;
}

import { say } from '../../core/say.js';
import { baseName } from '../../core/span.js';
import { shownLine } from '../../core/shown.js';
import type { RenderedPrompt } from '../../prompt/rendered-prompt.js';
import type { PreviewRows } from './rows.js';
import type { ExampleShown } from './preview-shape.js';

/** As much is told of the data of an example: enough to know it by. */
const mostOfExample = 160;

/** The in-context examples of a prompt, with the numbers of their train rows as the run has them, and the data that they put in. */
export function examplesOf({ stages }: RenderedPrompt): readonly ExampleShown[] {
  const { turns } = stages.find(({ id, turns }) => id === 'examples' && turns.length > 0) ?? { turns: [] };
  const found = new Map<number, { row?: number; readonly columns: Map<string, string> }>();
  for (const { text } of turns)
    for (const { start, piece } of text.located()) {
      const { origin, note } = piece;
      if (note?.shot === undefined) continue;
      const example = found.get(note.shot) ?? { columns: new Map<string, string>() };
      found.set(note.shot, example);
      if (note.shotRow !== undefined) example.row = note.shotRow;
      if (origin.kind !== 'row') continue;
      const before = example.columns.get(origin.column) ?? '';
      if (before.length < mostOfExample)
        example.columns.set(origin.column, before + text.text.slice(start, start + Math.min(piece.length, mostOfExample)));
    }
  return [...found].map(([shot, { row, columns }]) => ({
    shot,
    ...(row !== undefined && { row }),
    text: shownLine([...columns].map(([name, value]) => `${name}: ${value}`).join(' · '), mostOfExample),
  }));
}

/** Where the rows of the examples come from, and whether a run takes others: a sentence. */
export function examplesSource({ shots }: RenderedPrompt, rows: PreviewRows, real: boolean): string {
  if (shots.written) return say`The config itself holds the examples.`;
  if (!real) return say`Placeholders stand in for the examples.`;
  if (shots.standIn && !shots.made) return say`The retriever chooses the examples at run time; these stand in for them.`;
  if (rows.examples !== undefined) return rows.examples;
  const { trainFile } = rows;
  return trainFile === undefined
    ? say`The examples are those of a run.`
    : say`The examples are those of a run, from ${baseName(trainFile)}.`;
}

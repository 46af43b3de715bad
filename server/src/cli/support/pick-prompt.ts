import type { PreviewData } from '../../engine/editor/preview/data.js';
import type { PreviewSelection } from '../../engine/editor/preview/preview-shape.js';
import { CommandError } from './command.js';

/** The id of the choice that a name means. @throws CommandError with the choices where it means none or several */
export function pickChoice(what: string, name: string | undefined, choices: PreviewData['datasets']): string | undefined {
  if (name === undefined) return undefined;
  const named = choices.filter(({ id, label }) => id === name || label === name);
  if (named.length > 0) return named[0]!.id;
  const shown = choices.slice(0, 20).map(({ label }) => label);
  if (choices.length > shown.length) shown.push(`and ${choices.length - shown.length} more`);
  throw new CommandError(`There is no ${what} '${name}'. There ${choices.length === 1 ? 'is' : 'are'}: ${shown.join(', ')}.`);
}

/** The engine falls back where a dataset lacks the mode or label; whoever named one wants to know. @throws CommandError */
export function insistOnPick(data: PreviewData, picked: PreviewSelection): void {
  if (picked.chatTemplate !== undefined && data.selection.chatTemplate !== picked.chatTemplate)
    throw new CommandError(data.notes[0] ?? `There is no chat template '${picked.chatTemplate}'.`);
  if (picked.mode !== undefined && data.selection.mode !== picked.mode)
    throw new CommandError(`This dataset cannot be asked in ${picked.mode} mode.`);
  if (picked.label !== undefined && data.selection.label !== picked.label) {
    const labels = data.labels.length > 0 ? `Its labels are ${data.labels.join(', ')}.` : 'It has no labels in this mode.';
    throw new CommandError(`The dataset has no label '${picked.label}'. ${labels}`);
  }
}

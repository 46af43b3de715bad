import type { Preview, PreviewSelection } from '../../../server/src/protocol/preview.js';

/** What stays picked with every document and dataset: how the model is asked, whatever it is asked. */
export function ofTheModel({ chatTemplate, systemInstruction, multiturn, tokenizer }: PreviewSelection): PreviewSelection {
  return {
    ...(chatTemplate !== undefined && { chatTemplate }),
    ...(systemInstruction !== undefined && { systemInstruction }),
    ...(multiturn !== undefined && { multiturn }),
    ...(tokenizer !== undefined && { tokenizer }),
  };
}

/**
 * What is asked for after the user picked something: another dataset starts with its own mode, label, shots and row; another mode with its
 * own label.
 */
export function withPick(current: PreviewSelection, picked: PreviewSelection): PreviewSelection {
  const otherDataset = picked.dataset !== undefined && picked.dataset !== current.dataset;
  if (otherDataset) return { model: current.model, ...ofTheModel(current), ...picked };
  const otherMode = picked.mode !== undefined && picked.mode !== current.mode;
  return { ...current, ...(otherMode ? { label: undefined } : {}), ...picked };
}

/** The pair that is shown stays until the user or the cursor picks another; what belonged to another dataset is forgotten. */
export function withShown(current: PreviewSelection, shown: Preview['selection']): PreviewSelection {
  return withPick(current, { dataset: shown.dataset, model: shown.model });
}

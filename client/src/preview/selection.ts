import type { Preview, PreviewSelection } from '../../../server/src/protocol/preview.js';

/** Chat templates of so many models are kept, the latest. */
const mostTemplates = 200;

/** What stays picked with every document and dataset: how the models are asked, whatever they are asked. A chat template stays with its model. */
export function ofTheModel({ chatTemplates, systemInstruction, multiturn, tokenizer }: PreviewSelection): PreviewSelection {
  return {
    ...(chatTemplates !== undefined && { chatTemplates }),
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
  if (picked.chatTemplate !== undefined) return withTemplate(current, picked.chatTemplate, picked);
  // What was picked for one model says nothing of another.
  if (picked.model !== undefined && current.model !== undefined && picked.model !== current.model && current.chatTemplate !== undefined)
    return withPick({ ...current, chatTemplate: undefined }, picked);
  const otherDataset = picked.dataset !== undefined && picked.dataset !== current.dataset;
  if (otherDataset) return { model: current.model, ...ofTheModel(current), ...picked };
  const otherMode = picked.mode !== undefined && picked.mode !== current.mode;
  return { ...current, ...(otherMode ? { label: undefined } : {}), ...picked };
}

/** What a page had kept, which only knows the chat template that it shows: it belongs to its model, like one that is picked. */
export function asKept(selection: PreviewSelection): PreviewSelection {
  return selection.chatTemplate ? withTemplate(selection, selection.chatTemplate, {}) : selection;
}

/** A chat template is picked for the model that is shown, and kept by it. */
function withTemplate(current: PreviewSelection, template: string, picked: PreviewSelection): PreviewSelection {
  const model = current.model ?? '';
  const others = Object.entries(current.chatTemplates ?? {}).filter(([other]) => other !== model);
  const chatTemplates = Object.fromEntries([...others.slice(1 - mostTemplates), [model, template]]);
  return withPick({ ...current, chatTemplate: undefined, chatTemplates }, { ...picked, chatTemplate: undefined });
}

/** The pair that is shown stays until the user or the cursor picks another; what belonged to another dataset is forgotten. */
export function withShown(current: PreviewSelection, shown: Preview['selection']): PreviewSelection {
  return withPick(current, { dataset: shown.dataset, model: shown.model });
}

import type { ChatTemplate } from '../../chat/index.js';
import { listChatTemplates, loadChatTemplate } from '../../chat/sources.js';
import type { Surroundings } from '../../frameworks/framework.js';
import type { FileId } from '../../text/span.js';
import type { Choice } from './data.js';

/** Stands for "no chat template" among the choices. */
export const noChatTemplate = '';
/** Stands for "messages as they are": what a service for chat models is sent. */
export const asMessages = 'messages';

/** The chat template that was picked. */
export interface PickedChatTemplate {
  readonly id: string;
  readonly template?: ChatTemplate;
  readonly asMessages: boolean;
  /** Why a picked template cannot be used: sentences. */
  readonly problems: readonly string[];
}

/**
 * What the picked id leads to: one of `chatTemplateChoices`, or anything else that `loadChatTemplate` understands. Where nothing was picked, the model's own
 * template, if it is within reach.
 * @param file the document, near which files are looked up
 * @param own where the model's tokenizer is
 */
export function chatTemplateOf({ workspace }: Surroundings, file: FileId, picked: string | undefined, own: string | undefined): PickedChatTemplate {
  if (picked === undefined && own !== undefined) {
    const loaded = loadChatTemplate(workspace, own, file);
    if ('found' in loaded) return { id: own, template: loaded.found, asMessages: false, problems: [] };
  }
  const id = picked ?? noChatTemplate;
  if (id === noChatTemplate || id === asMessages) return { id, asMessages: id === asMessages, problems: [] };
  const loaded = loadChatTemplate(workspace, id, file);
  if ('found' in loaded) return { id, template: loaded.found, asMessages: false, problems: [] };
  return { id: noChatTemplate, asMessages: false, problems: [loaded.problem] };
}

/**
 * The chat templates that can be picked, "none" first.
 * @param messages whether messages can leave without a template
 * @param picked stays among the choices although no search finds it
 */
export function chatTemplateChoices({ workspace }: Surroundings, file: FileId, messages: boolean, picked: PickedChatTemplate): Choice[] {
  const found = listChatTemplates(workspace, file).map(({ spec, label, detail }): Choice => ({ id: spec, label, detail }));
  const plain: Choice[] = [{ id: noChatTemplate, label: 'none' }, ...(messages ? [{ id: asMessages, label: 'messages', detail: 'as services take them' }] : [])];
  const other = picked.template && !found.some(({ id }) => id === picked.id) ? [{ id: picked.id, label: picked.template.name }] : [];
  return [...plain, ...other, ...found];
}

import type { Surroundings } from '../../frameworks/framework.js';
import type { FileId } from '../../text/span.js';
import type { Choice } from './data.js';

/** Stands for "no chat template" among the choices. */
export const noChatTemplate = '';

/** The chat template that was picked. */
export interface PickedChatTemplate {
  readonly id: string;
  readonly template: undefined;
  /** Why a picked template cannot be used: sentences. */
  readonly problems: readonly string[];
}

/** What the picked id leads to. */
export function chatTemplateOf(_surroundings: Surroundings, _id: string | undefined): PickedChatTemplate {
  return { id: noChatTemplate, template: undefined, problems: [] };
}

/** The chat templates that can be picked, "none" first. */
export function chatTemplateChoices(_surroundings: Surroundings, _file: FileId): Choice[] {
  return [{ id: noChatTemplate, label: 'none' }];
}

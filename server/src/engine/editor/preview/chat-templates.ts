import { CacheKey } from '../../core/cache-key.js';
import type { ChatTemplate, FoundInCache } from '../../chat/index.js';
import { familyOfModel } from '../../chat/families.js';
import { listChatTemplates, loadChatTemplate } from '../../chat/sources.js';
import type { Surroundings } from '../../frameworks/face/behaviour.js';
import { RecentMap } from '../../core/recent-map.js';
import { say } from '../../core/say.js';
import type { FileId } from '../../core/span.js';
import type { Choice, PreviewSelection } from './preview-shape.js';

/** Stands for "no chat template" among the choices. */
const noChatTemplate = '';
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
export function chatTemplateOf(
  surroundings: Surroundings,
  file: FileId,
  picked: string | undefined,
  own: string | undefined,
): PickedChatTemplate {
  if (picked === undefined && own !== undefined) {
    const loaded = load(surroundings, own, file);
    if ('found' in loaded) return { id: own, template: loaded.found, asMessages: false, problems: [] };
  }
  const id = picked ?? noChatTemplate;
  if (id === noChatTemplate || id === asMessages) return { id, asMessages: id === asMessages, problems: [] };
  const loaded = load(surroundings, id, file);
  if ('found' in loaded) return { id, template: loaded.found, asMessages: false, problems: [] };
  return { id: noChatTemplate, asMessages: false, problems: [loaded.problem] };
}

/** What was picked for a model; undefined where nothing was. */
export function pickedTemplate({ chatTemplate, chatTemplates }: PreviewSelection, model: string): string | undefined {
  if (chatTemplate !== undefined) return chatTemplate;
  const kept: unknown = chatTemplates && Object.hasOwn(chatTemplates, model) ? chatTemplates[model] : undefined;
  return typeof kept === 'string' ? kept : undefined;
}

const key = new CacheKey<RecentMap<string, ChatTemplate>>('chat templates');
const mostKept = 100;

/** A tokenizer's files may be large: what was found in them stays until a file changes that may hold a template. */
function load(surroundings: Surroundings, spec: string, file: FileId): FoundInCache<ChatTemplate> {
  const known = surroundings.remember(key, () => ({
    value: new RecentMap(mostKept),
    concerns: (changed) => !/\.(?:py|ya?ml)$/.test(changed),
  }));
  const id = `${file}\n${spec}`;
  const there = known.get(id);
  if (there) return { found: there };
  const loaded = loadChatTemplate(surroundings.workspace, spec, file);
  if ('found' in loaded) known.set(id, loaded.found);
  return loaded;
}

/**
 * The chat templates that can be picked, "none" first.
 * @param messages whether messages can leave without a template
 * @param picked stays among the choices although no search finds it
 * @param own where the config says that the model's tokenizer is: the family that its name speaks for comes first
 */
export function chatTemplateChoices(
  { workspace }: Surroundings,
  file: FileId,
  messages: boolean,
  picked: PickedChatTemplate,
  own?: string,
): Choice[] {
  const family = own === undefined ? undefined : familyOfModel(own);
  const found = listChatTemplates(workspace, file)
    .map(({ spec, label, detail }): Choice => ({
      id: spec,
      label,
      detail: spec === family?.id ? say`what ${own!} goes by, as its name says` : detail,
    }))
    .sort((a, b) => Number(b.id === family?.id) - Number(a.id === family?.id));
  const plain: Choice[] = [
    { id: noChatTemplate, label: say`no chat template` },
    ...(messages ? [{ id: asMessages, label: 'messages', detail: say`as services take them` }] : []),
  ];
  const other = picked.template && !found.some(({ id }) => id === picked.id) ? [{ id: picked.id, label: picked.template.name }] : [];
  return [...plain, ...other, ...found];
}

import { usualRoles } from '../../config/usual-roles.js';
import type { ModelConfig } from '../../config/config.js';
import { openCompassTemplates } from './template/build-template.js';
import { modeOf, promptOf } from './infer/inferencer.js';
import { openCompassModelClass } from './classes/model-classes.js';
import { buildParserFor } from './infer/parser-for.js';
import { openCompassRetrievers } from './retrieve/retriever.js';
import { openCompassException } from './values/fault.js';
import { chatOutput } from './send/chat-messages.js';
import type { Dialect } from './render/dialect.js';

/** OpenCompass 0.5.3. */
export const openCompassDialect: Dialect = {
  templates: openCompassTemplates,
  refusesNoTemplates: true,
  retrievers: openCompassRetrievers,
  reading: { onBadRange: 'raises', repeats: 'splits' },
  inferencerRegistry: 'opencompass::icl_inferencer',
  modeOf,
  otherInferencers: new Set(['ChatMLInferencer', 'ParallelChatMLInferencer']),
  withoutInferCfg: (dataset) =>
    dataset.get('type') ? undefined : 'OpenCompass makes the templates of a custom dataset from its data when it runs.',
  promptOf,
  buildParser: ({ mode }, kind, meta) => buildParserFor(mode, kind, meta),
  raised: (error) => error,
  modelClass: openCompassModelClass,
  defaultMetaNote: "system turns are sent as the user's",
  scoringNote,
  convert: chatOutput,
  exception: openCompassException,
  apiRoles: usualRoles,
  refusesOtherApiRoles: true,
  fallbackGarbles: true,
  onWrongAffix: 'the parsers raise NotImplementedError or TypeError',
};

function scoringNote(model: ModelConfig | undefined): string | undefined {
  const chat = openCompassModelClass(model?.className)?.chat;
  if (chat !== 'tokenizer' && chat !== 'server') return undefined;
  return `${model?.className ?? 'The class'} cannot score a prompt: in ppl mode the run stops with NotImplementedError.`;
}

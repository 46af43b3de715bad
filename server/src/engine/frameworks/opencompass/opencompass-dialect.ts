import { judgedColumns } from './config/judges.js';
import { usualRoles } from '../../config/usual-roles.js';
import type { ModelConfig } from '../../config/config.js';
import { openCompassReleases, type OpenCompassRelease } from './releases/open-compass-release.js';
import { openCompassVariant } from './parse/api-parser.js';
import { openCompassTemplates } from './template/build-template.js';
import { modeOf, promptOf } from './infer/inferencer.js';
import { openCompassModelClass } from './classes/model-classes.js';
import { buildParserFor } from './infer/parser-for.js';
import { openCompassRetrievers } from './retrieve/retriever.js';
import { openCompassException } from './values/fault.js';
import { chatOutput, olderChatOutput } from './send/chat-messages.js';
import type { Dialect } from './render/dialect.js';
import { say } from '../../core/say.js';

/** OpenCompass 0.5.4. */
export const openCompassDialect: Dialect = {
  framework: 'opencompass',
  templates: openCompassTemplates,
  refusesNoTemplates: true,
  retrievers: openCompassRetrievers,
  reading: { onBadRange: 'raises', repeats: 'splits' },
  inferencerRegistry: 'opencompass::icl_inferencer',
  multiround: 'followed',
  modeOf,
  otherInferencers: new Set(['ChatMLInferencer', 'ParallelChatMLInferencer']),
  withoutInferCfg: (dataset) =>
    dataset.get('type') ? undefined : say`OpenCompass makes the templates of a custom dataset from its data when it runs.`,
  promptOf,
  buildParser: ({ mode }, kind, meta) => buildParserFor(mode, kind, meta),
  raised: (error) => error,
  modelClass: openCompassModelClass,
  defaultMetaNote: say`system turns are sent as the user's`,
  scoringNote,
  convert: chatOutput,
  exception: openCompassException,
  apiRoles: usualRoles,
  fallbackGarbles: true,
  checkedModelFields: new Set(),
  classPackage: 'opencompass',
  withoutPart: {
    type: {
      severity: 'warning',
      does: say`OpenCompass takes it for a custom dataset and makes templates of its own from the file, or raises KeyError: 'type' where the dataset is built`,
    },
    eval_cfg: {
      severity: 'error',
      does: say`the evaluation raises TypeError: argument of type 'NoneType' is not iterable`,
    },
  },
  siblingPackage: 'ais_bench.benchmark',
  readsPredRole: true,
  fillsStages: false,
  inferencerHasLength: true,
  tooFewAnswers: 'AssertionError',
  countsOneNumber: false,
  evaluatesOnce: false,
  onWrongList: undefined,
  onEmptyList: say`nothing is run, and no error is raised`,
  judgedColumns,
  onWrongAffix: say`the parsers raise NotImplementedError or TypeError`,
};

/** What OpenCompass does as of a release. */
function dialectAsOf({ apiBegin, plainMessages, multiround, later }: OpenCompassRelease): Dialect {
  if (apiBegin && plainMessages && multiround) return openCompassDialect;
  const variant = { ...openCompassVariant, plainMessages, withoutBegin: !apiBegin };
  const { own, ...templates } = openCompassTemplates;
  return {
    ...openCompassDialect,
    templates: { ...templates, own: new Map([...own].filter(([name]) => !later.has(name))), later },
    retrievers: { ...openCompassRetrievers, later },
    laterInferencers: later,
    multiround: multiround ? 'followed' : 'ignored',
    convert: plainMessages ? chatOutput : olderChatOutput,
    buildParser: ({ mode }, kind, meta) => buildParserFor(mode, kind, meta, variant),
  };
}

const byRelease: ReadonlyMap<string, Dialect> = new Map(openCompassReleases.map((release) => [release.name, dialectAsOf(release)]));

/** What OpenCompass does as of a release of the table; as of the newest where none is named. */
export function openCompassDialectOf(release: string | undefined): Dialect {
  return (release === undefined ? undefined : byRelease.get(release)) ?? openCompassDialect;
}

function scoringNote(model: ModelConfig | undefined): string | undefined {
  const chat = openCompassModelClass(model?.className)?.chat;
  if (chat !== 'tokenizer' && chat !== 'server') return undefined;
  return say`${model?.className ?? say`The class`} cannot score a prompt: in ppl mode the run stops with NotImplementedError.`;
}

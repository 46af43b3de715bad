import { namesAlwaysIn } from '../../../../classes/names-always.js';
import { hierarchyOf, methodOf } from '../../../../classes/hierarchy.js';
import { readTemplate } from '../../../../config/infer-cfg.js';
import type { DatasetConfig } from '../../../../config/config.js';
import { dialogueItems } from '../../../../config/dialogue.js';
import { readInferCfg } from '../../../../config/infer-cfg.js';
import { say } from '../../../../core/say.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../../core/value.js';
import { addEntryFix, renameKeyFix, replaceStringFix } from '../../../../checks/support/fixes.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { isKeySlip } from '../../../../checks/support/slip.js';
import { listed } from '../../../../checks/support/words.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { datasetFacts } from './class-keys.js';
import { datasetsToCheck, findingAt } from './dataset-faults.js';
import { hasUnknownKey } from '../../../../checks/support/has-unknown-key.js';

/** The parts of `prompt_mm` that are read, by what a segment of a row's `content` starts with. AISBench 3.1.0 `utils/prompt/prompt.py` (`format_mm`). */
const mediaParts = ['text', 'image', 'video', 'audio'] as const;

/** Keys of a message's part, which stand within it. */
const otherNames: Readonly<Record<string, string>> = {
  image_url: 'image',
  images: 'image',
  img: 'image',
  picture: 'image',
  video_url: 'video',
  videos: 'video',
  audio_url: 'audio',
  audios: 'audio',
  question: 'text',
  prompt: 'text',
};

/** Keys of `prompt_mm`, and of its parts, that nothing reads. */
export function* strayMedia(context: CheckContext, template: DictValue): Iterable<Finding> {
  for (const looks of looksOf(readTemplate(template)?.className, template.get('template')))
    for (const entry of looks.entries.values()) {
      const name = textOf(entry.key);
      if (name !== undefined && isPart(name)) yield* partFindings(context, name, entry.value);
      if (name === undefined || isPart(name)) continue;
      const meant = meantPart(name, looks);
      yield {
        span: entry.keySpan,
        message: say`\`prompt_mm\` has the parts ${listed(mediaParts)}, and nothing reads ${name}.${meant === undefined ? '' : say` A row that has ${meant} raises KeyError: '${meant}'. Did you mean ${meant}?`}`,
        fixes: meant === undefined ? [] : renameKeyFix(context, entry, meant),
      };
    }
}

/** What a part of a message is read by, and what it is called there: the same word. AISBench 3.1.0 `utils/prompt/prompt.py`, and the services' own messages. */
function* partFindings(context: CheckContext, part: string, look: Value): Iterable<Finding> {
  if (look.kind !== 'dict') return;
  const key = part === 'text' ? part : `${part}_url`;
  yield* lackingKey(context, look, key);
  const address = look.get(key);
  if (address?.kind === 'dict' && part !== 'text') yield* lackingKey(context, address, 'url');
  const type = look.entry('type');
  if (type && (type.value.kind !== 'str' || type.value.text === key)) return;
  yield {
    span: type?.valueSpan ?? look.span,
    severity: 'warning',
    message: type
      ? say`The type of a part with ${key} is '${key}', and no service knows it by this one.`
      : say`This part has no type: models that are loaded raise KeyError: 'type', and services may refuse it.`,
    fixes: type
      ? replaceStringFix(context, type.value, key, say`Change to ${`'${key}'`}`)
      : addEntryFix(context, look, 'type', `'${key}'`, say`Add type='${key}'`, false),
  };
}

/** A key that is asked for without a look whether it is there. What stands in its place, beside the type, is meant. */
function* lackingKey(context: CheckContext, dict: DictValue, key: string): Iterable<Finding> {
  if (dict.entry(key)) return;
  const [other, ...more] = [...dict.entries.values()].filter((entry) => textOf(entry.key) !== 'type');
  const isSure = other !== undefined && more.length === 0;
  yield {
    span: isSure ? other.keySpan : dict.span,
    severity: 'error',
    message: say`This part has no ${key}: building the prompt raises KeyError: '${key}'.`,
    fixes: isSure ? renameKeyFix(context, other, key) : [],
  };
}

/** The dicts of `prompt_mm` in a template that fills them. */
function looksOf(className: string | undefined, template: Value | undefined): readonly DictValue[] {
  if (className !== 'MMPromptTemplate') return [];
  return dialogueItems(template).flatMap(({ value }) => {
    const looks = value.kind === 'dict' ? value.get('prompt_mm') : undefined;
    return looks?.kind === 'dict' ? [looks] : [];
  });
}

function isPart(name: string): boolean {
  return (mediaParts as readonly string[]).includes(name);
}

function meantPart(name: string, looks: DictValue): string | undefined {
  const free = mediaParts.filter((part) => !looks.entry(part));
  const other = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
  if (other !== undefined) return free.find((part) => part === other);
  const near = nearest(name, free);
  return near !== undefined && isKeySlip(name, near) ? near : undefined;
}

/** Parts that the rows of a class have, as its `load` puts them together, and that `prompt_mm` says nothing of. */
export function* missingMedia(context: CheckContext): Iterable<Finding> {
  for (const dataset of datasetsToCheck(context)) {
    const template = readInferCfg(dataset.inferCfg)?.promptTemplate;
    const looks = looksOf(template?.className, template?.template);
    if (!template || looks.length === 0) continue;
    const written = writtenParts(context, dataset);
    for (const look of looks) {
      const missing = written.filter((part) => !look.entry(part) && !isSlipThere(look, part));
      const [first] = missing;
      if (first === undefined || hasUnknownKey(look)) continue;
      yield findingAt(context, dataset, look.span, {
        message: say`This prompt_mm has no ${listed(missing)}, which the rows of ${datasetFacts(context, dataset)?.name ?? ''} have: building the prompt raises KeyError: '${first}'.`,
      });
    }
  }
}

/** That key is told of by itself. */
function isSlipThere(look: DictValue, part: string): boolean {
  return [...look.entries.values()].some(({ key }: DictEntry) => {
    const name = textOf(key);
    return name !== undefined && !isPart(name) && meantPart(name, look) === part;
  });
}

function writtenParts(context: CheckContext, dataset: DatasetConfig): readonly string[] {
  const { classes } = context.surroundings;
  const facts = datasetFacts(context, dataset);
  const found = facts?.file === undefined ? undefined : classes.findInFile(facts.file, facts.name);
  if (found?.kind !== 'class') return [];
  return classes.remember(found.source, 'media parts', () => {
    const load = methodOf(hierarchyOf(classes, found.source), 'load');
    const names = load && load !== 'unknown' ? namesAlwaysIn(load.node) : new Set<string>();
    return mediaParts.filter((part) => names.has(`AIS_${part.toUpperCase()}_START`));
  });
}

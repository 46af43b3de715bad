import type { DatasetConfig } from '../../../config/config.js';
import { dialogueItems } from '../../../config/dialogue.js';
import { readInferCfg } from '../../../config/infer-cfg.js';
import { textOf, type DictEntry, type DictValue, type StrValue } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { hasTaskOfItsOwn } from './support/class-keys.js';
import { datasetsToCheck, findingAt } from './support/dataset-faults.js';

/** Arguments by which a class gives its media by their paths or as they are, and the parts that they are about. AISBench 3.1.0 `datasets/`. */
const kinds: readonly (readonly [argument: string, parts: readonly string[]])[] = [
  ['image_type', ['image']],
  ['video_type', ['video']],
  ['audio_type', ['audio']],
  ['mm_type', ['image', 'video', 'audio']],
];

/** Media that the rows hold themselves behind `file://`, or paths where the address is to hold the media. */
export const mediaAddress: ConfigRule = {
  id: 'media-address',
  title: 'An address of an image, a video or a sound that is not made of what the rows hold',
  frameworks: ['aisbench'],
  severity: 'warning',
  prevents: 'Requests whose images cannot be opened: file:///9j/4AAQSkZJRg…',
  scope: 'document',
  *check(context): Iterable<Finding> {
    if (hasTaskOfItsOwn(context)) return;
    for (const dataset of datasetsToCheck(context))
      for (const [argument, parts] of kinds) {
        const entry = dataset.value.entry(argument);
        if (entry) for (const part of parts) yield* addressFindings(context, dataset, argument, entry, part);
      }
  },
};

function* addressFindings(
  context: CheckContext,
  dataset: DatasetConfig,
  argument: string,
  { value }: DictEntry,
  part: string,
): Iterable<Finding> {
  const [, form] = /(?:^|_)(path|base64)$/.exec(textOf(value) ?? '') ?? [];
  const template = readInferCfg(dataset.inferCfg)?.promptTemplate;
  if (form === undefined || template?.className !== 'MMPromptTemplate') return;
  for (const { value: turn } of dialogueItems(template.template)) {
    const address = turn.kind === 'dict' ? addressOf(turn, part) : undefined;
    if (address === undefined) continue;
    const isWrong = form === 'base64' ? address.text.startsWith('file://') : /^data:[^,{]*;base64,/.test(address.text);
    if (!isWrong) continue;
    const given = `${argument}='${textOf(value) ?? ''}'`;
    yield findingAt(context, dataset, address.span, {
      message:
        form === 'base64'
          ? say`With ${given} the rows hold the media themselves, and this address takes them for a path: no such file is found. Write data:…;base64,{…}, or ask for paths.`
          : say`With ${given} the rows hold paths, and this address takes them for the media themselves: what is sent cannot be read. Write file://{…}, or ask for base64.`,
    });
  }
}

function addressOf(turn: DictValue, part: string): StrValue | undefined {
  const looks = turn.get('prompt_mm');
  const look = looks?.kind === 'dict' ? looks.get(part) : undefined;
  const given = look?.kind === 'dict' ? look.get(`${part}_url`) : undefined;
  const text = given?.kind === 'dict' ? given.get('url') : given;
  return text?.kind === 'str' ? text : undefined;
}

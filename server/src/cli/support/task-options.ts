import type { PreviewSelection } from '../../engine/editor/preview/preview-shape.js';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { splitTemplateSpec } from '../../engine/chat/sources.js';
import { fileOfPath } from '../../node/uris.js';
import { asMessages } from '../../engine/editor/preview/chat-templates.js';
import { UsageError, wholeNumber } from './command.js';

/** The options of `preview` for tasks, under the harness's own names (lm-evaluation-harness 0.4.13 `_cli/run.py`). */
export const taskOptions = {
  'num-fewshot': { type: 'string' },
  'apply-chat-template': { type: 'string' },
  'fewshot-as-multiturn': { type: 'string' },
  'system-instruction': { type: 'string' },
  'include-path': { type: 'string', multiple: true },
  seed: { type: 'string' },
  samples: { type: 'string' },
  limit: { type: 'string' },
} as const;

export const taskHelp = `For a task of lm-evaluation-harness, FILE may be the task's name, with the harness's own options (underscores work too):

  --include-path DIR   a directory with more tasks; may be given several times
  --num-fewshot N      as --shots
  --apply-chat-template [NAME|FILE]
                       put the messages into a chat template: a shipped family (chatml, llama-3 …), a .jinja file, tokenizer_config.json, a
                       folder with one, or a model of the local Hugging Face cache, with #NAME after it for one of several
                       templates; without a name they are shown as a service takes
                       them. For OpenCompass and AISBench: the template of the model's tokenizer
  --fewshot-as-multiturn [true|false]
                       examples as turns of their own (default with a chat template: true)
  --system-instruction TEXT
  --seed N|N,N,N,N     what the shots are drawn with: the last number, None for no seed (default: 1234)
  --samples JSON       only the rows with these numbers, from 0: a list, or lists by task
  --limit N            only so many rows, or below 1 that part of them; draws do not depend on it
`;

const truths = new Map([
  ...['true', 't', 'yes', 'y', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', '0'].map((word) => [word, false] as const),
]);

/** The arguments with hyphens in the names of options, and with `=` behind those that may stand without a value. */
export function asHarness(args: readonly string[]): string[] {
  const result: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = hyphenated(args[i]!);
    const next = args[i + 1];
    if (word === '--apply-chat-template' && next !== undefined && !next.startsWith('-')) result.push(`${word}=${args[++i]!}`);
    else if (word === '--apply-chat-template') result.push(`${word}=`);
    else if (word === '--fewshot-as-multiturn' && truths.has(next?.toLowerCase() ?? '')) result.push(`${word}=${args[++i]!}`);
    else if (word === '--fewshot-as-multiturn') result.push(`${word}=true`);
    else result.push(word);
  }
  return result;
}

function hyphenated(word: string): string {
  return word.replace(/^--[\w-]+/, (name) => name.replaceAll('_', '-'));
}

type Values = Readonly<
  Partial<
    Record<'num-fewshot' | 'apply-chat-template' | 'fewshot-as-multiturn' | 'system-instruction' | 'seed' | 'samples' | 'limit', string>
  >
>;

/** What the options pick. @throws UsageError for a value that cannot be understood, and where the harness would refuse the combination */
export function taskSelection(values: Values): PreviewSelection {
  const shots = wholeNumber('num-fewshot', values['num-fewshot']);
  const template = values['apply-chat-template'];
  const multiturn = truth(values['fewshot-as-multiturn']);
  const system = values['system-instruction'];
  if (multiturn === true && template === undefined)
    throw new UsageError('--fewshot-as-multiturn goes with --apply-chat-template: the harness raises ValueError without it.');
  return {
    ...(shots !== undefined && { shots }),
    ...(template !== undefined && { chatTemplate: templateNamed(template) }),
    ...(multiturn !== undefined && { multiturn }),
    ...(system !== undefined && { systemInstruction: system }),
    ...runSelection(values),
  };
}

/** With which rows and seed a run is started. */
function runSelection({ seed, samples, limit }: Values): Pick<PreviewSelection, 'run'> {
  if (seed === undefined && samples === undefined && limit === undefined) return {};
  const most = limit === undefined ? undefined : Number(limit);
  if (most !== undefined && !(most >= 0)) throw new UsageError(`--limit must be a number from 0, not '${limit!}'.`);
  return {
    run: {
      ...(seed !== undefined && { seed: fewshotSeed(seed) }),
      ...(samples !== undefined && { samples: sampleNumbers(samples) }),
      ...(most !== undefined && { limit: most }),
    },
  };
}

/** The harness takes one seed for all of its generators, or four: the last one is that of the shots. */
function fewshotSeed(text: string): string | null {
  const seeds = text.split(',').map((part) => part.trim());
  const last = seeds.at(-1)!;
  if ((seeds.length !== 1 && seeds.length !== 4) || !seeds.every((seed) => seed === 'None' || /^\d+$/.test(seed)))
    throw new UsageError(`--seed must be one number, or four with commas between them, not '${text}'.`);
  return last === 'None' ? null : last;
}

function sampleNumbers(text: string): number[] {
  const wrong = new UsageError('--samples must be a JSON list of row numbers from 0, or an object with one by task.');
  let given: unknown;
  try {
    given = JSON.parse(existsSync(text) ? readFileSync(text, 'utf8') : text);
  } catch {
    throw wrong;
  }
  const list: unknown = Array.isArray(given) || given === null ? given : Object.values(given as object)[0];
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'number' && Number.isInteger(item) && item >= 0)) throw wrong;
  return list as number[];
}

/** A path is as seen from the working directory; anything else is for the preview to find. */
function templateNamed(template: string): string {
  if (template === '') return asMessages;
  if (existsSync(template)) return fileOfPath(resolve(template));
  const { place, name } = splitTemplateSpec(template);
  return name !== undefined && existsSync(place) ? `${fileOfPath(resolve(place))}#${name}` : template;
}

/** The files among what the options pick, which the preview has to read. */
export function filesOf({ chatTemplate }: PreviewSelection): string[] {
  if (chatTemplate === undefined) return [];
  return [chatTemplate, splitTemplateSpec(chatTemplate).place].filter((path) => path !== '' && existsSync(path)).slice(0, 1);
}

function truth(word: string | undefined): boolean | undefined {
  if (word === undefined) return undefined;
  const known = truths.get(word.toLowerCase());
  if (known === undefined) throw new UsageError(`--fewshot-as-multiturn must be true or false, not '${word}'.`);
  return known;
}

import { dirname, joinPath } from '../core/paths.js';
import type { FileId } from '../core/span.js';
import { textOf, type DictValue, type Value } from '../core/value.js';
import type { Workspace } from '../core/workspace.js';
import { jsonObjectIn } from '../chat/json-file.js';
import { JsonBytes } from './json-bytes.js';
import { partIn } from './tokenizer-part.js';
import { frameOf } from './post-processors.js';
import { TokensRefused } from './refusal.js';

/** What comes before the tables of a `tokenizer.json`: that of Gemma 3, with 6,400 added tokens, has 1.2 million bytes of it. */
const headBytes = 2_000_000;

/** A BOS token that a tokenizer puts in front of any text. */
export interface OpeningBos {
  readonly text: string;
  /** `tokenizer_config.json` says `add_bos_token: true`, by which the slow tokenizers go, too. */
  readonly asked: boolean;
}

/**
 * The BOS token that transformers' tokenizer puts in front of a text, also where the text begins with it. By the head of `tokenizer.json` alone, so that a check may ask: the tables are
 * not read. transformers 4.33 to 5: the `post_processor` of `tokenizer.json` counts, unless `add_bos_token` in `tokenizer_config.json` says otherwise.
 * @param file the `tokenizer.json`
 * @returns undefined where it adds none, or where that is not certain
 */
export function openingBos(workspace: Workspace, file: FileId): OpeningBos | undefined {
  const read = jsonObjectIn(workspace, joinPath(dirname(file), 'tokenizer_config.json'));
  if ('problem' in read) return undefined;
  const settings = read.found;
  const bos = bosIn(settings);
  if (bos === undefined || settings.get('split_special_tokens') !== undefined) return undefined;
  const asked = settings.get('add_bos_token');
  if (asked !== undefined && asked.kind !== 'none' && !isTrue(asked)) return undefined;
  const head = headOf(workspace, file);
  return head !== undefined && addedInFront(head) === bos ? { text: bos, asked: isTrue(asked) } : undefined;
}

function isTrue(value: Value | undefined): boolean {
  return value?.kind === 'bool' && value.value;
}

/** A text, or an added token with its content. */
function bosIn(settings: DictValue): string | undefined {
  const given = settings.get('bos_token');
  const text = given?.kind === 'dict' ? textOf(given.get('content')) : given && textOf(given);
  return text === '' ? undefined : text;
}

/** The lines before the tables; of a file that is one line all of it, where it is not larger. */
function headOf(workspace: Workspace, file: FileId): string | undefined {
  const size = workspace.stat(file)?.size ?? Infinity;
  const read = size <= headBytes ? workspace.read(file) : workspace.readHead?.(file, headBytes);
  return read?.kind === 'text' ? read.text : undefined;
}

/** The last token that the post-processor puts before a text, where that is found in texts, too. @param head of a `tokenizer.json`, which may end anywhere */
function addedInFront(head: string): string | undefined {
  const json = new JsonBytes(new TextEncoder().encode(head));
  const added = new Set<string>();
  let frame: string | undefined;
  try {
    json.object((key) => {
      if (key === 'added_tokens') json.array(() => added.add(contentOf(json.value())));
      else if (key === 'post_processor') frame = frameOf(json.value()).before.at(-1)?.piece;
      else json.skip();
    });
  } catch (error) {
    if (!(error instanceof TokensRefused)) throw error;
  }
  return frame !== undefined && added.has(frame) ? frame : undefined;
}

function contentOf(token: unknown): string {
  const content = partIn(token, 'added_tokens').get('content');
  return typeof content === 'string' ? content : '';
}

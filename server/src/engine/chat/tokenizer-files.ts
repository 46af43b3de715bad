import { joinPath } from '../core/paths.js';
import { dirname } from '../core/paths.js';
import { say } from '../core/say.js';
import type { FileId } from '../core/span.js';
import { TracedText } from '../core/traced-text.js';
import { textOf, type DictValue, type Value } from '../core/value.js';
import type { Workspace } from '../core/workspace.js';
import type { ChatTemplate } from './chat-template.js';
import { modelOfFile, type FoundInCache } from './hub-cache.js';
import { jsonObjectIn } from './json-file.js';

/** A template of a tokenizer, under the name that it has there. */
interface Named {
  readonly name: string;
  readonly source: TracedText;
  readonly file: FileId;
}

/** The names of a tokenizer's files. */
const config = 'tokenizer_config.json';
const tokensMap = 'special_tokens_map.json';
const single = 'chat_template.jinja';
const more = 'additional_chat_templates';
const processors = 'chat_template.json';

/**
 * The chat template of a file: `tokenizer_config.json`, `chat_template.json`, or any other text taken for Jinja. Special tokens come from the
 * tokenizer's files beside it.
 * @param name which of several templates; absent: the default one
 */
export function templateOfFile(workspace: Workspace, file: FileId, name?: string): FoundInCache<ChatTemplate> {
  const folder = dirname(file);
  if (!file.endsWith('.json')) {
    const read = textOfFile(workspace, file);
    return 'problem' in read ? read : chosen(workspace, folder, [{ name: 'default', source: read.found, file }], shownName(file), name);
  }
  const read = jsonObjectIn(workspace, file);
  if ('problem' in read) return read;
  const templates = templatesIn(read.found, file);
  if (templates.length > 0) return chosen(workspace, folder, templates, shownName(file), name);
  if (file.endsWith('/' + config)) return templateOfFolder(workspace, folder, shownName(file), name);
  return { problem: say`${file} has no chat_template.` };
}

/**
 * The chat template of a folder with a tokenizer's files. As in transformers 5.23 `tokenization_utils_base.py` the `.jinja` files go before what
 * `tokenizer_config.json` says.
 */
export function templateOfFolder(workspace: Workspace, folder: FileId, shown: string, name?: string): FoundInCache<ChatTemplate> {
  const files = new Set(workspace.list(folder) ?? []);
  const own = [
    ...(files.has(single) ? jinjaFile(workspace, joinPath(folder, single), 'default') : []),
    ...(files.has(more) ? additional(workspace, joinPath(folder, more)) : []),
  ];
  if (own.length > 0) return chosen(workspace, folder, own, shown, name);
  let problem: string | undefined;
  for (const file of [config, processors].filter((candidate) => files.has(candidate))) {
    const read = jsonObjectIn(workspace, joinPath(folder, file));
    if ('problem' in read) problem ??= read.problem;
    const templates = 'found' in read ? templatesIn(read.found, joinPath(folder, file)) : [];
    if (templates.length > 0) return chosen(workspace, folder, templates, shown, name);
  }
  if (problem !== undefined) return { problem };
  if (files.has(config)) return { problem: say`The tokenizer of ${shown} has no chat template: frameworks that apply one fail on it.` };
  return {
    problem: say`${shown} holds no tokenizer: neither ${config} nor ${single} is there. They may be missing for a gated model, or for one whose download was stopped.`,
  };
}

function jinjaFile(workspace: Workspace, file: FileId, name: string): Named[] {
  const read = textOfFile(workspace, file);
  return 'found' in read ? [{ name, source: read.found, file }] : [];
}

function additional(workspace: Workspace, folder: FileId): Named[] {
  const files = workspace.list(folder) ?? [];
  return files
    .filter((file) => file.endsWith('.jinja'))
    .flatMap((file) => jinjaFile(workspace, joinPath(folder, file), file.slice(0, -'.jinja'.length)));
}

/** `chat_template` may be a text, a list of texts with names, or a dict of them. */
function templatesIn(dict: DictValue, file: FileId): Named[] {
  const value = dict.get('chat_template');
  const named = (name: string, source: Value | undefined): Named[] =>
    source?.kind === 'str' ? [{ name, source: source.traced, file }] : [];
  if (value?.kind === 'list')
    return value.items.flatMap((item) => (item.kind === 'dict' ? named(textOf(item.get('name')) ?? 'default', item.get('template')) : []));
  if (value?.kind === 'dict') return [...value.entries.values()].flatMap((entry) => named(textOf(entry.key) ?? '', entry.value));
  return named('default', value);
}

/** As `get_chat_template` chooses; a name that a single template's tokenizer does not know would be taken for a template's text. */
function chosen(
  workspace: Workspace,
  folder: FileId,
  templates: readonly Named[],
  shown: string,
  name?: string,
): FoundInCache<ChatTemplate> {
  const names = templates.map((template) => template.name);
  const found =
    templates.findLast((template) => template.name === (name ?? 'default')) ??
    (name === undefined && templates.length === 1 ? templates[0] : undefined);
  if (!found) {
    const missing =
      name === undefined ? say`several chat templates and none of them is the default` : say`no chat template named "${name}"`;
    return { problem: say`${shown} has ${missing}. There are: ${names.join(', ')}.` };
  }
  const title = templates.length > 1 ? `${shown} (${found.name})` : shown;
  return { found: { name: title, source: found.source, tokens: tokensOf(workspace, folder), file: found.file, named: names } };
}

/** What the tokenizer calls its special tokens: every entry that ends in `_token`, a text or an added token with its content. */
function tokensOf(workspace: Workspace, folder: FileId): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const file of [tokensMap, config]) {
    if (workspace.stat(joinPath(folder, file))?.kind !== 'file') continue;
    const read = jsonObjectIn(workspace, joinPath(folder, file));
    if ('problem' in read) continue;
    for (const { key, value } of read.found.entries.values()) {
      const name = textOf(key) ?? '';
      const content = value.kind === 'dict' ? textOf(value.get('content')) : textOf(value);
      if (name.endsWith('_token') && content !== undefined) tokens[name] = content;
    }
  }
  return tokens;
}

function textOfFile(workspace: Workspace, file: FileId): FoundInCache<TracedText> {
  const read = workspace.read(file);
  if (read.kind === 'none') return { problem: read.reason };
  return { found: TracedText.of(read.text, { kind: 'source', span: { file, start: 0, end: read.text.length }, exact: true }) };
}

/** A file of the cache by its model, any other by its folder and name. */
function shownName(file: FileId): string {
  const model = modelOfFile(file);
  if (model !== undefined) return model;
  const parts = file.split('/');
  return parts.at(-1) === config || parts.at(-1) === single ? (parts.at(-2) ?? file) : parts.at(-1)!;
}

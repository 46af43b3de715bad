import type { ConfigKind, Place } from '../config/config.js';
import { classNameOf } from '../config/class-name.js';
import type { Project } from '../project/project.js';
import type { LoadedConfig } from '../frameworks/face/loaded-config.js';
import { fieldMarkdown, nameMarkdown } from '../checks/field-markdown.js';
import { codeBlock, codeSpan, plain } from '../core/markdown.js';
import { lineStartOf } from '../core/line-start.js';
import { say } from '../core/say.js';
import { baseName, touches, type FileId, type Span } from '../core/span.js';
import type { DictEntry, Value } from '../core/value.js';
import { classMarkdown } from './class-hover.js';
import { importOfName } from './definition.js';
import { hoverOfKeyInText } from './hover-by-text.js';
import { roleMarkdown } from './role-hover.js';
import { shortRepr, typeWords } from '../core/short-repr.js';
import type { Hover } from '../frameworks/face/editor.js';
import { wordAt } from '../cursor/word.js';

/** What stands at a place of a config: a field, a role, a class, a name from a base. Undefined where there is nothing to say. */
export function hover(project: Project, file: FileId, offset: number): Hover | undefined {
  const document = project.document(file);
  const loaded = project.load(file);
  if (!document) return undefined;
  if (!loaded) return hoverOfKeyInText(document, offset);
  const { framework } = loaded;
  const own = hoverOfEntry(loaded, file, offset) ?? framework.editor?.hover?.(loaded, offset);
  if (own) return { ...own, markdown: `${own.markdown}\n\n*${framework.version}*` };
  const ofName = framework.editor?.hover ? undefined : hoverOfName(project, loaded, file, offset);
  return ofName ?? hoverOfKeyInText(document, offset);
}

/** An entry of a dict whose kind is known: its key, or its value where that is a role or a class. */
function hoverOfEntry(loaded: LoadedConfig, file: FileId, offset: number): Hover | undefined {
  for (const place of loaded.config.places) {
    if (place.value.kind !== 'dict') continue;
    for (const entry of place.value.entries.values()) {
      if (at(entry.keySpan, file, offset)) return hoverOfField(loaded, place, entry);
      if (!at(entry.valueSpan, file, offset)) continue;
      const markdown = markdownOfValue(loaded, place.kind, entry);
      if (markdown !== undefined) return { markdown, span: entry.valueSpan };
    }
  }
  return undefined;
}

function hoverOfField(loaded: LoadedConfig, place: Place, entry: DictEntry): Hover | undefined {
  if (entry.key.kind !== 'str') return undefined;
  const key = entry.key.text;
  const doc = loaded.framework.fields.field(place.kind, key);
  const parts = [doc ? fieldMarkdown(doc) : codeSpan(key), valueMarkdown(entry.value, place.path === '' ? key : `${place.path}.${key}`)];
  return { markdown: parts.join('\n\n'), span: entry.keySpan };
}

function markdownOfValue(loaded: LoadedConfig, kind: ConfigKind, { key, value }: DictEntry): string | undefined {
  const name = key.kind === 'str' ? key.text : '';
  if (name === 'type') {
    const className = classNameOf(value);
    const doc = className === undefined ? undefined : loaded.framework.fields.classDoc(className);
    const facts = kind === 'model' || kind === 'dataset' ? classMarkdown(loaded, kind, value) : undefined;
    const parts = [doc && nameMarkdown(doc), facts].filter((part) => part !== undefined);
    return parts.length > 0 ? parts.join('\n\n') : undefined;
  }
  const isRole = (kind === 'dialogue-item' && (name === 'role' || name === 'fallback_role')) || (kind === 'meta-role' && name === 'role');
  return isRole && value.kind === 'str' ? roleMarkdown(loaded, value.text) : undefined;
}

/** A name of the document: where it came from, and what it is. */
function hoverOfName(project: Project, { config, framework }: LoadedConfig, file: FileId, offset: number): Hover | undefined {
  const { evaluation } = config;
  const imported = evaluation.baseImports
    .flatMap((base) => base.names.map((name) => ({ ...name, base })))
    .find(({ span }) => touches(span, offset));
  const document = project.document(file)!;
  const word = imported ? { text: imported.alias ?? imported.name, span: imported.span } : wordAt(document, offset);
  const value = word && (evaluation.value.get(word.text) ?? evaluation.hidden.get(word.text));
  if (!word || !value || inComment(document.text, word.span)) return undefined;
  const origin = importOfName(evaluation, word.text)?.file;
  const known = value.kind === 'ref' ? framework.fields.classDoc(value.name) : undefined;
  if (known) return { markdown: nameMarkdown(known), span: word.span };
  const from = origin === undefined ? '' : say` · from ${codeSpan(baseName(origin))}`;
  return { markdown: `${codeSpan(word.text)}${from}\n\n${valueMarkdown(value)}`, span: word.span };
}

function valueMarkdown(value: Value, path?: string): string {
  if (value.kind === 'unknown') return say`Unknown: ${plain(value.reason)}`;
  const where = path === undefined ? '' : `${codeSpan(path)} · `;
  return `${where}${plain(typeWords(value))}\n\n${codeBlock(shortRepr(value), 'python')}`;
}

function at(span: Span, file: FileId, offset: number): boolean {
  return span.file === file && touches(span, offset);
}

/** Names within comments are prose. */
function inComment(text: string, span: Span): boolean {
  return /^\s*#/.test(text.slice(lineStartOf(text, span.start), span.start));
}

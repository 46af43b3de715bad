import { metaRoles, readMetaTemplate } from '../config/meta-template.js';
import { readReaderCfg } from '../config/reader-cfg.js';
import type { Project } from '../project/project.js';
import type { LoadedConfig } from '../frameworks/face/loaded-config.js';
import type { Document } from '../core/document.js';
import { fieldDoc, fieldMarkdown, knownKeys, nameMarkdown, roleDoc } from '../checks/field-docs.js';
import type { FileId, Span } from '../core/span.js';
import { looksLikeConfig } from '../project/sniff.js';
import { isTask, kindAround, keysAround } from './key-context.js';
import { taskValues } from '../frameworks/lm-eval/editor/task-completion.js';

export interface Completion {
  readonly label: string;
  readonly kind: 'key' | 'role' | 'column' | 'value';
  readonly detail: string;
  readonly markdown: string;
  /** What stands there already, and is replaced. */
  readonly span: Span;
  readonly newText: string;
}

/** Roles by convention, for a document whose models are elsewhere. */
const usualRoles = ['HUMAN', 'BOT', 'SYSTEM'];

/** What may be written at a place: a role, a column in braces, or a key of the dict around it. Empty where nothing is sure. */
export function completions(project: Project, file: FileId, offset: number): Completion[] {
  const document = project.document(file);
  const loaded = project.load(file);
  if (!document || (!loaded && !looksLikeConfig(document.text, document.language))) return [];
  const before = document.text.slice(Math.max(0, offset - 500), offset).split('\n').at(-1)!;
  if (isTask(document)) return taskValues(project, document, loaded, offset, before) ?? keys(document, loaded, offset, before) ?? [];
  return roles(document, loaded, offset, before) ?? columns(document, loaded, offset, before) ?? keys(document, loaded, offset, before) ?? [];
}

function roles(document: Document, loaded: LoadedConfig | undefined, offset: number, before: string): Completion[] | undefined {
  const typed = /["']?\b(?:fallback_)?role["']?\s*[:=]\s*["']?(\w*)$/.exec(before);
  if (!typed || (document.language !== 'yaml' && !/["']\w*$/.test(before))) return undefined;
  const models = loaded?.config.models ?? [];
  const defined = models.flatMap((model) => {
    const meta = readMetaTemplate(model.metaTemplate);
    return meta ? metaRoles(meta).flatMap(({ name }) => name ?? []) : [];
  });
  return [...new Set(defined.length > 0 ? defined : usualRoles)].map((name) => {
    const doc = roleDoc(name);
    return { label: name, kind: 'role', detail: 'role', markdown: doc ? nameMarkdown(doc) : '', span: typedSpan(document, offset, typed[1]!), newText: name };
  });
}

/** Behind an open brace within a string: the columns that the datasets of the document declare. */
function columns(document: Document, loaded: LoadedConfig | undefined, offset: number, before: string): Completion[] | undefined {
  const typed = /(?<!\{)\{(\w*)$/.exec(before);
  if (!typed || !insideText(document, before.slice(0, typed.index))) return undefined;
  const names = (loaded?.config.datasets ?? []).flatMap((dataset) => {
    const reader = readReaderCfg(dataset.readerCfg);
    return [...reader.inputColumns, ...(reader.outputColumn ? [reader.outputColumn.text] : [])];
  });
  const closed = document.text[offset] === '}';
  return [...new Set(names)].map((name) => ({
    label: name,
    kind: 'column',
    detail: 'column',
    markdown: '',
    span: typedSpan(document, offset, typed[1]!),
    newText: closed ? name : `${name}}`,
  }));
}

function keys(document: Document, loaded: LoadedConfig | undefined, offset: number, before: string): Completion[] | undefined {
  const typed = keyBefore(document, before);
  const kind = typed && kindAround(document, offset - typed.name.length - typed.quote.length);
  if (!typed || !kind) return undefined;
  const framework = loaded?.framework.id ?? (isTask(document) ? 'lm-eval' : 'opencompass');
  const present = keysAround(document, offset);
  return [...(knownKeys(kind, undefined, framework) ?? [])].filter((key) => !present.has(key)).map((key) => {
    const doc = fieldDoc(kind, key, framework);
    return {
      label: key,
      kind: 'key',
      detail: doc?.type ?? '',
      markdown: doc ? fieldMarkdown(doc) : '',
      span: typedSpan(document, offset, typed.name),
      newText: key + typed.ending,
    };
  });
}

/** What is typed of a key, with what ends it: `ro` of `dict(ro`, `ro` of `{'ro`, `ro` of `- ro`. */
function keyBefore(document: Document, before: string): { name: string; quote: string; ending: string } | undefined {
  if (document.language === 'yaml') {
    const typed = /^[\s-]*(\w*)$/.exec(before);
    return typed ? { name: typed[1]!, quote: '', ending: ': ' } : undefined;
  }
  const keyword = /(?:\bdict\(|,|^)\s*(\w*)$/.exec(before);
  if (keyword && document.language === 'python' && !insideText(document, before)) return { name: keyword[1]!, quote: '', ending: '=' };
  const quoted = /(?:\{|,|^)\s*(["'])(\w*)$/.exec(before);
  return quoted ? { name: quoted[2]!, quote: quoted[1]!, ending: '' } : undefined;
}

/** Whether a line's beginning leaves a string open; YAML text may go without quotes. */
function insideText(document: Document, before: string): boolean {
  if (document.language === 'yaml') return true;
  const rest = before.replace(/\\./g, '').replace(/"[^"]*"|'[^']*'/g, '');
  return /["']/.test(rest);
}

function typedSpan({ file }: Document, offset: number, typed: string): Span {
  return { file, start: offset - typed.length, end: offset };
}

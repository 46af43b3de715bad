import { fieldMarkdown, nameMarkdown } from '../checks/field-markdown.js';
import type { FileId } from '../core/span.js';
import { keyAt } from '../cursor/keys-around.js';
import { frameworkOfText, looksLikeConfig } from '../frameworks/registry.js';
import type { Project } from '../project/project.js';
import { classAtHand, keysOfClass } from './class-at-hand.js';

/** The keys that the dict of a class takes, as those of a call. */
export interface ClassSignature {
  /** `VLLM(path, max_seq_len=…)`. */
  readonly label: string;
  readonly markdown: string;
  /** The keys within the label, in their order. */
  readonly parameters: readonly { readonly start: number; readonly end: number; readonly markdown: string }[];
  /** The index of the key that is being written; undefined for none of them. */
  readonly active: number | undefined;
}

/** The keys of the class whose dict is around a place between brackets. Undefined where there is no class, or nothing is known of it. */
export function signatureHelp(project: Project, file: FileId, offset: number): ClassSignature | undefined {
  const document = project.document(file);
  if (!document || document.language === 'yaml') return undefined;
  const loaded = project.load(file);
  if (!loaded && !looksLikeConfig(document.text, document.language)) return undefined;
  const framework = loaded?.framework ?? frameworkOfText(document);
  const named = classAtHand(project, framework, document, offset);
  const known = named && keysOfClass(project, framework, named, document);
  if (!named || !known) return undefined;
  const keys = [...known.keys].filter(([key]) => key !== 'type');
  let label = `${known.name}(`;
  const parameters = keys.map(([key, { required }], index) => {
    if (index > 0) label += ', ';
    const start = label.length;
    label += required ? key : `${key}=…`;
    const doc = framework.fields.field(named.kind, key);
    return { start, end: label.length, markdown: doc ? fieldMarkdown(doc) : '' };
  });
  label += known.open ? `${keys.length > 0 ? ', ' : ''}…)` : ')';
  const doc = framework.fields.classDoc(known.name);
  const active = keys.findIndex(([key]) => key === keyAt(document.text, offset));
  return { label, markdown: doc ? nameMarkdown(doc) : '', parameters, active: active < 0 ? undefined : active };
}

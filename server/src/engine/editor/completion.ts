import { fieldMarkdown } from '../checks/field-markdown.js';
import type { ConfigKind } from '../config/config.js';
import type { Document } from '../core/document.js';
import type { FileId } from '../core/span.js';
import { keysAround } from '../cursor/keys-around.js';
import { insideText, typedSpan } from '../cursor/typed.js';
import type { Completion, TypingPlace } from '../frameworks/face/editor.js';
import type { Framework } from '../frameworks/face/framework.js';
import { frameworkOfText, frameworks, looksLikeConfig } from '../frameworks/registry.js';
import { classAtHand, keysOfClass } from './class-at-hand.js';
import { baseCompletions } from './import-completion.js';
import type { Project } from '../project/project.js';
import { lex } from '../python/syntax/tokens/lex.js';

/** What may be written at a place: a value that the framework knows, a key of the dict around it, or the start of something new. Empty where nothing is sure. */
export function completions(project: Project, file: FileId, offset: number): Completion[] {
  const document = project.document(file);
  const loaded = project.load(file);
  if (!document) return [];
  const before = document.text
    .slice(Math.max(0, offset - 500), offset)
    .split('\n')
    .at(-1)!;
  const { workspace, classes } = project;
  const place: TypingPlace = { document, read: loaded, workspace, classes, offset, before };
  if (!loaded && !looksLikeConfig(document.text, document.language)) return isToBeConfig(place) ? snippetsOf(frameworks, place) : [];
  const ofBase = baseCompletions(project, document, offset);
  if (ofBase) return ofBase;
  const framework = loaded?.framework ?? frameworkOfText(document);
  const found = framework.editor?.values?.(place) ?? keys(project, framework, place) ?? [];
  return [...found, ...snippetsOf([framework], place)];
}

/** An empty document in a folder that is called as those of configs and tasks are. */
function isToBeConfig({ document, before }: TypingPlace): boolean {
  return document.text.trim() === before.trim() && /\/(?:configs|tasks)\//.test(document.file);
}

/** At the start of a line, outside of brackets and texts; of frameworks of one family the last one is asked, to which most configs belong. */
function snippetsOf(asked: readonly Framework[], place: TypingPlace): Completion[] {
  const { document, offset, before } = place;
  if (!/^\w*$/.test(before)) return [];
  const line = offset - before.length;
  if (document.language === 'python' && !lex(`${document.text.slice(0, line)}x`).cuts.includes(line)) return [];
  const families = new Map(asked.map((framework) => [framework.family ?? framework.id, framework]));
  return [...families.values()].flatMap(({ editor }) => editor?.snippets?.(place) ?? []);
}

function keys(project: Project, framework: Framework, { document, offset, before }: TypingPlace): Completion[] | undefined {
  const typed = keyBefore(document, before);
  const kind = typed && framework.editor?.kindAround?.(document, offset - typed.name.length - typed.quote.length);
  if (!typed || !kind) return undefined;
  const present = keysAround(document, offset);
  return [...keysOf(project, framework, kind, document, offset)]
    .filter((key) => !present.has(key))
    .map((key) => {
      const doc = framework.fields.field(kind, key);
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

/** The keys of the class at hand, else those of the kind of dict; none where a class is named that is not known, and its keys are all that count. */
function keysOf(project: Project, framework: Framework, kind: ConfigKind, document: Document, offset: number): Iterable<string> {
  const all = framework.fields.keys(kind) ?? [];
  const named = classAtHand(project, framework, document, offset);
  if (!named) return all;
  return keysOfClass(project, framework, named, document)?.keys.keys() ?? (kind === 'model' || kind === 'dataset' ? all : []);
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

import { nameMarkdown } from '../../../checks/field-markdown.js';
import type { ClassIndex } from '../../../classes/class-index.js';
import type { ConfigKind } from '../../../config/config.js';
import { typedSpan } from '../../../cursor/typed.js';
import { importedPaths, importEdit } from '../../../edit/add-import.js';
import { parsePython } from '../../../python/syntax/parse.js';
import type { Fields } from '../../face/fields.js';
import type { Completion, TypingPlace } from '../../face/editor.js';
import type { ClassReader } from '../classes/class-facts.js';
import { kindInConfig } from './kind-around.js';

/** The modules below the framework's package from which configs import the classes of a kind, and how their names are told from others; none for a kind without classes. */
const modulesOfKind: Readonly<Partial<Record<ConfigKind, { readonly modules: readonly string[]; readonly named?: RegExp }>>> = {
  model: { modules: ['models'] },
  dataset: { modules: ['datasets'], named: /Dataset/ },
  'prompt-template': { modules: ['openicl.icl_prompt_template', 'openicl.icl_raw_prompt_template'], named: /PromptTemplate$/ },
  retriever: { modules: ['openicl.icl_retriever'], named: /Retriever$/ },
  inferencer: { modules: ['openicl.icl_inferencer'], named: /Inferencer$/ },
  evaluator: { modules: ['openicl.icl_evaluator', 'evaluator', 'datasets'], named: /Evaluator$/ },
};

/** The modules that have the classes of a kind, by their dotted names; none for a kind without classes. */
export function modulesOf(kind: ConfigKind, reader: ClassReader): readonly string[] {
  return (modulesOfKind[kind]?.modules ?? []).map((path) => `${reader.package}.${path}`);
}

/** The classes behind `type=` that fit the kind of the dict, with the import that a name without quotes needs. Undefined where no class is being written. */
export function classCompletions(
  { document, classes, offset, before }: TypingPlace,
  reader: ClassReader,
  fields: Fields,
): Completion[] | undefined {
  const typed = /\btype["']?\s*[:=]\s*(["']?)(\w*)$/.exec(before);
  if (!typed) return undefined;
  const [whole, quote, name] = typed;
  const kind = kindInConfig(document, offset - whole.length);
  const offered = kind === undefined ? undefined : classesOfKind(kind, document.file, classes, reader, fields);
  if (!offered) return [];
  const span = typedSpan(document, offset, name!);
  const module = document.language === 'python' && quote === '' ? parsePython(document.file, document.text) : undefined;
  const bound = module && importedPaths(module);
  return [...offered].map(([label, from]) => {
    const doc = fields.classDoc(label);
    const edit = module && !bound!.has(label) ? importEdit(document, module, from, label) : undefined;
    return {
      label,
      kind: 'class',
      detail: from,
      markdown: doc ? nameMarkdown(doc) : '',
      span,
      newText: label,
      ...(edit && { also: [edit] }),
    };
  });
}

/** The classes of a kind by their names, with the module of each: of the source where that is within reach, else of the release that we speak for. */
function classesOfKind(
  kind: ConfigKind,
  file: string,
  classes: ClassIndex,
  reader: ClassReader,
  fields: Fields,
): ReadonlyMap<string, string> | undefined {
  const place = modulesOfKind[kind];
  if (!place) return undefined;
  const ofRelease = kind === 'model' || kind === 'dataset' ? new Set(reader.namesOfRelease(kind)) : undefined;
  const fits = (name: string): boolean => !name.startsWith('Base') && (place.named?.test(name) === true || ofRelease?.has(name) === true);
  const found = new Map<string, string>();
  for (const module of modulesOf(kind, reader))
    for (const name of classes.namesIn(module, file) ?? []) if (fits(name) && !found.has(name)) found.set(name, module);
  if (found.size > 0) return found;
  return ofRelease ? new Map([...ofRelease].map((name) => [name, `${reader.package}.${kind}s`])) : fields.classes?.(kind);
}

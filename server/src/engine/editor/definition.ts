import type { BaseImport, Evaluation } from '../core/evaluation.js';
import type { Project } from '../project/project.js';
import type { LoadedConfig } from '../frameworks/face/loaded-config.js';
import type { FileId, Span } from '../core/span.js';
import { touches } from '../core/span.js';
import { functionPlaces, memberAt } from '../frameworks/lm-eval/editor/places-in-text.js';
import { wordAt } from './word.js';

/** Where a thing is defined. `origin` is the text that stands for it in the document. */
export interface Definition {
  readonly origin: Span;
  readonly target: Span;
}

/** For the module of a base import, the base; for a name that came from a base, where the base binds it. */
export function definition(project: Project, file: FileId, offset: number): Definition | undefined {
  const loaded = project.load(file);
  const evaluation = loaded && project.evaluate(file);
  if (!evaluation) return undefined;
  for (const base of evaluation.baseImports) {
    if (base.file !== undefined && touches(base.moduleSpan, offset)) return { origin: base.moduleSpan, target: { file: base.file, start: 0, end: 0 } };
    const imported = base.names.find(({ span }) => touches(span, offset));
    const target = imported && bindingIn(project, base.file, imported.name);
    if (target) return { origin: imported.span, target };
  }
  return loaded.framework.id === 'lm-eval' ? inTask(loaded, offset) : ofName(project, evaluation, offset);
}

/** The function of a `!function`, or the file of a member of a group. */
function inTask(loaded: LoadedConfig, offset: number): Definition | undefined {
  const [place] = functionPlaces(loaded, offset);
  if (place) return { origin: place.ref.span, target: place.found.span };
  const member = memberAt(loaded, offset);
  return member && { origin: member.name.span, target: { file: member.file, start: 0, end: 0 } };
}

/** A name that is used somewhere below its import. */
function ofName(project: Project, evaluation: Evaluation, offset: number): Definition | undefined {
  const document = project.document(evaluation.file);
  const word = document && wordAt(document, offset);
  const base = word && importOfName(evaluation, word.text);
  const target = base && bindingIn(project, base.file, base.name);
  return word && target ? { origin: word.span, target } : undefined;
}

/** The base import that brings `name` into the document, and the name's spelling in the base. */
export function importOfName(evaluation: Evaluation, name: string): { base: BaseImport; file: FileId | undefined; name: string } | undefined {
  for (const base of evaluation.baseImports) {
    const imported = base.names.find((candidate) => (candidate.alias ?? candidate.name) === name);
    if (imported) return { base, file: base.file, name: imported.name };
  }
  const base = evaluation.baseImports.find((candidate) => candidate.star);
  return base && evaluation.value.entry(name) ? { base, file: base.file, name } : undefined;
}

function bindingIn(project: Project, file: FileId | undefined, name: string): Span | undefined {
  const value = file === undefined ? undefined : project.evaluate(file);
  return (value?.value.entry(name) ?? value?.hidden.entry(name))?.keySpan;
}

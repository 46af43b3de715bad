import type { BaseImport, Evaluation } from '../core/evaluation.js';
import type { Project } from '../project/project.js';
import type { FileId, Span } from '../core/span.js';
import { touches } from '../core/span.js';
import type { Definition } from '../frameworks/face/editor.js';
import { wordAt } from '../cursor/word.js';

/** For the module of a base import, the base; for a name that came from a base, where the base binds it. */
export function definition(project: Project, file: FileId, offset: number): Definition | undefined {
  const loaded = project.load(file);
  const evaluation = loaded && project.evaluate(file);
  if (!evaluation) return undefined;
  for (const base of evaluation.baseImports) {
    if (base.file !== undefined && touches(base.moduleSpan, offset))
      return { origin: base.moduleSpan, target: { file: base.file, start: 0, end: 0 } };
    const imported = base.names.find(({ span }) => touches(span, offset));
    const target = imported && bindingIn(project, base.file, imported.name);
    if (target) return { origin: imported.span, target };
  }
  const { editor } = loaded.framework;
  return editor?.definition ? editor.definition(loaded, offset) : ofName(project, evaluation, offset);
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
export function importOfName(
  evaluation: Evaluation,
  name: string,
): { base: BaseImport; file: FileId | undefined; name: string } | undefined {
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

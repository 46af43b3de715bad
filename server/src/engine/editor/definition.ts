import type { BaseImport, Evaluation } from '../core/evaluation.js';
import type { Project } from '../project/project.js';
import type { FileId, Span } from '../core/span.js';
import { touches } from '../core/span.js';
import { metaRoles, readMetaTemplate } from '../config/meta-template.js';
import type { Definition } from '../frameworks/face/editor.js';
import { frameworks } from '../frameworks/registry.js';
import type { LoadedConfig } from '../frameworks/face/loaded-config.js';
import { definitionOfClass } from './class-definition.js';
import { sharedDefinitions } from './references/shared-names.js';
import { wordAt } from '../cursor/word.js';

/** So many roles of one name are led to: those of so many models. */
const mostRoles = 50;

/**
 * For the module of a base import, the base; for a name that came from a base, where the base binds it; for a class or function, its source where that is within reach;
 * for a role of a dialogue, the roles of that name in the meta templates of the models; for a column, where the code of the dataset class or of the task's function writes it, else where reader_cfg names it. Empty where nothing leads anywhere.
 */
export function definitions(project: Project, file: FileId, offset: number): Definition[] {
  const loaded = project.load(file);
  const evaluation = loaded && project.evaluate(file);
  if (!evaluation) return [...ofOtherDocument(project, file, offset), ...ofColumn(project, file, offset)];
  for (const base of evaluation.baseImports) {
    if (base.file !== undefined && touches(base.moduleSpan, offset))
      return [{ origin: base.moduleSpan, target: { file: base.file, start: 0, end: 0 } }];
    const imported = base.names.find(({ span }) => touches(span, offset));
    const target = imported && bindingIn(project, base.file, imported.name);
    if (target) return [{ origin: imported.span, target }];
  }
  const { editor } = loaded.framework;
  if (editor?.definition) {
    const own = editor.definition(loaded, offset);
    return own.length > 0 ? [...own] : ofColumn(project, file, offset);
  }
  const roles = rolesMeant(loaded, offset);
  if (roles.length > 0) return roles;
  const column = ofColumn(project, file, offset);
  if (column.length > 0) return column;
  return listOf(ofName(project, evaluation, offset) ?? definitionOfClass(project, loaded, offset));
}

/** A document that is no config may say what is to be run. */
function ofOtherDocument(project: Project, file: FileId, offset: number): Definition[] {
  const document = project.document(file);
  if (!document) return [];
  return frameworks.flatMap(({ editor }) => editor?.definitionElsewhere?.(document, offset, project) ?? []);
}

/** Of a column in the code that gives it, all places where that writes it. */
function ofColumn(project: Project, file: FileId, offset: number): Definition[] {
  const { origin, targets } = sharedDefinitions(project, file, offset) ?? { targets: [] };
  return origin ? targets.slice(0, mostRoles).map((target) => ({ origin, target })) : [];
}

function listOf(found: Definition | undefined): Definition[] {
  return found ? [found] : [];
}

/** The roles of the meta templates that the role of a dialogue names. */
function rolesMeant({ config }: LoadedConfig, offset: number): Definition[] {
  for (const { kind, value } of config.places) {
    if (kind !== 'dialogue-item' || value.kind !== 'dict') continue;
    for (const entry of [value.entry('role'), value.entry('fallback_role')]) {
      if (!entry || entry.value.kind !== 'str' || entry.valueSpan.file !== config.evaluation.file || !touches(entry.valueSpan, offset))
        continue;
      const name = entry.value.text;
      const roles = config.models.flatMap(({ metaTemplate }) => {
        const meta = readMetaTemplate(metaTemplate);
        return meta ? metaRoles(meta).filter((role) => role.name === name && role.span.file !== '') : [];
      });
      const targets = new Map(roles.map(({ span }) => [`${span.file} ${String(span.start)}`, span]));
      return [...targets.values()].slice(0, mostRoles).map((target) => ({ origin: entry.valueSpan, target }));
    }
  }
  return [];
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

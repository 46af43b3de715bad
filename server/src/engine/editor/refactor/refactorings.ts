import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import type { TextEdit } from '../../core/text-edit.js';
import type { Project } from '../../project/project.js';
import { parsePython } from '../../python/syntax/parse.js';
import { extractedPart } from './extract-part.js';
import { inlinedBase } from './inline-base.js';
import { PromptsBefore } from './same-prompts.js';
import { rewrittenTemplates } from './rewrite-template.js';

/** Another way to write the same config. */
export interface Refactoring {
  readonly title: string;
  readonly kind: 'refactor.extract' | 'refactor.inline' | 'refactor.rewrite';
  readonly edits: readonly TextEdit[];
}

/**
 * What of a Python config could be written otherwise at a range, so that every prompt of the document stays as it is: each is tried, and offered only where that is so. Of a document without
 * models the prompts of models without a meta template are compared.
 */
export function refactorings(project: Project, range: Span): Refactoring[] {
  const document = project.document(range.file);
  const loaded = project.load(range.file);
  if (document?.language !== 'python' || !loaded?.config.evaluation.ok || loaded.framework.previews !== 'pairs') return [];
  const module = parsePython(range.file, document.text);
  const extracted = extractedPart(document, module, range.start);
  const rewritten = rewrittenTemplates(loaded, document, module, range.start);
  const inlined = inlinedBase(document, module, project.workspace, range.start);
  if ((!extracted && !inlined && rewritten.length === 0) || !PromptsBefore.areComparable(loaded)) return [];
  const prompts = new PromptsBefore(project, range.file);
  const found: Refactoring[] = [];
  if (extracted && prompts.areSameAfter(extracted.edits))
    found.push({ title: say`Extract ${extracted.key} into ${extracted.name}`, kind: 'refactor.extract', edits: extracted.edits });
  if (inlined && prompts.areSameAfter(inlined.edits))
    found.push({ title: say`Put the text of ${inlined.module} here`, kind: 'refactor.inline', edits: inlined.edits });
  for (const { what, ways } of rewritten) {
    const edits = ways.find((way) => prompts.areSameAfter(way));
    if (edits)
      found.push({
        title: loaded.config.models.length > 0 ? what : say`${what} (for models without a meta template)`,
        kind: 'refactor.rewrite',
        edits,
      });
  }
  return found;
}

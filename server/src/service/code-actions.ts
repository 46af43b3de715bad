import type { Document, Project } from '../project.js';
import type { Diagnostic, FileRename, TextEdit } from '../rules/rule.js';
import type { FileId, Span } from '../text/span.js';
import { suppressionEdit } from './suppression.js';

/** Something that the user can do about a diagnostic. */
export interface CodeAction {
  readonly title: string;
  readonly diagnostic: Diagnostic;
  /** The obvious repair of its diagnostic. */
  readonly preferred: boolean;
  readonly does: { readonly kind: 'edit'; readonly edits: readonly TextEdit[]; readonly rename?: FileRename } | { readonly kind: 'open-docs'; readonly rule: string };
}

/** For each diagnostic that touches the range: its fixes, then "ignore on this line", then the page of its rule. */
export function codeActions(project: Project, file: FileId, range: Span): CodeAction[] {
  const document = project.document(file);
  if (!document) return [];
  const found = project.check(file).filter(({ span }) => span.start <= range.end && range.start <= span.end);
  return [...found.flatMap(fixesOf), ...found.flatMap((diagnostic) => ignoreAction(document, diagnostic)), ...uniqueRules(found).map(docsAction)];
}

/** The edits of all safe fixes of a document, one fix a diagnostic, those left out that touch what another one changes. */
export function fixAll(project: Project, file: FileId): TextEdit[] {
  const chosen: TextEdit[] = [];
  for (const { fixes } of project.check(file)) {
    const fix = fixes.find(({ safe, rename }) => safe && !rename);
    const edits = fix?.edits ?? [];
    if (edits.every(({ span }) => span.file === file && !chosen.some((other) => overlap(span, other.span)))) chosen.push(...edits);
  }
  return chosen;
}

/** Two insertions at one place are in each other's way too. */
function overlap(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}

function fixesOf(diagnostic: Diagnostic): CodeAction[] {
  return diagnostic.fixes.map((fix, index) => ({
    title: fix.title,
    diagnostic,
    preferred: index === 0 && fix.safe,
    does: { kind: 'edit', edits: fix.edits, ...(fix.rename && { rename: fix.rename }) },
  }));
}

function ignoreAction(document: Document, diagnostic: Diagnostic): CodeAction[] {
  const edit = suppressionEdit(document, diagnostic);
  if (!edit) return [];
  return [{ title: `Ignore ${diagnostic.rule} on this line`, diagnostic, preferred: false, does: { kind: 'edit', edits: [edit] } }];
}

function docsAction(diagnostic: Diagnostic): CodeAction {
  return { title: `Open the page of ${diagnostic.rule}`, diagnostic, preferred: false, does: { kind: 'open-docs', rule: diagnostic.rule } };
}

function uniqueRules(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [diagnostic.rule, diagnostic])).values()];
}

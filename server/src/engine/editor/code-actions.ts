import type { Project } from '../project/project.js';
import type { Document } from '../core/document.js';
import { firstIndex } from '../core/binary-search.js';
import { say } from '../core/say.js';
import type { Diagnostic, Fix } from '../frameworks/face/rule.js';
import type { FileRename, TextEdit } from '../core/text-edit.js';
import type { FileId, Span } from '../core/span.js';
import type { WorkspaceIndex } from './index/workspace-index.js';
import { editsOfMoves } from './references/move-files.js';
import { closedToComments, suppressionEdit } from './suppress-action.js';

/** Something that the user can do about a diagnostic. */
export interface CodeAction {
  readonly title: string;
  readonly diagnostic: Diagnostic;
  /** The obvious repair of its diagnostic. */
  readonly preferred: boolean;
  readonly does:
    | { readonly kind: 'edit'; readonly edits: readonly TextEdit[]; readonly rename?: FileRename }
    | { readonly kind: 'open-docs'; readonly rule: string };
}

/** So many diagnostics of a range are offered help with, the first ones: nobody chooses among more. */
const mostDiagnostics = 1000;

/** How many UTF-16 units of text are read in all, to see whether a comment would be one: each possible comment takes a look at the whole document. */
const mostReadForComments = 5_000_000;

/**
 * For each diagnostic that touches the range: its fixes, then "ignore on this line", then the page of its rule.
 * @param index with all names of the workspace: what imports a file follows a fix that renames it. Absent: the file alone is renamed
 */
export function codeActions(project: Project, file: FileId, range: Span, index?: WorkspaceIndex): CodeAction[] {
  const document = project.document(file);
  if (!document) return [];
  const found = project
    .check(file)
    .filter(({ span }) => span.start <= range.end && range.start <= span.end)
    .slice(0, mostDiagnostics);
  const silenced = found.slice(0, Math.max(1, Math.floor(mostReadForComments / (document.text.length + 1))));
  return [
    ...found.flatMap((diagnostic) => fixesOf(project, diagnostic, index)),
    ...ignoreActions(project, document, silenced),
    ...uniqueRules(found).map(docsAction),
  ];
}

/** The edits of all safe fixes of a document, one fix a diagnostic, those left out that touch what another one changes. */
export function fixAll(project: Project, file: FileId): readonly TextEdit[] {
  return editsOfFixes(project.check(file), file, ({ safe, rename }) => safe && !rename).edits;
}

/**
 * The edits of the first fix of each diagnostic that may be applied, and of how many they are. Fixes that edit other files, or touch what another one changes, are left out.
 * @param diagnostics of `file`
 */
export function editsOfFixes(
  diagnostics: readonly Diagnostic[],
  file: FileId,
  mayBeApplied: (fix: Fix) => boolean,
): { readonly edits: readonly TextEdit[]; readonly count: number } {
  const chosen: TextEdit[] = [];
  const taken = new Places();
  let count = 0;
  for (const { fixes } of diagnostics) {
    const edits = fixes.find(mayBeApplied)?.edits ?? [];
    if (edits.length === 0 || !edits.every(({ span }) => span.file === file && !taken.touch(span))) continue;
    count++;
    for (const edit of edits) {
      chosen.push(edit);
      taken.add(edit.span);
    }
  }
  return { edits: chosen, count };
}

/** Places of one document in its order, of which none touches what came before it: found by halves, since there may be very many. */
class Places {
  private readonly spans: Span[] = [];

  /** Whether a place touches one of them: two insertions at one place are in each other's way too. */
  touch({ start, end }: Span): boolean {
    const next = this.spans[this.firstEndingAt(start)];
    return next !== undefined && next.start <= end;
  }

  add(span: Span): void {
    this.spans.splice(this.firstEndingAt(span.end), 0, span);
  }

  /** The index of the first that ends at an offset or behind it. */
  private firstEndingAt(offset: number): number {
    return firstIndex(this.spans.length, (i) => this.spans[i]!.end >= offset);
  }
}

function fixesOf(project: Project, diagnostic: Diagnostic, index: WorkspaceIndex | undefined): CodeAction[] {
  return diagnostic.fixes.map((fix, i) => ({
    title: fix.title,
    diagnostic,
    preferred: i === 0 && fix.safe,
    does: fix.rename
      ? { kind: 'edit', edits: [...fix.edits, ...(index ? editsOfMoves(project, index, [fix.rename]) : [])], rename: fix.rename }
      : { kind: 'edit', edits: fix.edits },
  }));
}

/** One for all diagnostics of a rule that the same comment silences. */
function ignoreActions(project: Project, document: Document, diagnostics: readonly Diagnostic[]): CodeAction[] {
  if (diagnostics.length === 0) return [];
  const closed = closedToComments(document, project.running(document.file).limits);
  const offered = new Set<string>();
  return diagnostics.flatMap((diagnostic): CodeAction[] => {
    const edit = suppressionEdit(document, diagnostic, closed);
    const key = edit && `${diagnostic.rule} ${String(edit.span.start)}`;
    if (!edit || key === undefined || offered.has(key)) return [];
    offered.add(key);
    return [{ title: say`Ignore ${diagnostic.rule} on this line`, diagnostic, preferred: false, does: { kind: 'edit', edits: [edit] } }];
  });
}

function docsAction(diagnostic: Diagnostic): CodeAction {
  return {
    title: say`Open the page of ${diagnostic.rule}`,
    diagnostic,
    preferred: false,
    does: { kind: 'open-docs', rule: diagnostic.rule },
  };
}

function uniqueRules(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [diagnostic.rule, diagnostic])).values()];
}

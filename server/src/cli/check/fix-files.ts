import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { Diagnostic, Fix } from '../../engine/frameworks/face/rule.js';
import type { FileId } from '../../engine/core/span.js';
import type { TextEdit } from '../../engine/core/text-edit.js';
import { editsOfFixes } from '../../engine/editor/code-actions.js';
import type { Project } from '../../engine/project/project.js';
import { shownPath } from '../support/shown-path.js';
import { note } from '../support/terminal.js';

/** What `--fix` may do. */
export interface FixOptions {
  /** Also what may change what a working config does. */
  readonly unsafe: boolean;
  /** Nothing is written: what would be is printed. */
  readonly diff: boolean;
}

/** A fix may show what another one can mend: so often a file is looked at again. */
const mostRounds = 10;

/**
 * Applies the fixes of a file that change nothing but the file itself, until there are none, and writes the file or tells what would be written. The project goes on with the
 * new text.
 * @param check gives the findings of the file as it stands
 * @returns how many fixes were applied, and the difference as a unified diff where that is asked for
 */
export function fixFile(
  project: Project,
  file: FileId,
  options: FixOptions,
  check: () => readonly Diagnostic[],
): { readonly fixed: number; readonly diff: string } {
  const before = project.document(file)?.text;
  const mayBeFixed = (fix: Fix): boolean => (fix.safe || options.unsafe) && !fix.rename;
  let fixed = 0;
  for (let round = 0; round < mostRounds; round++) {
    const { edits, count } = editsOfFixes(check(), file, mayBeFixed);
    if (edits.length === 0) break;
    const document = project.document(file)!;
    const changed = applied(document.text, edits);
    if (changed === document.text) break;
    project.update(file, changed, document.version + 1, document.language);
    fixed += count;
  }
  const after = project.document(file)?.text;
  if (before === undefined || after === undefined || before === after) return { fixed: 0, diff: '' };
  if (options.diff) return { fixed, diff: differenceOf(file, before, after) };
  const problem = write(file, before, after);
  if (problem === undefined) return { fixed, diff: '' };
  note(`${shownPath(file)} is left as it is: ${problem}`);
  project.update(file, before, mostRounds + 1, project.document(file)!.language);
  return { fixed: 0, diff: '' };
}

function applied(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((a, b) => a.span.start - b.span.start);
  let at = 0;
  const parts = ordered.map(({ span, newText }) => {
    const part = text.slice(at, span.start) + newText;
    at = span.end;
    return part;
  });
  return parts.join('') + text.slice(at);
}

/** @returns why the file is not written; undefined where it is */
function write(file: FileId, before: string, after: string): string | undefined {
  try {
    // Where a link leads may be anything.
    if (!lstatSync(file).isFile()) return 'it is a link.';
    const mark = markOf(file, before);
    if (mark === undefined) return 'it has changed meanwhile, or is not in UTF-8.';
    writeFileSync(file, mark + after);
    return undefined;
  } catch (error) {
    return `${(error as NodeJS.ErrnoException).code ?? String(error)}.`;
  }
}

/** Of a text from standard input, or a file that has gone, none. */
function markOrNone(file: FileId, text: string): string {
  try {
    return markOf(file, text) ?? '';
  } catch {
    return '';
  }
}

/** What stands before a text in its file, and is no part of it; undefined where the file holds another text. @throws Error of the file system */
function markOf(file: FileId, text: string): '' | '\ufeff' | undefined {
  const bytes = readFileSync(file);
  return (['', '\ufeff'] as const).find((mark) => bytes.equals(Buffer.from(mark + text)));
}

function differenceOf(file: FileId, before: string, after: string): string {
  const path = shownPath(file);
  const mark = markOrNone(file, before);
  return createTwoFilesPatch(path, path, mark + before, mark + after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}

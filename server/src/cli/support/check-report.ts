import type { Document } from '../../engine/core/document.js';
import type { Project } from '../../engine/project/project.js';
import type { Diagnostic } from '../../engine/frameworks/face/rule.js';
import type { Severity } from '../../engine/core/severity.js';
import { LineIndex } from '../../engine/core/line-index.js';
import { safeJson, shownLine } from '../../engine/core/shown.js';
import type { FileId, Span } from '../../engine/core/span.js';
import { diagnosticJson } from './diagnostic-json.js';
import { excerpt } from './excerpt.js';
import { shownPath } from './shown-path.js';
import type { Style } from './terminal.js';

/** What is printed of the findings of a file; nothing where there are none. */
export type PrintFindings = (file: FileId, diagnostics: readonly Diagnostic[], document: Document) => string;

/** For people. */
export function findingsText(project: Project, style: Style): PrintFindings {
  const colours: Record<Severity, (text: string) => string> = {
    error: style.red,
    warning: style.yellow,
    information: style.blue,
    hint: style.dim,
  };
  const relatedPlace = (span: Span): string => {
    const read = project.workspace.read(span.file);
    return placeOf(span.file, span, new LineIndex(read.kind === 'text' ? read.text : ''));
  };
  return (file, diagnostics, { text, lines }) =>
    diagnostics
      .map((diagnostic) => {
        const colour = colours[diagnostic.severity];
        const place = style.bold(placeOf(file, diagnostic.span, lines));
        const related = diagnostic.related.map(
          ({ span, message }) => `${style.dim('       =')} ${relatedPlace(span)}: ${shownLine(message)}\n`,
        );
        return [
          `${place} ${colour(diagnostic.severity)} ${style.dim(diagnostic.rule)} ${shownLine(diagnostic.message)}\n`,
          excerpt(text, lines, diagnostic.span, style, colour) + '\n',
          ...related,
          '\n',
        ].join('');
      })
      .join('');
}

/** `file:line:column`, both from 1, as editors count. */
function placeOf(file: FileId, span: Span, lines: LineIndex): string {
  const { line, character } = lines.positionAt(span.start);
  return `${shownLine(shownPath(file))}:${line + 1}:${character + 1}`;
}

/** As members of the list in the document that `JsonSummary` prints, lines and characters from 0. */
export const findingsJson: PrintFindings = (file, diagnostics, { lines }) => {
  const path = diagnostics.length > 0 ? shownPath(file) : '';
  return diagnostics
    .map((diagnostic) => safeJson(JSON.stringify(diagnosticJson(path, diagnostic, lines), null, 2)).replaceAll(/^/gm, '    '))
    .join(',\n');
};

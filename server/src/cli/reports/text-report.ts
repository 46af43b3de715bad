import type { Project } from '../../engine/project/project.js';
import type { Severity } from '../../engine/core/severity.js';
import { shownLine } from '../../engine/core/shown.js';
import type { FileId, Span } from '../../engine/core/span.js';
import { excerpt } from '../support/excerpt.js';
import type { LineIndex } from '../../engine/core/line-index.js';
import { linesOfFiles } from '../support/lines-of-file.js';
import { shownPath } from '../support/shown-path.js';
import type { PrintFindings } from './print-findings.js';
import type { Style } from '../support/terminal.js';

/** For people. */
export function textReport(project: Project, style: Style): PrintFindings {
  const colours: Record<Severity, (text: string) => string> = {
    error: style.red,
    warning: style.yellow,
    information: style.blue,
    hint: style.dim,
  };
  return (file, diagnostics, document) => {
    const { text, lines } = document;
    const linesOf = linesOfFiles(project, document);
    return diagnostics
      .map((diagnostic) => {
        const colour = colours[diagnostic.severity];
        const place = style.bold(placeOf(file, diagnostic.span, lines));
        const related = diagnostic.related.map(
          ({ span, message }) => `${style.dim('       =')} ${placeOf(span.file, span, linesOf(span.file))}: ${shownLine(message)}\n`,
        );
        return [
          `${place} ${colour(diagnostic.severity)} ${style.dim(diagnostic.rule)} ${shownLine(diagnostic.message)}\n`,
          excerpt(text, lines, diagnostic.span, style, colour) + '\n',
          ...related,
          '\n',
        ].join('');
      })
      .join('');
  };
}

/** `file:line:column`, both from 1, as editors count. */
function placeOf(file: FileId, span: Span, lines: LineIndex): string {
  const { line, character } = lines.positionAt(span.start);
  return `${shownLine(shownPath(file))}:${line + 1}:${character + 1}`;
}

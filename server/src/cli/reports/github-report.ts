import type { Severity } from '../../engine/core/severity.js';
import { shownLine } from '../../engine/core/shown.js';
import { shownPath } from '../support/shown-path.js';
import type { PrintFindings } from './print-findings.js';

/** A hint is no annotation: a pull request shows few of them. */
const commands: Readonly<Record<Severity, string | undefined>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: undefined,
};

/**
 * Workflow commands, which GitHub shows as annotations at the lines: `::error file=…,line=…::message`, lines and columns from 1.
 * Source: docs.github.com, "Workflow commands for GitHub Actions"; escapes as `@actions/core` makes them.
 */
export const githubCommands: PrintFindings = (file, diagnostics, { lines }) =>
  diagnostics
    .map(({ severity, span, rule, message }) => {
      const command = commands[severity];
      if (command === undefined) return '';
      const [start, end] = [lines.positionAt(span.start), lines.positionAt(span.end)];
      // Columns mean something to GitHub only within one line.
      const columns = start.line === end.line ? { col: start.character + 1, endColumn: end.character + 1 } : {};
      const properties = { file: shownPath(file), line: start.line + 1, endLine: end.line + 1, ...columns, title: rule };
      const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(shownLine(String(value)))}`);
      return `::${command} ${listed.join(',')}::${escapedData(shownLine(message))}\n`;
    })
    .join('');

function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

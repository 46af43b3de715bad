import type { Diagnostic } from '../../engine/frameworks/face/rule.js';
import type { LineIndex, Position } from '../../engine/core/line-index.js';
import type { Span } from '../../engine/core/span.js';

/** A diagnostic as `check --format json` and `batch` answer it. */
export interface DiagnosticJson {
  readonly rule: string;
  readonly severity: string;
  readonly path: string;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly message: string;
}

/** @param path the file as the reader shall see it @param lines of the file; lines and characters are from 0, in UTF-16 units */
export function diagnosticJson(path: string, diagnostic: Diagnostic, lines: LineIndex): DiagnosticJson {
  const { rule, severity, span, message } = diagnostic;
  return { rule, severity, path, range: rangeOf(span, lines), message };
}

function rangeOf(span: Span, lines: LineIndex): DiagnosticJson['range'] {
  return { start: lines.positionAt(span.start), end: lines.positionAt(span.end) };
}

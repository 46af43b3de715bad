import { safeJson } from '../../engine/core/shown.js';
import { diagnosticJson } from '../support/diagnostic-json.js';
import { shownPath } from '../support/shown-path.js';
import type { PrintFindings } from './print-findings.js';

/** As members of the list in the document that `JsonSummary` prints, lines and characters from 0. */
export const jsonMembers: PrintFindings = (file, diagnostics, { lines }) => {
  const path = diagnostics.length > 0 ? shownPath(file) : '';
  return diagnostics.map((diagnostic) => jsonMember(diagnosticJson(path, diagnostic, lines), 4)).join(',\n');
};

/** One member of a list in a document of JSON, indented by so many spaces. */
export function jsonMember(value: object, indent: number): string {
  return safeJson(JSON.stringify(value, null, 2)).replaceAll(/^/gm, ' '.repeat(indent));
}

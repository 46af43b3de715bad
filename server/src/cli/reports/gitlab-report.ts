import type { Severity } from '../../engine/core/severity.js';
import { shownPath } from '../support/shown-path.js';
import { fingerprintsOf } from './fingerprints.js';
import { jsonMember } from './json-report.js';
import type { PrintFindings } from './print-findings.js';

const severities: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', information: 'info', hint: 'info' };

/** Members of GitLab's list of code quality issues, lines from 1. Source: docs.gitlab.com, "Code Quality", "Code Quality report format". */
export const gitlabMembers: PrintFindings = (file, diagnostics, document) => {
  const path = diagnostics.length > 0 ? shownPath(file) : '';
  const fingerprints = fingerprintsOf(path, diagnostics, document);
  return diagnostics
    .map(({ rule, message, severity, span }, at) => {
      const [start, end] = [document.lines.positionAt(span.start), document.lines.positionAt(span.end)];
      const location = { path, lines: { begin: start.line + 1, end: end.line + 1 } };
      return jsonMember(
        { description: message, check_name: rule, fingerprint: fingerprints[at], severity: severities[severity], location },
        2,
      );
    })
    .join(',\n');
};

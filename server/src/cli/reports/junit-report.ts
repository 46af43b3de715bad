import { shownLine } from '../../engine/core/shown.js';
import type { ReportFrame } from '../../worker/this-thread.js';
import { shownPath } from '../support/shown-path.js';
import type { PrintFindings } from './print-findings.js';

/** The last suite holds the run itself: a report without any test counts as a failure with some readers. */
export const junitFrame: ReportFrame = {
  kind: 'document',
  head: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="prompt-preflight">\n',
  between: '',
  tail: '  <testsuite name="prompt-preflight" tests="1" failures="0" errors="0">\n    <testcase classname="prompt-preflight" name="{files} checked"/>\n  </testsuite>\n</testsuites>\n',
};

/** A file as a suite of JUnit's XML, each finding a test: those of severity warning and above have failed. */
export const junitSuite: PrintFindings = (file, diagnostics, { lines }) => {
  if (diagnostics.length === 0) return '';
  const name = shownPath(file);
  let failures = 0;
  const cases = diagnostics.map(({ rule, severity, message, span }) => {
    const { line, character } = lines.positionAt(span.start);
    const head = `    <testcase classname="${xml(name)}" name="${xml(`${rule} ${line + 1}:${character + 1}`)}">`;
    const told = `${name}:${line + 1}:${character + 1} ${severity} ${rule} ${message}`;
    if (severity !== 'error' && severity !== 'warning') return `${head}<system-out>${xml(told)}</system-out></testcase>\n`;
    failures++;
    return `${head}<failure type="${severity}" message="${xml(message)}">${xml(told)}</failure></testcase>\n`;
  });
  const suite = `  <testsuite name="${xml(name)}" tests="${diagnostics.length}" failures="${failures}" errors="0">\n`;
  return `${suite}${cases.join('')}  </testsuite>\n`;
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** On one line, without the controls that XML cannot hold. */
function xml(text: string): string {
  return shownLine(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (c) => entities[c]!);
}

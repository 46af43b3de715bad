import { expect, it } from 'vitest';
import { sarifResults } from '../../../server/src/cli/reports/sarif-report.js';
import { textReport } from '../../../server/src/cli/reports/text-report.js';
import { styleFor } from '../../../server/src/cli/support/terminal.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { fixture } from '../../support/fixture.js';

const count = 200;

/** A document with findings that all have their cause in another file; counts how often that is read. */
function findingsElsewhere() {
  const { project, workspace, file } = fixture(`# file: eval.py\n$0x = 1\n# file: base.txt\n${'line\n'.repeat(count)}`);
  const place = (index: number) => ({ file: '/ws/base.txt', start: index * 5, end: index * 5 + 4 });
  const diagnostics = Array.from({ length: count }, (_none, index): Diagnostic => {
    const span = { file, start: 0, end: 1 };
    const related = [{ span: place(index), message: 'the cause is written here' }];
    return { rule: 'unknown-role', severity: 'warning', span, message: String(index), related, fixes: [], unnecessary: false };
  });
  let reads = 0;
  const read = workspace.read.bind(workspace);
  workspace.read = (asked) => {
    if (asked === '/ws/base.txt') reads++;
    return read(asked);
  };
  return { project, file, diagnostics, document: project.document(file)!, reads: () => reads };
}

it('reads a file once, however many places of it the findings of a document lead to', () => {
  const { project, file, diagnostics, document, reads } = findingsElsewhere();
  const text = textReport(project, styleFor(process.stdout))(file, diagnostics, document);
  expect(text).toContain(`base.txt:${String(count)}:1: the cause is written here`);
  expect(reads()).toBeLessThanOrEqual(1);
  expect(sarifResults(project)(file, diagnostics, document)).toContain(`"startLine": ${String(count)}`);
  expect(reads()).toBeLessThanOrEqual(2);
});

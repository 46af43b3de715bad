import type { Project } from '../../engine/project/project.js';
import type { ReportFrame } from '../../worker/this-thread.js';
import { styleFor } from '../support/terminal.js';
import { githubCommands } from './github-report.js';
import { gitlabMembers } from './gitlab-report.js';
import { jsonMembers } from './json-report.js';
import { junitFrame, junitSuite } from './junit-report.js';
import type { PrintFindings } from './print-findings.js';
import { sarifFrame, sarifResults } from './sarif-report.js';
import { textReport } from './text-report.js';

/** What `--format` takes, the default first. */
export const reportFormats = ['text', 'json', 'sarif', 'github', 'gitlab', 'junit'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** How the findings of a run are printed: of each file, and what stands around them all. */
export interface Report {
  readonly print: PrintFindings;
  readonly frame: ReportFrame;
  /** Whoever reads it decides by the severities in it, not by our exit code. */
  readonly decides: boolean;
}

/** @param project gives the texts of files that findings lead to */
export function reportOf(format: ReportFormat, project: Project): Report {
  switch (format) {
    case 'text':
      return { print: textReport(project, styleFor(process.stdout)), frame: { kind: 'lines' }, decides: false };
    case 'github':
      return { print: githubCommands, frame: { kind: 'lines' }, decides: true };
    case 'json':
      return { print: jsonMembers, frame: { kind: 'json' }, decides: false };
    case 'sarif':
      return { print: sarifResults(project), frame: sarifFrame(), decides: true };
    case 'gitlab':
      return { print: gitlabMembers, frame: { kind: 'document', head: '[\n', between: ',\n', tail: '\n]\n' }, decides: true };
    case 'junit':
      return { print: junitSuite, frame: junitFrame, decides: true };
  }
}

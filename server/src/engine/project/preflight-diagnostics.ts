import { projectFile } from '../checks/rules/project-file.js';
import type { Settings } from '../core/settings.js';
import type { FileId } from '../core/span.js';
import type { Diagnostic } from '../frameworks/face/rule.js';
import type { PreflightFile } from './preflight-file.js';

/** What cannot be used of a project file, as findings of the rule `project-file`. @param found undefined where the file is another program's */
export function preflightDiagnostics(found: PreflightFile | undefined, file: FileId, settings: Settings): readonly Diagnostic[] {
  const level = settings.rules[projectFile.id];
  if (found?.file !== file || level === 'off') return [];
  return found.problems
    .map(({ span, message, severity, fixes }): Diagnostic => {
      return { rule: projectFile.id, severity: level ?? severity, span, message, related: [], fixes, unnecessary: false };
    })
    .sort((a, b) => a.span.start - b.span.start);
}

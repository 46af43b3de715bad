import type { Project } from '../../server/src/engine/project/project.js';
import { codeActions, fixAll } from '../../server/src/engine/editor/code-actions.js';
import { codeLenses } from '../../server/src/engine/editor/code-lens.js';
import { completions } from '../../server/src/engine/editor/completion.js';
import { definition } from '../../server/src/engine/editor/definition.js';
import { documentLinks } from '../../server/src/engine/editor/document-links.js';
import { documentSymbols } from '../../server/src/engine/editor/document-symbols.js';
import { effectiveConfig } from '../../server/src/engine/editor/effective-config.js';
import { hover } from '../../server/src/engine/editor/hover.js';
import { preview } from '../../server/src/engine/editor/preview/preview.js';

type Question = (project: Project, file: string, offset: number) => unknown;

/** All that an editor asks about a document. */
const questions: readonly Question[] = [
  hover,
  completions,
  definition,
  (project, file, offset) => preview(project, file, { cursor: offset, selection: {} }),
  (project, file, offset) => codeActions(project, file, { file, start: offset, end: offset + 40 }),
  (project, file) => [fixAll, codeLenses, documentLinks, documentSymbols, effectiveConfig].map((ask) => ask(project, file)),
];

/** Asks one question about one place, both chosen by `next`. */
export function askOne(project: Project, file: string, length: number, next: (below: number) => number): void {
  questions[next(questions.length)]!(project, file, next(length + 1));
}

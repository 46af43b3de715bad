import type { Project } from '../../server/src/engine/project/project.js';
import { codeActions, fixAll } from '../../server/src/engine/editor/code-actions.js';
import { codeLenses } from '../../server/src/engine/editor/code-lens.js';
import { completions } from '../../server/src/engine/editor/completion.js';
import { definitions } from '../../server/src/engine/editor/definition.js';
import { documentLinks } from '../../server/src/engine/editor/document-links.js';
import { documentSymbols } from '../../server/src/engine/editor/document-symbols.js';
import { effectiveConfig } from '../../server/src/engine/editor/effective-config.js';
import { hover } from '../../server/src/engine/editor/hover.js';
import { inlayHints } from '../../server/src/engine/editor/inlay-hints.js';
import { semanticTokens } from '../../server/src/engine/editor/semantic-tokens.js';
import { signatureHelp } from '../../server/src/engine/editor/signature-help.js';
import { foldingRanges, selectionRanges } from '../../server/src/engine/editor/text-ranges.js';
import { inlayKinds } from '../../server/src/engine/frameworks/face/editor.js';
import { preview } from '../../server/src/engine/editor/preview/preview.js';

type Question = (project: Project, file: string, offset: number) => unknown;

/** All that an editor asks about a document. */
const questions: readonly Question[] = [
  hover,
  completions,
  definitions,
  signatureHelp,
  (project, file, offset) => preview(project, file, { cursor: offset, selection: {} }),
  (project, file, offset) => codeActions(project, file, { file, start: offset, end: offset + 40 }),
  (project, file, offset) => inlayHints(project, { file, start: 0, end: offset }, new Set(inlayKinds)),
  (project, file, offset) => {
    const document = project.document(file);
    return document?.language === 'python' && [foldingRanges(document), selectionRanges(document, offset)];
  },
  (project, file) => [fixAll, semanticTokens, codeLenses, documentLinks, documentSymbols, effectiveConfig].map((ask) => ask(project, file)),
];

/** Asks one question about one place, both chosen by `next`. */
export function askOne(project: Project, file: string, length: number, next: (below: number) => number): void {
  questions[next(questions.length)]!(project, file, next(length + 1));
}

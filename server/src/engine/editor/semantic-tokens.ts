import type { FileId } from '../core/span.js';
import type { MeaningToken } from '../frameworks/face/editor.js';
import type { Project } from '../project/project.js';

/** So many tokens of a document are told: behind them the grammar colours by itself. */
const mostTokens = 20_000;

/** What words within the texts of a document mean, in its order, none over another or over the end of a line. */
export function semanticTokens(project: Project, file: FileId): MeaningToken[] {
  const loaded = project.load(file);
  const document = project.document(file);
  if (!loaded || !document) return [];
  const found = [...(loaded.framework.editor?.tokens?.(loaded) ?? [])]
    .filter(({ span }) => span.file === file && !/[\r\n]/.test(document.text.slice(span.start, span.end)))
    .sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  let end = -1;
  return found
    .filter(({ span }) => {
      if (span.start < end) return false;
      end = span.end;
      return true;
    })
    .slice(0, mostTokens);
}

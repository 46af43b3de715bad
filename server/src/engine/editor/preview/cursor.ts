import type { Evaluation } from '../../core/evaluation.js';
import type { Project } from '../../project/project.js';
import type { FileId } from '../../core/span.js';
import { touches } from '../../core/span.js';
import type { Value } from '../../core/value.js';
import { holdsPlace } from '../value-tree.js';

/**
 * Which of some configs the cursor is at: the first that holds the place, or that came in through the import under the cursor.
 * @param valueOf the value of a choice; undefined where it has none in this document
 */
export function atCursor<T>(
  project: Project,
  evaluation: Evaluation,
  offset: number,
  choices: readonly T[],
  valueOf: (choice: T) => Value | undefined,
): T | undefined {
  const held = choices.find((choice) => {
    const value = valueOf(choice);
    return value !== undefined && holdsPlace(value, evaluation.file, offset);
  });
  if (held) return held;
  const base = importedAt(evaluation, offset);
  if (base === undefined) return undefined;
  return choices.find((choice) => {
    const origin = valueOf(choice)?.span.file;
    return origin !== undefined && (origin === base || project.evaluate(base)?.dependencies.has(origin));
  });
}

function importedAt(evaluation: Evaluation, offset: number): FileId | undefined {
  return evaluation.baseImports.find((base) => touches(base.moduleSpan, offset) || base.names.some(({ span }) => touches(span, offset)))
    ?.file;
}

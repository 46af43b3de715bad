import type { Origin, Piece } from '../../core/traced-text.js';
import { TracedText } from '../../core/traced-text.js';
import type { Value } from '../../core/value.js';
import type { JinjaAt } from '../syntax/jinja-ast.js';
import type { Rendering } from './rendering.js';
import { jinjaText } from './jinja-semantics.js';

/**
 * What `{{ expression }}` prints. Text of the row says by which expression it was put in; numbers and lists of the row, which have no text of
 * their own there, get the row's origin as a whole.
 * @throws PyError UndefinedError
 */
export function printed(rendering: Rendering, value: Value, expression: JinjaAt): TracedText {
  const text = jinjaText(rendering, value);
  if (text.length === 0) return TracedText.empty;
  return new TracedText(text.text, () => {
    const placeholder = rendering.spanOf(expression);
    const whole = rendering.row.originOf(value);
    return text.pieces.map((piece) => placed(piece, placeholder, whole));
  });
}

function placed(
  piece: Piece,
  placeholder: Extract<Origin, { kind: 'row' }>['placeholder'],
  whole: Extract<Origin, { kind: 'row' }> | undefined,
): Piece {
  const { origin } = piece;
  const row = origin.kind === 'row' ? origin : origin.kind === 'source' ? whole : undefined;
  if (!row) return piece;
  return { ...piece, origin: { ...row, ...(placeholder && placeholder.file !== '' && { placeholder }) } };
}

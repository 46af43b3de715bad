import type { Value } from '../../../../core/value.js';
import type { FilledText } from '../../columns/filled-texts.js';

/** Whether a part of a text is not known. */
export function isPartlyUnknown({ text }: FilledText): boolean {
  return text.traced.pieces.some(({ origin }) => origin.kind === 'unknown');
}

/** Whether a template has a part of which nothing is known. */
export function holdsUnknown(value: Value): boolean {
  switch (value.kind) {
    case 'unknown':
    case 'ref':
    case 'object':
    case 'callable':
      return true;
    case 'list':
    case 'tuple':
      return value.items.some(holdsUnknown);
    case 'dict':
      return [...value.entries.values()].some((entry) => holdsUnknown(entry.value));
    default:
      return false;
  }
}

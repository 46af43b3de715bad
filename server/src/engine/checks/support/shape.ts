import type { Value } from '../../core/value.js';

/** Writes as much of a text as matters. @param key the key of the entry around it, '' where there is none */
export type AddText = (parts: string[], text: string, key: string) => void;

/** Writes what a value is, piece by piece, so that equal pieces stand for values that are alike. Which texts are alike `addText` decides. */
export function addShape(parts: string[], value: Value | undefined, addText: AddText, key = ''): void {
  if (!value) {
    parts.push('-');
    return;
  }
  switch (value.kind) {
    case 'str':
      addText(parts, value.text, key);
      return;
    case 'list':
    case 'tuple':
      parts.push(value.kind === 'list' ? '[' : '(');
      for (const item of value.items) addShape(parts, item, addText, key);
      parts.push(']');
      return;
    case 'dict':
      parts.push('{');
      value.entries.forEach((entry) => {
        addShape(parts, entry.key, addWholeText);
        addShape(parts, entry.value, addText, entry.key.kind === 'str' ? entry.key.text : '');
      });
      parts.push('}');
      return;
    case 'ref':
    case 'callable':
      parts.push(value.kind, value.path, ';');
      return;
    case 'bool':
    case 'int':
    case 'float':
      parts.push(value.kind[0]!, String(value.value), ';');
      return;
    default:
      parts.push(value.kind, ';');
  }
}

/** Writes all of a text. */
export const addWholeText: AddText = (parts, text) => {
  parts.push(`s${String(text.length)}:`, text);
};

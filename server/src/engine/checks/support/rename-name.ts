import { lex } from '../../python/syntax/tokens/lex.js';
import type { Token } from '../../python/syntax/tokens/token.js';
import type { FileId } from '../../core/span.js';
import type { TextEdit } from '../../core/text-edit.js';

/** The edits that give a name of a Python document another one, wherever it stands as a name of its own: no attribute, no keyword. */
export function renameName(source: string, file: FileId, name: string, newName: string): TextEdit[] {
  const tokens: Token[] = [];
  lex(source, tokens);
  const textAt = (i: number): string => (tokens[i] ? source.slice(tokens[i].start, tokens[i].end) : '');
  return tokens.flatMap(({ kind, start, end }, i) => {
    if (kind !== 'name' || end - start !== name.length || source.slice(start, end) !== name) return [];
    const isKeyword = textAt(i + 1) === '=' && ['(', ','].includes(textAt(i - 1));
    return textAt(i - 1) === '.' || isKeyword ? [] : [{ span: { file, start, end }, newText: newName }];
  });
}

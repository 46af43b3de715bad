import { cutsOf } from '../python/syntax/tokens/cuts.js';
import { parsePython } from '../python/syntax/parse.js';
import type { Expression } from '../python/syntax/tree/ast.js';

/**
 * What is in a list, or the keys of a dict, to which a module gives a name at its top level: `LANGUAGES = ['en', 'zh']`.
 * @returns undefined where it is no such, or the module may change it
 */
export function moduleItems(text: string, name: string): readonly Expression[] | undefined {
  const bound = [...text.matchAll(new RegExp(`(?:^|[\\t (,;])${name}[\\t ]*(?::[^=\\n]*)?=(?!=)`, 'gm'))];
  const [first] = bound;
  if (!first?.[0].startsWith(name) || bound.length > 1 || changes(name).test(text)) return undefined;
  const rest = text.slice(first.index);
  const [statement] = parsePython('', rest.slice(0, cutsOf(rest)[1])).body;
  return statement && (statement.type === 'Assign' || statement.type === 'AnnAssign') ? itemsOf(statement.value) : undefined;
}

function changes(name: string): RegExp {
  const methods = 'append|extend|insert|pop|remove|clear|add|discard|update|setdefault';
  return new RegExp(
    `\\b${name}\\b[\\t ]*(?:\\[[^\\]\\n]*\\][\\t ]*=(?!=)|[+|&-]=|\\.(?:${methods})\\b)|\\b(?:global|del|for|as)[\\t ]+${name}\\b`,
  );
}

function itemsOf(value: Expression | undefined): readonly Expression[] | undefined {
  if (value?.type === 'List' || value?.type === 'Tuple' || value?.type === 'Set') return value.elements;
  if (value?.type !== 'Dict') return undefined;
  const keys = value.entries.flatMap(({ key }) => key ?? []);
  return keys.length === value.entries.length ? keys : undefined;
}

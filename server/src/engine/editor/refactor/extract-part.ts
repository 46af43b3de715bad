import type { Document } from '../../core/document.js';
import type { TextEdit } from '../../core/text-edit.js';
import type { Expression, Module } from '../../python/syntax/tree/ast.js';
import { placedParts, type TreePart } from '../../python/syntax/tree/placed-parts.js';
import { namesIn, walk } from '../../python/syntax/tree/walk.js';

/** A part of a dataset that gets a name of its own. */
export interface ExtractedPart {
  /** `infer_cfg`. */
  readonly key: string;
  readonly name: string;
  readonly edits: readonly TextEdit[];
}

const parts: ReadonlySet<string> = new Set(['infer_cfg', 'reader_cfg', 'eval_cfg']);

/** What makes names of its own, or is done more than once or not at all: what is in it cannot stand above it. */
const inner: ReadonlySet<string> = new Set([
  'Comprehension',
  'Lambda',
  'NamedExpression',
  'FunctionDef',
  'ClassDef',
  'For',
  'While',
  'If',
  'Try',
  'With',
]);

/** The `infer_cfg`, `reader_cfg` or `eval_cfg` around a place as a variable above its statement. Undefined where there is none, or it is one already. */
export function extractedPart(document: Document, module: Module, offset: number): ExtractedPart | undefined {
  const around = [...placedParts(module, ({ start, end }) => start <= offset && offset <= end)];
  const [statement] = around;
  if (!statement || statement.type !== 'Assign' || around.some(({ type }) => type !== undefined && inner.has(type))) return undefined;
  const found = around.map((part) => partOf(part, offset)).findLast((part) => part !== undefined);
  if (!found || !isPlain(found.value)) return undefined;
  const [target] = statement.targets;
  const prefix = target?.type === 'Name' ? target.name.replace(/_?datasets$/, '') : '';
  const name = freeName(prefix === '' ? found.key : `${prefix}_${found.key}`, module);
  const { file } = document;
  const text = outdented(document, found.value);
  const above = { file, start: statement.start, end: statement.start };
  const edits = [
    { span: above, newText: `${name} = ${text}\n\n` },
    { span: { file, start: found.value.start, end: found.value.end }, newText: name },
  ];
  return { key: found.key, name, edits };
}

/** The part that an entry around a place holds: `infer_cfg=dict(…)`, `'infer_cfg': {…}`. */
function partOf(node: TreePart, offset: number): { readonly key: string; readonly value: Expression } | undefined {
  if (node.type === undefined) {
    const key = 'value' in node && 'name' in node ? node.name?.name : undefined;
    return key !== undefined && parts.has(key) && 'value' in node ? { key, value: node.value } : undefined;
  }
  if (node.type !== 'Dict') return undefined;
  for (const { key, value } of node.entries)
    if (key?.type === 'String' && parts.has(key.traced.text) && key.start <= offset && offset <= value.end)
      return { key: key.traced.text, value };
  return undefined;
}

/** A dict that is written out, and binds no names. */
function isPlain(value: Expression): boolean {
  let plain = value.type === 'Call' || value.type === 'Dict';
  walk([value], ({ type }) => {
    plain &&= type !== 'NamedExpression';
    return true;
  });
  return plain;
}

function freeName(wanted: string, { body }: Module): string {
  const taken = namesIn(body);
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${String(number)}`;
  return name;
}

/** The text of an expression as it stands at the start of a line; texts over several lines stay as they are, and all around them. */
function outdented({ text, lines }: Document, { start, end }: Expression): string {
  const source = text.slice(start, end);
  const indent = /^[ \t]*/.exec(text.slice(lines.lineStart(lines.positionAt(start).line), start))![0];
  if (indent === '' || /"""|'''|\\\r?\n/.test(source)) return source;
  return source.replaceAll(`\n${indent}`, '\n');
}

import type { Document } from '../core/document.js';
import type { TextEdit } from '../core/text-edit.js';
import type { ImportFrom, Module, Statement } from '../python/syntax/tree/ast.js';

/** The names that the imports at the top level of a module bind, blocks of bases among them, each with the dotted path that it stands for. */
export function importedPaths({ body }: Pick<Module, 'body'>): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const { module, level, names } of importsOf(body))
    for (const { name, asName } of names) paths.set((asName ?? name).name, `${'.'.repeat(level)}${module}.${name.name}`);
  return paths;
}

function importsOf(body: readonly Statement[]): ImportFrom[] {
  return body.flatMap((statement) => {
    if (statement.type === 'ImportFrom') return [statement];
    return statement.type === 'With' ? statement.body.filter((inner) => inner.type === 'ImportFrom') : [];
  });
}

/**
 * The edit with which a module imports a name: behind the others of the same module, else as a statement of its own behind the last import at the top.
 * Undefined where the name is bound already, by whatever import.
 */
export function importEdit(document: Document, { body }: Pick<Module, 'body'>, module: string, name: string): TextEdit | undefined {
  const imports = importsOf(body);
  const there = imports.filter((statement) => statement.level === 0 && statement.module === module);
  if (there.some(({ star }) => star) || importedPaths({ body }).has(name)) return undefined;
  const last = there.find(({ names }) => names.length > 0)?.names.at(-1);
  if (last) return insertion(document, last.end, `, ${name}`);
  const statement = `from ${module} import ${name}`;
  const before = body.findLast(({ type }) => type === 'ImportFrom' || type === 'Import');
  if (before) return insertion(document, before.end, `\n${statement}`);
  const first = body[0];
  if (first?.type === 'ExpressionStatement' && first.value.type === 'String') return insertion(document, first.end, `\n\n${statement}`);
  return insertion(document, document.lines.lineStart(first ? document.lines.positionAt(first.start).line : 0), `${statement}\n\n`);
}

function insertion({ file }: Document, at: number, newText: string): TextEdit {
  return { span: { file, start: at, end: at }, newText };
}

import type { Alias, At, Identifier, Statement } from '../tree/ast.js';
import { childOf, meaningful, type ParseContext } from './context.js';
import { identifierName } from './expression.js';
import type { Raw } from '../tree-sitter/raw-tree.js';

/** `import a.b as c, d`. */
export function tolerantImportStatement(context: ParseContext, raw: Raw, at: At): Statement {
  checkComma(context, raw);
  return { type: 'Import', names: meaningful(raw).map((child) => alias(context, child)), ...at };
}

/** `from .a import b as c`, `from a import *`. */
export function tolerantImportFrom(context: ParseContext, raw: Raw, at: At): Statement {
  const [source, ...rest] = meaningful(raw);
  const star = childOf(raw, 'wildcard_import');
  checkComma(context, raw);
  if (star && context.scope.kind !== 'module') context.compilerProblem(star, 'import * only allowed at module level');
  const prefix = source && childOf(source, 'import_prefix');
  const dotted = source?.type === 'relative_import' ? childOf(source, 'dotted_name') : source;
  return {
    type: 'ImportFrom',
    level: prefix ? [...context.source(prefix)].filter((c) => c === '.').length : 0,
    module: dotted ? dottedName(context, dotted).name : '',
    moduleRange: source ? { start: source.start, end: source.end } : at,
    names: star ? [] : rest.map((child) => importedName(context, child)),
    star: star !== undefined,
    ...at,
  };
}

/** `from __future__ import …`: the grammar has a rule of its own for it. */
export function futureImport(context: ParseContext, raw: Raw, at: At): Statement {
  const word = childOf(raw, '__future__');
  return {
    type: 'ImportFrom',
    level: 0,
    module: '__future__',
    moduleRange: word ? { start: word.start, end: word.end } : at,
    names: meaningful(raw).map((child) => alias(context, child)),
    star: false,
    ...at,
  };
}

function importedName(context: ParseContext, raw: Raw): Alias {
  const built = alias(context, raw);
  if (built.name.name.includes('.')) context.problem(built.name, "invalid syntax: 'from … import' takes one name without dots");
  return built;
}

function alias(context: ParseContext, raw: Raw): Alias {
  const at = { start: raw.start, end: raw.end };
  if (raw.type !== 'aliased_import') return { name: dottedName(context, raw), asName: undefined, ...at };
  const [name, as] = meaningful(raw);
  return {
    name: dottedName(context, name ?? raw),
    asName: as && { name: identifierName(context, as), start: as.start, end: as.end },
    ...at,
  };
}

function dottedName(context: ParseContext, raw: Raw): Identifier {
  const parts = raw.type === 'dotted_name' ? meaningful(raw) : [raw];
  return { name: parts.map((part) => identifierName(context, part)).join('.'), start: raw.start, end: raw.end };
}

/** A comma behind the last name is allowed within parentheses only. */
function checkComma(context: ParseContext, raw: Raw): void {
  const last = raw.children[raw.children.length - 1];
  if (last?.type === ',') context.problem(last, 'trailing comma not allowed without surrounding parentheses');
}

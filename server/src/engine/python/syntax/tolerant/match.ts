import type {
  At,
  Attribute,
  Expression,
  Identifier,
  KeywordPattern,
  MappingEntry,
  MatchCase,
  Name,
  Pattern,
  Statement,
} from '../tree/ast.js';
import { childOf, hasMark, meaningful, type ParseContext } from './context.js';
import { element, identifierName, unnamed } from './expression.js';
import { numberLiteral } from './number-literal.js';
import { tolerantBlock } from './statement.js';
import type { Raw } from '../tree-sitter/raw-tree.js';

/** `match`. One whose patterns are not understood is not read further, but a `yield` in it makes its function a generator all the same. */
export function tolerantMatchStatement(context: ParseContext, raw: Raw, at: At): Statement {
  const block = childOf(raw, 'block');
  const clauses = (block?.children ?? []).filter((child) => child.named && child.type !== 'comment');
  const patterns = clauses.map((clause) => (clause.type === 'case_clause' ? patternOf(context, clause) : undefined));
  if (clauses.length === 0 || patterns.includes(undefined)) {
    if (holdsYield(raw)) context.scope.generator = true;
    return { type: 'Unsupported', what: 'match', ...at };
  }
  const cases = clauses.map((clause, i) => caseOf(context, clause, patterns[i]!));
  return { type: 'Match', subject: subjectOf(context, raw), cases, ...at };
}

function holdsYield(raw: Raw): boolean {
  if (raw.type === 'function_definition' || raw.type === 'lambda') return false;
  return raw.type === 'yield' || raw.children.some(holdsYield);
}

/** Several expressions are a tuple. */
function subjectOf(context: ParseContext, raw: Raw): Expression {
  const parts = meaningful(raw).filter((child) => child.type !== 'block' && child.type !== 'comment');
  const [first] = parts;
  if (!hasMark(raw, ',')) return tolerantSubject(context, first, raw);
  const at = { start: first!.start, end: parts[parts.length - 1]!.end };
  return { type: 'Tuple', elements: parts.map((part) => element(context, part, raw)), parenthesized: false, ...at };
}

function tolerantSubject(context: ParseContext, raw: Raw | undefined, around: At): Expression {
  return raw?.type === 'named_expression' ? element(context, raw, around) : unnamed(context, raw, around);
}

function caseOf(context: ParseContext, raw: Raw, pattern: Pattern): MatchCase {
  const guard = childOf(raw, 'if_clause');
  return {
    pattern,
    guard: guard && element(context, meaningful(guard)[0], guard),
    body: tolerantBlock(context, childOf(raw, 'block')),
    start: raw.start,
    end: raw.end,
  };
}

/** The pattern of a clause; undefined where it is not understood. */
function patternOf(context: ParseContext, clause: Raw): Pattern | undefined {
  const patterns = clause.children.filter((child) => child.type === 'case_pattern');
  const [first] = patterns;
  if (!first || clause.children.some((child) => child.type === 'ERROR')) return undefined;
  if (!hasMark(clause, ',') && starred(first) === undefined) return single(context, first.children);
  return sequence(context, patterns);
}

/** One pattern, by the parts that it is written with: `-`, `1`. */
function single(context: ParseContext, parts: readonly Raw[]): Pattern | undefined {
  const known = parts.filter((part) => part.type !== 'comment');
  const [raw, second] = known;
  if (!raw || raw.missing || raw.type === 'ERROR') return undefined;
  if (raw.type === '-' && second && known.length === 2) return negative(context, raw, second);
  if (known.length > 1) return undefined;
  switch (raw.type) {
    case 'case_pattern':
      return single(context, raw.children);
    case '_':
      return { what: 'capture', name: undefined };
    case 'dotted_name':
      return named(context, raw);
    case 'union_pattern':
      return union(context, raw);
    case 'tuple_pattern':
      return parenthesized(context, raw);
    case 'list_pattern':
      return sequence(context, patternsIn(raw));
    case 'dict_pattern':
      return mapping(context, raw);
    case 'class_pattern':
      return classPattern(context, raw);
    case 'as_pattern':
      return asPattern(context, raw);
    default:
      return literals.has(raw.type) ? { what: 'value', value: element(context, raw, raw) } : undefined;
  }
}

const literals: ReadonlySet<string> = new Set(['integer', 'float', 'string', 'concatenated_string', 'none', 'true', 'false']);

function negative(context: ParseContext, sign: Raw, raw: Raw): Pattern | undefined {
  if (raw.type !== 'integer' && raw.type !== 'float') return undefined;
  const at = { start: sign.start, end: raw.end };
  return { what: 'value', value: { type: 'UnaryOperation', op: '-', operand: numberLiteral(context, raw), ...at } };
}

/** A plain name is bound, a dotted one is compared with. */
function named(context: ParseContext, raw: Raw): Pattern {
  const value = dotted(context, raw);
  if (value.type === 'Attribute') return { what: 'value', value };
  return { what: 'capture', name: value.name === '_' ? undefined : { name: value.name, start: value.start, end: value.end } };
}

function dotted(context: ParseContext, raw: Raw): Name | Attribute {
  const [first, ...rest] = meaningful(raw).map((part) => identifier(context, part));
  let made: Name | Attribute = { type: 'Name', ...first! };
  for (const attribute of rest) made = { type: 'Attribute', object: made, attribute, start: first!.start, end: attribute.end };
  return made;
}

function identifier(context: ParseContext, raw: Raw): Identifier {
  return { name: identifierName(context, raw), start: raw.start, end: raw.end };
}

function union(context: ParseContext, raw: Raw): Pattern | undefined {
  const groups: Raw[][] = [[]];
  for (const child of raw.children)
    if (child.type === '|') groups.push([]);
    else groups[groups.length - 1]!.push(child);
  const of = all(groups.map((group) => single(context, group)));
  return of && { what: 'any', of };
}

/** All of them; undefined where one is not understood. */
function all<T>(parts: readonly (T | undefined)[]): T[] | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? known : undefined;
}

function patternsIn(raw: Raw): Raw[] {
  return raw.children.filter((child) => child.named && child.type !== 'comment');
}

/** `(a)` is `a`; `(a,)` and `()` are sequences. */
function parenthesized(context: ParseContext, raw: Raw): Pattern | undefined {
  const patterns = patternsIn(raw);
  const [only] = patterns;
  if (only && patterns.length === 1 && !hasMark(raw, ',') && starred(only) === undefined) return single(context, [only]);
  return sequence(context, patterns);
}

/** What a pattern with a `*` in front names. */
function starred(raw: Raw): Raw | undefined {
  if (raw.type === 'case_pattern') return raw.children.length === 1 ? starred(raw.children[0]!) : undefined;
  return raw.type === 'splat_pattern' ? raw.children[1] : undefined;
}

function sequence(context: ParseContext, raws: readonly Raw[]): Pattern | undefined {
  const stars = raws.filter((raw) => starred(raw) !== undefined);
  if (stars.length > 1) return undefined;
  const at = stars.length === 1 ? raws.indexOf(stars[0]!) : raws.length;
  const before = all(raws.slice(0, at).map((raw) => single(context, [raw])));
  const after = all(raws.slice(at + 1).map((raw) => single(context, [raw])));
  if (!before || !after) return undefined;
  const star = stars[0] && starred(stars[0])!;
  return { what: 'sequence', before, rest: star && { name: bound(context, star), after } };
}

function bound(context: ParseContext, raw: Raw): Identifier | undefined {
  return context.source(raw) === '_' ? undefined : identifier(context, raw);
}

function mapping(context: ParseContext, raw: Raw): Pattern | undefined {
  const entries: MappingEntry[] = [];
  let rest: Identifier | undefined;
  let key: Raw[] = [];
  for (const child of raw.children) {
    const star = starred(child);
    if (child.type === '{' || child.type === '}' || child.type === ',' || child.type === ':' || child.type === 'comment') continue;
    if (star) rest = bound(context, star);
    else if (child.type !== 'case_pattern' || key.length === 0) key.push(child);
    else {
      const [value, pattern] = [single(context, key), single(context, [child])];
      if (value?.what !== 'value' || !pattern) return undefined;
      entries.push({ key: value.value, pattern });
      key = [];
    }
  }
  return key.length === 0 ? { what: 'mapping', entries, rest } : undefined;
}

function classPattern(context: ParseContext, raw: Raw): Pattern | undefined {
  const name = childOf(raw, 'dotted_name');
  if (!name) return undefined;
  const positional: Pattern[] = [];
  const keywords: KeywordPattern[] = [];
  for (const part of patternsIn(raw).filter((child) => child !== name)) {
    const keyword = keywordPattern(context, part);
    const pattern = keyword ? undefined : single(context, [part]);
    if (keyword) keywords.push(keyword);
    else if (!pattern || keywords.length > 0) return undefined;
    else positional.push(pattern);
  }
  return { what: 'class', type: dotted(context, name), positional, keywords };
}

/** `x=pattern`; the grammar takes `x=pattern as name` for a keyword that has a name. */
function keywordPattern(context: ParseContext, raw: Raw): KeywordPattern | undefined {
  const [only] = raw.children;
  if (raw.type === 'case_pattern') return only && raw.children.length === 1 ? keywordPattern(context, only) : undefined;
  if (raw.type === 'keyword_pattern') {
    const pattern = single(context, raw.children.slice(2));
    return pattern && { name: identifier(context, only!), pattern };
  }
  if (raw.type !== 'as_pattern') return undefined;
  const inner = keywordPattern(context, only!);
  return inner && { name: inner.name, pattern: { what: 'as', pattern: inner.pattern, name: identifier(context, raw.children[2]!) } };
}

function asPattern(context: ParseContext, raw: Raw): Pattern | undefined {
  const [inner, , name] = raw.children;
  const pattern = inner && single(context, [inner]);
  return pattern && name?.type === 'identifier' ? { what: 'as', pattern, name: identifier(context, name) } : undefined;
}

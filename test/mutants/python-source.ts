import { parsePython } from '../../server/src/engine/python/syntax/parse.js';
import type { At, Call, DictExpression, Expression, Module } from '../../server/src/engine/python/syntax/tree/ast.js';
import type { Range } from './mutation.js';

/** A key with its value in a dict that is written down. */
export interface Entry {
  readonly key: string;
  /** The letters of the key. */
  readonly keyAt: Range;
  readonly value: Expression;
  /** Key and value. */
  readonly at: Range;
}

/** A dict as it is written: `dict(…)` or `{…}`. */
export interface Literal {
  /** The key or variable that it is given to; with `[]` behind it where it is in a list. */
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly at: Range;
  readonly parent: Literal | undefined;
  /** Of a comprehension, whose one entry stands for many. */
  readonly comprehension: boolean;
}

/** A Python config as text and tree: what mutations look at. */
export class PythonSource {
  readonly module: Module;
  readonly literals: readonly Literal[];

  constructor(
    readonly file: string,
    readonly text: string,
  ) {
    this.module = parsePython(file, text);
    this.literals = literalsOf(this.module);
  }

  /** The dicts of this name: `reader_cfg` is also that of `mmlu_reader_cfg = dict(…)`. */
  named(...names: readonly string[]): readonly Literal[] {
    return this.literals.filter(({ name }) => names.some((wanted) => name === wanted || name.endsWith('_' + wanted)));
  }

  /** The entries of this key in dicts of these names. */
  entries(key: string, ...names: readonly string[]): { readonly literal: Literal; readonly entry: Entry }[] {
    return this.named(...names).flatMap((literal) =>
      literal.entries.filter((entry) => entry.key === key).map((entry) => ({ literal, entry })),
    );
  }

  textOf({ start, end }: Range): string {
    return this.text.slice(start, end);
  }

  /** The class that a dict names as its type; '' where it names none. */
  typeOf(literal: Literal): string {
    const type = literal.entries.find(({ key }) => key === 'type');
    return type
      ? this.textOf(type.value)
          .replace(/^['"]|['"]$/g, '')
          .split('.')
          .at(-1)!
      : '';
  }
}

export function entryOf(literal: Literal, key: string): Entry | undefined {
  return literal.entries.find((entry) => entry.key === key);
}

function literalsOf(module: Module): Literal[] {
  const found: Literal[] = [];
  for (const statement of module.body) visit(statement, { name: '', parent: undefined, found });
  return found;
}

interface Around {
  readonly name: string;
  readonly parent: Literal | undefined;
  readonly found: Literal[];
}

function visit(node: unknown, around: Around): void {
  if (Array.isArray(node)) for (const part of node as readonly unknown[]) visit(part, around);
  if (typeof node !== 'object' || node === null) return;
  // The keyword of a call.
  if (!('type' in node)) {
    const { name, value } = node as { readonly name?: { readonly name: string }; readonly value?: unknown };
    if (value !== undefined) visit(value, { ...around, name: name?.name ?? '' });
    return;
  }
  const one = node as Expression | { readonly type: string };
  if (isDictCall(one))
    visitEntries(
      one,
      one.keywords.flatMap((keyword) => (keyword.name ? [entry(keyword.name.name, keyword.name, keyword.value)] : [])),
      around,
    );
  else if (isDict(one))
    visitEntries(
      one,
      one.entries.flatMap(({ key, value }) => keyed(key, value)),
      around,
    );
  else if (one.type === 'Comprehension' && 'of' in one && one.of === 'dict' && one.value) {
    const literal = add(one, [], around, true);
    visit(one.value, { ...around, name: around.name + '{}', parent: literal });
  } else visitOther(one, around);
}

function isDictCall(node: { readonly type: string }): node is Call {
  return (
    node.type === 'Call' &&
    'callee' in node &&
    (node as Call).callee.type === 'Name' &&
    ((node as Call).callee as { name: string }).name === 'dict'
  );
}

function isDict(node: { readonly type: string }): node is DictExpression {
  return node.type === 'Dict';
}

function keyed(key: Expression | undefined, value: Expression): Entry[] {
  if (key?.type !== 'String') return [];
  const { text } = key.traced;
  // A key in one plain literal: its letters are where they are written.
  return key.end - key.start === text.length + 2 ? [entry(text, { start: key.start + 1, end: key.end - 1 }, value, key.start)] : [];
}

function entry(key: string, keyAt: At, value: Expression, start = keyAt.start): Entry {
  return { key, keyAt: { start: keyAt.start, end: keyAt.end }, value, at: { start, end: value.end } };
}

function add(at: At, entries: readonly Entry[], { name, parent, found }: Around, comprehension = false): Literal {
  const literal = { name, entries, at: { start: at.start, end: at.end }, parent, comprehension };
  found.push(literal);
  return literal;
}

function visitEntries(node: Call | DictExpression, entries: readonly Entry[], around: Around): void {
  const literal = add(node, entries, around);
  for (const { key, value } of entries) visit(value, { ...around, name: key, parent: literal });
  const known = new Set(entries.map(({ value }) => value));
  const rest =
    node.type === 'Call' ? [...node.positional, ...node.keywords.map(({ value }) => value)] : node.entries.map(({ value }) => value);
  for (const value of rest) if (!known.has(value)) visit(value, { ...around, name: '', parent: literal });
}

function visitOther(node: { readonly type: string }, around: Around): void {
  for (const value of Object.values(node)) visit(value, { ...around, name: nameFor(node, around.name) });
}

/** What the parts of a node are given to. */
function nameFor(node: { readonly type: string }, name: string): string {
  if (node.type === 'Assign' && 'targets' in node) return targetName((node.targets as readonly Expression[])[0]);
  if (node.type === 'AugAssign' && 'target' in node) return targetName(node.target as Expression);
  if (node.type === 'List') return name.endsWith('[]') ? name : name + '[]';
  if (node.type === 'Call') {
    const { callee } = node as Call;
    return callee.type === 'Attribute' && /^(append|extend|insert)$/.test(callee.attribute.name) ? targetName(callee.object) + '[]' : name;
  }
  return name;
}

function targetName(target: Expression | undefined): string {
  if (target?.type === 'Name') return target.name;
  if (target?.type === 'Subscript' && target.index.type === 'String') return target.index.traced.text;
  return '';
}

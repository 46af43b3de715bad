import type { Use } from '../../../../jinja/index.js';
import type { JinjaExpression } from '../../../../jinja/syntax/jinja-ast.js';
import { TemplateFault } from '../../../../jinja/syntax/template-fault.js';
import { usesIn } from './columns.js';
import { expressionsIn, templateOf } from './template.js';

/** A call of a name that nothing in the template gives: a value of a row cannot be called. Offsets are UTF-16, within the template. */
interface CalledName {
  readonly use: Use;
  /** From the name to behind its brackets. */
  readonly start: number;
  readonly end: number;
  /** What to write in its place: `x | length` for `len(x)`. Undefined where Jinja has no filter for it. */
  readonly instead: string | undefined;
}

/** Functions of Python, and the filters of Jinja that do the same. */
const filters: Readonly<Partial<Record<string, string>>> = {
  abs: 'abs',
  float: 'float',
  int: 'int',
  len: 'length',
  list: 'list',
  max: 'max',
  min: 'min',
  reversed: 'reverse',
  round: 'round',
  sorted: 'sort',
  str: 'string',
  sum: 'sum',
};

/** The calls of a template that Jinja cannot make, in the order in which they are written. None where it does not parse. */
export function calledNames(text: string): CalledName[] {
  if (!/\w[ \t]*\(/.test(text) || !/\{[{%]/.test(text)) return [];
  const template = templateOf(text);
  if (template instanceof TemplateFault) return [];
  const uses = new Map(usesIn(text).map((use) => [use.start, use]));
  return [...expressionsIn(template.body)].flatMap(({ node }): CalledName[] => {
    if (node.type !== 'Call' || node.callee.type !== 'Name') return [];
    const use = uses.get(node.callee.start);
    if (!use || use.guarded || use.unless.size > 0) return [];
    return [{ use, start: node.start, end: node.end, instead: insteadOf(text, use.name, node) }];
  });
}

function insteadOf(text: string, name: string, call: JinjaExpression & { type: 'Call' }): string | undefined {
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
  const written = text.slice(call.start, call.end);
  const inner = /^\w+[ \t]*\(([^(),=|'"~+*/-]+)\)$/.exec(written)?.[1]!.trim();
  return filter === undefined || inner === undefined || inner === '' ? undefined : `(${inner} | ${filter})`;
}

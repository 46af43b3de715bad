import type { ClassIndex } from '../../../classes/class-index.js';
import { methodOf, type Hierarchy } from '../../../classes/hierarchy.js';
import { isSuperCall } from '../../../classes/signature.js';
import type { SourceModule } from '../../../classes/source-module.js';
import type { ParserKind } from '../../../classes/parser-kind.js';
import type { Attribute, Call, Expression, FunctionDef, Statement } from '../../../python/syntax/tree/ast.js';
import { walk } from '../../../python/syntax/tree/walk.js';
import { DictValue, ListValue, UnknownValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { frameworkText } from '../values/python-value.js';
import { say } from '../../../core/say.js';

/** What the constructor of a model class makes its parser of. */
export interface ParserReading {
  readonly kind: ParserKind;
  /** `own`: of the config's meta template; `default`: of that, or where it is false of `defaultMeta`; `ignored`: of none. */
  readonly metaTemplate: 'own' | 'default' | 'ignored';
  readonly defaultMeta?: Value;
}

const parsers: ReadonlyMap<string, ParserKind> = new Map([
  ['LMTemplateParser', 'lm'],
  ['APITemplateParser', 'api'],
]);

/**
 * Follows a constructor to the last `self.template_parser = …` that it runs: its own, that of `super().__init__`, or that of a function
 * that it calls. Undefined where that is not to be told.
 */
export function readParser(index: ClassIndex, hierarchy: Hierarchy, after = -1): ParserReading | undefined {
  const constructor = methodOf(hierarchy, '__init__', after);
  if (!constructor || constructor === 'unknown') return undefined;
  let last: { readonly parser: Expression } | 'super' | undefined;
  walk(constructor.node.body, (node) => {
    if (node.type === 'Call' && isSuperCall(node, '__init__')) last = 'super';
    if (node.type === 'Assign' && node.targets.some(isParserOfSelf)) last = { parser: node.value };
    return true;
  });
  const found = last as { readonly parser: Expression } | 'super' | undefined;
  if (found === undefined) return undefined;
  if (found === 'super') return readParser(index, hierarchy, constructor.order);
  return readExpression(index, constructor.owner.module, constructor.node, found.parser);
}

function isParserOfSelf(target: Expression): boolean {
  return isOfSelf(target) && target.attribute.name === 'template_parser';
}

/** A call of a parser class, or of a function that returns one. */
function readExpression(index: ClassIndex, module: SourceModule, within: FunctionDef, expression: Expression): ParserReading | undefined {
  if (expression.type !== 'Call' || expression.callee.type !== 'Name') return undefined;
  const kind = parsers.get(expression.callee.name);
  if (kind) return readArgument(kind, within, expression);
  const called = index.findIn(module, expression.callee.name);
  if (called.kind !== 'function' || called.source.node === within) return undefined;
  const returned = called.source.node.body.filter((statement) => statement.type === 'Return');
  const value = returned.length === 1 ? returned[0]!.value : undefined;
  return value?.type === 'Call' && value.callee.type === 'Name' && parsers.has(value.callee.name)
    ? readExpression(index, called.source.module, called.source.node, value)
    : undefined;
}

function readArgument(kind: ParserKind, within: FunctionDef, { positional, keywords }: Call): ParserReading {
  const argument = positional[0] ?? keywords.find(({ name }) => name?.name === 'meta_template')?.value;
  if (!argument || isNone(argument)) return { kind, metaTemplate: 'ignored' };
  const given = fallbackOf(keptOnSelf(within, argument));
  // Falling back to nothing is no default.
  if (!given || isNone(given)) return { kind, metaTemplate: 'own' };
  const meant = given.type === 'Name' ? assignedIn(within.body, given.name) : given;
  return {
    kind,
    metaTemplate: 'default',
    defaultMeta: (meant && literal(meant)) ?? new UnknownValue(say`The default meta template of the model class is computed.`, nowhere),
  };
}

function isNone(expression: Expression): boolean {
  return expression.type === 'Constant' && expression.value === 'None';
}

/** What the constructor keeps as `self.meta_template`, where that is what it hands on; any other argument as it is. */
function keptOnSelf(within: FunctionDef, argument: Expression): Expression {
  if (!isOfSelf(argument)) return argument;
  const name = argument.attribute.name;
  const kept: Expression[] = [];
  walk(within.body, (node) => {
    if (node.type === 'Assign' && node.targets.some((target) => isOfSelf(target) && target.attribute.name === name)) kept.push(node.value);
    return true;
  });
  return kept.length === 1 ? kept[0]! : argument;
}

function isOfSelf(expression: Expression): expression is Attribute {
  return expression.type === 'Attribute' && expression.object.type === 'Name' && expression.object.name === 'self';
}

/** What stands in for a meta template that is not given: `given or X`, `given if given else X`, `X if not given else given`. */
function fallbackOf(expression: Expression): Expression | undefined {
  if (expression.type === 'BooleanOperation' && expression.op === 'or') return expression.values.at(-1);
  if (expression.type !== 'Conditional') return undefined;
  const { test, body, orelse } = expression;
  if (test.type === 'Name') return body.type === 'Name' && body.name === test.name ? orelse : undefined;
  if (test.type !== 'UnaryOperation' || test.op !== 'not' || test.operand.type !== 'Name') return undefined;
  return orelse.type === 'Name' && orelse.name === test.operand.name ? body : undefined;
}

function assignedIn(body: readonly Statement[], name: string): Expression | undefined {
  const assigned = body.filter(
    (statement) => statement.type === 'Assign' && statement.targets.some((target) => target.type === 'Name' && target.name === name),
  );
  const [only] = assigned;
  return assigned.length === 1 && only?.type === 'Assign' ? only.value : undefined;
}

/** Dicts, lists, texts and flags as they are written; undefined for anything else. */
function literal(expression: Expression): Value | undefined {
  switch (expression.type) {
    case 'String':
      return frameworkText(expression.traced.text, say`default meta template of the model class`);
    case 'Constant':
      if (expression.value === 'None') return { kind: 'none', span: nowhere };
      return expression.value === 'Ellipsis' ? undefined : { kind: 'bool', value: expression.value === 'True', span: nowhere };
    case 'List': {
      const items = expression.elements.map(literal);
      return items.every((item) => item !== undefined) ? new ListValue(items, nowhere) : undefined;
    }
    case 'Dict':
      return dictOf(expression.entries.map(({ key, value }) => [key?.type === 'String' ? key.traced.text : undefined, value]));
    case 'Call':
      if (expression.callee.type !== 'Name' || expression.callee.name !== 'dict' || expression.positional.length > 0) return undefined;
      return dictOf(expression.keywords.map(({ name, value }) => [name?.name, value]));
    default:
      return undefined;
  }
}

function dictOf(entries: readonly (readonly [string | undefined, Expression])[]): DictValue | undefined {
  const dict = new DictValue(nowhere);
  for (const [key, expression] of entries) {
    const value = literal(expression);
    if (key === undefined || !value) return undefined;
    dict.set(key, value);
  }
  return dict;
}

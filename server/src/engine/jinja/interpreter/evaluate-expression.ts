import { PyError } from '../../core/errors.js';
import { pushAll } from '../../core/push-all.js';
import { typeError } from '../../python/runtime/call-arguments.js';
import { marked, MarkupValue } from '../runtime/markup.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { putEntry } from '../../python/runtime/dicts.js';
import { SliceValue } from '../../python/runtime/objects.js';
import { getItem, unary } from '../../python/runtime/operators/index.js';
import type { Arguments } from '../../python/runtime/runtime.js';
import { typeName } from '../../python/runtime/semantics.js';
import { TracedText } from '../../core/traced-text.js';
import { BoolValue, DictValue, FloatValue, IntValue, ListValue, NoneValue, StrValue, TupleValue, type Value } from '../../core/value.js';
import type {
  CallArguments,
  Compare,
  JinjaConditional,
  DictExpr,
  JinjaExpression,
  Item,
  JinjaSlice,
  StringConst,
} from '../syntax/jinja-ast.js';
import { applyFilter } from './apply-filter.js';
import type { Rendering } from '../runtime/rendering.js';
import { attribute, comparison, jinjaTruth, operate, jinjaSubscript, jinjaText } from '../runtime/jinja-semantics.js';
import { applyTest } from './tests.js';
import { UndefinedValue } from '../runtime/undefined.js';

/**
 * What an expression comes to. What cannot be known is an UnknownValue.
 * @throws PyError what the real renderer raises; UnknownSignal where it cannot be known which way to go; LimitError
 */
export function evaluateJinja(rendering: Rendering, node: JinjaExpression): Value {
  rendering.step();
  rendering.node = node;
  const value = evaluateNode(rendering, node);
  rendering.node = node;
  return value;
}

function evaluateNode(rendering: Rendering, node: JinjaExpression): Value {
  switch (node.type) {
    case 'String':
      return new StrValue(literalText(rendering.source, node), rendering.span);
    case 'Int':
      return new IntValue(node.value, rendering.span);
    case 'Float':
      return new FloatValue(node.value, rendering.span);
    case 'Bool':
      return new BoolValue(node.value, rendering.span);
    case 'None':
      return new NoneValue(rendering.span);
    case 'Name':
    case 'NamespaceRef':
      return rendering.resolve(node.name);
    case 'Tuple':
      return new TupleValue(
        node.items.map((item) => evaluateJinja(rendering, item)),
        rendering.spanOf(node),
      );
    case 'List':
      return new ListValue(
        node.items.map((item) => evaluateJinja(rendering, item)),
        rendering.spanOf(node),
      );
    case 'Dict':
      return dict(rendering, node);
    case 'Attribute':
      return from(rendering, node, evaluateJinja(rendering, node.object), (object) => attribute(rendering, object, node.name));
    case 'Item':
      return element(rendering, node);
    case 'Slice':
      return slice(rendering, node);
    case 'Call':
      return from(rendering, node, evaluateJinja(rendering, node.callee), (callee) => {
        const args = evaluateArguments(rendering, node.args);
        rendering.node = node;
        return rendering.call(callee, args);
      });
    case 'Filter':
      return applyFilter(rendering, node, node.input ? evaluateJinja(rendering, node.input) : new NoneValue(rendering.span));
    case 'Test':
      return applyTest(rendering, node, evaluateJinja(rendering, node.input));
    default:
      return evaluateOperation(rendering, node);
  }
}

type Operation = Extract<JinjaExpression, { type: 'Unary' | 'Binary' | 'Concat' | 'Compare' | 'And' | 'Or' | 'Conditional' }>;

function evaluateOperation(rendering: Rendering, node: Operation): Value {
  switch (node.type) {
    case 'Unary':
      return from(rendering, node, evaluateJinja(rendering, node.operand), (operand) => {
        if (node.op === 'not') return new BoolValue(!jinjaTruth(operand), rendering.span);
        if (operand instanceof UndefinedValue) throw operand.error();
        return unary(rendering, node.op, operand);
      });
    case 'Binary': {
      const left = evaluateJinja(rendering, node.left);
      const right = evaluateJinja(rendering, node.right);
      rendering.node = node;
      return operate(rendering, node.op, left, right);
    }
    case 'Concat':
      return concatenated(
        rendering,
        node,
        node.parts.map((part) => evaluateJinja(rendering, part)),
      );
    case 'Compare':
      return compared(rendering, node);
    case 'And':
    case 'Or': {
      const left = evaluateJinja(rendering, node.left);
      if (left.kind === 'unknown') return left;
      return jinjaTruth(left) === (node.type === 'And') ? evaluateJinja(rendering, node.right) : left;
    }
    case 'Conditional':
      return conditional(rendering, node);
  }
}

/** Goes on with a value that was just evaluated, at the node that uses it; an unknown one is passed on. */
function from(rendering: Rendering, node: JinjaExpression, value: Value, use: (value: Value) => Value): Value {
  if (value.kind === 'unknown') return value;
  rendering.node = node;
  return use(value);
}

/** The text of a literal with the origins of its characters. */
function literalText(source: TracedText, node: StringConst): TracedText {
  const parts = node.parts.map((part) => {
    const written = source.slice(part.start, part.end);
    return written.text === part.text ? written : written.recomputed(part.text);
  });
  return TracedText.join(parts.filter((part) => part.length > 0));
}

function dict(rendering: Rendering, node: DictExpr): Value {
  const result = new DictValue(rendering.spanOf(node));
  for (const pair of node.pairs) {
    const key = evaluateJinja(rendering, pair.key);
    const value = evaluateJinja(rendering, pair.value);
    rendering.node = pair.key;
    if (key instanceof UndefinedValue && key.strict) throw key.error();
    putEntry(result, key, value, rendering.spanOf(pair.key), rendering.spanOf(pair.value));
  }
  return result;
}

function element(rendering: Rendering, node: Item): Value {
  const object = evaluateJinja(rendering, node.object);
  const index = evaluateJinja(rendering, node.index);
  rendering.node = node;
  if (index.kind === 'unknown') return object.kind === 'unknown' ? object : index;
  // A slice is Python's own, without Jinja's leniency.
  if (node.index.type !== 'Slice') return jinjaSubscript(rendering, object, index);
  if (object instanceof UndefinedValue) throw object.error();
  if (object.kind === 'callable') throw typeError(`type '${typeName(object)}' is not subscriptable`);
  if (object.kind === 'dict') throw typeError("unhashable type: 'slice'");
  const found = getItem(rendering, object, index);
  return object instanceof MarkupValue ? marked(found) : found;
}

function slice(rendering: Rendering, node: JinjaSlice): Value {
  const [lower, upper, step] = [node.lower, node.upper, node.step].map((part) =>
    part ? evaluateJinja(rendering, part) : new NoneValue(rendering.span),
  );
  return new SliceValue(lower!, upper!, step!, rendering.spanOf(node));
}

/** `a ~ b`: the texts of both. */
function concatenated(rendering: Rendering, node: JinjaExpression, values: readonly Value[]): Value {
  rendering.node = node;
  const texts = values.map((value) => jinjaText(rendering, value));
  rendering.checkSize(texts.reduce((sum, text) => sum + text.length, 0));
  // It has the pieces of all of them.
  return rendering.made(new StrValue(TracedText.join(texts.filter((text) => text.length > 0)), rendering.span));
}

/** `a < b < c`: each comparison once, up to the first that does not hold. */
function compared(rendering: Rendering, node: Compare): Value {
  let left = evaluateJinja(rendering, node.left);
  let result: Value | undefined;
  for (const { op, right: rightNode } of node.rest) {
    if (result && !jinjaTruth(result)) return result;
    const right = evaluateJinja(rendering, rightNode);
    rendering.node = node;
    result = comparison(rendering, op, left, right);
    left = right;
  }
  return result!;
}

function conditional(rendering: Rendering, node: JinjaConditional): Value {
  const test = evaluateJinja(rendering, node.test);
  if (test.kind === 'unknown') return test;
  if (jinjaTruth(test)) return evaluateJinja(rendering, node.then);
  if (node.otherwise) return evaluateJinja(rendering, node.otherwise);
  const line = rendering.source.text.slice(0, node.start).split(/\r\n|\r|\n/).length;
  const hint = `the inline if-expression on line ${String(line)} evaluated to false and no else section was defined.`;
  return new UndefinedValue({ hint }, rendering.spanOf(node), false);
}

/** The arguments of a call, `*` and `**` taken apart. @throws PyError TypeError for what cannot be taken apart */
export function evaluateArguments(rendering: Rendering, args: CallArguments): Arguments {
  const positional = args.positional.map((node) => evaluateJinja(rendering, node));
  const keywords = new Map<string, Value>();
  if (args.star) {
    const star = evaluateJinja(rendering, args.star);
    pushAll(positional, rendering.iterate(star));
  }
  for (const { name, value } of args.keywords) keywords.set(name, evaluateJinja(rendering, value));
  if (args.doubleStar) spread(keywords, evaluateJinja(rendering, args.doubleStar));
  return { positional, keywords };
}

function spread(keywords: Map<string, Value>, mapping: Value): void {
  if (mapping instanceof UndefinedValue) throw mapping.error();
  if (mapping.kind === 'unknown') throw new UnknownSignal(mapping);
  if (mapping.kind !== 'dict') throw typeError(`argument after ** must be a mapping, not ${typeName(mapping)}`);
  for (const { key, value } of mapping.entries.values()) {
    if (key.kind !== 'str') throw typeError('keywords must be strings');
    if (keywords.has(key.text)) throw new PyError('TypeError', `got multiple values for keyword argument '${key.text}'`);
    keywords.set(key.text, value);
  }
}

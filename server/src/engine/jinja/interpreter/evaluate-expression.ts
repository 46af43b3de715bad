import { PyError } from '../../core/errors.js';
import { pushAll } from '../../core/push-all.js';
import { typeError } from '../../python/runtime/call-arguments.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { putEntry } from '../../python/runtime/dicts.js';
import { SliceValue } from '../../python/runtime/objects.js';
import { getItem, unary } from '../../python/runtime/operators/index.js';
import type { Arguments } from '../../python/runtime/runtime.js';
import { typeName } from '../../python/runtime/semantics.js';
import { TracedText } from '../../core/traced-text.js';
import { BoolValue, DictValue, FloatValue, IntValue, ListValue, NoneValue, StrValue, TupleValue, type Value } from '../../core/value.js';
import type { CallArguments, Compare, JinjaConditional, DictExpr, JinjaExpression, Item, JinjaSlice, StringConst } from '../syntax/jinja-ast.js';
import { applyFilter } from './apply-filter.js';
import type { Rendering } from '../runtime/rendering.js';
import { attribute, comparison, jinjaTruth, operate, jinjaSubscript, jinjaText } from '../runtime/jinja-semantics.js';
import { applyTest } from './tests.js';
import { UndefinedValue } from '../runtime/undefined.js';

/**
 * What an expression comes to. What cannot be known is an UnknownValue.
 * @throws PyError what the real renderer raises; UnknownSignal where it cannot be known which way to go; LimitError
 */
export function evaluateJinja(it: Rendering, node: JinjaExpression): Value {
  it.step();
  it.node = node;
  const value = evaluateNode(it, node);
  it.node = node;
  return value;
}

function evaluateNode(it: Rendering, node: JinjaExpression): Value {
  switch (node.type) {
    case 'String':
      return new StrValue(literalText(it.source, node), it.span);
    case 'Int':
      return new IntValue(node.value, it.span);
    case 'Float':
      return new FloatValue(node.value, it.span);
    case 'Bool':
      return new BoolValue(node.value, it.span);
    case 'None':
      return new NoneValue(it.span);
    case 'Name':
    case 'NamespaceRef':
      return it.resolve(node.name);
    case 'Tuple':
      return new TupleValue(node.items.map((item) => evaluateJinja(it, item)), it.spanOf(node));
    case 'List':
      return new ListValue(node.items.map((item) => evaluateJinja(it, item)), it.spanOf(node));
    case 'Dict':
      return dict(it, node);
    case 'Attribute':
      return from(it, node, evaluateJinja(it, node.object), (object) => attribute(it, object, node.name));
    case 'Item':
      return element(it, node);
    case 'Slice':
      return slice(it, node);
    case 'Call':
      return from(it, node, evaluateJinja(it, node.callee), (callee) => {
        const args = evaluateArguments(it, node.args);
        it.node = node;
        return it.call(callee, args);
      });
    case 'Filter':
      return applyFilter(it, node, node.input ? evaluateJinja(it, node.input) : new NoneValue(it.span));
    case 'Test':
      return applyTest(it, node, evaluateJinja(it, node.input));
    default:
      return evaluateOperation(it, node);
  }
}

type Operation = Extract<JinjaExpression, { type: 'Unary' | 'Binary' | 'Concat' | 'Compare' | 'And' | 'Or' | 'Conditional' }>;

function evaluateOperation(it: Rendering, node: Operation): Value {
  switch (node.type) {
    case 'Unary':
      return from(it, node, evaluateJinja(it, node.operand), (operand) => {
        if (node.op === 'not') return new BoolValue(!jinjaTruth(operand), it.span);
        if (operand instanceof UndefinedValue) throw operand.error();
        return unary(it, node.op, operand);
      });
    case 'Binary': {
      const left = evaluateJinja(it, node.left);
      const right = evaluateJinja(it, node.right);
      it.node = node;
      return operate(it, node.op, left, right);
    }
    case 'Concat':
      return concatenated(it, node, node.parts.map((part) => evaluateJinja(it, part)));
    case 'Compare':
      return compared(it, node);
    case 'And':
    case 'Or': {
      const left = evaluateJinja(it, node.left);
      if (left.kind === 'unknown') return left;
      return jinjaTruth(left) === (node.type === 'And') ? evaluateJinja(it, node.right) : left;
    }
    case 'Conditional':
      return conditional(it, node);
  }
}

/** Goes on with a value that was just evaluated, at the node that uses it; an unknown one is passed on. */
function from(it: Rendering, node: JinjaExpression, value: Value, use: (value: Value) => Value): Value {
  if (value.kind === 'unknown') return value;
  it.node = node;
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

function dict(it: Rendering, node: DictExpr): Value {
  const result = new DictValue(it.spanOf(node));
  for (const pair of node.pairs) {
    const key = evaluateJinja(it, pair.key);
    const value = evaluateJinja(it, pair.value);
    it.node = pair.key;
    if (key instanceof UndefinedValue && key.strict) throw key.error();
    putEntry(result, key, value, it.spanOf(pair.key), it.spanOf(pair.value));
  }
  return result;
}

function element(it: Rendering, node: Item): Value {
  const object = evaluateJinja(it, node.object);
  const index = evaluateJinja(it, node.index);
  it.node = node;
  if (index.kind === 'unknown') return object.kind === 'unknown' ? object : index;
  // A slice is Python's own, without Jinja's leniency.
  if (node.index.type !== 'Slice') return jinjaSubscript(it, object, index);
  if (object instanceof UndefinedValue) throw object.error();
  if (object.kind === 'callable') throw typeError(`type '${typeName(object)}' is not subscriptable`);
  if (object.kind === 'dict') throw typeError("unhashable type: 'slice'");
  return getItem(it, object, index);
}

function slice(it: Rendering, node: JinjaSlice): Value {
  const [lower, upper, step] = [node.lower, node.upper, node.step].map((part) => (part ? evaluateJinja(it, part) : new NoneValue(it.span)));
  return new SliceValue(lower!, upper!, step!, it.spanOf(node));
}

/** `a ~ b`: the texts of both. */
function concatenated(it: Rendering, node: JinjaExpression, values: readonly Value[]): Value {
  it.node = node;
  const texts = values.map((value) => jinjaText(it, value));
  it.checkSize(texts.reduce((sum, text) => sum + text.length, 0));
  return new StrValue(TracedText.join(texts.filter((text) => text.length > 0)), it.span);
}

/** `a < b < c`: each comparison once, up to the first that does not hold. */
function compared(it: Rendering, node: Compare): Value {
  let left = evaluateJinja(it, node.left);
  let result: Value | undefined;
  for (const { op, right: rightNode } of node.rest) {
    if (result && !jinjaTruth(result)) return result;
    const right = evaluateJinja(it, rightNode);
    it.node = node;
    result = comparison(it, op, left, right);
    left = right;
  }
  return result!;
}

function conditional(it: Rendering, node: JinjaConditional): Value {
  const test = evaluateJinja(it, node.test);
  if (test.kind === 'unknown') return test;
  if (jinjaTruth(test)) return evaluateJinja(it, node.then);
  if (node.otherwise) return evaluateJinja(it, node.otherwise);
  const line = it.source.text.slice(0, node.start).split(/\r\n|\r|\n/).length;
  const hint = `the inline if-expression on line ${String(line)} evaluated to false and no else section was defined.`;
  return new UndefinedValue({ hint }, it.spanOf(node), false);
}

/** The arguments of a call, `*` and `**` taken apart. @throws PyError TypeError for what cannot be taken apart */
export function evaluateArguments(it: Rendering, args: CallArguments): Arguments {
  const positional = args.positional.map((node) => evaluateJinja(it, node));
  const keywords = new Map<string, Value>();
  if (args.star) {
    const star = evaluateJinja(it, args.star);
    pushAll(positional, it.iterate(star));
  }
  for (const { name, value } of args.keywords) keywords.set(name, evaluateJinja(it, value));
  if (args.doubleStar) spread(keywords, evaluateJinja(it, args.doubleStar));
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


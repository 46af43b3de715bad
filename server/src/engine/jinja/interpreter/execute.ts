import { PyError } from '../../core/errors.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { TracedText } from '../../core/traced-text.js';
import { StrValue, UnknownValue, type Value } from '../../core/value.js';
import type { Block, CallBlock, Data, JinjaExpression, Filter, JinjaFor, JinjaIf, Print, JinjaStatement, JinjaWith } from '../syntax/jinja-ast.js';
import { assignTargets, checkNamespaces } from './assign-targets.js';
import { evaluateJinja, evaluateArguments } from './evaluate-expression.js';
import { applyFilter } from './apply-filter.js';
import { LoopValue } from '../runtime/loop.js';
import { makeMacro } from './macro.js';
import { TemplateOutput } from './output.js';
import { printed } from '../runtime/print.js';
import type { Rendering } from '../runtime/rendering.js';
import { jinjaTruth } from '../runtime/jinja-semantics.js';
import { UndefinedValue } from '../runtime/undefined.js';

/**
 * The text that statements print.
 * @throws PyError what the real renderer raises; UnknownSignal where it cannot be known which way to go; LimitError
 */
export function renderBody(it: Rendering, nodes: readonly JinjaStatement[]): TracedText {
  const out = new TemplateOutput(it);
  execute(it, nodes, out);
  return out.text();
}

/** Thrown by `break` and `continue`, caught by the loop around them. */
class Jump extends Error {
  constructor(readonly ends: boolean) {
    super();
  }
}

function execute(it: Rendering, nodes: readonly JinjaStatement[], out: TemplateOutput): void {
  for (const node of nodes) {
    it.step();
    it.node = node;
    run(it, node, out);
  }
}

function run(it: Rendering, node: JinjaStatement, out: TemplateOutput): void {
  switch (node.type) {
    case 'Data':
      out.put(dataText(it, node));
      break;
    case 'Print':
      out.put(printValue(it, node));
      break;
    case 'If':
      runIf(it, node, out);
      break;
    case 'For':
      runFor(it, node, out);
      break;
    case 'Set':
      checkNamespaces(it, node.target);
      assignTargets(it, node.target, evaluateJinja(it, node.value));
      break;
    case 'SetBlock':
      assignTargets(it, node.target, captured(it, node));
      break;
    case 'FilterBlock':
      out.putResult(captured(it, node), node.filter);
      break;
    case 'With':
      runWith(it, node, out);
      break;
    case 'Macro':
      it.scope.set(node.name, makeMacro(it, node));
      break;
    case 'CallBlock':
      out.putResult(callWithCaller(it, node), node.call);
      break;
    case 'Block':
      out.put(renderBlock(it, node));
      break;
    case 'AutoEscape':
      if (jinjaTruth(evaluateJinja(it, node.value))) throw new UnknownSignal(new UnknownValue('automatic escaping is not followed', it.spanOf(node)));
      it.within(it.newScope(node, it.scope), () => {
        execute(it, node.body, out);
      });
      break;
    case 'Break':
    case 'Continue':
      throw new Jump(node.type === 'Break');
    case 'Load':
      load(it, node.how, evaluateJinja(it, node.template));
  }
}

/** The loader that the harness sets has nothing to load from (lm-evaluation-harness 0.4.13 `utils.py`: the class itself is given as the loader). */
function load(it: Rendering, how: string, template: Value): void {
  if (template.kind === 'unknown') throw new UnknownSignal(template);
  if (template instanceof UndefinedValue) throw template.error();
  // Anything but a name is taken for a list of them.
  if (how === 'include' && template.kind !== 'str' && [...it.iterate(template)].length === 0)
    throw new PyError('TemplatesNotFound', 'Tried to select from an empty list of templates.');
  throw new PyError('AttributeError', "'Environment' object has no attribute 'get_source'");
}

function dataText(it: Rendering, node: Data): TracedText {
  const text = it.source.slice(node.start, node.end);
  if (!text.text.includes('\r')) return text;
  const parts: TracedText[] = [];
  let from = 0;
  for (const { index, 0: line } of text.text.matchAll(/\r\n?/g)) {
    it.step(perPiece);
    parts.push(text.slice(from, index), text.slice(index, index + line.length).recomputed('\n'));
    from = index + line.length;
  }
  parts.push(text.slice(from));
  return TracedText.join(parts.filter((part) => part.length > 0));
}

/** What each piece of the text costs beside the steps that find it: it is kept with its origin through all stages of the prompt. */
const perPiece = 8;

function printValue(it: Rendering, node: Print): TracedText {
  it.step(perPiece);
  const value = evaluateJinja(it, node.value);
  it.node = node.value;
  return printed(it, value, node.value);
}

function runIf(it: Rendering, node: JinjaIf, out: TemplateOutput): void {
  for (const { test, body } of node.branches) {
    if (!jinjaTruth(evaluateJinja(it, test))) continue;
    execute(it, body, out);
    return;
  }
  execute(it, node.otherwise, out);
}

function runFor(it: Rendering, node: JinjaFor, out: TemplateOutput): void {
  const outer = it.scope;
  const recurse = node.recursive
    ? (items: Value, depth: number): Value =>
        it.nested(() => {
          const inner = new TemplateOutput(it);
          it.within(outer, () => {
            loop(it, node, items, depth, recurse, inner);
          });
          return new StrValue(inner.text(), it.span);
        })
    : undefined;
  loop(it, node, evaluateJinja(it, node.iterable), 0, recurse, out);
}

function loop(it: Rendering, node: JinjaFor, iterable: Value, depth: number, recurse: ((items: Value, depth: number) => Value) | undefined, out: TemplateOutput): void {
  it.node = node.iterable;
  const items = node.filter ? filtered(it, node, node.filter, iterable) : iterable;
  const context = new LoopValue(it, items, it.spanOf(node), recurse, depth);
  const outer = it.scope;
  let through = false;
  for (let item = context.next(); item; item = context.next()) {
    const scope = it.newScope(node, outer);
    scope.set('loop', context);
    const jump = it.within(scope, () => {
      assignTargets(it, node.target, item);
      return once(it, node.body, out);
    });
    it.node = node.iterable;
    // Where every round is left early, `else` runs as if there were none.
    if (!jump) through = true;
    else if (jump.ends) break;
  }
  if (!through)
    it.within(it.newScope(node.otherwise, outer), () => {
      execute(it, node.otherwise, out);
    });
}

/** Runs the body of a loop for one item; how it is left, where that is early. */
function once(it: Rendering, body: readonly JinjaStatement[], out: TemplateOutput): Jump | undefined {
  try {
    execute(it, body, out);
    return undefined;
  } catch (error) {
    if (error instanceof Jump) return error;
    throw error;
  }
}

/** The items that a loop's own `if` keeps: asked for one by one, in a scope that does not know `loop`. */
function filtered(it: Rendering, node: JinjaFor, test: JinjaExpression, iterable: Value): Value {
  const outer = it.scope;
  const source = it.iterate(iterable)[Symbol.iterator]();
  return lazily(it, function* () {
    for (let next = source.next(); !next.done; next = source.next()) {
      const scope = it.newScope(test, outer);
      const item = next.value;
      const keeps = it.within(scope, () => {
        assignTargets(it, node.target, item);
        return jinjaTruth(evaluateJinja(it, test));
      });
      if (keeps) yield item;
    }
  });
}

function lazily(it: Rendering, items: () => Iterable<Value>): Value {
  return new LibraryObject('generator', it.span, () => undefined, { iterate: items });
}

/** What the body of a `set` or `filter` block prints, through its filters. */
function captured(it: Rendering, node: Extract<JinjaStatement, { type: 'SetBlock' | 'FilterBlock' }>): Value {
  const scope = it.newScope(node, it.scope);
  return it.within(scope, () => {
    const text = new StrValue(renderBody(it, node.body), it.spanOf(node));
    return node.filter ? throughFilters(it, node.filter, text) : text;
  });
}

function throughFilters(it: Rendering, filter: Filter, text: Value): Value {
  const input = filter.input?.type === 'Filter' ? throughFilters(it, filter.input, text) : text;
  return applyFilter(it, filter, input);
}

/** The values of a `with` are those of the scope around it. */
function runWith(it: Rendering, node: JinjaWith, out: TemplateOutput): void {
  const scope = it.newScope(node, it.scope);
  for (const { target, value } of node.bindings) {
    const evaluated = evaluateJinja(it, value);
    it.within(scope, () => {
      assignTargets(it, target, evaluated);
    });
  }
  it.within(scope, () => {
    execute(it, node.body, out);
  });
}

function callWithCaller(it: Rendering, node: CallBlock): Value {
  const caller = makeMacro(it, node);
  const callee = evaluateJinja(it, node.call.callee);
  const args = evaluateArguments(it, node.call.args);
  it.node = node.call;
  if (args.keywords.has('caller')) throw new PyError('TypeError', "got multiple values for keyword argument 'caller'");
  return it.call(callee, { ...args, keywords: new Map([...args.keywords, ['caller', caller]]) });
}

/** A block without a template that extends this one: its body, which sees the row and what is assigned outside of loops. */
function renderBlock(it: Rendering, node: Block): TracedText {
  if (node.required) throw new PyError('TemplateRuntimeError', `Required block '${node.name}' not found`);
  const scope = it.newScope(node, node.scoped ? it.scope : it.top);
  return it.nested(() => it.within(scope, () => renderBody(it, node.body)));
}


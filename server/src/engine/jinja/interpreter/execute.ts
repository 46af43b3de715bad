import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { TracedText } from '../../core/traced-text.js';
import { StrValue, UnknownValue, type Value } from '../../core/value.js';
import type {
  Block,
  CallBlock,
  Data,
  JinjaExpression,
  Filter,
  JinjaFor,
  JinjaIf,
  Print,
  JinjaStatement,
  JinjaWith,
} from '../syntax/jinja-ast.js';
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
export function renderBody(rendering: Rendering, nodes: readonly JinjaStatement[]): TracedText {
  const out = new TemplateOutput(rendering);
  execute(rendering, nodes, out);
  return out.text();
}

/** Thrown by `break` and `continue`, caught by the loop around them. */
class Jump extends Error {
  constructor(readonly ends: boolean) {
    super();
  }
}

function execute(rendering: Rendering, nodes: readonly JinjaStatement[], out: TemplateOutput): void {
  for (const node of nodes) {
    rendering.step();
    rendering.node = node;
    run(rendering, node, out);
  }
}

function run(rendering: Rendering, node: JinjaStatement, out: TemplateOutput): void {
  switch (node.type) {
    case 'Data':
      out.put(dataText(rendering, node));
      break;
    case 'Print':
      out.put(printValue(rendering, node));
      break;
    case 'If':
      runIf(rendering, node, out);
      break;
    case 'For':
      runFor(rendering, node, out);
      break;
    case 'Set':
      checkNamespaces(rendering, node.target);
      assignTargets(rendering, node.target, evaluateJinja(rendering, node.value));
      break;
    case 'SetBlock':
      assignTargets(rendering, node.target, captured(rendering, node));
      break;
    case 'FilterBlock':
      out.putResult(captured(rendering, node), node.filter);
      break;
    case 'With':
      runWith(rendering, node, out);
      break;
    case 'Macro':
      rendering.scope.set(node.name, makeMacro(rendering, node));
      break;
    case 'CallBlock':
      out.putResult(callWithCaller(rendering, node), node.call);
      break;
    case 'Block':
      out.put(renderBlock(rendering, node));
      break;
    case 'AutoEscape':
      if (jinjaTruth(evaluateJinja(rendering, node.value)))
        throw new UnknownSignal(new UnknownValue(say`automatic escaping is not followed`, rendering.spanOf(node)));
      rendering.within(rendering.newScope(node, rendering.scope), () => {
        execute(rendering, node.body, out);
      });
      break;
    case 'Break':
    case 'Continue':
      throw new Jump(node.type === 'Break');
    case 'Load':
      load(rendering, node.how, evaluateJinja(rendering, node.template));
  }
}

/** The loader that the harness sets has nothing to load from (lm-evaluation-harness 0.4.13 `utils.py`: the class itself is given as the loader). */
function load(rendering: Rendering, how: string, template: Value): void {
  if (template.kind === 'unknown') throw new UnknownSignal(template);
  if (template instanceof UndefinedValue) throw template.error();
  // Anything but a name is taken for a list of them.
  if (how === 'include' && template.kind !== 'str' && [...rendering.iterate(template)].length === 0)
    throw new PyError('TemplatesNotFound', 'Tried to select from an empty list of templates.');
  throw new PyError('AttributeError', "'Environment' object has no attribute 'get_source'");
}

function dataText(rendering: Rendering, node: Data): TracedText {
  const text = rendering.source.slice(node.start, node.end);
  if (!text.text.includes('\r')) return text;
  const parts: TracedText[] = [];
  let from = 0;
  for (const { index, 0: line } of text.text.matchAll(/\r\n?/g)) {
    rendering.step(perPiece);
    parts.push(text.slice(from, index), text.slice(index, index + line.length).recomputed('\n'));
    from = index + line.length;
  }
  parts.push(text.slice(from));
  return TracedText.join(parts.filter((part) => part.length > 0));
}

/** What each piece of the text costs beside the steps that find it: it is kept with its origin through all stages of the prompt. */
const perPiece = 8;

function printValue(rendering: Rendering, node: Print): TracedText {
  rendering.step(perPiece);
  const value = evaluateJinja(rendering, node.value);
  rendering.node = node.value;
  return printed(rendering, value, node.value);
}

function runIf(rendering: Rendering, node: JinjaIf, out: TemplateOutput): void {
  for (const { test, body } of node.branches) {
    if (!jinjaTruth(evaluateJinja(rendering, test))) continue;
    execute(rendering, body, out);
    return;
  }
  execute(rendering, node.otherwise, out);
}

function runFor(rendering: Rendering, node: JinjaFor, out: TemplateOutput): void {
  const outer = rendering.scope;
  const recurse = node.recursive
    ? (items: Value, depth: number): Value =>
        rendering.nested(() => {
          const inner = new TemplateOutput(rendering);
          rendering.within(outer, () => {
            loop(rendering, node, items, depth, recurse, inner);
          });
          return new StrValue(inner.text(), rendering.span);
        })
    : undefined;
  loop(rendering, node, evaluateJinja(rendering, node.iterable), 0, recurse, out);
}

function loop(
  rendering: Rendering,
  node: JinjaFor,
  iterable: Value,
  depth: number,
  recurse: ((items: Value, depth: number) => Value) | undefined,
  out: TemplateOutput,
): void {
  rendering.node = node.iterable;
  const items = node.filter ? filtered(rendering, node, node.filter, iterable) : iterable;
  const context = new LoopValue(rendering, items, rendering.spanOf(node), recurse, depth);
  const outer = rendering.scope;
  let through = false;
  for (let item = context.next(); item; item = context.next()) {
    const scope = rendering.newScope(node, outer);
    scope.set('loop', context);
    const jump = rendering.within(scope, () => {
      assignTargets(rendering, node.target, item);
      return once(rendering, node.body, out);
    });
    rendering.node = node.iterable;
    // Where every round is left early, `else` runs as if there were none.
    if (!jump) through = true;
    else if (jump.ends) break;
  }
  if (!through)
    rendering.within(rendering.newScope(node.otherwise, outer), () => {
      execute(rendering, node.otherwise, out);
    });
}

/** Runs the body of a loop for one item; how it is left, where that is early. */
function once(rendering: Rendering, body: readonly JinjaStatement[], out: TemplateOutput): Jump | undefined {
  try {
    execute(rendering, body, out);
    return undefined;
  } catch (error) {
    if (error instanceof Jump) return error;
    throw error;
  }
}

/** The items that a loop's own `if` keeps: asked for one by one, in a scope that does not know `loop`. */
function filtered(rendering: Rendering, node: JinjaFor, test: JinjaExpression, iterable: Value): Value {
  const outer = rendering.scope;
  const source = rendering.iterate(iterable)[Symbol.iterator]();
  return lazily(rendering, function* () {
    for (let next = source.next(); !next.done; next = source.next()) {
      const scope = rendering.newScope(test, outer);
      const item = next.value;
      const keeps = rendering.within(scope, () => {
        assignTargets(rendering, node.target, item);
        return jinjaTruth(evaluateJinja(rendering, test));
      });
      if (keeps) yield item;
    }
  });
}

function lazily(rendering: Rendering, items: () => Iterable<Value>): Value {
  return new LibraryObject('generator', rendering.span, () => undefined, { iterate: items });
}

/** What the body of a `set` or `filter` block prints, through its filters. */
function captured(rendering: Rendering, node: Extract<JinjaStatement, { type: 'SetBlock' | 'FilterBlock' }>): Value {
  const scope = rendering.newScope(node, rendering.scope);
  return rendering.within(scope, () => {
    const text = new StrValue(renderBody(rendering, node.body), rendering.spanOf(node));
    return node.filter ? throughFilters(rendering, node.filter, text) : text;
  });
}

function throughFilters(rendering: Rendering, filter: Filter, text: Value): Value {
  const input = filter.input?.type === 'Filter' ? throughFilters(rendering, filter.input, text) : text;
  return applyFilter(rendering, filter, input);
}

/** The values of a `with` are those of the scope around it. */
function runWith(rendering: Rendering, node: JinjaWith, out: TemplateOutput): void {
  const scope = rendering.newScope(node, rendering.scope);
  for (const { target, value } of node.bindings) {
    const evaluated = evaluateJinja(rendering, value);
    rendering.within(scope, () => {
      assignTargets(rendering, target, evaluated);
    });
  }
  rendering.within(scope, () => {
    execute(rendering, node.body, out);
  });
}

function callWithCaller(rendering: Rendering, node: CallBlock): Value {
  const caller = makeMacro(rendering, node);
  const callee = evaluateJinja(rendering, node.call.callee);
  const args = evaluateArguments(rendering, node.call.args);
  rendering.node = node.call;
  if (args.keywords.has('caller')) throw new PyError('TypeError', "got multiple values for keyword argument 'caller'");
  return rendering.call(callee, { ...args, keywords: new Map([...args.keywords, ['caller', caller]]) });
}

/** A block without a template that extends this one: its body, which sees the row and what is assigned outside of loops. */
function renderBlock(rendering: Rendering, node: Block): TracedText {
  if (node.required) throw new PyError('TemplateRuntimeError', `Required block '${node.name}' not found`);
  const scope = rendering.newScope(node, node.scoped ? rendering.scope : rendering.top);
  return rendering.nested(() => rendering.within(scope, () => renderBody(rendering, node.body)));
}

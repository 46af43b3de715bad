import type { JinjaExpression, JinjaStatement } from '../syntax/jinja-ast.js';
import { TemplateFault } from '../syntax/template-fault.js';
import { children, namesOfTargets } from '../syntax/walk-template.js';

/** A stretch of a template with names of its own: the template, a loop's body, a macro … By the node or body that it belongs to. */
export type FrameKey = object;

/** The names that a frame hides from the start, though it only gives them a value later on. */
export type HiddenNames = ReadonlyMap<FrameKey, readonly string[]>;

/**
 * Jinja decides when it compiles which variables a frame has of its own. A name whose first mention in a frame is an assignment, and that no
 * frame around mentions, is undefined in inner frames until it is assigned, even where the row has a column of that name
 * (jinja2 3.1 `idtracking.py`).
 */
export function hiddenNames(body: readonly JinjaStatement[]): HiddenNames {
  const hidden = new Map<FrameKey, readonly string[]>();
  analyze(body, { key: body, statements: body, parameters: [], expressions: [] }, new Set(), hidden);
  return hidden;
}

interface Frame {
  readonly key: FrameKey;
  readonly statements: readonly JinjaStatement[];
  readonly parameters: readonly string[];
  /** Expressions that are evaluated inside of the frame beside its statements. */
  readonly expressions: readonly JinjaExpression[];
  /** A frame that sees nothing of those around it. */
  readonly apart?: boolean;
  /** Names that Jinja looks up there without having looked for them: it fails where nothing else mentions them. */
  readonly assumed?: readonly JinjaExpression[];
}

function analyze(key: FrameKey, frame: Frame, outer: ReadonlySet<string>, hidden: Map<FrameKey, readonly string[]>): void {
  const symbols = new Symbols(outer);
  for (const name of frame.parameters) symbols.refs.add(name);
  for (const expression of frame.expressions) symbols.expression(expression);
  symbols.statements(frame.statements, false);
  for (const expression of frame.assumed ?? []) symbols.assume(expression);
  if (symbols.hidden.size > 0) hidden.set(key, [...symbols.hidden]);
  if (symbols.inner.length === 0) return;
  const known = new Set([...outer, ...symbols.refs]);
  for (const inner of symbols.inner) analyze(inner.key, inner, inner.apart ? new Set() : known, hidden);
}

class Symbols {
  readonly refs = new Set<string>();
  readonly hidden = new Set<string>();
  readonly inner: Frame[] = [];

  constructor(private readonly outer: ReadonlySet<string>) {}

  private store(name: string, inBranch: boolean): void {
    if (this.refs.has(name)) return;
    this.refs.add(name);
    if (!inBranch && !this.outer.has(name)) this.hidden.add(name);
  }

  expression(node: JinjaExpression): void {
    if ((node.type === 'Name' || node.type === 'NamespaceRef') && !this.outer.has(node.name)) this.refs.add(node.name);
    for (const child of children(node)) this.expression(child);
  }

  /** @throws TemplateFault AssertionError for a name that the frame does not know */
  assume(node: JinjaExpression): void {
    if (node.type === 'Name' && !this.outer.has(node.name) && !this.refs.has(node.name))
      throw new TemplateFault(
        'AssertionError',
        `Tried to resolve a name to a reference that was unknown to the frame ('${node.name}')`,
        node.start,
        node.end,
      );
    for (const child of children(node)) this.assume(child);
  }

  private target(target: JinjaExpression, inBranch: boolean): void {
    if (target.type === 'Tuple') for (const item of target.items) this.target(item, inBranch);
    else if (target.type === 'Name') this.store(target.name, inBranch);
    else this.expression(target);
  }

  statements(nodes: readonly JinjaStatement[], inBranch: boolean): void {
    for (const node of nodes) this.statement(node, inBranch);
  }

  private frame(
    key: FrameKey,
    statements: readonly JinjaStatement[],
    parameters: readonly string[] = [],
    expressions: readonly JinjaExpression[] = [],
  ): void {
    this.inner.push({ key, statements, parameters, expressions });
  }

  private statement(node: JinjaStatement, inBranch: boolean): void {
    switch (node.type) {
      case 'Print':
        this.expression(node.value);
        break;
      case 'If':
        for (const { test, body } of node.branches) {
          this.expression(test);
          this.statements(body, true);
        }
        this.statements(node.otherwise, true);
        break;
      case 'For':
        this.expression(node.iterable);
        this.frame(node, node.body, ['loop', ...namesOfTargets(node.target)], node.filter ? [node.filter] : []);
        this.frame(node.otherwise, node.otherwise);
        break;
      case 'Set':
        this.expression(node.value);
        this.target(node.target, inBranch);
        break;
      case 'SetBlock':
        this.target(node.target, inBranch);
        this.inner.push({
          key: node,
          statements: node.body,
          parameters: [],
          expressions: [],
          ...(node.filter && { assumed: [node.filter] }),
        });
        break;
      case 'With':
        for (const { value } of node.bindings) this.expression(value);
        this.frame(
          node,
          node.body,
          node.bindings.flatMap(({ target }) => namesOfTargets(target)),
        );
        break;
      case 'Macro':
      case 'CallBlock': {
        if (node.type === 'Macro') this.store(node.name, inBranch);
        else this.expression(node.call);
        const defaults = node.parameters.flatMap(({ absent }) => absent ?? []);
        this.frame(node, node.body, [...node.parameters.map(({ name }) => name), 'caller', 'kwargs', 'varargs'], defaults);
        break;
      }
      case 'FilterBlock':
        this.expression(node.filter);
        this.frame(node, node.body, [], [node.filter]);
        break;
      case 'Block':
        this.inner.push({ key: node, statements: node.body, parameters: [], expressions: [], apart: true });
        break;
      case 'AutoEscape':
        this.frame(node, node.body, [], [node.value]);
        break;
      case 'Load':
        this.expression(node.template);
        for (const name of node.names) this.store(name, inBranch);
    }
  }
}

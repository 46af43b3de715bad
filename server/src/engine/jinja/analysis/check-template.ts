import type { PyError } from '../../core/errors.js';
import type { CallArguments, CallBlock, JinjaExpression, JinjaFor, Macro, JinjaStatement } from '../syntax/jinja-ast.js';
import { filterNames, testNames } from './builtin-names.js';
import { assertionError, TemplateFault } from '../syntax/template-fault.js';
import { argumentsOf, assignedNames, children, namesOfTargets } from '../syntax/walk-template.js';

/**
 * What jinja2 3.1 `compiler.py` finds wrong with a template that parses: filters and tests that do not exist, assignments to `loop`, names
 * given twice. Inside of an `if` a missing filter only raises when it is used.
 * @throws TemplateFault TemplateAssertionError, or SyntaxError where the Python that Jinja makes of the template is none
 */
export function checkTemplate(body: readonly JinjaStatement[]): void {
  new Checker().statements(body, false);
}

class Checker {
  private readonly blocks = new Set<string>();
  /** Whether the code is the body of a loop: within the same function of what Jinja compiles it to. */
  private inLoop = false;

  /** @param soft whether this is code of an `if`, where missing filters are forgiven */
  statements(nodes: readonly JinjaStatement[], soft: boolean): void {
    for (const node of nodes) this.statement(node, soft);
  }

  private statement(node: JinjaStatement, soft: boolean): void {
    switch (node.type) {
      case 'Data':
        return;
      case 'Print':
        this.expression(node.value, soft);
        return;
      case 'If':
        for (const { test, body } of node.branches) {
          this.expression(test, true);
          this.statements(body, true);
        }
        this.statements(node.otherwise, true);
        return;
      case 'For':
        this.loop(node, soft);
        return;
      case 'Set':
        this.expression(node.value, soft);
        return;
      case 'With':
        for (const { value } of node.bindings) this.expression(value, soft);
        this.statements(node.body, false);
        return;
      case 'Macro':
        this.macro(node);
        return;
      case 'CallBlock':
        this.macro(node);
        this.expression(node.call, soft);
        return;
      case 'SetBlock':
      case 'FilterBlock':
        this.statements(node.body, false);
        if (node.filter) this.expression(node.filter, false);
        return;
      case 'Block':
        if (this.blocks.has(node.name)) throw assertionError(`block '${node.name}' defined twice`, node);
        this.blocks.add(node.name);
        this.body(node.body, false);
        return;
      case 'AutoEscape':
        this.expression(node.value, false);
        this.statements(node.body, false);
        return;
      case 'Break':
      case 'Continue':
        if (!this.inLoop)
          throw new TemplateFault(
            'SyntaxError',
            node.type === 'Break' ? "'break' outside loop" : "'continue' not properly in loop",
            node.start,
            node.end,
          );
        return;
      case 'Load':
        this.expression(node.template, soft);
    }
  }

  private body(nodes: readonly JinjaStatement[], inLoop: boolean): void {
    const outer = this.inLoop;
    this.inLoop = inLoop;
    this.statements(nodes, false);
    this.inLoop = outer;
  }

  private loop(node: JinjaFor, soft: boolean): void {
    this.expression(node.iterable, soft);
    if (node.filter) this.expression(node.filter, false);
    if ([...namesOfTargets(node.target), ...assignedNames(node.body), ...assignedNames(node.otherwise)].includes('loop'))
      throw assertionError("Can't assign to special loop variable in for-loop target", node);
    this.body(node.body, true);
    this.statements(node.otherwise, false);
  }

  private macro(node: Macro | CallBlock): void {
    const names = node.parameters.map(({ name }) => name);
    const seen = new Set<string>();
    const twice = names.find((name) => seen.size === seen.add(name).size);
    if (twice !== undefined)
      throw new TemplateFault('SyntaxError', `duplicate argument 'l_1_${twice}' in function definition`, node.start, node.end);
    for (const { absent } of node.parameters) if (absent) this.expression(absent, false);
    this.body(node.body, false);
  }

  private expression(node: JinjaExpression, soft: boolean): void {
    if (node.type === 'Filter') {
      if (!soft && !filterNames.has(node.name)) throw this.noSuch('filter', node);
      this.arguments(node.args);
    } else if (node.type === 'Test') {
      if (!soft && !testNames.has(node.name)) throw this.noSuch('test', node);
      this.arguments(node.args);
    } else if (node.type === 'Call') this.arguments(node.args);
    else if (node.type === 'Tuple' && node.items.some(({ type }) => type === 'Slice'))
      throw new TemplateFault('SyntaxError', 'invalid syntax', node.start, node.end);
    const inner = soft || node.type === 'Conditional';
    for (const child of children(node)) this.expression(child, inner);
  }

  private noSuch(what: 'filter' | 'test', { name, nameStart }: { name: string; nameStart: number }): PyError {
    return assertionError(`No ${what} named '${name}'.`, { start: nameStart, end: nameStart + name.length });
  }

  private arguments(args: CallArguments): void {
    const names = args.keywords.map(({ name }) => name);
    const twice = args.keywords.find(({ name }, i) => names.indexOf(name) < i);
    if (!twice) return;
    const end = argumentsOf(args).at(-1)?.end ?? twice.nameStart;
    throw new TemplateFault('SyntaxError', `keyword argument repeated: ${twice.name}`, twice.nameStart, end);
  }
}

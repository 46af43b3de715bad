import type { Expression, Parameter, Parameters } from '../tree/ast.js';
import { expression, identifier, starOr } from './expressions.js';
import { giveUp } from './give-up.js';
import type { FastParser } from './parser.js';

/** A lambda; its body is a scope of its own. */
export function lambda(p: FastParser): Expression {
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  const parameters = readParameters(p, ':', false);
  const { result } = p.within('lambda', false, () => expression(p));
  return { type: 'Lambda', parameters, body: result, start, end: tokens.previousEnd };
}

/**
 * The parameters of a function or lambda, with the mark that ends them.
 * @param annotated whether they may have types
 */
export function readParameters(p: FastParser, close: string, annotated: boolean): Parameters {
  const { tokens } = p;
  const list = new ParameterList();
  while (!tokens.is(close)) {
    if (tokens.take('/')) list.slash();
    else if (tokens.take('**')) list.keywordsInto(parameter(p, tokens.previousEnd - 2, annotated, false));
    else if (!tokens.take('*')) list.add(parameter(p, tokens.start, annotated, true));
    else if (tokens.is(',')) list.star(undefined);
    else list.star(parameter(p, tokens.previousEnd - 1, annotated, false));
    if (!tokens.is(close)) tokens.expect(',');
  }
  tokens.next();
  return list.finished();
}

function parameter(p: FastParser, start: number, annotated: boolean, mayDefault: boolean): Parameter {
  const { tokens } = p;
  const name = identifier(p);
  const annotation = annotated && tokens.take(':') ? starOr(p, expression) : undefined;
  const defaultValue = mayDefault && tokens.take('=') ? expression(p) : undefined;
  return { start, end: tokens.previousEnd, name, annotation, defaultValue };
}

/** Takes parameters in their order, and gives up where that is no good one. */
class ParameterList {
  private positionalOnly: Parameter[] = [];
  private positional: Parameter[] = [];
  private varArgs: Parameter | undefined;
  private readonly keywordOnly: Parameter[] = [];
  private kwArgs: Parameter | undefined;
  private starred = false;
  private bareStar = false;
  private closed = false;
  private readonly names = new Set<string>();

  add(parameter: Parameter): void {
    this.check(parameter);
    if (this.starred) {
      this.keywordOnly.push(parameter);
      this.bareStar = false;
      return;
    }
    const before = this.positional[this.positional.length - 1] ?? this.positionalOnly[this.positionalOnly.length - 1];
    if (before?.defaultValue && !parameter.defaultValue) giveUp();
    this.positional.push(parameter);
  }

  slash(): void {
    if (this.positionalOnly.length > 0 || this.starred || this.closed || this.positional.length === 0) giveUp();
    this.positionalOnly = this.positional;
    this.positional = [];
  }

  star(parameter: Parameter | undefined): void {
    if (this.starred) giveUp();
    if (parameter) this.check(parameter);
    this.starred = true;
    this.bareStar = !parameter;
    this.varArgs = parameter;
  }

  keywordsInto(parameter: Parameter): void {
    this.check(parameter);
    this.closed = true;
    this.kwArgs = parameter;
  }

  finished(): Parameters {
    if (this.bareStar) giveUp();
    const { positionalOnly, positional, varArgs, keywordOnly, kwArgs } = this;
    return { positionalOnly, positional, varArgs, keywordOnly, kwArgs };
  }

  private check({ name }: Parameter): void {
    if (this.closed || this.names.has(name.name)) giveUp();
    this.names.add(name.name);
  }
}

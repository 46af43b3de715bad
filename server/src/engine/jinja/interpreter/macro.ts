import { typeError } from '../../python/runtime/call-arguments.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { BuiltinValue, type Arguments } from '../../python/runtime/runtime.js';
import { pyRepr } from '../../python/runtime/semantics.js';
import { BoolValue, DictValue, NoneValue, StrValue, TupleValue, str, type Value } from '../../core/value.js';
import type { CallBlock, Macro } from '../syntax/jinja-ast.js';
import { evaluateJinja } from './evaluate-expression.js';
import { renderBody } from './execute.js';
import type { Rendering } from '../runtime/rendering.js';
import type { TemplateScope } from '../runtime/scope.js';
import { mentionedNames } from '../analysis/special-names.js';
import { UndefinedValue } from '../runtime/undefined.js';

/** A macro, or the body of a `call`: a callable that renders its body (jinja2 3.1 `runtime.py`, `Macro`). */
export function makeMacro(rendering: Rendering, node: Macro | CallBlock): Value {
  const name = node.type === 'Macro' ? node.name : undefined;
  const special = mentionedNames(node, ['caller', 'kwargs', 'varargs']);
  const closure = rendering.scope;
  const span = rendering.spanOf(node);
  const call = new BuiltinValue(`Macro.${name ?? 'caller'}`, span, (_runtime, args) =>
    rendering.nested(() => run(rendering, node, closure, special, args)),
  );
  const shown = name === undefined ? 'anonymous' : pyRepr(str(name, span)).text;
  const attribute = (asked: string): Value | undefined => {
    if (asked === '__call__') return call;
    if (asked === 'name') return name === undefined ? new NoneValue(span) : str(name, span);
    if (asked === 'arguments')
      return new TupleValue(
        node.parameters.map((parameter) => str(parameter.name, span)),
        span,
      );
    if (asked === 'catch_kwargs') return new BoolValue(special.has('kwargs'), span);
    if (asked === 'catch_varargs') return new BoolValue(special.has('varargs'), span);
    return asked === 'caller' ? new BoolValue(special.has('caller'), span) : undefined;
  };
  return new LibraryObject('Macro', span, attribute, { repr: `<Macro ${shown}>` });
}

function run(rendering: Rendering, node: Macro | CallBlock, closure: TemplateScope, special: ReadonlySet<string>, args: Arguments): Value {
  const name = node.type === 'Macro' ? `'${node.name}'` : 'None';
  const scope = rendering.newScope(node, closure);
  const keywords = new Map(args.keywords);
  const explicit = node.parameters.map((parameter) => parameter.name);
  const given = explicit.map((parameter, i) => args.positional[i] ?? take(keywords, parameter));
  if (special.has('caller') && !explicit.includes('caller'))
    scope.set('caller', take(keywords, 'caller') ?? rendering.undefined({ hint: 'No caller defined' }));
  if (special.has('kwargs')) scope.set('kwargs', dictOf(rendering, keywords));
  else if (keywords.size > 0) throw typeError(`macro ${name} takes no keyword argument '${[...keywords.keys()][0]!}'`);
  if (special.has('varargs')) scope.set('varargs', new TupleValue(args.positional.slice(explicit.length), rendering.span));
  else if (args.positional.length > explicit.length)
    throw typeError(`macro ${name} takes not more than ${String(explicit.length)} argument(s)`);
  return rendering.within(scope, () => {
    bindParameters(rendering, node, scope, given);
    return new StrValue(renderBody(rendering, node.body), rendering.span);
  });
}

/** Defaults are evaluated in the macro's own scope, where the parameters before them have their values. */
function bindParameters(rendering: Rendering, node: Macro | CallBlock, scope: TemplateScope, given: readonly (Value | undefined)[]): void {
  node.parameters.forEach(({ name }, i) => {
    if (given[i]) scope.set(name, given[i]);
    else scope.hide(name);
  });
  node.parameters.forEach(({ name, absent }, i) => {
    if (given[i]) return;
    const value = absent
      ? evaluateJinja(rendering, absent)
      : new UndefinedValue({ hint: `parameter '${name}' was not provided` }, rendering.spanOf(node), rendering.jinja.strict);
    scope.set(name, value);
  });
}

function take(keywords: Map<string, Value>, name: string): Value | undefined {
  const value = keywords.get(name);
  keywords.delete(name);
  return value;
}

function dictOf(rendering: Rendering, keywords: ReadonlyMap<string, Value>): DictValue {
  const dict = new DictValue(rendering.span);
  for (const [name, value] of keywords) dict.set(name, value);
  return dict;
}

import type { Found, FunctionSource } from '../../../../classes/class-index.js';
import { isHere, ofKind, placesToCheck } from '../../../../checks/support/places.js';
import { replaceStringFix } from '../../../../checks/support/fixes.js';
import { say } from '../../../../core/say.js';
import type { StrValue, Value } from '../../../../core/value.js';
import type { FunctionDef } from '../../../../python/syntax/tree/ast.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { dialectOf } from '../../render/family.js';

/**
 * Postprocessors by a plain name under which nothing is registered: `TEXT_POSTPROCESSORS.get` gives None for it (OpenCompass 0.5.3 and AISBench 3.1.0
 * `tasks/openicl_eval.py`).
 * @param packages the modules that have postprocessors, below the framework's package
 */
export function* postprocessorFindings(context: CheckContext, packages: readonly string[]): Iterable<Finding> {
  const places = placesToCheck(context);
  for (const { value } of ofKind(places, 'postprocessor')) yield* typeFinding(context, value, packages);
  for (const { value } of ofKind(places, 'model')) {
    const own = value.kind === 'dict' ? value.get('pred_postprocessor') : undefined;
    if (own?.kind !== 'dict') continue;
    // One is a place of its own.
    if (own.entry('type')) continue;
    for (const { value: postprocessor } of own.entries.values()) yield* typeFinding(context, postprocessor, packages);
  }
}

function* typeFinding(context: CheckContext, postprocessor: Value, packages: readonly string[]): Iterable<Finding> {
  const type = postprocessor.kind === 'dict' ? postprocessor.get('type') : undefined;
  if (type?.kind !== 'str' || type.text.includes('.') || !isHere(context, type)) return;
  const { file, framework, surroundings } = context;
  const modules = packages.map((name) => `${dialectOf(framework).classPackage}.${name}`);
  const found = modules.map((module) => surroundings.classes.find(`${module}.${type.text}`, file)).find(isFunction);
  const meant = found && registeredAs(found.source.node);
  if (!found || meant === type.text) return;
  if (meant === undefined) yield* unregisteredFinding(context, type, found.source, modules);
  else
    yield {
      span: type.span,
      message: say`Nothing is registered as ${type.text}: the function of this name is registered as ${meant}. The evaluation raises TypeError, after all answers were generated. Write '${meant}'.`,
      fixes: replaceStringFix(context, type, meant, say`Change to ${meant}`),
    };
}

function isFunction(found: Found): found is Extract<Found, { kind: 'function' }> {
  return found.kind === 'function';
}

/** A function that is there, and that no decorator registers. */
function* unregisteredFinding(
  context: CheckContext,
  type: StrValue,
  source: FunctionSource,
  modules: readonly string[],
): Iterable<Finding> {
  if (source.node.decorators.length > 0) return;
  const module = modules.find((name) => context.surroundings.classes.find(`${name}.${type.text}`, context.file).kind === 'function');
  const path = `${module ?? ''}.${type.text}`;
  yield {
    span: type.span,
    message: say`Nothing is registered as ${type.text}, and the function of this name is found by its whole path alone: the evaluation raises TypeError, after all answers were generated. Write '${path}'.`,
    fixes: replaceStringFix(context, type, path, say`Change to ${path}`),
  };
}

/** The name in `@TEXT_POSTPROCESSORS.register_module('first-capital')`, or that of the function; undefined where nothing registers it. */
function registeredAs({ decorators, name: own }: FunctionDef): string | undefined {
  for (const decorator of decorators) {
    if (decorator.type !== 'Call' || decorator.callee.type !== 'Attribute' || decorator.callee.attribute.name !== 'register_module')
      continue;
    const name = decorator.positional[0] ?? decorator.keywords.find((keyword) => keyword.name?.name === 'name')?.value;
    return name?.type === 'String' ? name.traced.text : name === undefined ? own.name : undefined;
  }
  return undefined;
}

import { PyError } from '../../core/errors.js';
import { valueError } from '../../python/runtime/call-arguments.js';
import { iterateItems, typeName } from '../../python/runtime/semantics.js';
import type { Value } from '../../core/value.js';
import type { JinjaExpression } from '../syntax/jinja-ast.js';
import { NamespaceValue } from '../runtime/namespace.js';
import type { Rendering } from '../runtime/rendering.js';

/** Assigns to a name, to several by unpacking, or to an attribute of a namespace. @throws PyError as Python does where items do not fit */
export function assignTargets(rendering: Rendering, target: JinjaExpression, value: Value): void {
  if (target.type === 'Name') rendering.scope.set(target.name, value);
  else if (target.type === 'NamespaceRef') assignAttribute(rendering, target.name, target.attribute, value);
  else if (target.type === 'Tuple') unpack(rendering, target.items, value);
}

/** What an attribute is assigned to must be a namespace, which Jinja looks at first. @throws PyError TemplateRuntimeError */
export function checkNamespaces(rendering: Rendering, target: JinjaExpression): void {
  if (target.type === 'Tuple') for (const item of target.items) checkNamespaces(rendering, item);
  if (target.type !== 'NamespaceRef') return;
  const namespace = rendering.resolve(target.name);
  if (!(namespace instanceof NamespaceValue) && namespace.kind !== 'unknown')
    throw new PyError('TemplateRuntimeError', 'cannot assign attribute on non-namespace object');
}

function assignAttribute(rendering: Rendering, name: string, attribute: string, value: Value): void {
  const namespace = rendering.resolve(name);
  if (namespace instanceof NamespaceValue) namespace.attributes.set(attribute, value);
}

function unpack(rendering: Rendering, targets: readonly JinjaExpression[], value: Value): void {
  if (value.kind === 'unknown') {
    for (const target of targets) assignTargets(rendering, target, value);
    return;
  }
  if (!iterateItems(value)) throw new PyError('TypeError', `cannot unpack non-iterable ${typeName(value)} object`);
  const items: Value[] = [];
  for (const item of rendering.iterate(value)) {
    if (items.length === targets.length) throw valueError(`too many values to unpack (expected ${String(targets.length)})`);
    items.push(item);
  }
  if (items.length < targets.length)
    throw valueError(`not enough values to unpack (expected ${String(targets.length)}, got ${String(items.length)})`);
  targets.forEach((target, i) => {
    assignTargets(rendering, target, items[i]!);
  });
}

import { makeDict } from '../../python/runtime/types/constructors.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { pyRepr } from '../../python/runtime/semantics.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import type { Span } from '../../core/span.js';
import type { DictValue, Value } from '../../core/value.js';

/** `namespace(a=1)`: an object whose attributes `set` may assign to, also within a loop (jinja2 3.1 `utils.py`). */
export class NamespaceValue extends LibraryObject {
  constructor(
    readonly attributes: DictValue,
    span: Span,
  ) {
    super('Namespace', span, (name) => attributes.get(name), {
      get repr(): string {
        return `<Namespace ${pyRepr(attributes).text}>`;
      },
    });
  }
}

/** `namespace(mapping_or_pairs, **attributes)`. */
export function makeNamespace(runtime: Runtime, args: Arguments): Value {
  const attributes = makeDict(runtime, args, 'dict');
  return attributes.kind === 'dict' ? new NamespaceValue(attributes, runtime.span) : attributes;
}

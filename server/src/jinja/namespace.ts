import { makeDict } from '../python/builtins/constructors.js';
import type { Arguments, Runtime } from '../python/runtime.js';
import { pyRepr } from '../python/semantics.js';
import { LibraryObject } from '../python/objects.js';
import type { Span } from '../text/span.js';
import type { DictValue, Value } from '../value.js';

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


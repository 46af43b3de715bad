import { PyError } from '../../core/errors.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { pyRepr, typeName } from '../../python/runtime/semantics.js';
import type { Span } from '../../core/span.js';
import { otherKeyMark, str, type Value } from '../../core/value.js';
import { nowhere } from '../../core/span.js';

/** What is missing, for the error text. */
export interface MissingVariable {
  /** Said instead of anything else. */
  readonly hint?: string;
  /** The object that lacks the attribute or element; without one a variable is missing. */
  readonly object?: Value;
  /** The name of the variable or attribute, or the key of the element. */
  readonly name?: string | Value;
  /** The exception that its use raises; absent: UndefinedError. */
  readonly exception?: string;
}

/**
 * Jinja's object for what is not there. The strict one raises wherever it is used, but for `is defined`, `is none` and the like, `|default`,
 * and within a container that is printed; the lenient one, which only an inline `if` without `else` makes, is empty (jinja2 3.1 `runtime.py`).
 */
export class UndefinedValue extends LibraryObject {
  constructor(
    readonly missing: MissingVariable,
    span: Span,
    readonly strict = true,
  ) {
    const fail = (): never => {
      throw this.error();
    };
    super(strict ? 'StrictUndefined' : 'Undefined', span, (name) => (name.startsWith('__') && name.endsWith('__') ? undefined : fail()), {
      repr: 'Undefined',
      get str(): string {
        return strict ? fail() : '';
      },
      iterate: () => (strict ? fail() : []),
      getItem: fail,
      contains: (item) => (strict ? fail() : item.kind === 'unknown' ? item : fail()),
      equals: (other) => (strict ? fail() : other instanceof UndefinedValue && !other.strict),
      key: () => (strict ? fail() : otherKeyMark + 'jinja2.Undefined'),
      binary: (op) => (op === '/' ? fail() : undefined),
    });
  }

  /** The UndefinedError that its use raises. */
  error(): PyError {
    return new PyError(this.missing.exception ?? 'UndefinedError', messageOf(this.missing));
  }
}

function messageOf({ hint, object, name }: MissingVariable): string {
  if (hint !== undefined) return hint;
  const shown = typeof name === 'string' ? pyRepr(str(name, nowhere)).text : name ? pyRepr(name).text : 'None';
  if (!object) return `${shown} is undefined`;
  const type = object.kind === 'none' ? 'None' : `${homes[typeName(object)] ?? ''}${typeName(object)} object`;
  return typeof name === 'string' || name?.kind === 'str' ? `'${type}' has no attribute ${shown}` : `${type} has no element ${shown}`;
}

/** Modules of Jinja's own types, which error texts name. */
const homes: Readonly<Record<string, string>> = {
  LoopContext: 'jinja2.runtime.',
  Macro: 'jinja2.runtime.',
  TemplateReference: 'jinja2.runtime.',
  Namespace: 'jinja2.utils.',
  Cycler: 'jinja2.utils.',
  Joiner: 'jinja2.utils.',
  Markup: 'markupsafe.',
};

/** The value itself. @throws PyError UndefinedError where it is the strict undefined object */
export function defined(value: Value): Value {
  if (value instanceof UndefinedValue && value.strict) throw value.error();
  return value;
}

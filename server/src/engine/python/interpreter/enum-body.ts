import { say } from '../../core/say.js';
import { nowhere } from '../../core/span.js';
import { ListValue, str, type Value } from '../../core/value.js';
import { ClassValue, DescriptorValue, FunctionValue, InstanceValue } from '../runtime/class-objects.js';
import type { Interpreter } from './interpreter.js';

/** Whether a class is an `Enum`, or derives from one. */
export function isEnum(base: Value): boolean {
  return base instanceof ClassValue && [base, ...base.ancestors].some(({ name, span }) => name === 'Enum' && span.file === nowhere.file);
}

/** The names that the body of an enum binds: `auto()` becomes a value as soon as it is given a name. */
export class EnumBody extends Map<string, Value> {
  constructor(
    private readonly interpreter: Interpreter,
    private readonly bases: readonly Value[],
  ) {
    super();
  }

  override set(name: string, value: Value): this {
    return super.set(name, isAuto(value) ? this.next(name) : value);
  }

  /** What `_generate_next_value_` of the body or of a base makes. */
  private next(name: string): Value {
    const { interpreter } = this;
    const own = this.get('_generate_next_value_') ?? this.bases.map(inherited).find((member) => member !== undefined);
    const make = own instanceof DescriptorValue ? own.wrapped : own;
    if (!make) return interpreter.unknown(say`What is made of auto() in the body of an enum is not followed.`);
    const values = [...this].filter(
      ([key, value]) => !key.startsWith('_') && !(value instanceof FunctionValue || value instanceof DescriptorValue),
    );
    const last = new ListValue(
      values.map(([, value]) => value),
      interpreter.span,
    );
    return interpreter.call(make, {
      positional: [str(name, interpreter.span), interpreter.int(1), interpreter.int(values.length), last],
      keywords: new Map(),
    });
  }
}

function inherited(base: Value): Value | undefined {
  return base instanceof ClassValue ? base.find('_generate_next_value_') : undefined;
}

function isAuto(value: Value): boolean {
  return value instanceof InstanceValue && value.ofClass.name === 'auto' && value.ofClass.span.file === nowhere.file;
}

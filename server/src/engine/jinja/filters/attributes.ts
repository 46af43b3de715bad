import { StrValue, type Value } from '../../core/value.js';
import { TracedText } from '../../core/traced-text.js';
import { intValue } from '../../python/runtime/semantics.js';
import { isDigit } from '../../python/runtime/unicode.js';
import type { Rendering } from '../runtime/rendering.js';
import { jinjaSubscript } from '../runtime/jinja-semantics.js';
import { UndefinedValue } from '../runtime/undefined.js';
import { isGiven, strMethod } from './filter.js';

/** Takes what a filter looks at out of an item. */
export type Getter = (item: Value) => Value;

/** Whether what is taken is made lower case first, and what stands for what is missing. */
export interface GetterOptions {
  readonly ignoreCase?: boolean;
  readonly absent?: Value | undefined;
}

/** `a.b.0` as the names and indices that it is made of; no attribute means the item itself (jinja2 3.1 `filters.py`, `make_attrgetter`). */
export function attributeGetter(rendering: Rendering, attribute: Value | undefined, options: GetterOptions = {}): Getter {
  const parts = attributeParts(rendering, attribute);
  return (item) => {
    let found = item;
    for (const part of parts) {
      found = jinjaSubscript(rendering, found, part);
      if (isGiven(options.absent) && found instanceof UndefinedValue) found = options.absent;
    }
    return options.ignoreCase ? ignoreCase(rendering, found) : found;
  };
}

/** The same for several attributes with commas between. */
export function attributeGetters(rendering: Rendering, attribute: Value | undefined, options: GetterOptions): Getter[] {
  if (attribute?.kind !== 'str') return [attributeGetter(rendering, attribute, options)];
  return attribute.text
    .split(',')
    .map((part) => attributeGetter(rendering, new StrValue(TracedText.computed(part, attribute.span), attribute.span), options));
}

function attributeParts(rendering: Rendering, attribute: Value | undefined): Value[] {
  if (!isGiven(attribute)) return [];
  if (attribute.kind !== 'str') return [attribute];
  return attribute.text
    .split('.')
    .map((part) =>
      part !== '' && Array.from(part).every(isDigit)
        ? intValue(BigInt(/^\d+$/.test(part) ? part : 0), rendering.span)
        : new StrValue(attribute.traced.recomputed(part), attribute.span),
    );
}

/** A str in lower case, anything else as it is. */
export function ignoreCase(rendering: Rendering, value: Value): Value {
  return value.kind === 'str' ? strMethod(rendering, value, 'lower') : value;
}

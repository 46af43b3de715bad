import type { Evaluation, Problem } from '../evaluation.js';
import { PyError } from '../errors.js';
import { originOf, relocateText } from '../python/evaluate/load/substitute.js';
import type { Span } from '../text/span.js';
import type { TracedText } from '../text/traced-text.js';
import { BoolValue, DictValue, FloatValue, IntValue, ListValue, NoneValue, RefValue, StrValue, TupleValue, UnknownValue, type Value } from '../value.js';

/** An evaluation of substituted text with the places of the document that the text was made from. */
export function relocateEvaluation(evaluation: Evaluation, substituted: TracedText): Evaluation {
  const relocator = new Relocator(substituted);
  const { error, problems, value } = evaluation;
  return {
    ...evaluation,
    ...(error && { error: new PyError(error.type, error.text, error.span && relocator.span(error.span), error.reason) }),
    problems: problems.map((problem) => relocator.problem(problem)),
    value: relocator.value(value) as DictValue,
  };
}

class Relocator {
  /** Aliases share their values. */
  private readonly done = new Map<Value, Value>();

  constructor(private readonly substituted: TracedText) {}

  span({ start, end }: Span): Span {
    return originOf(this.substituted, start, end);
  }

  problem(problem: Problem): Problem {
    const related = problem.related?.map(({ span, message }) => ({ span: this.span(span), message }));
    return { ...problem, span: this.span(problem.span), ...(related && { related }) };
  }

  value(value: Value): Value {
    let moved = this.done.get(value);
    if (!moved) this.done.set(value, (moved = this.moved(value)));
    return moved;
  }

  private moved(value: Value): Value {
    const span = this.span(value.span);
    switch (value.kind) {
      case 'none':
        return new NoneValue(span);
      case 'bool':
        return new BoolValue(value.value, span);
      case 'int':
        return new IntValue(value.value, span);
      case 'float':
        return new FloatValue(value.value, span);
      case 'str':
        return new StrValue(relocateText(value.traced, this.substituted), span);
      case 'list':
        return new ListValue(value.items.map((item) => this.value(item)), span);
      case 'tuple':
        return new TupleValue(value.items.map((item) => this.value(item)), span);
      case 'dict':
        return this.dict(value, span);
      case 'ref':
        return new RefValue(value.path, span, value.refKind);
      case 'unknown':
        return new UnknownValue(value.reason, span);
      default:
        return value;
    }
  }

  private dict(dict: DictValue, span: Span): DictValue {
    const moved = new DictValue(span, dict.className);
    for (const [id, { key, value, keySpan, valueSpan }] of dict.entries)
      moved.entries.set(id, { key: this.value(key), value: this.value(value), keySpan: this.span(keySpan), valueSpan: this.span(valueSpan) });
    return moved;
  }
}

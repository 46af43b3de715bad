import { say } from '../../../core/say.js';
import { original, textOf, type Value } from '../../../core/value.js';
import type { Span } from '../../../core/span.js';
import { ClassValue, FunctionValue } from '../../../python/runtime/class-objects.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';

/** The names of which a run writes what they hold. */
const writtenNames = /^(?:models|datasets|infer|eval|summarizer|judge_models|\w+_datasets)$/;

/** Without one of these in a text, it defines none. */
const definition = /^[ \t]*(?:def|class)\b|\blambda\b/m;

/**
 * A function or a class of the config's own in what a run writes into a file. OpenCompass 0.5.3 `cli/main.py`: `cfg.dump` writes `<function f at 0x…>`, and reading it again
 * raises. AISBench 3.1.0 `cli/config_manager.py` does the same, but for a `type`: it is called by its name, which nothing finds.
 */
export const ownCode: ConfigRule = {
  id: 'own-code',
  title: 'A function or class of the config itself, where a run needs one of a module',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  prevents: 'SyntaxError: invalid syntax, when the run reads the config that it has written',
  scope: 'document',
  *check(context): Iterable<Finding> {
    if (!definition.test(context.text(context.file))) return;
    const found: Finding[] = [];
    const seen = new Set<Value>();
    for (const { key, value } of context.evaluation.value.entries.values())
      if (writtenNames.test(textOf(key) ?? '')) collect(context, value, seen, found);
    yield* found;
  },
};

/** A list of thousands is walked through: no iterator for each of its values. */
function collect(context: CheckContext, given: Value, seen: Set<Value>, found: Finding[]): void {
  const value = original(given);
  if ((value.kind !== 'dict' && value.kind !== 'list' && value.kind !== 'tuple') || seen.has(value)) return;
  seen.add(value);
  if (value.kind === 'dict') {
    for (const { value: inner, valueSpan } of value.entries.values())
      if (!isOwn(context, inner)) collect(context, inner, seen, found);
      else if (valueSpan.file === context.file) found.push(finding(inner, valueSpan));
  } else
    for (const item of value.items)
      if (isOwn(context, item)) found.push(finding(item, item.span));
      else collect(context, item, seen, found);
}

/** Whether something was defined by the text of this document. */
function isOwn({ file }: CheckContext, value: Value): value is FunctionValue | ClassValue {
  return (value instanceof FunctionValue || value instanceof ClassValue) && value.span.file === file;
}

function finding(value: FunctionValue | ClassValue, span: Span): Finding {
  const name = value instanceof ClassValue ? value.name : value.path;
  return {
    span,
    message: say`Of ${name}, which this config defines, a run keeps only the name: it writes the config into a file, reads it again, and raises. Define it in a module, and import it.`,
    related: [{ span: value.span, message: say`it is defined here` }],
  };
}

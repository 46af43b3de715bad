import { PyError } from '../../../core/errors.js';
import type { DictValue, Value } from '../../../core/value.js';
import type { DatasetReader } from './dataset-reader.js';
import { checkCount, limitedItems } from '../values/prompt-limits.js';
import { hashOf, isAbsentOrNone, iterate, subscriptOf } from '../values/python-value.js';
import type { Template } from '../template/template.js';

/**
 * The labels that a scoring inferencer tries, one prompt each: its own `labels`, else the keys of the prompt template's dict (those of a
 * dialogue too: `begin`, `round`), else of the ice template's where it has an ice token, else the values of the output column.
 * OpenCompass 0.5.3 `openicl/icl_retriever/icl_base_retriever.py`, `get_labels`.
 */
export function labelsOf(
  given: Value | undefined,
  templates: { readonly ice: Template | undefined; readonly prompt: Template | undefined },
  reader: DatasetReader,
  test: DictValue,
): readonly Value[] {
  if (!isAbsentOrNone(given)) return limitedItems(iterate(given), 'labels', given);
  const fromPrompt = templates.prompt && keysOf(templates.prompt);
  if (fromPrompt) return fromPrompt;
  const fromExamples = templates.ice?.iceToken && keysOf(templates.ice);
  if (fromExamples) return fromExamples;
  if (!reader.outputColumn) throw new PyError('TypeError', 'list indices must be integers or slices, not NoneType', test.span);
  const value = subscriptOf(test, reader.outputColumn);
  hashOf(value);
  return [value];
}

function keysOf(template: Template): readonly Value[] | undefined {
  if (!template.template)
    throw new PyError('AttributeError', `'${template.className}' object has no attribute 'template'`, template.value.span);
  if (template.template.kind !== 'dict') return undefined;
  checkCount(template.template.entries.size, 'labels', template.template);
  return [...template.template.entries.values()].map((entry) => entry.key);
}

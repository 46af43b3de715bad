import { patternArguments } from '../../../../classes/pattern-arguments.js';
import { classPathOf } from '../../../../config/class-name.js';
import { ofKind, placesToCheck } from '../../../../checks/support/places.js';
import { oneEdit } from '../../../../checks/support/fixes.js';
import { say } from '../../../../core/say.js';
import type { DictEntry, StrValue } from '../../../../core/value.js';
import { patternFault } from '../../../../python/runtime/modules/re-fault.js';
import type { CheckContext, Finding, Fix } from '../../../face/rule.js';
import { placeIn } from './dataset-faults.js';

/**
 * Regular expressions of postprocessors that Python cannot read, or that lack the group of which the function takes the answer: OpenCompass 0.5.3
 * `utils/text_postprocessors.py` (`match_answer_pattern`, `think_pred_postprocess`); AISBench 3.1.0 `utils/postprocess/text_postprocessors.py`. Read from the function's source.
 */
export function* postprocessorPatternFindings(context: CheckContext): Iterable<Finding> {
  const { file, surroundings } = context;
  for (const { value } of ofKind(placesToCheck(context), 'postprocessor')) {
    const path = value.kind === 'dict' ? classPathOf(value.get('type')) : undefined;
    if (value.kind !== 'dict' || !path?.includes('.')) continue;
    const found = surroundings.classes.find(path, file);
    if (found.kind !== 'function') continue;
    for (const { name, group } of patternArguments(found.source.node)) {
      const entry = value.entry(name);
      if (entry?.value.kind === 'str') yield* patternFindings(context, entry, entry.value, found.source.name, group);
    }
  }
}

function* patternFindings(
  context: CheckContext,
  entry: DictEntry,
  value: StrValue,
  functionName: string,
  group: number,
): Iterable<Finding> {
  const fault = patternFault(value.text);
  if (fault)
    yield {
      span: placeIn(value, fault.at, Math.min(value.text.length, fault.at + 1)),
      message: say`Python cannot read this regular expression: ${functionName} raises re.error: ${fault.text}, after all answers were generated.`,
    };
  else if (groupsOf(value.text) < group)
    yield {
      span: entry.valueSpan,
      message: say`Group ${String(group)} of what this regular expression finds is what ${functionName} takes, and it has none: the evaluation raises IndexError: no such group, after all answers were generated. Put the part that is the answer in ( ).`,
      fixes: lastSetInGroup(context, value),
    };
}

/** How many groups a pattern that Python can read has. */
function groupsOf(pattern: string): number {
  const plain = pattern.replaceAll(/\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]/g, '_');
  return [...plain.matchAll(/\((?!\?)|\(\?P</g)].length;
}

/** Puts a set of characters that ends the pattern, and is its only one of letters, in a group: `[A-D]`. */
function lastSetInGroup({ file, text }: CheckContext, { span }: StrValue): Fix[] {
  const written = text(span.file).slice(span.start, span.end);
  const set = /\[(?:[A-Za-z]-[A-Za-z]|[A-Z]{2,})\](?=['"]$)/.exec(written);
  if (span.file !== file || !set) return [];
  const start = span.start + set.index;
  const newText = `(${set[0]})`;
  return oneEdit(say`Write ${newText}`, false, { span: { file, start, end: start + set[0].length }, newText });
}

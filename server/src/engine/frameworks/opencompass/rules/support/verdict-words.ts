import { classNameOf, classPathOf } from '../../../../config/class-name.js';
import type { Place } from '../../../../config/config.js';
import { readTemplate } from '../../../../config/infer-cfg.js';
import { say } from '../../../../core/say.js';
import { textOf, type DictValue, type Value } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { textsOfTemplate } from '../../columns/filled-texts.js';
import { isPartlyUnknown } from './known-texts.js';

/**
 * A judge that is nowhere told the letters by which its verdicts are read: OpenCompass 0.5.3 `datasets/generic.py` (`re.search` of `true_tag` and `false_tag`, which
 * are A and B where none are given), `evaluator/cascade_evaluator.py` (`response == 'A' or response.startswith('CORRECT')`).
 */
export function verdictWordsFinding({ file }: CheckContext, { path }: Place, evaluator: DictValue): Finding | undefined {
  const type = evaluator.get('type');
  const template = evaluator.entry('prompt_template');
  if (classNameOf(type) !== 'GenericLLMEvaluator' || !classPathOf(type)?.startsWith('opencompass.')) return undefined;
  if (!template || template.keySpan.file !== file) return undefined;
  const words = path.endsWith('.llm_evaluator') ? ['A', 'CORRECT'] : tagsOf(evaluator);
  const told = toldTo(template.value);
  if (!words || told?.includes('{prediction}') !== true || !asksVerdict.test(told) || words.some((word) => isIn(word, told)))
    return undefined;
  return {
    span: template.keySpan,
    severity: 'warning',
    message: say`This judge is nowhere told to answer ${words[0]!} or ${words[1]!}, by which its verdicts are read: no answer counts as right, without an error.`,
  };
}

/** Words by which a judge is asked for a verdict. */
const asksVerdict = /\b(?:yes|no|true|false|correct|incorrect|right|wrong)\b|正确|错误/i;

/** Undefined where another function reads the verdicts. */
function tagsOf(evaluator: DictValue): readonly [string, string] | undefined {
  const reading = evaluator.get('dict_postprocessor');
  if (reading?.kind !== 'dict' || classNameOf(reading.get('type')) !== 'generic_llmjudge_postprocess') return undefined;
  const [right, wrong] = ['true_tag', 'false_tag'].map((key, i) => (reading.entry(key) ? textOf(reading.get(key)) : ['A', 'B'][i]));
  return right === undefined || wrong === undefined ? undefined : [right, wrong];
}

/** All that the judge is told; undefined where some of it is not known. */
function toldTo(template: Value): string | undefined {
  const read = template.kind === 'dict' ? readTemplate(template) : undefined;
  const texts = read ? textsOfTemplate(read) : [];
  return texts.length === 0 || texts.some(isPartlyUnknown) ? undefined : texts.map(({ text }) => text.text).join('\n');
}

/** A letter stands alone; a word may be written in any case. */
function isIn(word: string, text: string): boolean {
  if (word.length > 1) return text.toLowerCase().includes(word.toLowerCase());
  return new RegExp(`(?<![A-Za-z])${word.replaceAll(/\W/g, '\\$&')}(?![A-Za-z])`).test(text);
}

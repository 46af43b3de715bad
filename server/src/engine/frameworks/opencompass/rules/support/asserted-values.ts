import { replaceStringFix } from '../../../../checks/support/fixes.js';
import { ofKind, placesToCheck } from '../../../../checks/support/places.js';
import { calledBy, type Called } from './called.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { listed, quoted } from '../../../../checks/support/words.js';
import { say } from '../../../../core/say.js';
import { textOf, type DictEntry, type DictValue } from '../../../../core/value.js';
import type { ClassFacts } from '../../../face/behaviour.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { classFileText } from './class-file-text.js';

/** Keys of models whose value the constructors compare with the few that they know. */
const compared = ['mode', 'backend'];

/** OpenCompass 0.5.3 `models/`: `assert mode in ['none', 'mid']`, `assert backend in ['pytorch', 'turbomind']`, which are read in the class's source. */
export function* refusedModeFindings(context: CheckContext, model: DictValue, facts: ClassFacts): Iterable<Finding> {
  for (const key of compared) {
    const entry = model.entry(key);
    const text = entry && facts.signature?.keys.has(key) ? classFileText(context, facts) : undefined;
    const refusal = entry && text !== undefined ? refusedValue(context, entry, key, text) : undefined;
    if (refusal) yield { ...refusal, message: say`${refusal.message}: building the model raises AssertionError.` };
  }
}

/** Texts of evaluators and inferencers that the class asserts to be among a few: OpenCompass 0.5.3 `datasets/math.py` (`version`), `openicl/icl_inferencer/icl_chat_inferencer.py` (`infer_mode`). */
export function* assertedFindings(context: CheckContext): Iterable<Finding> {
  for (const kind of ['evaluator', 'inferencer'] as const) {
    for (const { value } of ofKind(placesToCheck(context), kind)) {
      if (value.kind !== 'dict') continue;
      const called = calledBy(value.get('type'), context, 0);
      if (called?.kind !== 'class') continue;
      for (const entry of value.entries.values()) {
        const key = textOf(entry.key) ?? '';
        if (entry.value.kind !== 'str' || key === 'type' || !called.signature.keys.has(key)) continue;
        const refusal = refusedValue(context, entry, key, classText(context, called));
        if (refusal) yield { ...refusal, message: kind === 'evaluator' ? afterAnswers(refusal.message) : atStart(refusal.message) };
      }
    }
  }
}

function afterAnswers(refusal: string): string {
  return say`${refusal}: building the evaluator raises AssertionError, after all answers were generated.`;
}

function atStart(refusal: string): string {
  return say`${refusal}: building the inferencer raises AssertionError.`;
}

/** The class alone: other classes of the file may assert something else of the same name. Many datasets have one evaluator. */
function classText(context: CheckContext, called: Called): string {
  let text = classTexts.get(called);
  if (text === undefined) {
    const pattern = new RegExp(`^class ${called.name}\\b[^]*?(?=^\\S|(?![^]))`, 'm');
    classTexts.set(called, (text = pattern.exec(classFileText(context, called) ?? '')?.[0] ?? ''));
  }
  return text;
}

const classTexts = new WeakMap<Called, string>();

/** What is wrong with a text of which a source asserts that it is one of a few, as a sentence without its end; undefined where nothing is. @param text all that the source has of it may hold */
export function refusedValue(
  context: CheckContext,
  entry: DictEntry,
  key: string,
  text: string,
): Pick<Finding, 'span' | 'message' | 'fixes'> | undefined {
  const given = textOf(entry.value);
  const known = assertedValues(text, key);
  if (given === undefined || known.length === 0 || known.includes(given)) return undefined;
  const meant = nearest(given, known);
  return {
    span: entry.valueSpan,
    message: say`\`${key}\` is one of ${listed(known.map(quoted), 6)}, and this is ${quoted(given)}`,
    fixes: meant === undefined ? [] : replaceStringFix(context, entry.value, meant, say`Change to ${meant}`),
  };
}

/** The texts of all lists in which a source asserts that a name is. */
function assertedValues(text: string, key: string): readonly string[] {
  const lists = [...text.matchAll(/^[ \t]*assert\s+(?:self\.)?(\w+)\s+in\s*[[(]([^\])]*)[\])]/gm)].flatMap(([, name, items = '']) =>
    name === key ? items : [],
  );
  return [...new Set(lists.flatMap((items) => [...items.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map((item) => item[1] ?? item[2] ?? '')))];
}

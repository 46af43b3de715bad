import type { InferCfg, TemplateConfig } from '../../../../config/infer-cfg.js';
import { addShape, addWholeText } from '../../../../checks/support/shape.js';
import { isHere } from '../../../../checks/support/places.js';
import { listed } from '../../../../checks/support/words.js';
import { say } from '../../../../core/say.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../../core/value.js';
import { lex } from '../../../../python/syntax/tokens/lex.js';
import type { Token } from '../../../../python/syntax/tokens/token.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { textsOfTemplate } from '../../columns/filled-texts.js';
import { holdsUnknown, isPartlyUnknown } from './known-texts.js';

/**
 * Labels of one template that cannot be told apart: two with the same text, of which the first always has the lower or equal perplexity (OpenCompass 0.5.4
 * `openicl/icl_inferencer/icl_ppl_inferencer.py`, which takes the label at the index of the least), and one that is written twice, of which Python keeps the last.
 */
export function* equalLabels(context: CheckContext, { promptTemplate, iceTemplate }: InferCfg): Iterable<Finding> {
  const asked = promptTemplate ?? iceTemplate;
  if (asked?.shape !== 'labels' || asked.template?.kind !== 'dict' || !isHere(context, asked.template)) return;
  yield* sameTexts(context, asked, asked.template);
  yield* writtenTwice(context, asked.template);
}

function* sameTexts(context: CheckContext, asked: TemplateConfig, labels: DictValue): Iterable<Finding> {
  if (holdsUnknown(labels) || textsOfTemplate(asked).some(isPartlyUnknown)) return;
  const first = new Map<string, DictEntry>();
  const same = new Map<number, { before: DictEntry; entries: DictEntry[] }>();
  for (const entry of labels.entries.values()) {
    const shape = shapeOf(entry.value);
    const before = first.get(shape);
    if (!before) first.set(shape, entry);
    else if (entry.keySpan.file === context.file) {
      // A loop writes all its labels at one place.
      const there = same.get(entry.keySpan.start);
      if (there?.before === before) there.entries.push(entry);
      else same.set(entry.keySpan.start, { before, entries: [entry] });
    }
  }
  for (const { before, entries } of same.values())
    yield {
      span: entries[0]!.keySpan,
      message: say`The labels ${listed([before, ...entries].map(labelOf), 8)} have the same template: the one that stands first always wins, without an error.`,
      related: [{ span: before.keySpan, message: say`this is the template` }],
    };
}

function shapeOf(value: Value): string {
  const parts: string[] = [];
  addShape(parts, value, addWholeText);
  return parts.join('');
}

function labelOf({ key }: DictEntry): string {
  const text = textOf(key);
  return text === undefined ? shapeOf(key).replace(/^[a-z]|;$/g, '') : `'${text}'`;
}

/** Only what is written as a literal between braces can name a label twice: a call of `dict` is refused. */
function* writtenTwice({ text }: CheckContext, { span }: DictValue): Iterable<Finding> {
  const { file, start, end } = span;
  const source = text(file).slice(start, end);
  if (!source.startsWith('{')) return;
  const seen = new Set<string>();
  for (const token of keysOf(source)) {
    const label = source.slice(token.start, token.end);
    const key = label.replace(/^"([^"'\\]*)"$/, "'$1'");
    if (seen.has(key))
      yield {
        span: { file, start: start + token.start, end: start + token.end },
        message: say`The label ${label} is written twice here: Python keeps the last one, so the template before it is never asked, without an error.`,
      };
    seen.add(key);
  }
}

/** The literals that are keys of the outermost braces: behind the brace or a comma, and before a colon. */
function keysOf(source: string): Token[] {
  const tokens: Token[] = [];
  lex(source, tokens);
  const meaningful = tokens.filter(({ kind }) => kind !== 'newline');
  const mark = (token: Token | undefined): string => (token?.kind === 'mark' ? source.slice(token.start, token.end) : '');
  let depth = 0;
  return meaningful.filter((token, at) => {
    if ('([{'.includes(mark(token) || '-')) depth++;
    else if (')]}'.includes(mark(token) || '-')) depth--;
    if (depth !== 1 || (token.kind !== 'string' && token.kind !== 'number')) return false;
    return ['{', ','].includes(mark(meaningful[at - 1])) && mark(meaningful[at + 1]) === ':';
  });
}

import type { DictValue, StrValue, Value } from '../../../core/value.js';
import { isDialogue } from '../../../config/dialogue.js';
import { classNameOf } from '../../../config/class-name.js';
import { writtenBreaks } from '../../../checks/support/line-breaks.js';
import { placesToCheck } from '../../../checks/support/places.js';
import { say } from '../../../core/say.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import { placeIn, rewriteFix } from './support/dataset-faults.js';

/** A backslash and an n in a prompt: Python makes a line break of `\n` only in plain quotes, and the frameworks make none. */
export const lineBreakEscaped: ConfigRule = {
  id: 'line-break-escaped',
  title: 'A backslash and an n in a prompt, in place of a line break',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'A prompt without its line breaks: the model reads the two characters',
  scope: 'document',
  *check(context): Iterable<Finding> {
    for (const { kind, value } of placesToCheck(context)) {
      if (value.kind !== 'dict') continue;
      if (kind === 'dialogue-item') yield* inText(context, value.get('prompt'));
      else if (kind === 'prompt-template' && classNameOf(value.get('type')) === 'PromptTemplate')
        yield* inTemplate(context, value.get('template'));
    }
  },
};

/** A text, or texts by label; turns are places of their own. */
function* inTemplate(context: CheckContext, template: Value | undefined): Iterable<Finding> {
  if (template?.kind !== 'dict') return yield* inText(context, template);
  if (!isDialogue(template)) yield* inLabels(context, template);
}

function* inLabels(context: CheckContext, { entries }: DictValue): Iterable<Finding> {
  for (const { value } of entries.values()) yield* inText(context, value);
}

function* inText(context: CheckContext, text: Value | undefined): Iterable<Finding> {
  if (text?.kind !== 'str') return;
  if (text.text.includes('/n')) yield* otherSlash(context, text);
  if (!text.text.includes('\\n')) return;
  const breaks = writtenBreaks(text.text, 0, text.text.length).filter((at) => !isQuoted(text.text, at));
  const [first] = breaks;
  if (first === undefined) return;
  const span = placeIn(text, first, first + 2);
  if (span.file !== context.file) return;
  const times = breaks.length === 1 ? '' : say` (${String(breaks.length)} times)`;
  yield {
    span,
    message: say`The prompt has a backslash and an n${times}, not a line break: the model reads the two characters. In plain quotes, and without a second backslash, \\n is a line break.`,
    fixes: plainFix(context, text, breaks),
  };
}

/** The wrong slash, behind the end of a sentence or a column, and before the start of another: what stands between words may be `and/nor`, or a path. */
const slashed = /(?<=[\w)\]][.?!:]|[}。？！：；])\/n(?=[A-Z{\p{Script=Han}]|\/n|$)/gu;

function* otherSlash(context: CheckContext, text: StrValue): Iterable<Finding> {
  const title = say`Make it a line break`;
  const source = context.text(text.span.file).slice(text.span.start, text.span.end);
  for (const { index } of text.text.matchAll(slashed)) {
    const span = placeIn(text, index, index + 2);
    if (span.file !== context.file) continue;
    yield {
      span,
      message: say`The prompt has /n here, which the model reads as it stands: a line break is \\n.`,
      fixes: /^[a-z]*r/i.test(source) ? [] : rewriteFix(context, text, index, index + 2, '\\n', title),
    };
  }
}

/** Code and JSON that the model is shown write it within quotes. */
function isQuoted(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
  return ["'", '"', '`'].some((quote) => line.split(quote).length % 2 === 0 && text.slice(at).includes(quote));
}

/** Takes the second backslash of each, or the r in front of a literal that needs it for nothing else. */
function plainFix(context: CheckContext, text: StrValue, breaks: readonly number[]): Fix[] {
  const title = say`Make it a line break`;
  const source = context.text(text.span.file);
  const spans = breaks.map((at) => placeIn(text, at, at + 2));
  if (spans.every(({ file, start, end }) => file === text.span.file && source.slice(start, end) === '\\\\n'))
    return [{ title, safe: false, edits: spans.map((span) => ({ span: { ...span, end: span.start + 1 }, newText: '' })) }];
  const { file, start, end } = text.span;
  const literal = source.slice(start, end);
  const isRaw = /^[rR](['"])(?!\1\1)(?:(?!\1)[^\\\n]|\\n)*\1$/.test(literal);
  return isRaw ? [{ title, safe: false, edits: [{ span: { file, start, end: start + 1 }, newText: '' }] }] : [];
}

import { classNameOf } from '../../../config/class-name.js';
import { isDialogue } from '../../../config/dialogue.js';
import { itemsOf } from '../../../config/sequence.js';
import type { Span } from '../../../core/span.js';
import type { StrValue, Value } from '../../../core/value.js';
import { placesToCheck } from '../../../checks/support/places.js';
import { say } from '../../../core/say.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { placeIn } from './support/dataset-faults.js';

/** A command of LaTeX of whose backslash and first letter Python makes one character: `\boxed` in plain quotes begins with a backspace. */
export const latexEscape: ConfigRule = {
  id: 'latex-escape',
  title: 'A command of LaTeX whose first letter Python takes for an escape',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'A prompt in which the model reads oxed{} behind a control character, in place of \\boxed{}',
  scope: 'document',
  *check(context): Iterable<Finding> {
    for (const { kind, value } of placesToCheck(context)) {
      if (value.kind !== 'dict') continue;
      if (kind === 'dialogue-item') yield* inText(context, value.get('prompt'));
      if (kind !== 'prompt-template') continue;
      for (const text of textsOf(value.get('template'), classNameOf(value.get('type')))) yield* inText(context, text);
      for (const message of itemsOf(value.get('messages')) ?? [])
        if (message.kind === 'dict') yield* inText(context, message.get('content'));
    }
  },
};

/** A text, or texts by label; turns are places of their own. */
function textsOf(template: Value | undefined, className: string | undefined): readonly Value[] {
  if (className !== 'PromptTemplate' || !template) return [];
  if (template.kind !== 'dict') return [template];
  return isDialogue(template) ? [] : [...template.entries.values()].map(({ value }) => value);
}

/** The characters that an escape with a letter makes, each with its letter. */
const letterOf: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\v': 'v', '\u0007': 'a', '\t': 't', '\r': 'r' };

/** What the regular expressions here have in its place: they know no name of it. */
const bell = '\u0007';

/** Of a tab and a carriage return only what is surely a command: words may stand behind them. */
const eaten =
  /[\b\f\v][A-Za-z]+|\t(?:ext(?:bf|it|rm|tt|sf)?(?=\{)|frac(?=\{)|imes|heta|ilde|riangle|herefore)(?![A-Za-z])|\r(?:ight(?:arrow)?|angle|floor|ceil|ho)(?![A-Za-z])/g;

const anyEscape = /[\b\f\v\t\r]/;

function* inText(context: CheckContext, text: Value | undefined): Iterable<Finding> {
  const searched = text?.kind === 'str' ? text.text.replaceAll(bell, '\v') : '';
  if (text?.kind !== 'str' || !anyEscape.test(searched)) return;
  const found = [...searched.matchAll(eaten)].flatMap((match) => written(context, text, match) ?? []);
  const [first] = found;
  if (!first) return;
  const times = found.length === 1 ? '' : say` (${String(found.length)} times)`;
  yield {
    span: first.span,
    message: say`Python makes one control character of \\${first.letter} here${times}: the model does not read ${first.command}. Write \\${first.command}, or r in front of the quotes.`,
    fixes: [
      {
        title: say`Double the backslash`,
        safe: false,
        edits: found.map(({ span }) => ({ span: { ...span, end: span.start }, newText: '\\' })),
      },
    ],
  };
}

interface Eaten {
  readonly span: Span;
  readonly letter: string;
  readonly command: string;
}

/** Where an escape of the document made the character; what came of a file or of code is another matter. */
function written(context: CheckContext, text: StrValue, { 0: match, index }: RegExpExecArray): Eaten | undefined {
  const letter = letterOf[text.text[index]!]!;
  const span = placeIn(text, index, index + 1);
  if (span.file !== context.file || context.text(span.file).slice(span.start, span.end) !== `\\${letter}`) return undefined;
  return { span, letter, command: `\\${letter}${match.slice(1)}` };
}

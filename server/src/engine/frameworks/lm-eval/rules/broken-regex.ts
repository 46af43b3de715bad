import { textOf, type StrValue, type Value } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import { replaceScalar } from '../../../edit/index.js';
import { patternFault, type PatternFault } from '../../../python/runtime/modules/re-fault.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { kindOf } from '../load/task-file.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { fileRule } from './support/task-rule.js';
import { spanWithin } from './support/template.js';

/** A regular expression that Python does not take, or that is another one than was meant (lm-evaluation-harness 0.4.13 `filters/extraction.py`, `api/metrics.py`). */
export const brokenRegex = fileRule(
  {
    id: 'broken-regex',
    title: 'A regular expression that Python cannot read, or that is not what is written',
    severity: 'error',
    fix: 'unsafe',
    prevents: 're.error after the run, when its answers are filtered or scored, or a pattern that matches nothing',
  },
  function* (context): Iterable<Finding> {
    if (kindOf(context.evaluation.value) === 'PY_TASK') return;
    for (const { kind, value } of context.config.places) {
      if (value.kind !== 'dict') continue;
      if (kind === 'filter-step') {
        for (const pattern of texts(value.get('regex_pattern'), value.get('regexes_to_ignore')))
          yield* findings(context, pattern, textOf(value.get('function')), say`when the answers are filtered`);
        if (textOf(value.get('function')) === 'multi_choice_regex') yield* letters(context, value.get('regexes_to_ignore'));
      } else if (kind === 'metric') {
        for (const pattern of texts(undefined, value.get('regexes_to_ignore')))
          yield* findings(context, pattern, textOf(value.get('metric')), say`when the answers are scored`);
        if (textOf(value.get('metric')) === 'exact_match') yield* letters(context, value.get('regexes_to_ignore'));
      }
    }
  },
);

/** A text in place of a list: each of its letters is a pattern. One letter is the same in a list. */
function* letters({ text }: CheckContext, value: Value | undefined): Iterable<Finding> {
  if (value?.kind !== 'str' || [...value.text].length < 2) return;
  const broken = [...value.text].find((letter) => patternFault(letter));
  const source = text(value.span.file).slice(value.span.start, value.span.end);
  yield {
    span: value.span,
    severity: broken === undefined ? 'warning' : 'error',
    message:
      broken === undefined
        ? say`\`regexes_to_ignore\` is a list, and of a text each letter is taken for a pattern of its own: all of them are removed from answers and targets. Put it in a list.`
        : say`\`regexes_to_ignore\` is a list, and of a text each letter is taken for a pattern of its own: after the run ${broken} alone raises re.error: ${patternFault(broken)!.text}. Put it in a list.`,
    fixes: oneEdit(
      say`Put it in a list`,
      false,
      /^[|>]|\n/.test(source)
        ? undefined
        : { span: value.span, newText: `[${/^["']/.test(source) ? source : JSON.stringify(value.text)}]` },
    ),
  };
}

function texts(one: Value | undefined, several: Value | undefined): StrValue[] {
  return [one, ...(several?.kind === 'list' ? several.items : [])].filter((value): value is StrValue => value?.kind === 'str');
}

/** @param owner the filter or metric; undefined for a class or function of the user's, which may take something else for a pattern */
function* findings(context: CheckContext, value: StrValue, owner: string | undefined, when: string): Iterable<Finding> {
  const fault = patternFault(value.text);
  if (!fault) {
    yield* notMeant(context, value);
    return yield* doubled(context, value);
  }
  yield {
    span: spanWithin(value, fault.at, Math.min(value.text.length, fault.at + 1)),
    severity: owner === undefined ? 'warning' : 'error',
    message: say`Python cannot read this regular expression: after the run, ${when}, it raises re.error: ${fault.text}.`,
    fixes: repairs(context, value, fault),
  };
}

/** A pattern that can be read and matches nothing: YAML makes a backspace of `\\b` in double quotes, and knows no prefix of a string. */
function* notMeant(context: CheckContext, value: StrValue): Iterable<Finding> {
  const pattern = value.text;
  const at = pattern.indexOf('\b');
  const raw = /^[rR](["'])([^]*)\1$/.exec(pattern);
  const meant = raw ? raw[2]! : pattern.replaceAll('\b', '\\b');
  if (at < 0 && !raw) return;
  const edit = replaceScalar(context.text(value.span.file), value, meant);
  yield {
    span: at < 0 ? value.span : spanWithin(value, at, at + 1),
    severity: 'warning',
    message:
      at < 0
        ? say`YAML knows no prefix ${pattern[0]!}: it and the quotes belong to the regular expression, which matches them alone.`
        : say`Within double quotes YAML makes a backspace of \\b, which no answer holds: the edge of a word is meant. Write \\\\b, or single quotes.`,
    fixes: edit
      ? [{ title: at < 0 ? say`Remove the prefix and the quotes` : say`Write the edge of a word`, safe: false, edits: [edit] }]
      : [],
  };
}

/** Classes of characters behind two backslashes, which are one backslash within double quotes only. */
function* doubled({ text }: CheckContext, value: StrValue): Iterable<Finding> {
  const pattern = value.text;
  // Of LaTeX the word goes on.
  const at = /(?<!\\)\\\\[dDsSwW](?![A-Za-z])/.exec(pattern)?.index;
  if (at === undefined || /(?<!\\)\\(?!\\)[dDsSwW]/.test(pattern) || text(value.span.file)[value.span.start] === '"') return;
  const edit = replaceScalar(text(value.span.file), value, pattern.replaceAll('\\\\', '\\'));
  const letter = pattern[at + 2]!;
  yield {
    span: spanWithin(value, at, at + 3),
    severity: 'warning',
    message: say`Two backslashes are one in double quotes only: here they match a backslash, and ${letter} is a letter. Write \\${letter}.`,
    fixes:
      edit && !patternFault(pattern.replaceAll('\\\\', '\\'))
        ? [{ title: say`Write each backslash once`, safe: false, edits: [edit] }]
        : [],
  };
}

/** What makes a pattern that Python reads: brackets that are closed at its end, a character that stands for itself, none at all. */
function repairs({ text }: CheckContext, value: StrValue, { at }: PatternFault): Fix[] {
  const pattern = value.text;
  const c = pattern[at] ?? '';
  const escaped = `${pattern.slice(0, at)}\\${pattern.slice(at)}`;
  const candidates: readonly (readonly [string, string])[] = [
    ...(c === '[' ? [']', '])', ']))'] : [')', '))']).map((end) => [`${pattern}${end}`, say`Write ${end} at its end`] as const),
    [escaped, c === '\\' ? say`Double the backslash` : say`Write \\${c}, which stands for itself`],
    [pattern.slice(0, at) + pattern.slice(at + 1), say`Remove ${c}`],
  ];
  const valid = candidates.filter(([candidate]) => patternFault(candidate) === undefined).slice(0, 2);
  return valid.flatMap(([candidate, title]) => {
    const edit = replaceScalar(text(value.span.file), value, candidate);
    return edit ? [{ title, safe: false, edits: [edit] }] : [];
  });
}

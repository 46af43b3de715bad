import type { DatasetConfig } from '../../../config/config.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import { listed } from '../../../checks/support/words.js';
import type { PlaceholderFault } from '../columns/placeholder-faults.js';
import { readsNoTemplate } from '../columns/filled-texts.js';
import { hasTaskOfItsOwn } from './support/class-keys.js';
import { datasetFaults, datasetsToCheck, findingAt, placeIn, rewriteFix, type DatasetFault } from './support/dataset-faults.js';
import { readsAsFormat } from './support/answer-format.js';
import { formattedBuiltins, type FormattedBuiltin } from './support/formatted-builtins.js';
import { lostOptions } from './support/lost-options.js';
import { otherNotations, type OtherNotation } from './support/other-notations.js';
import { unformattedCode, type UnformattedCode } from './support/unformatted-code.js';
import { say } from '../../../core/say.js';

/**
 * A placeholder of a template that no column fills. OpenCompass 0.5.3 `utils/prompt.py`, `safe_format`: what is no `{column}` of the row, letter by letter, stays in the
 * prompt.
 */
export const unfilledPlaceholder: ConfigRule = {
  id: 'unfilled-placeholder',
  title: 'A placeholder of a template that no column of the dataset fills',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'A prompt in which the model reads {Question} in place of the question, without an error',
  scope: 'document',
  *check(context): Iterable<Finding> {
    for (const found of datasetFaults(context)) if (found.fault.kind !== 'doubled') yield finding(context, found);
    if (hasTaskOfItsOwn(context)) return;
    for (const dataset of datasetsToCheck(context)) {
      for (const builtin of formattedBuiltins(dataset)) yield builtinFinding(context, dataset, builtin);
      for (const code of unformattedCode(dataset)) yield codeFinding(context, dataset, code);
      yield* lostOptions(context, dataset);
      for (const other of otherNotations(dataset)) yield notationFinding(context, dataset, other);
    }
  },
};

function finding(context: CheckContext, { dataset, fault }: DatasetFault): Finding {
  const { text, braced, kind } = fault;
  return findingAt(context, dataset, placeIn(text, braced.start, braced.end), {
    message: `${kind === 'form' ? formMessage(fault) : nameMessage(fault)}${suggestion(fault)}`,
    ...(((kind === 'undeclared' && !fault.alone) || readsAsFormat(fault) || readsNoTemplate(dataset.inferCfg)) && {
      severity: 'information' as const,
    }),
    fixes: fixes(context, fault),
  });
}

/** Braces of an f-string, which Python fills with what it has of that name. */
function builtinFinding(context: CheckContext, dataset: DatasetConfig, { text, start, end, name }: FormattedBuiltin): Finding {
  const inner = placeIn(text, start, end);
  const span = { ...inner, start: inner.start - 1, end: inner.end + 1 };
  const isWritten = context.text(span.file).slice(span.start, span.end) === inBraces(name);
  const meant = inBraces(inBraces(name));
  return findingAt(context, dataset, isWritten ? span : inner, {
    message: say`In this f-string ${inBraces(name)} is Python's own ${name}: the model reads ${text.text.slice(start, end)}, and not the column.`,
    fixes: isWritten ? oneEdit(say`Write ${meant}`, false, { span, newText: meant }) : [],
  });
}

/** Code that an f-string would run, in a text that is none. */
function codeFinding(context: CheckContext, dataset: DatasetConfig, { text, start, end }: UnformattedCode): Finding {
  return findingAt(context, dataset, placeIn(text, start, end), {
    message: say`${text.text.slice(start, end)} is code of Python, and this text is no f-string: the model reads the code as it stands.`,
  });
}

/** A column in the notation of another tool. */
function notationFinding(
  context: CheckContext,
  dataset: DatasetConfig,
  { text, start, end, column, filled, dotted }: OtherNotation,
): Finding {
  const meant = inBraces(column);
  const written = text.text.slice(start, end);
  const unfilled = dotted
    ? say`${written} is not filled, only ${meant} is, letter by letter: the model reads it as it stands.`
    : say`${written} is not filled, only ${meant} is, and no template asks for the input column ${column}: the model reads it as it stands.`;
  return findingAt(context, dataset, placeIn(text, start, end), {
    message: filled ? say`Of ${written} only ${meant} is filled: the model reads the $ in front of it.` : unfilled,
    fixes: rewriteFix(context, text, start, end, meant, say`Write ${meant}`),
  });
}

function formMessage({ text, braced: { form, name, start, end } }: PlaceholderFault): string {
  const written = text.text.slice(start, end);
  switch (form) {
    case 'unclosed':
      return say`The brace of ${written} is not closed: the model reads it as it stands, and not the column ${name}.`;
    case 'unopened':
      return say`The brace of ${written} is not opened: the model reads it as it stands, and not the column ${name}.`;
    default:
      return say`${written} is not filled, only ${inBraces(name)} is, letter by letter: the model reads it as it stands.`;
  }
}

function nameMessage({ braced: { name }, kind, filling }: PlaceholderFault): string {
  const { known, columns, declared, className } = filling;
  if (known === 'exact' && columns.length === 0 && className === undefined)
    return say`The class of this template fills other texts: the model reads ${inBraces(name)} as it stands. MMPromptTemplate fills prompt_mm, and PromptTemplate prompt.`;
  if (known === 'exact')
    return className === undefined
      ? say`No column fills ${inBraces(name)}, here only ${listed(columns, 8)}: the model reads it as it stands.`
      : say`No column fills ${inBraces(name)}: the rows of ${className} have ${listed(columns, 8)}. The model reads it as it stands.`;
  const named = kind === 'undeclared' ? declared : columns;
  return say`No column ${name} is known, only ${listed(named, 8)}: unless the rows have it all the same, the model reads ${inBraces(name)} as it stands.`;
}

/** A placeholder, as it is to be written. */
function inBraces(name: string): string {
  return `{${name}}`;
}

function suggestion({ kind, meant }: PlaceholderFault): string {
  return kind !== 'form' && meant !== undefined ? say` Did you mean ${meant}?` : '';
}

function fixes(context: CheckContext, { text, braced, kind, meant }: PlaceholderFault): Fix[] {
  if (meant === undefined) return [];
  if (kind === 'form') return rewriteFix(context, text, braced.start, braced.end, inBraces(meant), say`Write ${inBraces(meant)}`);
  const end = braced.nameStart + braced.name.length;
  return rewriteFix(context, text, braced.nameStart, end, meant, say`Rename to ${meant}`);
}

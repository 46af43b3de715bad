import { pythonErrors } from '../checks/support/python-errors.js';
import { frameworks } from '../frameworks/registry.js';
import type { FrameworkId } from '../frameworks/face/behaviour.js';
import type { KnownError } from '../frameworks/face/known-error.js';

/** What an exception means. */
export interface ErrorExplanation {
  /** The exception as it was found: `KeyError: 'api_role'`. */
  readonly error: string;
  /** Frameworks that raise it so; none for Python's own. */
  readonly frameworks: readonly FrameworkId[];
  /** The cause, and the way out. */
  readonly says: string;
  /** Rules that find the cause before a run, the likeliest first. */
  readonly rules: readonly string[];
}

/** A text that is pasted may be a whole log: only its end is looked at. */
const mostRead = 200_000;
const mostOfMessage = 4000;

interface Raised {
  /** Undefined where only a message was given. */
  readonly type: string | undefined;
  readonly message: string;
  /** The calls of its traceback. */
  readonly calls: string;
}

/**
 * What the exception in a text means: a traceback, the end of a log, or one line of it, with or without the exception's class.
 * @returns undefined where no exception is found in it that is known
 */
export function explainError(text: string): ErrorExplanation | undefined {
  const raised = lastRaised(text.slice(-mostRead));
  if (!raised) return undefined;
  const all = frameworks.flatMap(({ id, errors = [] }) =>
    answers(raised, errors)
      .slice(0, 1)
      .map((known) => ({ id, known })),
  );
  const placed = all.filter(({ known }) => known.from);
  const [ofPython] = answers(raised, pythonErrors);
  const found = placed.length > 0 ? placed : ofPython?.from ? [] : all;
  const first = found[0]?.known ?? ofPython;
  if (!first) return undefined;
  const groups = first.message.exec(raised.message) ?? [];
  return {
    error: raised.type === undefined ? raised.message : raised.message === '' ? raised.type : `${raised.type}: ${raised.message}`,
    frameworks: found.filter(({ known }) => known.answer === first.answer || known === first).map(({ id }) => id),
    says: first.answer.says([...groups]),
    rules: first.answer.rules,
  };
}

/** Those that look at the traceback come first. */
function answers({ type, message, calls }: Raised, known: readonly KnownError[]): readonly KnownError[] {
  const fitting = known.filter(
    (error) =>
      (error.type === undefined || (type === undefined ? isSpecial(error) : type === error.type)) &&
      error.message.test(message) &&
      (error.from === undefined || error.from.test(calls)),
  );
  return [...fitting.filter(({ from }) => from), ...fitting.filter(({ from }) => !from)];
}

/** Whether a pattern says more than that there is a message: a message alone is not explained by an exception's class. */
function isSpecial({ message }: KnownError): boolean {
  return message.source.length > 6;
}

/** The last exception of a text, with the lines of its message; else its last line. */
function lastRaised(text: string): Raised | undefined {
  // eslint-disable-next-line no-control-regex -- colours of a terminal
  const lines = text.replace(/\u001b\[[0-9;]*m/g, '').split(/\r?\n/).map((line) => line.trimEnd()); // prettier-ignore
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  for (let i = lines.length - 1; i >= 0; i--) {
    const match = /^(?:E\s+)?(?:[A-Za-z_]\w*\.)*([A-Z]\w*(?:Error|Exception|Invalid|Interrupt|Exit|Type))(?::\s?(.*))?$/.exec(lines[i]!);
    if (!match) continue;
    const message = [match[2] ?? '', ...lines.slice(i + 1).filter((line) => line !== '')].join('\n');
    return { type: match[1]!, message: message.slice(0, mostOfMessage), calls: callsBefore(lines, i) };
  }
  const last = lines.at(-1)?.trim() ?? '';
  return last === '' ? undefined : { type: undefined, message: last.slice(0, mostOfMessage), calls: '' };
}

/** The lines of a traceback that name a call, above the line of its exception. */
function callsBefore(lines: readonly string[], end: number): string {
  const start = lines.lastIndexOf('Traceback (most recent call last):', end);
  return start < 0
    ? ''
    : lines
        .slice(start, end)
        .filter((line) => /^\s+File ".*", line \d+/.test(line))
        .map((line) => line.replaceAll('\\', '/'))
        .join('\n');
}

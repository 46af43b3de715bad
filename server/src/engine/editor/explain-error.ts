import { pythonErrors } from '../checks/support/python-errors.js';
import { frameworks } from '../frameworks/registry.js';
import type { FrameworkId } from '../frameworks/face/behaviour.js';
import type { KnownError } from '../frameworks/face/known-error.js';
import { chainsIn, errorLinesIn, type Raised } from './traceback/raised.js';

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

/**
 * What the exception in a text means: a traceback, the end of a log, or one line of it, with or without the exception's class. Of several exceptions the last one counts that says what is wrong:
 * not what launchers and other ranks raise because a process has ended, and of those that were raised while another was handled the last one that a framework is known to raise.
 * @returns undefined where no exception is found in it that is known
 */
export function explainError(text: string): ErrorExplanation | undefined {
  const end = text.slice(-mostRead);
  const chains = chainsIn(end)
    .map(({ raised, ...chain }) => ({ ...chain, raised: raised.filter((one) => !isAftermath(one)) }))
    .filter(({ raised }) => raised.length > 0)
    .reverse();
  // Each program ends for a reason of its own: what a framework is known to raise says most.
  const lastOfEach = [...new Map(chains.toReversed().map((chain) => [chain.stream, chain])).values()].sort((a, b) => b.at - a.at);
  for (const { raised } of [...(lastOfEach.length > 1 ? lastOfEach : []), ...chains.slice(0, 1)]) {
    const found = explainedChain(raised, true);
    if (found) return found;
  }
  for (const { raised } of chains) {
    const found = explainedChain(raised, true) ?? explainedChain(raised, false);
    if (found) return found;
  }
  for (const message of errorLinesIn(end)) {
    const found = explained(message);
    if (found) return found.explanation;
  }
  return undefined;
}

/** What launchers say of a process that has failed, and other processes of one that is gone. */
const aftermath: ReadonlySet<string> = new Set([
  'ChildFailedError',
  'CalledProcessError',
  'ProcessExitedException',
  'BrokenProcessPool',
  'BrokenPipeError',
  'SystemExit',
  'KeyboardInterrupt',
  'CancelledError',
  'DistBackendError',
  'DistNetworkError',
  'DistStoreError',
]);

function isAftermath({ type, messages }: Raised): boolean {
  if (type === undefined) return false;
  return (
    aftermath.has(type) ||
    (/^(?:RuntimeError|ConnectionResetError)$/.test(type) &&
      /\b(?:NCCL|HCCL|Gloo|c10d|collective|closed by peer|reset by peer|DataLoader worker)\b/i.test(messages[0]!))
  );
}

/** The last exception of a chain that is known. @param isOurs whether a framework, or mmengine, must be known to raise it */
function explainedChain(raised: readonly Raised[], isOurs: boolean): ErrorExplanation | undefined {
  for (const one of [...raised].reverse()) {
    // What a process hands on to another is raised there again, far from where it came from.
    const same = raised.filter((other) => other !== one && other.type === one.type && other.messages[0] === one.messages[0]);
    const found = explained({ ...one, calls: [one, ...same].map(({ calls }) => calls).join('\n') });
    if (found && found.isOurs === isOurs) return found.explanation;
  }
  return undefined;
}

function explained(raised: Raised): { readonly explanation: ErrorExplanation; readonly isOurs: boolean } | undefined {
  const all = frameworks.flatMap(({ id, errors = [] }) =>
    answers(raised, errors)
      .slice(0, 1)
      .map((known) => ({ id, ...known })),
  );
  const placed = all.filter(({ known }) => known.from);
  const [ofPython] = answers(raised, pythonErrors);
  const found = placed.length > 0 ? placed : ofPython?.known.from ? [] : all;
  const first = found[0] ?? ofPython;
  if (!first) return undefined;
  const { known, message } = first;
  const explanation = {
    error: raised.type === undefined ? message : message === '' ? raised.type : `${raised.type}: ${message}`,
    frameworks: found.filter((one) => one.known.answer === known.answer || one.known === known).map(({ id }) => id),
    says: known.answer.says([...(known.message.exec(message) ?? [])]),
    rules: known.answer.rules,
  };
  return { explanation, isOurs: found.length > 0 || known.from !== undefined };
}

interface Answer {
  readonly known: KnownError;
  /** The form of the message that it is found in. */
  readonly message: string;
}

/** Those that look at the traceback come first. */
function answers({ type, messages, calls }: Raised, known: readonly KnownError[]): readonly Answer[] {
  const fitting = known.flatMap((error): Answer[] => {
    const isRight = error.type === undefined || (type === undefined ? isSpecial(error) : type === error.type);
    const message =
      isRight && (error.from === undefined || error.from.test(calls)) ? messages.find((one) => error.message.test(one)) : undefined;
    return message === undefined ? [] : [{ known: error, message }];
  });
  return [...fitting.filter((one) => one.known.from), ...fitting.filter((one) => !one.known.from)];
}

/** Whether a pattern says more than that there is a message: a message alone is not explained by an exception's class. */
function isSpecial({ message }: KnownError): boolean {
  return message.source.length > 6;
}

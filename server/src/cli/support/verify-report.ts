import { say } from '../../engine/core/say.js';

/** What an installed framework answered beside what the preview shows. */
export interface VerifyReport {
  /** The version of the framework that was asked. */
  readonly version: string;
  readonly equal: boolean;
  readonly requests: number;
  /** Whether the rows are the framework's own or were handed to it; absent where it is not asked to load any. */
  readonly rows?: 'own' | 'given';
  /** Where they first differ. */
  readonly difference?: { readonly where: string; readonly preview: string; readonly framework: string };
}

interface Answer {
  readonly version?: string;
  readonly error?: string;
  readonly rows?: 'own' | 'given';
  readonly requests?: readonly Readonly<Record<string, unknown>>[];
}

/** So many characters are shown around the first that differs. */
const around = 60;

/** Holds what the preview expects against what the framework answered: texts byte by byte, settings by their values, errors by their types. */
export function verifyReport(expectedText: string, answerText: string): VerifyReport {
  const expected = JSON.parse(expectedText) as Answer;
  const answer = JSON.parse(answerText) as Answer;
  const difference = differenceOf(expected, answer);
  return {
    version: answer.version ?? 'unknown',
    equal: !difference,
    requests: answer.requests?.length ?? 0,
    ...(answer.rows && { rows: answer.rows }),
    ...(difference && { difference }),
  };
}

function differenceOf(expected: Answer, answer: Answer): VerifyReport['difference'] {
  if (expected.error !== undefined || answer.error !== undefined) return differentErrors(expected, answer);
  const [ours, theirs] = [expected.requests ?? [], answer.requests ?? []];
  if (ours.length !== theirs.length)
    return { where: say`the number of requests`, preview: String(ours.length), framework: String(theirs.length) };
  for (const [i, request] of ours.entries())
    for (const member of ['type', 'context', 'continuation']) {
      const found = differentValues(request[member], theirs[i]![member], say`request ${String(i + 1)}, ${member}`);
      if (found) return found;
    }
  return undefined;
}

function differentErrors(expected: Answer, answer: Answer): VerifyReport['difference'] {
  const type = (error: string | undefined): string | undefined => error?.split(':', 1)[0];
  if (type(expected.error) === type(answer.error)) return undefined;
  const shown = ({ error, requests }: Answer): string => error ?? say`${String(requests?.length ?? 0)} requests, and no error`;
  return { where: say`what is raised`, preview: shown(expected), framework: shown(answer) };
}

function differentValues(ours: unknown, theirs: unknown, where: string): VerifyReport['difference'] {
  if (typeof ours === 'string' && typeof theirs === 'string') return differentTexts(ours, theirs, where);
  const [a, b] = [canonical(ours), canonical(theirs)];
  return a === b ? undefined : { where, preview: a, framework: b };
}

function differentTexts(ours: string, theirs: string, where: string): VerifyReport['difference'] {
  if (ours === theirs) return undefined;
  let at = 0;
  while (ours[at] === theirs[at]) at++;
  const shown = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - around), at + around));
  return { where: say`${where}, character ${String(at + 1)}`, preview: shown(ours), framework: shown(theirs) };
}

/** JSON whose keys stand in one order. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? 'nothing'
  );
}

import type { ChatTemplate } from '../../chat/index.js';
import type { RenderedPrompt } from '../../prompt/rendered-prompt.js';
import type { PreviewRows } from './rows.js';
import type { Exactness, ExactnessReason } from './preview-shape.js';
import { say } from '../../core/say.js';

/** From the worst to the best; each kind of reason stands for one of them. */
const levels = ['raises', 'never-sent', 'unknown', 'close', 'placeholder-rows', 'stand-in-shots', 'exact'] as const;

const levelOf: Readonly<Record<ExactnessReason['kind'], Exactness['level']>> = {
  raises: 'raises',
  'never-sent': 'never-sent',
  unknown: 'unknown',
  'guessed-template': 'close',
  'unprocessed-row': 'close',
  'library-release': 'close',
  'unfollowed-call': 'close',
  'written-row': 'close',
  incomplete: 'close',
  cut: 'close',
  'placeholder-rows': 'placeholder-rows',
  'stand-in-shots': 'stand-in-shots',
};

/** What a prompt was made of. */
interface MadeOf {
  readonly rows: PreviewRows;
  /** Whether rows were given; else they are placeholders. */
  readonly real: boolean;
  readonly template: ChatTemplate | undefined;
  /** Which columns the row lacks that the prompt uses: a sentence. */
  readonly lacking: string | undefined;
  /** Why the rows may be others in a run: a sentence. */
  readonly doubt?: string | undefined;
  /** Why the config does not load: a sentence. */
  readonly unloaded?: string | undefined;
}

/** How far a prompt can be relied on: exact only where every byte of it is that of a run. */
export function exactnessOf(prompt: RenderedPrompt, madeOf: MadeOf): Exactness {
  if (prompt.error) return raisedOf(prompt.error.error, madeOf);
  const reasons = [
    ...unloadedReason(madeOf),
    ...unknownsOf(prompt),
    ...doubtsOf(prompt, madeOf),
    ...templateReason(prompt, madeOf),
    ...lackingReason(madeOf),
    ...rowReasons(prompt, madeOf),
  ];
  const level = levels.find((each) => reasons.some(({ kind }) => levelOf[kind] === each)) ?? 'exact';
  const telling = reasons.filter(({ kind }) => levelOf[kind] === level).map(({ message }) => message);
  return { level, reason: [...new Set(telling)].join(' '), reasons };
}

/** What is raised is known only where the rows are. */
function raisedOf(error: string, { rows, real, doubt }: MadeOf): Exactness {
  const doubts = real ? [rows.doubt, doubt].filter((each) => each !== undefined) : [];
  if (doubts.length === 0) return { level: 'raises', reason: error, reasons: [{ kind: 'raises', message: error }] };
  const reason = [...new Set([say`With these rows the framework raises ${error}.`, ...doubts])].join(' ');
  return { level: 'unknown', reason, reasons: [{ kind: 'unknown', message: reason }] };
}

function unloadedReason({ unloaded }: MadeOf): ExactnessReason[] {
  return unloaded === undefined ? [] : [{ kind: 'never-sent', message: unloaded }];
}

function unknownsOf({ unknowns, stages }: RenderedPrompt): ExactnessReason[] {
  const all = [...unknowns, ...stages.flatMap(({ unknown }) => unknown ?? [])];
  return [...new Set(all)].map((message) => ({ kind: 'unknown', message }));
}

/** A placeholder is no row that something is still to be made of, or that a function is called with. */
function doubtsOf({ doubts = [] }: RenderedPrompt, { real }: MadeOf): readonly ExactnessReason[] {
  return real ? doubts : doubts.filter(({ kind }) => kind !== 'unprocessed-row' && kind !== 'unfollowed-call');
}

function templateReason({ stages }: RenderedPrompt, { template }: MadeOf): ExactnessReason[] {
  if (template?.note === undefined || !stages.some(({ id }) => id === 'chat-template')) return [];
  return [{ kind: 'guessed-template', message: template.note, ...(template.family !== undefined && { about: template.family }) }];
}

/** A run's row may have more columns than that of a file: those that the dataset's class makes. The dataset's own rows have what a run's have. */
function lackingReason({ lacking, rows }: MadeOf): ExactnessReason[] {
  return lacking === undefined || rows.by === 'own' ? [] : [{ kind: 'unprocessed-row', message: lacking }];
}

function rowReasons({ shots, doubts }: RenderedPrompt, { rows, real, doubt }: MadeOf): ExactnessReason[] {
  const raised: ExactnessReason[] = rows.raises === undefined ? [] : [{ kind: 'raises', message: rows.raises }];
  if (!real) return [...raised, { kind: 'placeholder-rows', message: say`The rows are placeholders.` }];
  const written: ExactnessReason[] =
    rows.by === 'written' ? [{ kind: 'written-row', message: say`The row was written by hand: no run asks it.` }] : [];
  const doubted: ExactnessReason[] = doubt === undefined ? [] : [{ kind: 'library-release', message: doubt }];
  const { unfollowed: call } = rows;
  const unfollowed: ExactnessReason[] =
    call === undefined || doubts?.some(({ message }) => message === call) ? [] : [{ kind: 'unfollowed-call', message: call }];
  const missing: ExactnessReason[] = rows.doubt === undefined || rows.doubt === doubt ? [] : [{ kind: 'incomplete', message: rows.doubt }];
  return [...raised, ...missing, ...written, ...doubted, ...unfollowed, ...shotReasons(shots, rows)];
}

function shotReasons(shots: RenderedPrompt['shots'], rows: PreviewRows): ExactnessReason[] {
  if (shots.ids.length === 0 || shots.written) return [];
  if (shots.standIn) return [{ kind: 'stand-in-shots', message: say`The examples stand in for those that a run takes.` }];
  if (rows.examples !== undefined) return [{ kind: 'stand-in-shots', message: rows.examples }];
  if (shots.byRow && !rows.own)
    return [{ kind: 'stand-in-shots', message: say`A run draws other examples for each row, and which of its rows this is is not known.` }];
  return [];
}

import { comparePrompts, type ComparedTurn, type PromptComparison } from '../../compare/compare-prompts.js';
import type { PreviewData, PreviewResult } from '../preview/data.js';
import { say } from '../../core/say.js';
import { promptTurns, textTurns, turnsBySpeakers } from './prompt-turns.js';

/** What is said of one of two prompts. */
export interface ComparedSide {
  /** Why there is no prompt, or only a part of one: what the framework raises, or a sentence. */
  readonly lack?: string;
  /** What kind of request it is, and with which settings of the generation. */
  readonly request?: string;
}

export interface ComparedPreviews {
  readonly before: ComparedSide;
  readonly after: ComparedSide;
  readonly comparison: PromptComparison;
}

/** A prompt that a run has saved. */
export interface SavedTurns {
  readonly turns: readonly ComparedTurn[];
  readonly kind: 'text' | 'turns';
}

/** Another prompt, and the one that is shown. */
export function comparedPreviews(before: PreviewResult, after: PreviewData): ComparedPreviews {
  if (before.kind !== 'preview')
    return { before: { lack: before.reason }, after: sideOf(after), comparison: comparePrompts([], promptTurns(after)) };
  const comparison = comparePrompts(promptTurns(before.preview), promptTurns(after));
  return { before: sideOf(before.preview), after: sideOf(after), comparison };
}

/** A prompt that a run has saved, and the one that is shown: in the form in which it was saved. */
export function comparedWithSaved(saved: SavedTurns, after: PreviewData): ComparedPreviews {
  const speakers = [...new Set(saved.turns.map(({ who }) => who))];
  const now = saved.kind === 'text' ? textTurns(after) : turnsBySpeakers(after, speakers);
  // What is between the turns of a template is saved, and stands among the turns, as a text of nobody.
  return { before: {}, after: sideOf(after), comparison: comparePrompts(saved.turns, now) };
}

function sideOf({ exactness, output, stages }: PreviewData): ComparedSide {
  const last = stages.at(-1);
  const lack = output ? undefined : exactness.reason === '' ? say`There is no prompt.` : exactness.reason;
  return { ...(lack !== undefined && { lack }), ...(last?.id === 'requests' && { request: last.summary }) };
}

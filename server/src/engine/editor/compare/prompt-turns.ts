import type { ComparedTurn } from '../../compare/compare-prompts.js';
import type { PreviewData } from '../preview/data.js';
import { sentBlocks } from '../take-away/sent-blocks.js';

type StageShown = PreviewData['stages'][number];

/** The last stage of a prompt that there is something to see of, as turns to compare. */
export function promptTurns({ stages }: Pick<PreviewData, 'stages'>): readonly ComparedTurn[] {
  return turnsOfStage(stages.findLast(({ turns }) => turns.length > 0));
}

/** What is sent, as a text: with what of it is scored, which the harness saves apart. */
export function textTurns(data: PreviewData): readonly ComparedTurn[] {
  return sentBlocks(data).map(({ name, text }) => ({ who: name, kind: 'other', text }));
}

/** The turns of the last stage that has all of these speakers, else of the last one: a run saves its prompts before a service names the roles its own way. */
export function turnsBySpeakers(data: PreviewData, speakers: readonly string[]): readonly ComparedTurn[] {
  const stage = data.stages.findLast(({ turns }) => turns.length > 0 && speakers.every((name) => turns.some(({ who }) => who === name)));
  return stage ? turnsOfStage(stage) : promptTurns(data);
}

function turnsOfStage(stage: StageShown | undefined): readonly ComparedTurn[] {
  return (stage?.turns ?? []).map(({ who, kind, segments }) => ({
    who,
    kind,
    text: segments.map((segment) => (segment.kind === 'unknown' && segment.text === '' ? `⟨${segment.title}⟩` : segment.text)).join(''),
  }));
}

import { UnknownValue, type DictValue } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import type { RunRows } from '../../../rows/run-rows.js';
import type { RunChoices } from '../../face/behaviour.js';
import type { FewShotSource } from './few-shot.js';
import type { DrawnShots } from './task-prompt.js';
import { shotsOf, type RowAccess } from '../draws/shot-draws.js';
import { checkVisit, visitedDocuments } from '../draws/visited.js';
import { say } from '../../../core/say.js';

/** The seed of the shots that the harness takes by default (lm-evaluation-harness 0.4.13 `defaults.py`). */
const usualSeed = 1234n;

/**
 * How the shots of the row that is asked are drawn from the rows of a run; undefined where a sampler of the task draws them, or a release whose draws are
 * not known.
 * @param wanted how many
 * @param inOneTurn with a chat template, whether they are part of the question's turn
 */
export function drawnFrom(
  source: FewShotSource | undefined,
  run: RunRows,
  wanted: number,
  choices: RunChoices = {},
  inOneTurn = false,
): (() => DrawnShots | UnknownValue) | undefined {
  if (!source || source.order === 'custom') return undefined;
  const { order, excludesRow, release } = source;
  return () => {
    const documents = documentsOf(run, choices);
    if (!documents) return new UnknownValue(say`A run with these options does not ask this row.`, nowhere);
    const seed = choices.seed === undefined ? usualSeed : (choices.seed ?? undefined);
    const shots = shotsOf({ order, pool: run.train, wanted, excludesRow, release, inOneTurn, seed }, documents);
    return 'kind' in shots ? shots : { shots, fromConfig: source.pool.kind !== 'split' };
  };
}

/** The documents that are asked up to the one in question; undefined where that is not asked. @throws PyError for samples beyond the last document, and for a limit of 0 or less */
function documentsOf({ test, index }: RunRows, { samples, limit }: RunChoices): RowAccess | undefined {
  const { whole } = test;
  if (samples === undefined && limit === undefined) return { count: index + 1, whole, at: (i) => test.at(i) };
  if (whole) checkVisit(test.count, { samples, limit });
  const visited = visitedDocuments(test.count, { samples, limit });
  const at = visited.findIndex(({ row }) => row === index);
  return at < 0 ? undefined : { count: at + 1, whole, at: (i): DictValue | undefined => test.at(visited[i]!.row) };
}

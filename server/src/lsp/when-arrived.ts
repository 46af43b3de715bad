import type { Session } from './session.js';

/** So many times an answer is made again: each time more of the files is there that it needs. */
const mostRounds = 100;

/** An answer that lacks no file: it is made again when what it asked for has come from afar. Where files are there at once it is made once. */
export async function whenArrived<R>(
  { workspace, arrivals }: Pick<Session, 'workspace' | 'arrivals'>,
  answer: () => R | Promise<R>,
): Promise<R> {
  for (let round = 0; ; round++) {
    let made: R;
    try {
      made = await answer();
    } finally {
      if (round > 0) arrivals.over();
    }
    const arriving = workspace.arriving?.();
    if (!arriving || round === mostRounds) return made;
    await arrivals.during(arriving);
  }
}

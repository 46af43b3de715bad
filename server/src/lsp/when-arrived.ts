import type { Session } from './session.js';

/** So many times an answer is made again: each time more of the files is there that it needs. */
const mostRounds = 100;

/** Files have come from afar. Who waits for them makes its answer again; when nobody does any more, what was answered before is out of date. */
export class Arrivals {
  private waiting = 0;
  private some = false;

  /** @param outdated called when files have come and all who waited have their answers */
  constructor(private readonly outdated: () => void) {}

  arrived(): void {
    this.some = true;
    this.tell();
  }

  async during(arriving: Promise<void>): Promise<void> {
    this.waiting++;
    await arriving;
  }

  over(): void {
    this.waiting--;
    this.tell();
  }

  private tell(): void {
    if (this.waiting > 0 || !this.some) return;
    this.some = false;
    this.outdated();
  }
}

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

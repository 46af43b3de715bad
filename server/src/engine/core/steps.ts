/** Work that is done a piece at a time: who has to answer others meanwhile does so between two pieces. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all pieces, one after the other. */
export function doneAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}

/** Waits until work has come to its end, whichever, but no longer than so many milliseconds. Never throws. */
export async function settled(work: Promise<unknown>, mostMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((done) => (timer = setTimeout(done, mostMs)));
  const ended = work.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([ended, late]);
  clearTimeout(timer);
}

/** What decides which stage is the final one. */
interface Telling {
  readonly turns: readonly unknown[];
  readonly error?: unknown;
  readonly unknown?: unknown;
}

/** @returns the stage that the output leaves, else the last that says why there is no output; undefined where there is no stage at all */
export function finalStage<S extends Telling>({
  stages,
  output,
}: {
  readonly stages: readonly S[];
  readonly output?: unknown;
}): S | undefined {
  const telling = stages.findLast(({ turns, error, unknown }) => turns.length > 0 || (!output && (error || unknown)));
  return telling ?? stages.at(-1);
}

/** A version of a Python package (PEP 440), as far as releases are told apart: `0.4.9.2`, `0.5.0.dev1`, `0.3.2.post1`. */
export interface Version {
  readonly numbers: readonly number[];
  /** Less than 0 before the release itself (`dev`, `a`, `b`, `rc`), more behind it (`post`). */
  readonly stage: number;
  readonly stageNumber: number;
}

const stages: ReadonlyMap<string, number> = new Map([
  ['dev', -4],
  ['a', -3],
  ['alpha', -3],
  ['b', -2],
  ['beta', -2],
  ['rc', -1],
  ['c', -1],
  ['post', 1],
]);

/** Undefined for a text that is no version. A local part (`+g1234`) is left out. */
export function parseVersion(text: string): Version | undefined {
  const match = /^v?(\d{1,9}(?:\.\d{1,9}){0,9})(?:[._-]?(dev|alpha|beta|a|b|rc|c|post)[._-]?(\d{0,9}))?(?:\+[\w.]*)?$/i.exec(text.trim());
  if (!match) return undefined;
  const [, numbers, stage, stageNumber] = match;
  return {
    numbers: numbers!.split('.').map(Number),
    stage: stage === undefined ? 0 : stages.get(stage.toLowerCase())!,
    stageNumber: Number(stageNumber ?? 0),
  };
}

/** Less than 0 where the first is the older one. */
export function compareVersions(a: Version, b: Version): number {
  const length = Math.max(a.numbers.length, b.numbers.length);
  for (let i = 0; i < length; i++) {
    const order = (a.numbers[i] ?? 0) - (b.numbers[i] ?? 0);
    if (order !== 0) return order;
  }
  return a.stage - b.stage || a.stageNumber - b.stageNumber;
}

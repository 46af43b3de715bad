/** About how many bits an int has. */
export function bits(n: bigint): number {
  return -64 < n && n < 64 ? 6 : n.toString(16).length * 4;
}

/** Powers of two, each the square of the one before, made when they are needed. */
const powers: bigint[] = [1n << 1024n];
const huge = powers[0]!;

/** How many bits an int has, at most twice as many as it has: without looking at all of it, as comparing two ints of unlike length is quick. */
export function roughBits(n: bigint): number {
  const size = n < 0n ? -n : n;
  let i = 0;
  while (size >= (powers[i] ??= 1n << BigInt(1024 * 2 ** i))) i++;
  return 1024 * 2 ** i;
}

/** Whether an int is beyond the sizes that cost no more than any other. */
export function isHuge(n: bigint): boolean {
  return n >= huge || n <= -huge;
}

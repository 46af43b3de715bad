/** `1 column`, `2 columns`: what stands beside the title of a stage. */
export function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A whole number with its digits in groups of three: `12,345`. What `Intl` does, without the tables that it loads first. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * Whether a name is another one with one slip of the fingers: a letter left out, doubled or put in, two neighbours swapped, or one letter of a long name replaced.
 * Names that differ by a number, a plural or a last word are different names: `choice1` and `choice2`, `option_a` and `option_b`.
 */
export function isTypingSlip(name: string, meant: string): boolean {
  if (name === meant || Math.max(name.length, meant.length) < 4 || Math.abs(name.length - meant.length) > 1) return false;
  const at = firstDifference(name, meant);
  const behind = (text: string, from: number): string => text.slice(from);
  if (name.length === meant.length) {
    const swapped = name[at] === meant[at + 1] && name[at + 1] === meant[at] && behind(name, at + 2) === behind(meant, at + 2);
    if (swapped) return !/\d/.test(name[at]! + name[at + 1]!);
    const replaced = behind(name, at + 1) === behind(meant, at + 1);
    return replaced && name.length >= 7 && at > 0 && at < name.length - 1 && isWithinWord(name, meant, at);
  }
  const [long, short] = name.length > meant.length ? [name, meant] : [meant, name];
  if (behind(long, at + 1) !== behind(short, at)) return false;
  const added = long[at]!;
  // At its end only a doubled letter is a slip: what else stands there makes another name.
  if (at === long.length - 1) return added !== 's' && /[a-z]/i.test(added) && (long[at - 1] === added || long === meant);
  return /[a-z_]/i.test(added) && isWithinWord(long, short, at);
}

/** Whether a difference lies within a word of more than two letters, and is no number. */
function isWithinWord(a: string, b: string, at: number): boolean {
  if (/\d/.test(a[at]!) || (a.length === b.length && /\d/.test(b[at]!))) return false;
  const word = (text: string): string => `${/[a-zA-Z]*$/.exec(text.slice(0, at))![0]}${/^[a-zA-Z]*/.exec(text.slice(at))![0]}`;
  return word(a).length > 3;
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** Whether a name is as a pattern says, in which `*` stands for any characters. */
export function starPattern(pattern: string): (name: string) => boolean {
  const parts = pattern.split('*');
  return (name) => matches(parts, name);
}

/** Part by part from the left, which takes no longer for any pattern. */
function matches([first = '', ...others]: readonly string[], name: string): boolean {
  if (others.length === 0) return name === first;
  if (!name.startsWith(first)) return false;
  const last = others.at(-1)!;
  let at = first.length;
  for (const part of others.slice(0, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

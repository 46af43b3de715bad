export function isOtherCase(name: string, meant: string): boolean {
  return name !== meant && name.toLowerCase() === meant.toLowerCase();
}

/** Whether another name that is used begins with a capital as this one does: then the dataset writes its columns so. */
export function hasStyle(used: Iterable<string>, name: string): boolean {
  return /^\p{Lu}/u.test(name) && [...used].some((other) => other !== name && /^\p{Lu}/u.test(other));
}

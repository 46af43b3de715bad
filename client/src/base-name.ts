/** The last name of a path, as any machine writes it. */
export function baseName(path: string): string {
  return /[^\\/]*$/.exec(path)![0];
}

/** What of a path is in front of its last name. */
export function folderName(path: string): string {
  return path.slice(0, Math.max(0, path.length - baseName(path).length - 1));
}

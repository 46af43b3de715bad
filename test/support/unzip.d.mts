/** Writes the files of a .vsix below `folder`. */
export function unpackVsix(file: string, folder: string): void;

/** The exported names that more than one of some files declares. */
export function doubleNames(files: Iterable<{ readonly path: string; readonly text: string }>): { name: string; paths: string[] }[];

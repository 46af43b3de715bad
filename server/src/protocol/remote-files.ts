// Files that only the client can read: a server in a browser asks for them.

/** Asks a client for files and folders. */
export const readFilesRequest = 'promptPreflight/readFiles';

/** Asks it for the address of the program that reads files of columns, which a worker can be started from. */
export const columnarProgramRequest = 'promptPreflight/columnarProgram';

export interface FilesWanted {
  readonly files: readonly FileWanted[];
}

/** A file with all of its bytes or how many these are, or a folder with the names in it. */
export interface FileWanted {
  readonly uri: string;
  readonly want: 'bytes' | 'size' | 'names';
}

/** One for each that was asked for, in that order. */
export interface FilesGiven {
  readonly files: readonly FileGiven[];
}

export type FileGiven =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'size'; readonly size: number }
  /** Names in a folder, and whether each is a folder. */
  | { readonly kind: 'names'; readonly names: readonly (readonly [name: string, isFolder: boolean])[] }
  | { readonly kind: 'missing' | 'too-large' }
  /** @param reason in the words of who could not read it */
  | { readonly kind: 'failed'; readonly reason: string };

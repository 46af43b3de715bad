// Files that only the client can read: a server in a browser asks for them.

/** Asks a client for files and folders. */
export const readFilesRequest = 'promptPreflight/readFiles';

export interface FilesWanted {
  readonly files: readonly FileWanted[];
}

/** A file with all of its bytes, or a folder with the names in it. */
export interface FileWanted {
  readonly uri: string;
  readonly want: 'bytes' | 'names';
}

/** One for each that was asked for, in that order. */
export interface FilesGiven {
  readonly files: readonly FileGiven[];
}

export type FileGiven =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Names in a folder, and whether each is a folder. */
  | { readonly kind: 'names'; readonly names: readonly (readonly [name: string, isFolder: boolean])[] }
  | { readonly kind: 'missing' | 'too-large' }
  /** @param reason in the words of who could not read it */
  | { readonly kind: 'failed'; readonly reason: string };

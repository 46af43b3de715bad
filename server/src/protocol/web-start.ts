import type { Catalogue } from '../engine/core/translations.js';

/** The first message to the server's worker in a browser: all that a process would read from its disk. What follows is the Language Server Protocol. */
export interface WebStart {
  /** The address of the engine's program, which a worker can be started from. */
  readonly engine: string;
  /** The Python grammar: `web-tree-sitter.wasm` and `tree-sitter-python.wasm`. */
  readonly wasm: { readonly runtime: Uint8Array; readonly grammar: Uint8Array };
  /** Texts in the language of the editor; undefined: English. */
  readonly texts: Catalogue | undefined;
  /** Where the folders lie whose files the client can read. */
  readonly home: { readonly scheme: string; readonly authority: string };
}

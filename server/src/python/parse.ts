import type { FileId } from '../text/span.js';
import type { Module } from './ast.js';

/** Loads the grammar; once, before any parse. Takes the bytes of `web-tree-sitter.wasm` and `tree-sitter-python.wasm`. */
export async function loadPythonGrammar(_wasm: { readonly runtime: Uint8Array; readonly grammar: Uint8Array }): Promise<void> {}

/** Parses a Python document. Never throws for any text; throws Error only if the grammar was not loaded. */
export function parsePython(file: FileId, _text: string): Module {
  return { file, body: [], errors: [] };
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadPythonGrammar } from '../engine/python/syntax/parse.js';

const files = {
  runtime: ['web-tree-sitter', 'web-tree-sitter.wasm'],
  grammar: ['tree-sitter-python', 'tree-sitter-python.wasm'],
} as const;

/**
 * Loads the Python grammar from the two wasm files: beside the running bundle, else in the `node_modules` of a folder above it.
 * Throws Error where they are in neither place.
 */
export async function loadGrammarFromDisk(): Promise<void> {
  await loadPythonGrammar({ runtime: readFileSync(locate(...files.runtime)), grammar: readFileSync(locate(...files.grammar)) });
}

function locate(packageName: string, name: string): string {
  const beside = join(__dirname, name);
  if (existsSync(beside)) return beside;
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const installed = join(folder, 'node_modules', packageName, name);
    if (existsSync(installed)) return installed;
    if (dirname(folder) === folder) throw new Error(`${name} is neither beside the program in ${__dirname} nor in node_modules.`);
  }
}

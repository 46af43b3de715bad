// Reads and parses every Python file that `check` would look at in a folder, and prints how many: the least that a check must do.
import { readFileSync } from 'node:fs';
import { findConfigs } from '../../server/src/cli/support/find-configs.js';
import { looksLikeConfig } from '../../server/src/engine/frameworks/registry.js';
import { languageByEnding } from '../../server/src/engine/core/language.js';
import { loadPythonGrammar, parsePython } from '../../server/src/engine/python/syntax/parse.js';

async function main(folder: string): Promise<void> {
  await loadPythonGrammar({
    runtime: readFileSync('node_modules/web-tree-sitter/web-tree-sitter.wasm'),
    grammar: readFileSync('node_modules/tree-sitter-python/tree-sitter-python.wasm'),
  });
  const files = findConfigs([folder], (file) => looksLikeConfig(readFileSync(file, 'utf8'), languageByEnding(file)!)).files.filter((file) =>
    file.endsWith('.py'),
  );
  for (const file of files) parsePython(file, readFileSync(file, 'utf8'));
  process.stdout.write(String(files.length));
}

void main(process.argv[2] ?? '.');

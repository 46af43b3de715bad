import { readFile } from 'node:fs/promises';
import { loadPythonGrammar } from '../../server/src/engine/python/syntax/parse.js';

// Every unit test may parse Python: the grammar is loaded once a worker.
await loadPythonGrammar({
  runtime: await readFile('node_modules/web-tree-sitter/web-tree-sitter.wasm'),
  grammar: await readFile('node_modules/tree-sitter-python/tree-sitter-python.wasm'),
});

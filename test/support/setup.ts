import { readFile } from 'node:fs/promises';
import { loadPythonGrammar } from '../../server/src/engine/python/syntax/parse.js';
import { openColumnarWith } from '../../server/src/engine/rows/open-columnar.js';

// Every unit test may parse Python: the grammar is loaded once a worker.
await loadPythonGrammar({
  runtime: await readFile('node_modules/web-tree-sitter/web-tree-sitter.wasm'),
  grammar: await readFile('node_modules/tree-sitter-python/tree-sitter-python.wasm'),
});

// What the program does in another process is done here and now.
openColumnarWith(async (format, file) =>
  format === 'parquet' ? (await import('../../server/src/engine/rows/read-parquet.js')).openParquet(file) : (await import('../../server/src/engine/rows/read-arrow.js')).openArrow(file),
);

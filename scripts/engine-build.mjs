// How the engine is built for Node: the product, and the programs of scripts, tests and benchmarks that have it in them, which would measure and prove something else otherwise.

/** @satisfies {import('esbuild').BuildOptions} */
export const engineForNode = /** @type {const} */ ({
  bundle: true,
  platform: 'node',
  target: 'node20',
  // All that the program runs in have had them for years; esbuild would make such an expression anew each time that it is asked.
  supported: { 'regexp-unicode-property-escapes': true },
  alias: {
    // Its CommonJS build needs no import.meta; an import would resolve to the other one. It gets its wasm as bytes from us.
    'web-tree-sitter': './node_modules/web-tree-sitter/web-tree-sitter.cjs',
    // Node's own hashes stand in the place of the library's.
    '@noble/hashes/sha2.js': './server/src/node/sha2.ts',
  },
});

import { readFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

/** The languages besides English, as editors name them. `l10n/` has a catalogue for each. */
export const languages = ['zh-cn'];

/**
 * What esbuild makes of the catalogues of `l10n/`: a table for the engine, which it reads where it is started (`node/texts.ts`), and for the page a script that runs before the
 * page's own. So there is one engine and one page for all languages.
 * @type {import('esbuild').BuildOptions[]}
 */
export const tables = [
  {
    entryPoints: languages.map((language) => `l10n/engine.${language}.json`),
    outdir: 'dist/l10n',
    plugins: [byKey('copy')],
  },
  ...languages.map((language) => ({
    stdin: { contents: `globalThis.promptPreflightTexts = require('./l10n/page.${language}.json')`, resolveDir: process.cwd() },
    outfile: `dist/l10n/page.${language}.js`,
    format: /** @type {const} */ ('iife'),
    plugins: [byKey('json')],
  })),
];

/**
 * Gives the texts of a catalogue by their keys.
 * @param {'copy' | 'json'} loader
 * @returns {import('esbuild').Plugin}
 */
function byKey(loader) {
  return {
    name: 'texts-by-key',
    setup(build) {
      build.onLoad({ filter: /\.json$/ }, async ({ path }) => {
        const contents = JSON.stringify(keyed(path, await keyOfEngine()));
        return { contents, loader, watchFiles: [path] };
      });
    },
  };
}

/**
 * @param {string} path of a catalogue by English texts
 * @param {(text: string) => string} textKey
 */
function keyed(path, textKey) {
  const texts = Object.entries(JSON.parse(readFileSync(path, 'utf8')));
  const table = Object.fromEntries(texts.map(([text, translation]) => [textKey(text), translation]));
  if (Object.keys(table).length < texts.length) throw new Error(`Two texts of ${path} have one key: say one of them in other words.`);
  return table;
}

/**
 * The engine's own function, which looks for the texts by it.
 * @returns {Promise<(text: string) => string>}
 */
async function keyOfEngine() {
  const built = buildSync({
    entryPoints: ['server/src/engine/core/text-key.ts'],
    write: false,
    format: 'esm',
    absWorkingDir: process.cwd(),
  });
  const module = await import(`data:text/javascript,${encodeURIComponent(built.outputFiles[0]?.text ?? '')}`);
  return module.textKey;
}

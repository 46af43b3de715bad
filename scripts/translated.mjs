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
    loader: { '.json': 'copy' },
  },
  ...languages.map((language) => ({
    stdin: { contents: `globalThis.promptPreflightTexts = require('./l10n/page.${language}.json')`, resolveDir: process.cwd() },
    outfile: `dist/l10n/page.${language}.js`,
    format: /** @type {const} */ ('iife'),
  })),
];

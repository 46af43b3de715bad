import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The languages besides English, as editors name them. `l10n/` has a catalogue for each. */
export const languages = ['zh-cn'];

/**
 * A plugin of esbuild: the bundle says its texts in another language.
 * @param {string} part whose texts: `engine` or `page`
 * @param {string} language
 */
export const translated = (part, language) => ({
  name: 'translated',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    const path = fileURLToPath(new URL(`../l10n/${part}.${language}.json`, import.meta.url));
    build.onLoad({ filter: /[\\/]engine[\\/]core[\\/]translations\.ts$/ }, async () => ({
      contents: `export const translations = JSON.parse(${JSON.stringify(await readFile(path, 'utf8'))});`,
      loader: 'js',
      watchFiles: [path],
    }));
  },
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../engine/core/translations.js';

/**
 * Gives the engine its texts in the language of an editor; to be called before anything of the engine is loaded.
 * @param locale as editors name it, `zh-CN`; a language that there are no texts for, or none that can be read, is English
 * @param folder that of the tables; absent: the one beside the running program
 */
export function chooseLanguage(locale: string | undefined, folder = join(__dirname, 'l10n')): void {
  globalThis.promptPreflightTexts = locale === undefined ? undefined : textsIn(locale.toLowerCase(), folder);
}

function textsIn(language: string, folder: string): Catalogue | undefined {
  // What a client sends is no part of a path, unless it looks like the name of a language.
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/.test(language)) return undefined;
  try {
    const table: unknown = JSON.parse(readFileSync(join(folder, `engine.${language}.json`), 'utf8'));
    return isCatalogue(table) ? table : undefined;
  } catch {
    return undefined;
  }
}

function isCatalogue(table: unknown): table is Catalogue {
  return (
    typeof table === 'object' && table !== null && !Array.isArray(table) && Object.values(table).every((text) => typeof text === 'string')
  );
}

/** Texts in another language, by the key of the English text (`textKey`). */
export type Catalogue = Readonly<Record<string, string>>;

declare global {
  /** Set by who starts the engine, before anything of it is loaded (`dist/l10n/`); absent: English. */
  var promptPreflightTexts: Catalogue | undefined;
}

/**
 * What the texts of `say` are in the language that was chosen at start; undefined: English, as it is written. It is read once, when the engine is loaded: from then on it is a constant, also for the
 * texts of rules, which are said while their modules are loaded.
 */
export const translations: Catalogue | undefined = globalThis.promptPreflightTexts;

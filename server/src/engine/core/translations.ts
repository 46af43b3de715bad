/**
 * What the texts of `say` are in another language, by the English text with `{0}`, `{1}` … for its values; undefined: English, as it is written. The build puts a catalogue of
 * `l10n/` in the place of this file, once for each other language (scripts/translated.mjs), so that a bundle knows its texts in one language only.
 */
export const translations: Readonly<Record<string, string>> | undefined = undefined;

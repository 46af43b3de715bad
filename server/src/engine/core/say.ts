import { textKey } from './text-key.js';
import { translations, type Catalogue } from './translations.js';

/**
 * A text for people, in the language that was chosen at start: say`The model has no role ${name}.` Every text of ours that an editor shows is said by this tag. What frameworks raise, and what
 * stands in configs and prompts, is quoted, and never said. The translations are in `l10n/`; a test finds those that are missing.
 * @param values are put in as they are, so a part that is a text of ours is said, too. A translation may put them in another order, or leave one out
 */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return translations ? translatedBy(translations, parts, values) : joined(parts, (i) => values[i]!);
}

/** A text for people that stands in a table, as the description of a schema does: as `say` would say it. */
export function sayTable(text: string): string {
  return translations ? translatedBy(translations, [text], []) : text;
}

/** @param catalogue by the key of the text with `{0}`, `{1}` … for its values */
export function translatedBy(catalogue: Catalogue, parts: readonly string[], values: readonly (string | number)[]): string {
  const key = textKey(joined(parts, (i) => `{${String(i)}}`));
  if (!Object.hasOwn(catalogue, key)) return joined(parts, (i) => values[i]!);
  return catalogue[key]!.replace(/\{(\d+)\}/g, (hole, number: string) => String(values[Number(number)] ?? hole));
}

function joined(parts: readonly string[], between: (i: number) => string | number): string {
  return parts.reduce((text, part, i) => `${text}${between(i - 1)}${part}`);
}

import type { TextDocument } from 'vscode';
import { sniffs } from '../../server/src/engine/frameworks/sniffs.js';

/** VS Code's languages whose documents can be configs of ours, and ours. */
const languages = { python: 'python', yaml: 'yaml', json: 'json', jsonc: 'json' } as const;

/** The scheme of documents that show a config with all that it includes. They are YAML, and none that anybody runs: what is wrong with them is told of the config. */
export const effectiveScheme = 'prompt-preflight-effective';

/** The ids of these languages. */
export const configLanguages = Object.keys(languages);

const known = new WeakMap<TextDocument, { readonly version: number; readonly answer: boolean }>();

/**
 * True where the document may be a config of a supported framework. A cheap look at the text, remembered for each version: the server has
 * the last word, but on ordinary Python it is not even started.
 */
export function isConfigDocument(document: TextDocument): boolean {
  const { languageId } = document;
  if (document.uri.scheme === effectiveScheme || !isConfigLanguage(languageId)) return false;
  const last = known.get(document);
  if (last?.version === document.version) return last.answer;
  const language = languages[languageId];
  const text = document.getText();
  const answer = sniffs.some((sniff) => sniff(text, language));
  known.set(document, { version: document.version, answer });
  return answer;
}

function isConfigLanguage(languageId: string): languageId is keyof typeof languages {
  return Object.hasOwn(languages, languageId);
}

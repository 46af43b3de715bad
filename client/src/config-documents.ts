import type { TextDocument } from 'vscode';
import { looksLikeConfig } from '../../server/src/python/sniff.js';

/** Languages of the documents that can be configs of ours. */
export const configLanguages = ['python', 'yaml', 'json', 'jsonc'] as const;

const languages: ReadonlySet<string> = new Set(configLanguages);
const known = new WeakMap<TextDocument, { readonly version: number; readonly answer: boolean }>();

/**
 * True where the document may be a config of a supported framework. A cheap look at the text, remembered for each version: the server has
 * the last word, but on ordinary Python it is not even started.
 */
export function isConfigDocument(document: TextDocument): boolean {
  if (!languages.has(document.languageId)) return false;
  const last = known.get(document);
  if (last?.version === document.version) return last.answer;
  const answer = looksLikeConfig(document.getText());
  known.set(document, { version: document.version, answer });
  return answer;
}

import { mostOfName, shownLine } from '../../server/src/engine/core/shown.js';

/** Any text for a place where VS Code looks for links (`[label](command:…)`) and icons (`$(name)`): its messages and the language status. None comes of it. */
export function plainText(text: string): string {
  return shownLine(text, mostOfName).replace(/\](?=\()|\$(?=\()/g, '$& ');
}

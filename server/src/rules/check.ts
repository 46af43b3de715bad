import type { FileId } from '../text/span.js';
import type { Evaluation } from '../evaluation.js';
import type { LoadedConfig } from '../project.js';
import type { Settings } from '../settings.js';
import type { Diagnostic } from './rule.js';

/**
 * Runs every rule over one document.
 * @param loaded the document read as a config, or undefined where it is none: then only its text is checked
 * @param text gives the text of a document that the evaluation read
 */
export function checkConfig(
  _file: FileId,
  _evaluation: Evaluation,
  _loaded: LoadedConfig | undefined,
  _text: (file: FileId) => string,
  _settings: Settings,
): Diagnostic[] {
  return [];
}

import type { FileId } from './span.js';

/** What configs are written in. */
export type Language = 'python' | 'yaml' | 'json';

/** The language that the ending of a file's name tells; undefined for an ending that no config has. */
export function languageByEnding(file: FileId): Language | undefined {
  if (file.endsWith('.py')) return 'python';
  if (/\.ya?ml$/.test(file)) return 'yaml';
  return /\.jsonc?$/.test(file) ? 'json' : undefined;
}

/** The language of a file that is known to be a config, or a part of one: Python where the name tells nothing. Files that tasks include have often no ending, and are YAML. */
export function assumedLanguage(file: FileId): Language {
  return languageByEnding(file.toLowerCase()) ?? (/\/[^/.]+$/.test(file) ? 'yaml' : 'python');
}

import { rules } from '../../server/src/engine/frameworks/registry.js';
import { schemaFiles, withNames } from './schema-names.js';
import { rulesIndex } from './rules-index.js';
import { withFoot } from './rule-page.js';
import { languages } from '../translated.mjs';
import { withRuleSettings, withRuleTexts, withTranslatedRuleTexts, type RuleWords } from './rule-settings.js';

/** A file that is made, wholly or in part, of what the code says. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/**
 * All files that repeat facts of the code, as they should be.
 * @param read a file of the project; '' where there is none. What is written by hand in it stays
 */
export function generated(read: (path: string) => string): GeneratedFile[] {
  const changed = (path: string, change: (text: string) => string): GeneratedFile => ({ path, text: change(read(path)) });
  return [
    changed('package.json', (text) => withRuleSettings(text, rules)),
    changed('package.nls.json', (text) => withRuleTexts(text, rules)),
    ...languages.map((language) => {
      const words = JSON.parse(read(`l10n/rules.${language}.json`)) as RuleWords;
      return changed(`package.nls.${language}.json`, (text) => withTranslatedRuleTexts(text, rules, words));
    }),
    ...rules.map((rule) => changed(`docs/rules/${rule.id}.md`, (text) => withFoot(text, rule))),
    { path: 'docs/rules/README.md', text: rulesIndex(rules) },
    ...schemaFiles.map((name) => changed(`schemas/${name}`, (text) => withNames(name, text))),
  ];
}

/** Those that are not as they should be. */
export function stale(files: readonly GeneratedFile[], read: (path: string) => string): GeneratedFile[] {
  return files.filter(({ path, text }) => read(path) !== text);
}

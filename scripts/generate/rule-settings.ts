import type { Rule } from '../../server/src/engine/frameworks/face/rule.js';

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: { readonly 'promptPreflight.rules': { properties: Record<string, unknown> } } };
  };
}

/** What a rule is called in another language: `l10n/rules.<language>.json`, by the rule's id. */
export type RuleWords = Readonly<Partial<Record<string, { readonly title: string; readonly setting?: string }>>>;

/** The text of package.json with one setting for each rule: its severity. What it says is in `package.nls.json`. */
export function withRuleSettings(text: string, rules: readonly Rule[]): string {
  const manifest = JSON.parse(text) as Manifest;
  manifest.contributes.configuration.properties['promptPreflight.rules'].properties = Object.fromEntries(
    rules.map((rule) => [rule.id, settingOf(rule)]),
  );
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

function settingOf({ id, severity }: Rule): object {
  return { description: `%${keyOf(id)}%`, type: 'string', enum: ['error', 'warning', 'information', 'hint', 'off'], default: severity };
}

function keyOf(id: string): string {
  return `rule.${id}`;
}

/** The texts of package.json with those of the rules' settings, in the language of the rules themselves. */
export function withRuleTexts(text: string, rules: readonly Rule[]): string {
  return withTexts(
    text,
    rules.map(({ id, title, setting }) => [id, sentences(`${title}.`, setting, ' ')]),
  );
}

/** The same in another language; a rule that has no words there is left out. */
export function withTranslatedRuleTexts(text: string, rules: readonly Rule[], words: RuleWords): string {
  return withTexts(
    text,
    rules.flatMap(({ id }) => {
      const { title, setting } = words[id] ?? {};
      return title === undefined ? [] : [[id, sentences(`${title}。`, setting, '')] as const];
    }),
  );
}

function sentences(title: string, setting: string | undefined, between: string): string {
  return [title.replaceAll('`', ''), ...(setting === undefined ? [] : [setting])].join(between);
}

function withTexts(text: string, ofRules: readonly (readonly [id: string, text: string])[]): string {
  const written = Object.entries(JSON.parse(text || '{}') as Record<string, string>).filter(([key]) => !key.startsWith(keyOf('')));
  const texts = Object.fromEntries([...written, ...ofRules.map(([id, said]) => [keyOf(id), said])]);
  return `${JSON.stringify(texts, undefined, 2)}\n`;
}

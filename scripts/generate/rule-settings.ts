import type { Rule } from '../../server/src/engine/frameworks/face/rule.js';

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: { readonly 'promptPreflight.rules': { properties: Record<string, unknown> } } };
  };
}

/** The text of package.json with one setting for each rule: its severity. */
export function withRuleSettings(text: string, rules: readonly Rule[]): string {
  const manifest = JSON.parse(text) as Manifest;
  manifest.contributes.configuration.properties['promptPreflight.rules'].properties = Object.fromEntries(
    rules.map((rule) => [rule.id, settingOf(rule)]),
  );
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

function settingOf({ title, setting, severity }: Rule): object {
  return {
    description: [`${title.replaceAll('`', '')}.`, ...(setting === undefined ? [] : [setting])].join(' '),
    type: 'string',
    enum: ['error', 'warning', 'information', 'hint', 'off'],
    default: severity,
  };
}

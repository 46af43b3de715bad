import type { Severity } from './severity.js';

/** Whose rules hold for configs: those of the framework that each config is found to be of, or always those of one. */
export type FrameworkChoice = 'auto' | 'opencompass' | 'aisbench';

const frameworkChoices: readonly FrameworkChoice[] = ['auto', 'opencompass', 'aisbench'];

/** What the user can choose. Read and validated by `readSettings`; a bad value is named and its default used. */
export interface Settings {
  /** Severity by rule id; `off` silences the rule. */
  readonly rules: Readonly<Record<string, Severity | 'off'>>;
  /** Directories that hold framework packages (`opencompass/` …), looked at first. */
  readonly packageRoots: readonly string[];
  /** Directories with tasks of lm-evaluation-harness beside its own (`--include_path`); relative ones are relative to each folder. */
  readonly includePaths: readonly string[];
  /** File that the preview takes rows from; absent: placeholders. */
  readonly rowFile: string | undefined;
  readonly framework: FrameworkChoice;
}

export const defaultSettings: Settings = { rules: {}, packageRoots: [], includePaths: [], rowFile: undefined, framework: 'auto' };

const severities = new Set(['off', 'error', 'warning', 'information', 'hint']);

/**
 * Reads settings as an editor sends them.
 * @param raw the `promptPreflight` section, of any shape
 * @returns the settings, and for each value that was not usable a sentence that names it and its default
 */
export function readSettings(raw: unknown, knownRules: ReadonlySet<string>): { settings: Settings; problems: string[] } {
  const problems: string[] = [];
  if (raw === undefined || raw === null) return { settings: defaultSettings, problems };
  if (typeof raw !== 'object' || Array.isArray(raw)) {
    return { settings: defaultSettings, problems: ['promptPreflight must be an object; the defaults are used.'] };
  }
  const section = raw as Record<string, unknown>;
  return {
    settings: {
      rules: readRules(section['rules'], knownRules, problems),
      packageRoots: readStrings(section['packageRoots'], 'promptPreflight.packageRoots', problems),
      includePaths: readStrings(section['includePaths'], 'promptPreflight.includePaths', problems),
      rowFile: readString(section['rowFile'], 'promptPreflight.rowFile', problems),
      framework: readFramework(section['framework'], problems),
    },
    problems,
  };
}

function readRules(raw: unknown, known: ReadonlySet<string>, problems: string[]): Record<string, Severity | 'off'> {
  const rules: Record<string, Severity | 'off'> = {};
  if (raw === undefined || raw === null) return rules;
  if (typeof raw !== 'object' || Array.isArray(raw)) {
    problems.push('promptPreflight.rules must be an object of rule ids; every rule keeps its default severity.');
    return rules;
  }
  for (const [id, level] of Object.entries(raw)) {
    if (!known.has(id)) problems.push(`promptPreflight.rules names the unknown rule "${id}"; it is ignored.`);
    else if (typeof level !== 'string' || !severities.has(level))
      problems.push(`promptPreflight.rules["${id}"] must be one of ${[...severities].join(', ')}; its default is used.`);
    else rules[id] = level as Severity | 'off';
  }
  return rules;
}

function readFramework(raw: unknown, problems: string[]): FrameworkChoice {
  if (raw === undefined || raw === null) return 'auto';
  const choice = frameworkChoices.find((known) => known === raw);
  if (!choice) problems.push(`promptPreflight.framework must be one of ${frameworkChoices.join(', ')}; auto is used.`);
  return choice ?? 'auto';
}

function readStrings(raw: unknown, name: string, problems: string[]): string[] {
  if (raw === undefined || raw === null) return [];
  if (Array.isArray(raw) && raw.every((item): item is string => typeof item === 'string')) return raw;
  problems.push(`${name} must be a list of strings; an empty list is used.`);
  return [];
}

function readString(raw: unknown, name: string, problems: string[]): string | undefined {
  if (raw === undefined || raw === null || raw === '') return undefined;
  if (typeof raw === 'string') return raw;
  problems.push(`${name} must be a string; it is ignored.`);
  return undefined;
}

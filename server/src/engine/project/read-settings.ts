import { datasetsLibrary, namesDatasetsRelease } from '../data/datasets/json-reading.js';
import { defaultSettings, type Settings } from '../core/settings.js';
import { inlayKinds, type InlayKind } from '../frameworks/face/editor.js';
import type { Severity } from '../core/severity.js';
import { frameworkChoices, ownFrameworks, rules } from '../frameworks/registry.js';

const knownRules: ReadonlySet<string> = new Set(rules.map((rule) => rule.id));
const choices = ['auto', ...frameworkChoices];
/** All settings of this program: some are read by the editor alone. */
const names: ReadonlySet<string> = new Set([
  ...['rules', 'packageRoots', 'includePaths', 'dataRoots', 'workspaceDiagnostics', 'followCursor', 'rowFile', 'trainRowFile', 'framework'],
  ...['pythonPath', 'release', 'trace', 'modelArgs', 'inlayHints'],
]);
const severities = new Set(['off', 'error', 'warning', 'information', 'hint']);

/**
 * Reads settings as an editor sends them.
 * @param raw the `promptPreflight` section, of any shape
 * @returns the settings, and for each value that was not usable a sentence that names it and its default
 */
export function readSettings(raw: unknown): { settings: Settings; problems: string[] } {
  const problems: string[] = [];
  if (raw === undefined || raw === null) return { settings: defaultSettings, problems };
  if (typeof raw !== 'object' || Array.isArray(raw)) {
    return { settings: defaultSettings, problems: ['promptPreflight must be an object; the defaults are used.'] };
  }
  const section = raw as Record<string, unknown>;
  for (const name of Object.keys(section)) if (!names.has(name)) problems.push(`promptPreflight.${name} is no setting; it is ignored.`);
  const sweeps = section['workspaceDiagnostics'] ?? false;
  if (typeof sweeps !== 'boolean') problems.push('promptPreflight.workspaceDiagnostics must be true or false; false is used.');
  readInlayKinds(section['inlayHints'], problems);
  return {
    settings: {
      rules: readRules(section['rules'], problems),
      packageRoots: readStrings(section['packageRoots'], 'promptPreflight.packageRoots', problems),
      includePaths: readStrings(section['includePaths'], 'promptPreflight.includePaths', problems),
      dataRoots: readStrings(section['dataRoots'], 'promptPreflight.dataRoots', problems),
      rowFile: readString(section['rowFile'], 'promptPreflight.rowFile', problems),
      trainRowFile: readString(section['trainRowFile'], 'promptPreflight.trainRowFile', problems),
      modelArgs: readString(section['modelArgs'], 'promptPreflight.modelArgs', problems) ?? '',
      framework: readFramework(section['framework'], problems),
      release: readReleases(section['release'], problems),
    },
    problems,
  };
}

/** The hints within texts that are not switched off: an object of true and false by their names, or one of these for all. */
export function readInlayKinds(raw: unknown, problems: string[]): ReadonlySet<InlayKind> {
  if (raw === undefined || raw === null || raw === true) return new Set(inlayKinds);
  if (raw === false) return new Set();
  if (typeof raw !== 'object' || Array.isArray(raw)) {
    problems.push('promptPreflight.inlayHints must be an object of true and false; all hints are shown.');
    return new Set(inlayKinds);
  }
  for (const [name, shown] of Object.entries(raw)) {
    if (!(inlayKinds as readonly string[]).includes(name))
      problems.push(`promptPreflight.inlayHints.${name} is no setting; it is ignored.`);
    else if (typeof shown !== 'boolean') problems.push(`promptPreflight.inlayHints.${name} must be true or false; true is used.`);
  }
  const given = raw as Partial<Record<InlayKind, unknown>>;
  return new Set(inlayKinds.filter((kind) => given[kind] !== false));
}

function readRules(raw: unknown, problems: string[]): Record<string, Severity | 'off'> {
  const rules: Record<string, Severity | 'off'> = {};
  if (raw === undefined || raw === null) return rules;
  if (typeof raw !== 'object' || Array.isArray(raw)) {
    problems.push('promptPreflight.rules must be an object of rule ids; every rule keeps its default severity.');
    return rules;
  }
  for (const [id, level] of Object.entries(raw)) {
    if (!knownRules.has(id)) problems.push(`promptPreflight.rules names the unknown rule "${id}"; it is ignored.`);
    else if (typeof level !== 'string' || !severities.has(level))
      problems.push(`promptPreflight.rules["${id}"] must be one of ${[...severities].join(', ')}; its default is used.`);
    else rules[id] = level as Severity | 'off';
  }
  return rules;
}

function readFramework(raw: unknown, problems: string[]): string {
  if (raw === undefined || raw === null) return 'auto';
  const choice = choices.find((known) => known === raw);
  if (!choice) problems.push(`promptPreflight.framework must be one of ${choices.join(', ')}; auto is used.`);
  return choice ?? 'auto';
}

function readReleases(raw: unknown, problems: string[]): Record<string, string> {
  const chosen: Record<string, string> = {};
  if (raw === undefined || raw === null) return chosen;
  if (typeof raw !== 'object' || Array.isArray(raw)) {
    problems.push('promptPreflight.release must be an object of framework ids; the release within reach of each file is used.');
    return chosen;
  }
  for (const [framework, version] of Object.entries(raw)) {
    if (framework === datasetsLibrary) {
      if (typeof version === 'string' && namesDatasetsRelease(version)) chosen[framework] = version;
      else problems.push('promptPreflight.release["datasets"] must be a release of the library, as "3.6.0"; it is ignored.');
      continue;
    }
    const releases = ownFrameworks.find(({ id }) => id === framework)?.releases;
    const name = typeof version === 'string' ? releases?.named(version) : undefined;
    if (!releases) problems.push(`promptPreflight.release names the unknown framework "${framework}"; it is ignored.`);
    else if (name === undefined)
      problems.push(`promptPreflight.release["${framework}"] must be one of ${releases.known.join(', ')}; it is ignored.`);
    else chosen[framework] = name;
  }
  return chosen;
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

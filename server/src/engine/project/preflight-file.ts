import { datasetsLibrary, namesDatasetsRelease } from '../data/datasets/json-reading.js';
import { nearest } from '../checks/support/nearest.js';
import { IgnorePatterns } from '../core/ignore-patterns.js';
import { dirname, joinPath } from '../core/paths.js';
import { grouped } from '../core/grouped.js';
import { say } from '../core/say.js';
import type { Settings } from '../core/settings.js';
import type { Severity } from '../core/severity.js';
import type { FileId, Span } from '../core/span.js';
import type { DictEntry, DictValue, Value } from '../core/value.js';
import type { Fix } from '../frameworks/face/rule.js';
import { frameworkChoices, ownFrameworks, rules } from '../frameworks/registry.js';
import { parseJson } from '../json/parse-json.js';

/** The name of the file that a team shares. */
export const preflightName = 'preflight.json';

/** A row that the team names for a dataset: of a file, from 0; or why what it says cannot be used, a sentence. */
export type TeamRows = { readonly file: FileId; readonly row: number | undefined } | { readonly problem: string };

/** Those settings that a project file may hold. Paths are absolute. */
export type SharedSettings = Pick<Settings, 'rules' | 'packageRoots' | 'includePaths' | 'dataRoots' | 'framework' | 'release'>;

/** A value that cannot be used; its default is. */
export interface PreflightProblem {
  readonly span: Span;
  readonly message: string;
  readonly severity: Severity;
  readonly fixes: readonly Fix[];
}

/** A path that a project file names, and where. */
export interface NamedPath {
  readonly path: FileId;
  readonly span: Span;
}

/** What a `preflight.json` says. */
export interface PreflightFile {
  readonly file: FileId;
  readonly settings: SharedSettings;
  /** What is not checked, as seen from its folder. */
  readonly excludes: IgnorePatterns;
  readonly rows: ReadonlyMap<string, TeamRows>;
  /** All folders that its settings name. */
  readonly folders: readonly NamedPath[];
  readonly problems: readonly PreflightProblem[];
  /** Why none of its rows can be used. */
  readonly rowsProblem?: string;
  /** Why none of it can be used. */
  readonly unusable?: string;
  /** The same for two texts that say the same. */
  readonly says: string;
}

const severities: readonly (Severity | 'off')[] = ['error', 'warning', 'information', 'hint', 'off'];

/** Patterns and rules of a file by hand are fewer: more are no settings. */
const mostEntries = 1_000;
/** So many UTF-16 units are read. */
const mostText = 400_000;

/**
 * Reads a `preflight.json`. A value that cannot be used is named at its place, and its default holds.
 * @returns undefined for a file of this name that is another program's: none of its keys is one of ours, or nearly
 */
export function readPreflight(file: FileId, text: string): PreflightFile | undefined {
  if (text.length > mostText) {
    if (!mentionsKey(text)) return undefined;
    return unusable(file, { file, start: 0, end: 1 }, say`preflight.json has more than ${grouped(mostText)} characters, and is not read.`);
  }
  const { value, problem } = parseJson(text, file);
  if (problem) {
    if (!mentionsKey(text)) return undefined;
    const message = say`preflight.json cannot be read: ${problem.message}`;
    return unusable(file, { file, start: problem.start, end: Math.max(problem.end, problem.start) }, message);
  }
  if (value?.kind !== 'dict') return unusable(file, { file, start: 0, end: text.length }, say`preflight.json must be an object.`);
  const names = namedEntries(value).map(([name]) => name);
  if (names.length > 0 && !names.some((name) => keyOf(name) !== undefined || nearest(name, keys) !== undefined)) return undefined;
  return new Reader(file, value).read();
}

/** One of which nothing can be used, and why. @param span where that is seen */
export function unusable(file: FileId, span: Span, message: string): PreflightFile {
  return {
    file,
    settings: nothingShared,
    excludes: new IgnorePatterns([]),
    rows: new Map(),
    folders: [],
    problems: [{ span, message, severity: 'error', fixes: [] }],
    unusable: message,
    says: message,
  };
}

/**
 * The rows that a project file names for a dataset. Undefined where it says nothing of the dataset.
 * @param name the abbr of the dataset, or the name of the task
 */
export function teamRows(found: PreflightFile | undefined, name: string): TeamRows | undefined {
  const problem = found?.unusable ?? found?.rowsProblem;
  return problem === undefined ? found?.rows.get(name) : { problem };
}

const nothingShared: SharedSettings = { rules: {}, packageRoots: [], includePaths: [], dataRoots: [], framework: 'auto', release: {} };

const keys = ['rules', 'exclude', 'packageRoots', 'includePaths', 'dataRoots', 'framework', 'release', 'rows'] as const;
type Key = (typeof keys)[number] | '$schema';

function mentionsKey(text: string): boolean {
  return keys.some((key) => text.includes(`"${key}"`));
}

function keyOf(name: string): Key | undefined {
  return name === '$schema' ? name : keys.find((key) => key === name);
}

function namedEntries(dict: DictValue): (readonly [name: string, entry: DictEntry])[] {
  return [...dict.entries.values()]
    .slice(0, mostEntries)
    .flatMap((entry) => (entry.key.kind === 'str' ? [[entry.key.text, entry] as const] : []));
}

/** One reading of one file. */
class Reader {
  private readonly problems: PreflightProblem[] = [];
  private readonly folders: NamedPath[] = [];
  private readonly folder: FileId;

  constructor(
    private readonly file: FileId,
    private readonly root: DictValue,
  ) {
    this.folder = dirname(file);
  }

  read(): PreflightFile {
    for (const [name, { keySpan }] of namedEntries(this.root)) if (keyOf(name) === undefined) this.unknown(name, keySpan);
    const settings: SharedSettings = {
      rules: this.rules(),
      packageRoots: this.paths('packageRoots'),
      includePaths: this.paths('includePaths'),
      dataRoots: this.paths('dataRoots'),
      framework: this.framework(),
      release: this.releases(),
    };
    const patterns = this.texts('exclude').map(({ text }) => text);
    const rows = this.rows();
    const given = this.root.get('rows');
    return {
      file: this.file,
      settings,
      excludes: new IgnorePatterns(patterns),
      rows,
      folders: this.folders,
      problems: this.problems,
      ...(given && given.kind !== 'dict' && { rowsProblem: noRows() }),
      says: JSON.stringify([settings, patterns, [...rows]]),
    };
  }

  private unknown(name: string, span: Span): void {
    const near = nearest(name, keys);
    const message =
      near === undefined
        ? say`There is no key "${name}" in preflight.json: it is ignored. Its keys are ${keys.join(', ')}.`
        : say`There is no key "${name}" in preflight.json: it is ignored. Did you mean "${near}"?`;
    this.report(span, message, near);
  }

  /** @param near what stands between the quotes once it is fixed */
  private report(span: Span, message: string, near?: string, severity: Severity = 'warning'): void {
    const fixes: Fix[] =
      near === undefined ? [] : [{ title: say`Change to ${near}`, safe: true, edits: [{ span, newText: JSON.stringify(near) }] }];
    this.problems.push({ span, message, severity, fixes });
  }

  private object(key: Key, expected: string): (readonly [name: string, entry: DictEntry])[] {
    const value = this.root.get(key);
    if (value === undefined) return [];
    if (value.kind === 'dict') return namedEntries(value);
    this.report(value.span, expected);
    return [];
  }

  private rules(): Record<string, Severity | 'off'> {
    const chosen: Record<string, Severity | 'off'> = {};
    for (const [id, { value, keySpan }] of this.object(
      'rules',
      say`"rules" must be an object of rules and severities; every rule keeps its own.`,
    )) {
      const severity = textOf(value);
      if (!rules.some((rule) => rule.id === id)) this.noRule(id, keySpan);
      else if (severity === undefined || !isSeverity(severity)) {
        const near = severity === undefined ? undefined : nearest(severity, severities);
        this.report(value.span, say`The severity of ${id} must be one of ${severities.join(', ')}; its default is used.`, near);
      } else chosen[id] = severity;
    }
    return chosen;
  }

  private noRule(id: string, span: Span): void {
    const near = nearest(id, rules.map((rule) => rule.id)); // oxfmt-ignore
    const message =
      near === undefined
        ? say`There is no rule ${id}: its severity is ignored.`
        : say`There is no rule ${id}: its severity is ignored. Did you mean ${near}?`;
    this.report(span, message, near);
  }

  private texts(key: Key): { readonly text: string; readonly span: Span }[] {
    const value = this.root.get(key);
    if (value === undefined) return [];
    if (value.kind !== 'list') {
      this.report(value.span, say`"${key}" must be a list of strings; an empty list is used.`);
      return [];
    }
    return value.items.slice(0, mostEntries).flatMap((item) => {
      const text = textOf(item);
      if (text !== undefined && text !== '') return [{ text, span: item.span }];
      this.report(item.span, say`Each of "${key}" must be a string that is not empty; this one is left out.`);
      return [];
    });
  }

  private paths(key: 'packageRoots' | 'includePaths' | 'dataRoots'): FileId[] {
    return this.texts(key).map(({ text, span }) => {
      const path = this.pathOf(text);
      this.folders.push({ path, span });
      return path;
    });
  }

  private pathOf(text: string): FileId {
    return joinPath(this.folder, text.replaceAll('\\', '/').replace(/^\.\//, ''));
  }

  private framework(): string {
    const value = this.root.get('framework');
    if (value === undefined) return 'auto';
    const choices = ['auto', ...frameworkChoices];
    const name = textOf(value);
    if (name !== undefined && choices.includes(name)) return name;
    const near = name === undefined ? undefined : nearest(name, choices);
    this.report(value.span, say`"framework" must be one of ${choices.join(', ')}; auto is used.`, near);
    return 'auto';
  }

  private releases(): Record<string, string> {
    const chosen: Record<string, string> = {};
    for (const [name, { value, keySpan }] of this.object(
      'release',
      say`"release" must be an object of frameworks and releases; the release within reach of each file is used.`,
    )) {
      const releases = ownFrameworks.find(({ id }) => id === name)?.releases;
      const text = textOf(value);
      const release = text === undefined ? undefined : releases?.named(text);
      if (name === datasetsLibrary) {
        if (text !== undefined && namesDatasetsRelease(text)) chosen[name] = text;
        else this.report(value.span, say`The release of ${name} must be one of the library, as "3.6.0"; it is ignored.`);
      } else if (!releases) {
        const near = nearest(name, [...ownFrameworks.map(({ id }) => id), datasetsLibrary]); // oxfmt-ignore
        this.report(keySpan, say`There is no framework "${name}": its release is ignored.`, near);
      } else if (release === undefined)
        this.report(value.span, say`The release of ${name} must be one of ${releases.known.join(', ')}; it is ignored.`);
      else chosen[name] = release;
    }
    return chosen;
  }

  private rows(): Map<string, TeamRows> {
    return new Map(
      this.object('rows', noRows()).map(([name, { value }]) => {
        const rows = rowOf(name, value, (path) => this.pathOf(path));
        if ('problem' in rows) this.report(value.span, rows.problem);
        return [name, rows];
      }),
    );
  }
}

function noRows(): string {
  return say`preflight.json: "rows" must be an object of dataset names and files.`;
}

/** `data/dev.jsonl` or `data/dev.jsonl:7`: row 7 of it, counted from 1. */
function rowOf(name: string, value: Value, pathOf: (path: string) => FileId): TeamRows {
  const text = textOf(value);
  if (text === undefined || text === '')
    return { problem: say`preflight.json: the rows of "${name}" must be a file, or a file and a row: "data/dev.jsonl:7".` };
  const [, path = text, row] = /^(.+?)(?::(\d{1,9}))?$/s.exec(text) ?? [];
  if (row !== undefined && Number(row) < 1) return { problem: say`preflight.json: rows are counted from 1; "${name}" asks for ${text}.` };
  return { file: pathOf(path), row: row === undefined ? undefined : Number(row) - 1 };
}

function textOf(value: Value): string | undefined {
  return value.kind === 'str' ? value.text : undefined;
}

function isSeverity(text: string): text is Severity | 'off' {
  return (severities as readonly string[]).includes(text);
}

/** Whether a file is a project file by its name. */
export function isPreflight(file: FileId): boolean {
  return file.endsWith(`/${preflightName}`);
}

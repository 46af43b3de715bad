import type { FileId } from '../../../core/span.js';
import { packageFolder, type Workspace } from '../../../core/workspace.js';

/** What the source of the harness that evaluates a file says of itself: people work with older releases, and with ones that they have extended. */
export interface HarnessSource {
  /** The package. */
  readonly folder: FileId;
  /** The fields of TaskConfig. */
  readonly taskFields: ReadonlySet<string>;
  /** Those of FewshotConfig; undefined where the release has no such class and takes any key. */
  readonly fewshotFields: ReadonlySet<string> | undefined;
  /** Whether one of the modules, given by their paths below `lm_eval/` (with a slash at its end: all of a folder), has a text of its own that is just this name. */
  names(modules: readonly string[], name: string): boolean;
  /** Whether its tasks compute this metric in a way of their own, which no release does: people add one to `process_results`. */
  scores(metric: string): boolean;
  /** Whether its tasks give a score of this name where one is asked for, whatever the type of the task is. */
  computes(metric: string): boolean;
  /** Whether its tasks have a score of this name among those that they give whether they are asked for or not. */
  givesAlways(metric: string): boolean;
}

/** Where TaskConfig is defined: first in the newest releases, then in those before 0.4.10. */
const configModules = ['config/task.py', 'api/task.py'];

interface Kept {
  readonly text: string;
  readonly source: HarnessSource;
}

const kept = new WeakMap<Workspace, Map<FileId, Kept>>();

/** The harness around a file, or the one installed for it; undefined where none is within reach, or it is of a kind that defines no tasks in YAML. */
export function harnessSourceOf(file: FileId, workspace: Workspace): HarnessSource | undefined {
  const folder = packageFolder(workspace, 'lm_eval', file);
  return folder === undefined ? undefined : sourceIn(folder, workspace);
}

/** The options of a run that the harness around a file takes; undefined where none is within reach, or it has no configs of runs. */
export function runFieldsAround(file: FileId, workspace: Workspace): ReadonlySet<string> | undefined {
  const source = harnessSourceOf(file, workspace);
  const text = source && textOf(`${source.folder}/config/evaluate_config.py`, workspace);
  return text === undefined ? undefined : fieldsOf('EvaluatorConfig', text);
}

/** Whether a folder is a package that defines tasks as the harness does, whatever it is called. */
export function harnessPackageAt(folder: FileId, workspace: Workspace): boolean {
  return (
    configModules.some((module) => workspace.stat(`${folder}/${module}`)?.kind === 'file') && sourceIn(folder, workspace) !== undefined
  );
}

/** What the package in a folder says of itself. */
export function sourceIn(folder: FileId, workspace: Workspace): HarnessSource | undefined {
  let known = kept.get(workspace);
  if (!known) kept.set(workspace, (known = new Map()));
  for (const module of configModules) {
    const text = textOf(`${folder}/${module}`, workspace);
    if (text === undefined) continue;
    const there = known.get(folder);
    if (there?.text === text) return there.source;
    if (!/^class TaskConfig\b/m.test(text)) continue;
    const source = read(folder, text, workspace);
    known.set(folder, { text, source });
    return source;
  }
  return undefined;
}

function read(folder: FileId, text: string, workspace: Workspace): HarnessSource {
  return {
    folder,
    taskFields: fieldsOf('TaskConfig', text) ?? new Set(),
    fewshotFields: fieldsOf('FewshotConfig', text),
    names: (modules, name) =>
      modules.some((module) =>
        module.endsWith('/')
          ? isNamedIn(`${folder}/${module.slice(0, -1)}`, name, workspace)
          : namesIn(textOf(`${folder}/${module}`, workspace) ?? '', name),
      ),
    scores: (metric) => scoredIn(textOf(`${folder}/api/task.py`, workspace) ?? '').has(metric),
    computes: (metric) => computedIn(textOf(`${folder}/api/task.py`, workspace) ?? '').has(metric),
    givesAlways: (metric) => {
      const module = textOf(`${folder}/api/task.py`, workspace) ?? '';
      return keysIn(module).has(metric) && !computedIn(module).has(metric);
    },
  };
}

/** Whether a Python file of a folder that registers anything has a text of its own that is just this name. */
export function isRegisteredIn(folder: FileId, name: string, workspace: Workspace): boolean {
  return isNamedIn(folder, name, workspace, (text) => /\bregister_|_REGISTRY\b/.test(text));
}

/** Whether a Python file of a folder has a text of its own that is just this name, as one has that registers something under it. @param among which files are looked at, by their texts */
function isNamedIn(folder: FileId, name: string, workspace: Workspace, among: (text: string) => boolean = () => true): boolean {
  return (workspace.list(folder) ?? []).some((file) => {
    const text = file.endsWith('.py') ? (textOf(`${folder}/${file}`, workspace) ?? '') : '';
    return namesIn(text, name) && among(text);
  });
}

/** The annotated names of a class: what a dataclass takes as its keywords. */
function fieldsOf(name: string, text: string): Set<string> | undefined {
  const [body] = new RegExp(String.raw`^class ${name}\b[^\n]*\n(?:(?:[ \t]+[^\n]*|#[^\n]*)?\n)*`, 'm').exec(text) ?? [];
  return body === undefined ? undefined : new Set([...body.matchAll(/^ {4}([A-Za-z_]\w*)[ \t]*:/gm)].map(([, field]) => field!));
}

/** The metrics for which a module asks one by one. */
function scoredIn(text: string): Set<string> {
  return new Set([...text.matchAll(/\bmetric\s*==\s*["']([\w@+.-]+)["']/g)].map(([, metric]) => metric!));
}

/** The metrics that a module looks for among those of a task; a line that is commented out says nothing. */
function computedIn(text: string): Set<string> {
  return new Set([...text.matchAll(/^[^#\n]*?["']([\w@+.-]+)["'] in use_metric\b/gm)].map(([, metric]) => metric!));
}

/** The names in front of a colon: keys of the dicts that a module writes. */
function keysIn(text: string): Set<string> {
  return new Set([...text.matchAll(/^[^#\n]*?[{(,\s]["']([\w@+.-]+)["']\s*:/gm)].map(([, key]) => key!));
}

function namesIn(text: string, name: string): boolean {
  return text.includes(`"${name}"`) || text.includes(`'${name}'`);
}

function textOf(file: FileId, workspace: Workspace): string | undefined {
  const found = workspace.read(file);
  return found.kind === 'text' ? found.text : undefined;
}

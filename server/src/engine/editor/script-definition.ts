import { namedInScript, type NamedInScript } from '../command-line/named-in-script.js';
import type { NamedKind } from '../command-line/find-config.js';
import { folderFrom } from '../core/folder-from.js';
import { dirname, joinPath } from '../core/paths.js';
import type { FileId, Span } from '../core/span.js';
import type { Definition } from '../frameworks/face/editor.js';
import type { Framework } from '../frameworks/face/framework.js';
import { frameworks } from '../frameworks/registry.js';
import { configNamed, namingFrameworksNear, splitDatasetName } from '../project/named-config.js';
import type { Project } from '../project/project.js';

/** A shell script. No project has it: nothing else is said of one. */
export interface Script {
  readonly file: FileId;
  readonly text: string;
}

/** So many configs are led to that a pattern of names means. */
const mostConfigs = 200;

/** Where the task or the config is defined that a command of a script names at an offset: the start of a config's file. */
export function definitionsInScript(project: Project, { file, text }: Script, offset: number): Definition[] {
  const named = namedInScript(text, offset);
  if (!named) return [];
  const origin = { file, start: named.start, end: named.end };
  const { option } = named;
  if (option !== 'tasks') return configsOf(project, named, option, origin);
  const folders = named.given('--include_path', '--include-path');
  return frameworks.flatMap(({ editor }) => editor?.namedInRun?.(origin, named.name, folders, project) ?? []);
}

/** The first of several is the one that the framework takes. */
function configsOf({ workspace }: Project, named: NamedInScript, kind: NamedKind, origin: Span): Definition[] {
  const from = dirname(origin.file);
  const name = kind === 'datasets' ? splitDatasetName(named.name)[0] : named.name;
  const [given = 'configs'] = named.given('--config-dir');
  // A folder that is not there has no configs, and the framework's own are looked for from its place.
  const directory = folderFrom(origin.file, given, workspace) ?? joinPath(from, given);
  for (const framework of runBy(named, namingFrameworksNear(workspace, from))) {
    const found = configNamed(workspace, framework, kind, name, directory);
    if (!('file' in found)) continue;
    return [found.file, ...found.others].slice(0, mostConfigs).map((file) => ({ origin, target: { file, start: 0, end: 0 } }));
  }
  return [];
}

/** Those whose program is run; all where that is told by no word: `run.py`. */
function runBy(named: NamedInScript, near: readonly Framework[]): readonly Framework[] {
  const run = near.filter(({ commandLine }) =>
    named.runs(new RegExp(String.raw`(?:^|[/\s])${commandLine!.configs.split('/')[0]!}(?:$|[/.\s])`)),
  );
  return run.length > 0 ? run : near;
}

import { resolve } from 'node:path';
import { assumedLanguage, languageByEnding } from '../../engine/core/language.js';
import { NotingWorkspace } from '../../engine/core/noting-workspace.js';
import type { FileId } from '../../engine/core/span.js';
import type { Workspace } from '../../engine/core/workspace.js';
import { looksLikeConfig } from '../../engine/frameworks/registry.js';
import { isPreflight } from '../../engine/project/preflight-file.js';
import type { Project } from '../../engine/project/project.js';
import { fileOfPath } from '../../node/uris.js';
import { beacon } from '../../worker/own-beacon.js';
import { joinRun } from '../../worker/join-run.js';
import { keepCompiled } from '../../worker/own-program.js';
import { tell } from '../../worker/this-thread.js';
import { Baseline } from '../check/baseline.js';
import { checkOptions, standardInput, type CheckArguments } from '../check/check-options.js';
import { Checker } from '../check/checker.js';
import { excludesOf } from '../support/exclusion.js';
import type { Excludes } from '../../node/folder-search.js';
import { projectFilesOf, tellOfProjectFiles } from '../check/project-files.js';
import { RuleTimes } from '../check/rule-times.js';
import { reportOf, type Report } from '../reports/report.js';
import { CommandError, type Command } from '../support/command.js';
import { longestRange } from '../support/check-queue.js';
import { findConfigs, type FoundConfigs } from '../support/find-configs.js';
import { nameHelp, openNamed, pathsOf, type Names } from '../support/named-configs.js';
import { openConfig, openProject } from '../support/open-project.js';
import { count, gatherNotes, note } from '../support/terminal.js';

/** `check`: the diagnostics of configs, for people and in the formats of programs. */
export const check: Command = {
  help: `Usage: prompt-preflight check PATH… [options]
       prompt-preflight check --models NAME… --datasets NAME… [options]

Checks configs. A folder is searched for Python, YAML and JSON files that look like configs of a known framework; hidden folders,
node_modules, virtual environments and the copies of configs that runs keep (20240517_162245/configs/…) are left out. With names, the configs that they mean are checked, and each dataset with each model.

${nameHelp}
  --select RULES       only these rules, separated by commas; * stands for any part of an id; may be given several times
  --ignore RULES       all but these rules
  --trust              follow paths of preflight.json that lead out of the project
  --exclude PATTERN    leave out files and folders, also those that are named; patterns are those of .gitignore; may be given several times
  --ignore-unknown     pass over files that are named and can be no configs, as hooks name them
  --baseline FILE      leave out the findings that FILE holds, which are known
  --write-baseline     write all findings to that file, and print none

  --fix                apply the safe fixes to the files, and print what is left
  --unsafe-fixes       also those that may change what a working config does
  --diff               write nothing: print what --fix would change, as a unified diff

  --format FORMAT      text for people (default); json, one document with all diagnostics; sarif 2.1.0; github, annotations of a workflow;
                       gitlab, a code quality report; junit, XML
  --stdin-filename PATH
                       check standard input as the text of the file at PATH
  --jobs N             check many files with N engines at a time, 1 to 32 (default: one for each processor, up to 8; few files use one).
                       What is printed is the same
  --timing             say which configs and rules take longest
  --watch              go on, and check again when a file changes
  --package-root DIR   a directory that holds framework packages (opencompass/ …); may be given several times

Exit code: 0 no findings of severity warning or above, 1 findings (with --diff: or anything to fix), 2 could not run.
`,
  async run(args) {
    const { known, files: toCheck } = await joinRun();
    const options = checkOptions(args);
    const { names, paths, stdinFilename } = options;
    const times = options.timing ? new RuleTimes() : undefined;
    const places = [...paths, ...(names ? pathsOf(names) : []), ...(stdinFilename === undefined ? [] : [stdinFilename])];
    let noting: NotingWorkspace | undefined;
    const around = (workspace: Workspace): Workspace => (noting = new NotingWorkspace(workspace));
    const project = await openProject(places, {
      packageRoots: options.packageRoots,
      trust: options.trust,
      around: options.watch ? around : undefined,
      aroundRule: times?.around,
    });
    project.configure({ ...project.settings, ...options.rules });
    for (const refusal of known.refused) project.refuse(refusal);
    const takeNotes = gatherNotes();
    const report = reportOf(options.format, project);
    const baseline = baselineOf(options);
    const { named, files = toCheck.all } = known.named
      ? { named: known.named, files: known.files }
      : searched(project, options, report, takeNotes);
    if (known.named && names) {
      openNamed(project, names);
      // The engine that has searched has said what there is to say of the names.
      takeNotes();
    }
    if (known.stdin !== undefined) openText(project, stdinFilename!, known.stdin);
    const { writeBaseline, fix } = options;
    const isGiven = givenBy(options.paths, named);
    const { print, decides } = report;
    const checker = new Checker(project, named, {
      print,
      decides,
      files: Promise.resolve(files),
      baseline,
      writeBaseline,
      fix,
      times,
      isGiven,
      takeNotes,
      takeRead: noting && ((): readonly FileId[] => noting?.takeNoted() ?? []),
      // One engine keeps what is compiled, that which searched: the flags of V8 are still those that it was loaded with.
      afterFiles: known.named ? undefined : afterFiles,
    });
    // The engine is at the service of the thread that watches, which ends it.
    return new Promise(() => toCheck.each((message) => void checker.check(message)));
  },
};

/** After so many milliseconds nearly all that a run calls has been compiled. */
const enoughMs = 3000;

/** Keeps what is compiled, before the engine is ended: that is when all is told. */
function afterFiles(last: boolean): void {
  if (last || performance.now() > enoughMs) keepCompiled();
}

/** @param paths the arguments @param named files that were found by other means */
function givenBy(paths: readonly string[], named: readonly FileId[]): (file: FileId) => boolean {
  const given = [...paths.map((path) => fileOfPath(resolve(path))), ...named];
  return (file) => given.some((path) => file === path || file.startsWith(path.endsWith('/') ? path : `${path}/`));
}

function baselineOf({ baseline, writeBaseline }: CheckArguments): Baseline | undefined {
  if (baseline === undefined) return undefined;
  return writeBaseline ? Baseline.empty(baseline) : Baseline.read(baseline);
}

/**
 * Searches for the files that the arguments mean, and tells the watching thread. Where that fails, the notes so far stand before the reason.
 * @returns them, and which of them the user named
 */
function searched(
  project: Project,
  options: CheckArguments,
  { frame }: Report,
  takeNotes: () => string,
): Pick<FoundConfigs, 'named' | 'files'> {
  const { jobs, stdinFilename } = options;
  const baseline = options.writeBaseline && options.baseline !== undefined ? resolve(options.baseline) : undefined;
  try {
    const stdin = stdinFilename === undefined ? undefined : standardInput();
    const { files, named, looked } = stdin === undefined ? filesOf(project, options) : textToCheck(project, options, stdinFilename!, stdin);
    tellOfProjectFiles(project, files);
    if (files.length === 0) note(`No config found among ${count(looked, 'file')}.`);
    const watched = options.watch ? [...options.paths.map((path) => resolve(path)), ...projectFilesOf(project, files)] : undefined;
    const diff = options.fix?.diff ?? false;
    tell({ kind: 'found', files, named, notes: takeNotes(), frame, jobs, baseline, stdin, diff, watched });
    return { named, files };
  } catch (error) {
    process.stderr.write(takeNotes());
    throw error;
  }
}

function filesOf(project: Project, { paths, names, exclude, ignoreUnknown, fix }: CheckArguments): FoundConfigs {
  const excluded = excludesOf(exclude);
  // Other engines may check what is found meanwhile, unless a fix changes what is still to be found, or files that are named decide what is said of others.
  const some = fix || names || paths.some(languageByEnding) ? undefined : new SomeFiles();
  const excludes: Excludes = (path, isFolder) => excluded(path, isFolder) || project.excludes(fileOfPath(path), isFolder);
  const given = findConfigs(paths, (file) => looksRight(project, file), excludes, { more: (file) => some?.add(file), ignoreUnknown });
  const found = names ? withNamed(project, given, names) : given;
  for (const file of found.named) openConfig(project, file);
  return found;
}

/** Tells of the files that a search finds, some at a time. */
class SomeFiles {
  private files: FileId[] = [];

  add(file: FileId): void {
    this.files.push(file);
    if (this.files.length < longestRange) return;
    tell({ kind: 'some', files: this.files });
    this.files = [];
  }
}

/** A text that stands for a file, unless that is left out. */
function textToCheck(project: Project, { exclude }: CheckArguments, path: string, text: string): FoundConfigs {
  if (excludesOf(exclude)(resolve(path), false)) return { files: [], named: [], looked: 1 };
  return openText(project, path, text);
}

/** A text that stands for a file, whether there is one or not. */
function openText(project: Project, path: string, text: string): FoundConfigs {
  if (!languageByEnding(path)) throw new CommandError(`${path} is not a config: only .py, .yaml, .yml, .json and .jsonc files can be.`);
  const file = fileOfPath(resolve(path));
  project.update(file, text, 1, assumedLanguage(file));
  return { files: [file], named: [file], looked: 1 };
}

/** Whether a file is to be checked, undefined where it has no text; what was too much already is, since that must be said. */
function looksRight(project: Project, file: FileId): boolean | undefined {
  if (project.refusal(file)) return true;
  if (isPreflight(file)) return project.preflight(file)?.file === file;
  return beacon.during({ what: 'reading', file }, () => {
    const read = project.workspace.read(file);
    return read.kind === 'text' ? looksLikeConfig(read.text, languageByEnding(file)!) : undefined;
  });
}

/** What was found by names, and the document that pairs it, behind what was found by paths. */
function withNamed(project: Project, found: FoundConfigs, names: Names): FoundConfigs {
  const { files, together, notes } = openNamed(project, names);
  for (const text of notes) note(text);
  const added = [...files, ...(together === undefined ? [] : [together])];
  return { files: [...new Set([...found.files, ...added])], named: [...found.named, ...added], looked: found.looked };
}

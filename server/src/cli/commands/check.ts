import { languageByEnding } from '../../engine/core/language.js';
import type { Project } from '../../engine/project/project.js';
import type { Diagnostic } from '../../engine/frameworks/face/rule.js';
import { looksLikeConfig } from '../../engine/frameworks/registry.js';
import type { FileId } from '../../engine/core/span.js';
import { nothingFound, type CheckedFile } from '../../worker/start.js';
import { beacon, resumed, tell } from '../../worker/this-thread.js';
import { JsonReport, TextReport, type CheckReport } from '../support/check-report.js';
import { exitCode, oneOf, readArguments, UsageError, type Command } from '../support/command.js';
import { openConfig, openProject, shownPath } from '../support/open-project.js';
import { explain } from '../support/explain.js';
import { findConfigs, type FoundConfigs } from '../support/find-configs.js';
import { nameHelp, nameOptions, namesOf, openNamed, pathsOf, spreadOptions, type Names } from '../support/named-configs.js';
import { count, note, ProgressLine, styleFor } from '../support/terminal.js';

/** `check`: the diagnostics of configs, as text for people or as one JSON document for programs. */
export const check: Command = {
  help: `Usage: prompt-preflight check PATH… [options]
       prompt-preflight check --models NAME… --datasets NAME… [options]

Checks configs. A folder is searched for Python, YAML and JSON files that look like configs of a known framework; hidden folders,
node_modules and virtual environments are left out. With names, the configs that they mean are checked, and each dataset with each model.

${nameHelp}  --format text|json   text for people (default), or one JSON document with all diagnostics
  --package-root DIR   a directory that holds framework packages (opencompass/ …); may be given several times

Exit code: 0 no findings of severity warning or above, 1 findings, 2 could not run.
`,
  async run(args) {
    const { values, positionals } = readArguments(spreadOptions(args, ['models', 'datasets']), { ...nameOptions, format: { type: 'string' }, 'package-root': { type: 'string', multiple: true } });
    const format = oneOf('format', values.format, ['text', 'json'], 'text');
    const names = namesOf(values);
    if (positionals.length === 0 && !names) throw new UsageError('Say which files or folders to check.');
    const project = await openProject(names ? [...positionals, ...pathsOf(names)] : positionals, values['package-root']);
    for (const refusal of resumed.refused) project.refuse(refusal);
    const given = findConfigs(positionals, (file) => looksRight(project, file));
    const found = names ? withNamed(project, given, names) : given;
    for (const file of found.named) openConfig(project, file);
    if (found.files.length === 0) note(`No config found among ${count(found.looked, 'file')}.`);
    const report = format === 'json' ? new JsonReport() : new TextReport(project, styleFor(process.stdout));
    for (const file of resumed.checked) report.resume(file);
    const whole = await checkFiles(project, found, report);
    const code = await report.finish(found.files.length);
    return whole ? code : exitCode.failed;
  },
};

/** Whether a file is to be checked, undefined where it has no text; what was too much already is, since that must be said. */
function looksRight(project: Project, file: FileId): boolean | undefined {
  if (project.refusal(file)) return true;
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

/** @returns whether each file could be checked: a fault of our own on one of them does not end the run */
async function checkFiles(project: Project, { files, ...found }: FoundConfigs, report: CheckReport): Promise<boolean> {
  const named = new Set(found.named);
  const progress = new ProgressLine(files.length);
  let whole = true;
  let clean = 0;
  for (const [i, file] of files.entries()) {
    const before = resumed.checked[i];
    if (before) {
      whole &&= !before.failed;
      continue;
    }
    progress.at(i, shownPath(file));
    const checked = await checkFile(project, file, named.has(file), report, progress).catch((error: unknown) => failedFile(file, error, progress));
    whole &&= !checked.failed;
    if (checked.severities.length === 0 && !checked.failed) clean++;
    else {
      // Most files are clean, and a message for each would be dear. What is not told is checked again where this engine is ended.
      tell({ kind: 'checked', clean, file: checked });
      clean = 0;
    }
    project.release(file);
  }
  progress.clear();
  return whole;
}

async function checkFile(project: Project, file: FileId, named: boolean, report: CheckReport, progress: ProgressLine): Promise<CheckedFile> {
  const document = beacon.during({ what: 'reading', file }, () => project.document(file));
  if (!document) {
    progress.clear();
    note(`${shownPath(file)} is left out: ${unreadable(project, file)}`);
    return nothingFound;
  }
  const diagnostics = await checkWhole(project, file);
  if (diagnostics.length > 0) progress.clear();
  else if (named && !project.load(file)) note(`${shownPath(file)} is no config of a known framework: there is nothing to check.`);
  return report.file(file, diagnostics, document.text, document.lines);
}

function failedFile(file: FileId, error: unknown, progress: ProgressLine): CheckedFile {
  progress.clear();
  note(`${shownPath(file)} is left out. ${explain(error, 'check').trimEnd()}`);
  return { ...nothingFound, failed: true };
}

/** The diagnostics with those that need rows of a dataset, where that is on this machine. */
async function checkWhole(project: Project, file: FileId): Promise<readonly Diagnostic[]> {
  const check = (): readonly Diagnostic[] => beacon.during({ what: 'check', file }, () => project.check(file));
  const diagnostics = check();
  if (!project.reads.pending) return diagnostics;
  await project.reads.pending;
  return check();
}

function unreadable(project: Project, file: FileId): string {
  const read = project.workspace.read(file);
  return read.kind === 'none' ? read.reason : 'it cannot be read.';
}

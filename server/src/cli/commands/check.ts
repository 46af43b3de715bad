import { languageByEnding } from '../../engine/core/language.js';
import type { Project } from '../../engine/project/project.js';
import type { Diagnostic } from '../../engine/frameworks/face/rule.js';
import { looksLikeConfig } from '../../engine/frameworks/registry.js';
import type { FileId } from '../../engine/core/span.js';
import { nothingFound, type CheckedFile } from '../../worker/start.js';
import { beacon, joinedRun, onFiles, tell, type FoundFiles } from '../../worker/this-thread.js';
import { findingsJson, findingsText, type PrintFindings } from '../support/check-report.js';
import { oneOf, readArguments, UsageError, wholeNumber, type Command } from '../support/command.js';
import { openConfig, openProject } from '../support/open-project.js';
import { shownPath } from '../support/shown-path.js';
import { explain } from '../support/explain.js';
import { findConfigs, type FoundConfigs } from '../support/find-configs.js';
import { nameHelp, nameOptions, namesOf, openNamed, pathsOf, spreadOptions, type Names } from '../support/named-configs.js';
import { count, gatherNotes, note, styleFor } from '../support/terminal.js';

/** `check`: the diagnostics of configs, as text for people or as one JSON document for programs. */
export const check: Command = {
  help: `Usage: prompt-preflight check PATH… [options]
       prompt-preflight check --models NAME… --datasets NAME… [options]

Checks configs. A folder is searched for Python, YAML and JSON files that look like configs of a known framework; hidden folders,
node_modules and virtual environments are left out. With names, the configs that they mean are checked, and each dataset with each model.

${nameHelp}  --format text|json   text for people (default), or one JSON document with all diagnostics
  --jobs N             check many files with N engines at a time, 1 to 32 (default: one fewer than there are processors, up to 8; few files use one).
                       What is printed is the same
  --package-root DIR   a directory that holds framework packages (opencompass/ …); may be given several times

Exit code: 0 no findings of severity warning or above, 1 findings, 2 could not run.
`,
  async run(args) {
    const options = {
      ...nameOptions,
      format: { type: 'string' },
      jobs: { type: 'string' },
      'package-root': { type: 'string', multiple: true },
    } as const;
    const { values, positionals } = readArguments(spreadOptions(args, ['models', 'datasets']), options);
    const format = oneOf('format', values.format, ['text', 'json'], 'text');
    const jobs = wholeNumber('jobs', values.jobs);
    if (jobs === 0) throw new UsageError('--jobs must be at least 1.');
    const names = namesOf(values);
    if (positionals.length === 0 && !names) throw new UsageError('Say which files or folders to check.');
    const project = await openProject(names ? [...positionals, ...pathsOf(names)] : positionals, values['package-root']);
    for (const refusal of joinedRun.refused) project.refuse(refusal);
    const takeNotes = gatherNotes();
    const named = joinedRun.named ?? searched(project, positionals, names, { format, jobs }, takeNotes);
    if (joinedRun.named && names) {
      openNamed(project, names);
      // The engine that has searched has said what there is to say of the names.
      takeNotes();
    }
    const checker = new Checker(
      project,
      named,
      format === 'json' ? findingsJson : findingsText(project, styleFor(process.stdout)),
      takeNotes,
    );
    // The engine is at the service of the thread that watches, which ends it.
    return new Promise(() => onFiles(({ files }) => void checker.check(files)));
  },
};

/**
 * Searches for the files that the arguments mean, and tells the watching thread. Where that fails, the notes so far stand before the reason.
 * @returns those that the user named
 */
function searched(
  project: Project,
  paths: readonly string[],
  names: Names | undefined,
  how: Pick<FoundFiles, 'format' | 'jobs'>,
  takeNotes: () => string,
): readonly FileId[] {
  try {
    const given = findConfigs(paths, (file) => looksRight(project, file));
    const { files, named, looked } = names ? withNamed(project, given, names) : given;
    for (const file of named) openConfig(project, file);
    if (files.length === 0) note(`No config found among ${count(looked, 'file')}.`);
    tell({ kind: 'found', files, named, notes: takeNotes(), ...how });
    return named;
  } catch (error) {
    process.stderr.write(takeNotes());
    throw error;
  }
}

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

/** Checks files one after the other, and tells of each what is to be printed. */
class Checker {
  private readonly named: ReadonlySet<FileId>;

  /** @param print what is printed of the findings of a file @param takeNotes gives the notes that were made since it was asked last */
  constructor(
    private readonly project: Project,
    named: readonly FileId[],
    private readonly print: PrintFindings,
    private readonly takeNotes: () => string,
  ) {
    this.named = new Set(named);
  }

  async check(files: readonly FileId[]): Promise<void> {
    let clean = 0;
    for (const file of files) {
      const checked = await this.checked(file);
      if (checked.severities.length === 0 && checked.notes === '') clean++;
      else {
        // Most files are clean, and a message for each would be dear. What is not told is checked again where this engine is ended.
        tell({ kind: 'checked', clean, file: checked });
        clean = 0;
      }
      this.project.release(file);
    }
    tell({ kind: 'done', clean });
  }

  /** A fault of our own on one file does not end the run. */
  private async checked(file: FileId): Promise<CheckedFile> {
    try {
      return { ...(await this.findings(file)), notes: this.takeNotes() };
    } catch (error) {
      note(`${shownPath(file)} is left out. ${explain(error, 'check').trimEnd()}`);
      return { severities: [], text: '', notes: this.takeNotes(), failed: true };
    }
  }

  private async findings(file: FileId): Promise<Pick<CheckedFile, 'severities' | 'text'>> {
    const { project } = this;
    const document = beacon.during({ what: 'reading', file }, () => project.document(file));
    if (!document) {
      note(`${shownPath(file)} is left out: ${unreadable(project, file)}`);
      return nothingFound;
    }
    const diagnostics = await checkWhole(project, file);
    if (diagnostics.length === 0 && this.named.has(file) && !project.load(file))
      note(`${shownPath(file)} is not a config of a known framework: there is nothing to check.`);
    return { severities: diagnostics.map(({ severity }) => severity), text: this.print(file, diagnostics, document) };
  }
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

import { shownLine } from '../../engine/core/shown.js';
import { looksLikeConfig } from '../../engine/frameworks/registry.js';
import { languageByEnding } from '../../engine/core/language.js';
import type { Project } from '../../engine/project/project.js';
import type { FileId } from '../../engine/core/span.js';
import { beacon } from '../../worker/own-beacon.js';
import { CommandError, exitCode, oneOf, readArguments, UsageError, wholeNumber, type Command } from '../support/command.js';
import { findConfigs } from '../support/find-configs.js';
import { folderOfSnapshots, snapshotsOf, type SnapshotChoice, type SnapshotSource } from '../support/made-snapshots.js';
import { nameOptions, spreadOptions } from '../support/name-options.js';
import { nameHelp, namesOf, openNamed, pathsOf } from '../support/named-configs.js';
import { isTaskName, openTask } from '../support/named-task.js';
import { openProject } from '../support/open-project.js';
import { releaseChoice } from '../support/release-choice.js';
import { askedRows, filesOfRows, rowHelp, rowOptions } from '../support/row-options.js';
import { shownPath } from '../support/shown-path.js';
import { starPattern } from '../support/star-pattern.js';
import { SnapshotFolder } from '../support/snapshot-folder.js';
import { snapshotReport, type FoundSnapshots } from '../support/snapshot-report.js';
import { asHarness, filesOf, taskHelp, taskOptions, taskSelection } from '../support/task-options.js';
import { note, print, ProgressLine, styleFor } from '../support/terminal.js';

/** A run makes so many at most: more is a mistake, or wants `--dataset`. */
const mostSnapshots = 20_000;

const options = {
  ...nameOptions,
  ...taskOptions,
  ...rowOptions,
  output: { type: 'string', short: 'o' },
  check: { type: 'boolean' },
  dataset: { type: 'string', multiple: true },
  model: { type: 'string', multiple: true },
  shots: { type: 'string' },
  release: { type: 'string' },
  format: { type: 'string' },
  'package-root': { type: 'string', multiple: true },
} as const;

/** `snapshot`: what would be sent, as files to be kept and reviewed with the configs. */
export const snapshotCommand: Command = {
  help: `Usage: prompt-preflight snapshot PATH|TASK… -o DIR [--check] [options]

Writes what would be sent to the model, one text file for each dataset and model of a config, or for each task: DIR/PATH/DATASET--MODEL.txt. Kept beside the
configs they make prompts reviewable. Rows are placeholders unless rows are given, so the files are the same on every machine. Files that a config does not
make any more are taken away. Nothing is written outside of DIR.

  -o, --output DIR     where the snapshots are
  --check              write nothing, and say which are not as they would be written
  --dataset NAME, --model NAME
                       only these, by abbr; * stands for any characters; may be given several times
  --shots N            how many of the configured in-context examples to use (default: all)
${rowHelp}  --release VERSION    the release of the framework that makes the prompts (default: the one within reach of the file, else the newest known)
  --format text|json|markdown
                       what is printed: for people (default), one JSON document, or a comment for a pull request
  --package-root DIR   a directory that holds framework packages (opencompass/ …); may be given several times
${nameHelp}
${taskHelp}
Exit code: 0 written, or all are as they would be written; 1 with --check: some are not; 2 could not run, or a config could not be evaluated.
`,
  async run(args) {
    const { values, positionals } = readArguments(asHarness(spreadOptions(args, ['models', 'datasets'])), options);
    const format = oneOf('format', values.format, ['text', 'json', 'markdown'], 'text');
    const output = values.output;
    if (output === undefined || output === '') throw new UsageError('Say with -o where the snapshots are.');
    const names = namesOf(values);
    if (positionals.length === 0 && !names) throw new UsageError('Say of which files, folders or tasks.');
    const rows = askedRows(values);
    const task = taskSelection(values);
    const paths = positionals.filter((word) => !isTaskName(word));
    const project = await openProject(
      [
        ...paths,
        ...(paths.length < positionals.length ? ['.'] : []),
        ...(names ? pathsOf(names) : []),
        ...filesOfRows(rows),
        ...filesOf(task),
      ],
      {
        packageRoots: values['package-root'],
        includePaths: values['include-path'],
        rows: rows.files,
        release: values.release === undefined ? undefined : releaseChoice(values.release),
        trust: values.trust,
      },
    );
    const sources = [
      ...findConfigs(paths, (file) => isConfig(project, file)).files.map((file): SnapshotSource => ({ file, shown: shownPath(file) })),
      ...positionals.filter(isTaskName).map((word): SnapshotSource => ({ ...openTask(project, word), shown: word })),
      ...(names ? openNamedPair(project, names) : []),
    ];
    const shots = wholeNumber('shots', values.shots);
    const patterns = [patternsOf(values.dataset), patternsOf(values.model)] as const;
    const choice: SnapshotChoice = {
      selection: { ...(shots !== undefined && { shots }), ...task, ...(rows.index !== undefined && { row: rows.index }) },
      rows:
        rows.index === undefined
          ? undefined
          : `row ${String(rows.index + 1)}${rows.files.rowFile === undefined ? '' : ` of ${rows.files.rowFile}`}`,
      wants: ({ dataset, model }) => patterns[0](dataset.label) && patterns[1](model?.label ?? ''),
    };
    const folder = new SnapshotFolder(output);
    const run = new SnapshotRun(project, folder, choice, values.check === true);
    const whole = values.dataset === undefined && values.model === undefined && !names;
    const found = await run.over(sources, whole ? positionals.map(folderOfSnapshots) : []);
    await print(snapshotReport(found, format, styleFor(process.stdout)));
    if (found.leftOut > 0) return exitCode.failed;
    return found.check && found.changes.length > 0 ? exitCode.findings : exitCode.clean;
  },
};

function isConfig(project: Project, file: FileId): boolean | undefined {
  return beacon.during({ what: 'reading', file }, () => {
    const read = project.workspace.read(file);
    return read.kind === 'text' ? looksLikeConfig(read.text, languageByEnding(file)!) : undefined;
  });
}

function openNamedPair(project: Project, names: NonNullable<ReturnType<typeof namesOf>>): SnapshotSource[] {
  const { together, notes } = openNamed(project, names);
  if (together === undefined) throw new CommandError(notes.at(-1) ?? 'There is nothing to make snapshots of.');
  for (const text of notes) note(text);
  return [{ file: together, shown: shownPath(together) }];
}

/** Whether a name is one of those that were given; `*` stands for any characters. */
function patternsOf(given: readonly string[] | undefined): (name: string) => boolean {
  if (given === undefined) return () => true;
  const patterns = given.map(starPattern);
  return (name) => patterns.some((matches) => matches(name));
}

/** Goes over the documents one after the other, holding each snapshot against what is in the folder. */
class SnapshotRun {
  private readonly changes: FoundSnapshots['changes'][number][] = [];
  private readonly made = new Set<string>();
  private readonly broken: string[] = [];
  private leftOut = 0;

  constructor(
    private readonly project: Project,
    private readonly folder: SnapshotFolder,
    private readonly choice: SnapshotChoice,
    private readonly check: boolean,
  ) {}

  /** @param scopes folders in which every snapshot must be one that is made */
  async over(sources: readonly SnapshotSource[], scopes: readonly (readonly string[])[]): Promise<FoundSnapshots> {
    const progress = new ProgressLine(sources.length);
    for (const [i, source] of sources.entries()) {
      progress.at(i, source.shown);
      try {
        for await (const { path, text } of snapshotsOf(this.project, source, this.choice)) this.take(path, text);
      } catch (error) {
        if (!(error instanceof CommandError) || this.made.size >= mostSnapshots) throw error;
        progress.clear();
        note(`${error.message} It is left out.`);
        this.leftOut++;
        this.broken.push(folderOfSnapshots(source.shown).join('/'));
      }
      this.project.release(source.file);
    }
    progress.clear();
    for (const scope of scopes) for (const path of this.folder.snapshotsBelow(scope)) this.takeOld(path);
    return { check: this.check, made: this.made.size, leftOut: this.leftOut, changes: this.changes };
  }

  private take(path: readonly string[], text: string): void {
    if (this.made.size >= mostSnapshots)
      throw new CommandError(`These are more than ${String(mostSnapshots)} prompts: say with --dataset and --model which.`);
    this.made.add(path.join('/'));
    const before = this.folder.read(path);
    if (before === text) return;
    const name = shownLine(this.folder.shown(path));
    this.changes.push({ name, kind: before === undefined ? 'new' : 'changed', before: before ?? '', after: text });
    if (!this.check) this.folder.write(path, text);
  }

  /** What of a config that could not be evaluated was kept stays. */
  private takeOld(path: readonly string[]): void {
    const key = path.join('/');
    if (this.made.has(key) || this.broken.some((folder) => key.startsWith(`${folder}/`))) return;
    this.changes.push({ name: shownLine(this.folder.shown(path)), kind: 'old', before: '', after: '' });
    this.made.add(key);
    if (!this.check) this.folder.remove(path);
  }
}

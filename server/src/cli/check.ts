import { languageOf, type Project } from '../project.js';
import { pendingRows } from '../rows/load-rows.js';
import type { Diagnostic, Severity } from '../rules/rule.js';
import { looksLikeConfig } from '../sniff.js';
import { LineIndex } from '../text/line-index.js';
import { safeJson, shownLine } from '../text/shown.js';
import type { FileId, Span } from '../text/span.js';
import type { CheckedFile } from '../worker/start.js';
import { beacon, resumed, tell } from '../worker/this-thread.js';
import { exitCode, oneOf, readArguments, UsageError, type Command, type ExitCode } from './command.js';
import { diagnosticJson } from './diagnostic-json.js';
import { openConfig, openProject, shownPath } from './engine.js';
import { excerpt } from './excerpt.js';
import { findConfigs, type FoundConfigs } from './find-configs.js';
import { nameHelp, nameOptions, namesOf, openNamed, pathsOf, spreadOptions, type Names } from './named-configs.js';
import { count, note, print, Progress, styleFor, type Style } from './terminal.js';

const severities = ['error', 'warning', 'information', 'hint'] as const satisfies readonly Severity[];

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
    await checkFiles(project, found, report);
    return report.finish(found.files.length);
  },
};

/** Whether a file is to be checked, undefined where it has no text; what was too much already is, since that must be said. */
function looksRight(project: Project, file: FileId): boolean | undefined {
  if (project.refusal(file)) return true;
  return beacon.during({ what: 'reading', file }, () => {
    const read = project.workspace.read(file);
    return read.kind === 'text' ? looksLikeConfig(read.text, languageOf(file)!) : undefined;
  });
}

/** What was found by names, and the document that pairs it, behind what was found by paths. */
function withNamed(project: Project, found: FoundConfigs, names: Names): FoundConfigs {
  const { files, together, notes } = openNamed(project, names);
  for (const text of notes) note(text);
  const added = [...files, ...(together === undefined ? [] : [together])];
  return { files: [...new Set([...found.files, ...added])], named: [...found.named, ...added], looked: found.looked };
}

/** Takes the findings of one file after the other. */
interface Report {
  /** @returns what it has counted of the file */
  file(file: FileId, diagnostics: readonly Diagnostic[], text: string, lines: LineIndex): Promise<CheckedFile>;
  /** Counts a file of which an engine before this one has said all. */
  resume(file: CheckedFile): void;
  finish(files: number): Promise<ExitCode>;
}

async function checkFiles(project: Project, { files, ...found }: FoundConfigs, report: Report): Promise<void> {
  const named = new Set(found.named);
  const progress = new Progress(files.length);
  for (const [i, file] of files.entries()) {
    if (i < resumed.checked.length) continue;
    progress.at(i, shownPath(file));
    const document = beacon.during({ what: 'reading', file }, () => project.document(file));
    if (!document) {
      progress.clear();
      note(`${shownPath(file)} is left out: ${unreadable(project, file)}`);
      tell({ kind: 'checked', file: { severities: [], json: [] } });
      continue;
    }
    const diagnostics = await checkWhole(project, file);
    if (diagnostics.length > 0) progress.clear();
    else if (named.has(file) && !project.load(file)) note(`${shownPath(file)} is no config of a known framework: there is nothing to check.`);
    tell({ kind: 'checked', file: await report.file(file, diagnostics, document.text, document.lines) });
    project.release(file);
  }
  progress.clear();
}

/** The diagnostics with those that need rows of a dataset, where that is on this machine. */
async function checkWhole(project: Project, file: FileId): Promise<readonly Diagnostic[]> {
  const check = (): readonly Diagnostic[] => beacon.during({ what: 'check', file }, () => project.check(file));
  const diagnostics = check();
  const rows = pendingRows(project);
  if (!rows) return diagnostics;
  await rows;
  return check();
}

function unreadable(project: Project, file: FileId): string {
  const read = project.workspace.read(file);
  return read.kind === 'none' ? read.reason : 'it cannot be read.';
}

/** Counts what was found, for the summary and the exit code. */
class Tally {
  private readonly found = new Map<Severity, number>();

  add(severities: readonly Severity[]): void {
    for (const severity of severities) this.found.set(severity, this.of(severity) + 1);
  }

  of(severity: Severity): number {
    return this.found.get(severity) ?? 0;
  }

  get exitCode(): ExitCode {
    return this.of('error') + this.of('warning') > 0 ? exitCode.findings : exitCode.clean;
  }
}

class TextReport implements Report {
  private readonly tally = new Tally();
  private filesWithFindings = 0;
  private readonly colours: Record<Severity, (text: string) => string>;

  constructor(
    private readonly project: Project,
    private readonly style: Style,
  ) {
    this.colours = { error: style.red, warning: style.yellow, information: style.blue, hint: style.dim };
  }

  async file(file: FileId, diagnostics: readonly Diagnostic[], text: string, lines: LineIndex): Promise<CheckedFile> {
    const checked = { severities: diagnostics.map(({ severity }) => severity), json: [] };
    this.resume(checked);
    for (const diagnostic of diagnostics) await print(this.finding(file, diagnostic, text, lines));
    return checked;
  }

  resume({ severities }: CheckedFile): void {
    this.tally.add(severities);
    if (severities.length > 0) this.filesWithFindings++;
  }

  async finish(files: number): Promise<ExitCode> {
    const found = severities.filter((severity) => this.tally.of(severity) > 0).map((severity) => this.part(severity));
    const where = found.length > 0 ? `${found.join(', ')} in ${this.filesWithFindings.toLocaleString('en')} of ` : `${this.style.green('no findings')} in `;
    await print(`${where}${count(files, 'config')}\n`);
    const { refused } = resumed;
    if (refused.length > 0) await print(`${count(refused.length, 'config')} took too much to be checked: ${refused.map(({ file }) => shownPath(file)).join(', ')}\n`);
    return this.tally.exitCode;
  }

  private part(severity: Severity): string {
    const n = this.tally.of(severity);
    return this.colours[severity](severity === 'information' ? `${n} information` : count(n, severity));
  }

  private finding(file: FileId, diagnostic: Diagnostic, text: string, lines: LineIndex): string {
    const colour = this.colours[diagnostic.severity];
    const place = this.style.bold(placeOf(file, diagnostic.span, lines));
    const related = diagnostic.related.map(({ span, message }) => `${this.style.dim('       =')} ${this.relatedPlace(span)}: ${shownLine(message)}\n`);
    return [
      `${place} ${colour(diagnostic.severity)} ${this.style.dim(diagnostic.rule)} ${shownLine(diagnostic.message)}\n`,
      excerpt(text, lines, diagnostic.span, this.style, colour) + '\n',
      ...related,
      '\n',
    ].join('');
  }

  private relatedPlace(span: Span): string {
    const read = this.project.workspace.read(span.file);
    return placeOf(span.file, span, new LineIndex(read.kind === 'text' ? read.text : ''));
  }
}

/** `file:line:column`, both from 1, as editors count. */
function placeOf(file: FileId, span: Span, lines: LineIndex): string {
  const { line, character } = lines.positionAt(span.start);
  return `${shownLine(shownPath(file))}:${line + 1}:${character + 1}`;
}

/** All diagnostics in one document, lines and characters from 0. */
class JsonReport implements Report {
  private readonly tally = new Tally();
  private readonly diagnostics: unknown[] = [];

  file(file: FileId, diagnostics: readonly Diagnostic[], _text: string, lines: LineIndex): Promise<CheckedFile> {
    const json = diagnostics.map((diagnostic) => diagnosticJson(shownPath(file), diagnostic, lines));
    const checked = { severities: diagnostics.map(({ severity }) => severity), json };
    this.resume(checked);
    return Promise.resolve(checked);
  }

  resume({ severities, json }: CheckedFile): void {
    this.tally.add(severities);
    for (const diagnostic of json) this.diagnostics.push(diagnostic);
  }

  async finish(files: number): Promise<ExitCode> {
    const summary = { files, ...Object.fromEntries(severities.map((severity) => [severity, this.tally.of(severity)])) };
    await print(safeJson(JSON.stringify({ summary, diagnostics: this.diagnostics }, null, 2)) + '\n');
    return this.tally.exitCode;
  }
}

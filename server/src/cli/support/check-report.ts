import type { Project } from '../../engine/project/project.js';
import type { Diagnostic } from '../../engine/frameworks/face/rule.js';
import type { Severity } from '../../engine/core/severity.js';
import { LineIndex } from '../../engine/core/line-index.js';
import { safeJson, shownLine } from '../../engine/core/shown.js';
import type { FileId, Span } from '../../engine/core/span.js';
import type { CheckedFile } from '../../worker/start.js';
import { resumed } from '../../worker/this-thread.js';
import { exitCode, type ExitCode } from './command.js';
import { diagnosticJson } from './diagnostic-json.js';
import { shownPath } from './open-project.js';
import { excerpt } from './excerpt.js';
import { count, print, type Style } from './terminal.js';
import { grouped } from '../../engine/core/grouped.js';

const severities = ['error', 'warning', 'information', 'hint'] as const satisfies readonly Severity[];

/** Takes the findings of one file after the other. */
export interface CheckReport {
  /** @returns what it has counted of the file */
  file(file: FileId, diagnostics: readonly Diagnostic[], text: string, lines: LineIndex): Promise<CheckedFile>;
  /** Counts a file of which an engine before this one has said all. */
  resume(file: CheckedFile): void;
  finish(files: number): Promise<ExitCode>;
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

/** For people. */
export class TextReport implements CheckReport {
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
    const where = found.length > 0 ? `${found.join(', ')} in ${grouped(this.filesWithFindings)} of ` : `${this.style.green('no findings')} in `;
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
export class JsonReport implements CheckReport {
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

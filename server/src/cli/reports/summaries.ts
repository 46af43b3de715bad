import type { Severity } from '../../engine/core/severity.js';
import { grouped } from '../../engine/core/grouped.js';
import type { FileId } from '../../engine/core/span.js';
import type { CheckedFile } from '../../worker/start.js';
import type { ReportFrame } from '../../worker/this-thread.js';
import { exitCode, type ExitCode } from '../support/command.js';
import { shownLine } from '../../engine/core/shown.js';
import { shownPath } from '../support/shown-path.js';
import { count, print, type Style } from '../support/terminal.js';

const severities = ['error', 'warning', 'information', 'hint'] as const satisfies readonly Severity[];

/** Takes what was found in one file after the other, and says at the end what that is in all. */
export interface Summary {
  add(file: CheckedFile): Promise<void>;
  /** @param files how many were checked @param refused those that took too much */
  finish(files: number, refused: readonly FileId[]): Promise<ExitCode>;
}

/** Counts what was found, for the summary and the exit code. */
class Tally {
  private readonly found = new Map<Severity, number>();
  /** Of severity warning or above, with their cause outside of the given paths. */
  private outside = 0;

  add({ severities, outside = [] }: CheckedFile): void {
    for (const severity of severities) this.found.set(severity, this.of(severity) + 1);
    this.outside += outside.filter((severity) => severity === 'error' || severity === 'warning').length;
  }

  /** For the last line. */
  get notCounted(): string {
    return this.outside > 0 ? `; ${this.outside} outside of the given paths ${this.outside === 1 ? 'does' : 'do'} not count` : '';
  }

  of(severity: Severity): number {
    return this.found.get(severity) ?? 0;
  }

  get exitCode(): ExitCode {
    return this.of('error') + this.of('warning') > this.outside ? exitCode.findings : exitCode.clean;
  }
}

/** For people: the findings of each file at once, and a last line. */
export class TextSummary implements Summary {
  private readonly tally = new Tally();
  private filesWithFindings = 0;
  private readonly colours: Record<Severity, (text: string) => string>;

  constructor(private readonly style: Style) {
    this.colours = { error: style.red, warning: style.yellow, information: style.blue, hint: style.dim };
  }

  async add(file: CheckedFile): Promise<void> {
    this.tally.add(file);
    if (file.severities.length > 0) this.filesWithFindings++;
    if (file.text !== '') await print(file.text);
  }

  async finish(files: number, refused: readonly FileId[]): Promise<ExitCode> {
    const found = severities.filter((severity) => this.tally.of(severity) > 0).map((severity) => this.part(severity));
    const where =
      found.length > 0 ? `${found.join(', ')} in ${grouped(this.filesWithFindings)} of ` : `${this.style.green('no findings')} in `;
    await print(`${where}${count(files, 'config')}${this.tally.notCounted}\n`);
    if (refused.length > 0)
      await print(
        `${count(refused.length, 'config')} took too much work to be checked: ${refused.map((file) => shownLine(shownPath(file))).join(', ')}\n`,
      );
    return this.tally.exitCode;
  }

  private part(severity: Severity): string {
    const n = this.tally.of(severity);
    return this.colours[severity](severity === 'information' ? `${n} information` : count(n, severity));
  }
}

/** For programs: one document, printed when all is found. */
export class DocumentSummary implements Summary {
  private readonly tally = new Tally();
  /** One text for each file that has any. */
  private readonly members: string[] = [];

  constructor(private readonly frame: ReportFrame) {}

  add(file: CheckedFile): Promise<void> {
    this.tally.add(file);
    if (file.text !== '') this.members.push(file.text);
    return Promise.resolve();
  }

  async finish(files: number): Promise<ExitCode> {
    const { head, between, tail } = this.frame.kind === 'document' ? this.frame : this.jsonFrame(files);
    await print(head);
    for (const [i, text] of this.members.entries()) await print(i > 0 ? between + text : text);
    await print(tail.replaceAll('{files}', count(files, 'config')));
    return this.tally.exitCode;
  }

  /** Our own document begins with the summary. */
  private jsonFrame(files: number): { readonly head: string; readonly between: string; readonly tail: string } {
    const summary = { files, ...Object.fromEntries(severities.map((severity) => [severity, this.tally.of(severity)])) };
    const empty = JSON.stringify({ summary, diagnostics: [] }, null, 2);
    if (this.members.length === 0) return { head: empty, between: '', tail: '\n' };
    return { head: empty.replace(/\]\n\}$/, '\n'), between: ',\n', tail: '\n  ]\n}\n' };
  }
}

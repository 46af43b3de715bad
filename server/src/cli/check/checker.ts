import type { Document } from '../../engine/core/document.js';
import { isPreflight } from '../../engine/project/preflight-file.js';
import type { Project } from '../../engine/project/project.js';
import type { Diagnostic } from '../../engine/frameworks/face/rule.js';
import { pushAll } from '../../engine/core/push-all.js';
import type { FileId } from '../../engine/core/span.js';
import { nothingFound, type CheckedFile } from '../../worker/start.js';
import { checkInParts } from '../../worker/check-steps.js';
import { beacon } from '../../worker/own-beacon.js';
import { tell, type ToCheck } from '../../worker/this-thread.js';
import type { PrintFindings } from '../reports/print-findings.js';
import { explain } from '../support/explain.js';
import { shownPath } from '../support/shown-path.js';
import { note } from '../support/terminal.js';
import { shownText } from '../../engine/core/shown.js';
import type { Baseline } from './baseline.js';
import { CausesElsewhere } from './causes-elsewhere.js';
import { fixFile, type FixOptions } from './fix-files.js';
import type { RuleTimes } from './rule-times.js';

/** How files are checked, beside what they are checked for. */
export interface Checking {
  readonly print: PrintFindings;
  readonly baseline: Baseline | undefined;
  readonly writeBaseline: boolean;
  readonly fix: FixOptions | undefined;
  /** Absent: nobody wants to know. */
  readonly times: RuleTimes | undefined;
  /** Whoever reads what is printed decides by its severities. */
  readonly decides: boolean;
  /** All files of the run: each tells its own findings. They may be known only when the first of them are checked. */
  readonly files: Promise<readonly FileId[]>;
  /** Whether a file is one of those, or lies in one of the folders, that the run is about. */
  readonly isGiven: (file: FileId) => boolean;
  /** Called when files are checked, before that is told; `last`: no others come behind them. Absent: nobody wants to know. */
  readonly afterFiles: ((last: boolean) => void) | undefined;
  /** Gives what was read or looked for since it was asked last. Absent: nobody wants to know. */
  readonly takeRead: (() => readonly FileId[]) | undefined;
  /** Gives the notes that were made since it was asked last. */
  takeNotes(): string;
}

/** So many files at most are checked before their turn: what waits to be told stays small. */
const mostAhead = 1000;

/** Checks files one after the other, and tells of each what is to be printed. */
export class Checker {
  private readonly named: ReadonlySet<FileId>;
  private readonly caused: CausesElsewhere;
  /** What was found in files whose turn is still to come. */
  private readonly ahead = new Map<FileId, CheckedFile>();
  private readonly done = new Set<FileId>();

  /** @param named files that the user named */
  constructor(
    private readonly project: Project,
    named: readonly FileId[],
    private readonly how: Checking,
  ) {
    this.named = new Set(named);
    this.caused = new CausesElsewhere(project, how);
  }

  /** Tells of the files in their order. */
  async check({ files, alone }: ToCheck): Promise<void> {
    const among = new Set(alone ? await this.how.files : files);
    let clean = 0;
    for (const file of files) {
      const checked = await this.inTurn(file, among);
      if (isClean(checked)) clean++;
      else {
        // Most files are clean, and a message for each would be dear. What is not told is checked again where this engine is ended.
        tell({ kind: 'checked', clean, file: checked, ...this.read() });
        clean = 0;
      }
    }
    const { afterFiles } = this.how;
    if (afterFiles) afterFiles(files.at(-1) === (await this.how.files).at(-1));
    tell({ kind: 'done', clean, ...this.read() });
  }

  private read(): { readonly read?: readonly FileId[] } {
    const read = this.how.takeRead?.();
    return read ? { read } : {};
  }

  private async inTurn(file: FileId, among: ReadonlySet<FileId>): Promise<CheckedFile> {
    if (!this.ahead.has(file)) await this.checkWithBases(file, among);
    const checked = this.ahead.get(file)!;
    this.ahead.delete(file);
    return checked;
  }

  /**
   * Checks a file and then, out of turn, the base configs that it brings, as far as they are to be checked: they have just been evaluated, and are soon forgotten. A fix
   * changes what stands behind, so there each file waits for its turn.
   */
  private async checkWithBases(first: FileId, among: ReadonlySet<FileId>): Promise<void> {
    const waiting = [first];
    // What an engine that has ended was to tell is asked for once more, though it is done; a base that leads back to it is not.
    this.done.delete(first);
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (this.done.has(file)) continue;
      this.done.add(file);
      this.ahead.set(file, await this.checked(file));
      const bases = this.how.fix || this.ahead.size > mostAhead ? [] : this.basesOf(file);
      pushAll(waiting, bases.filter((base) => among.has(base)).reverse());
      this.project.release(file);
    }
  }

  private basesOf(file: FileId): readonly FileId[] {
    const bases = this.project.load(file)?.config.evaluation.baseImports ?? [];
    return [...new Set(bases.flatMap((base) => base.file ?? []))];
  }

  /** A fault of our own on one file does not end the run. */
  private async checked(file: FileId): Promise<CheckedFile> {
    const { times, takeNotes } = this.how;
    const start = times?.start();
    try {
      const found = await this.findings(file);
      return { ...found, notes: takeNotes(), ...(start !== undefined && { timing: times!.since(start) }) };
    } catch (error) {
      note(`${shownPath(file)} is left out. ${explain(error, 'check').trimEnd()}`);
      return { severities: [], text: '', notes: takeNotes(), failed: true };
    }
  }

  private async findings(file: FileId): Promise<Omit<CheckedFile, 'notes'>> {
    const { project } = this;
    const document = beacon.during({ what: 'reading', file }, () => project.document(file));
    if (!document) {
      note(`${shownPath(file)} is left out: ${unreadable(project, file)}`);
      return nothingFound;
    }
    const diagnostics = await checkWhole(project, file);
    // A hook names every file that there is.
    if (diagnostics.length === 0 && this.named.size === 1 && this.named.has(file) && !isPreflight(file) && !project.load(file))
      note(`${shownPath(file)} is not a config of a known framework: there is nothing to check.`);
    return this.how.fix ? this.fixed(file, document, this.how.fix) : this.told(file, diagnostics, document);
  }

  private async told(file: FileId, diagnostics: readonly Diagnostic[], document: Document): Promise<Omit<CheckedFile, 'notes'>> {
    const { baseline, writeBaseline, print, decides } = this.how;
    const caused = await this.caused.of(diagnostics);
    const rest = diagnostics.filter((diagnostic) => !this.caused.isElsewhere(diagnostic));
    const elsewhere = caused.length > 0 ? { caused } : {};
    if (baseline && writeBaseline)
      return {
        severities: [],
        text: '',
        ...elsewhere,
        ...(rest.length > 0 && { baseline: rest.map((diagnostic) => baseline.findingOf(file, diagnostic)), known: rest.length }),
      };
    const told = baseline?.newOf(file, rest) ?? rest;
    const outside = told.filter((diagnostic) => this.isOutside(diagnostic));
    const printed =
      decides && outside.length > 0 ? told.map((diagnostic) => (this.isOutside(diagnostic) ? noticeOf(diagnostic) : diagnostic)) : told;
    return {
      severities: told.map(({ severity }) => severity),
      ...(outside.length > 0 && { outside: outside.map(({ severity }) => severity) }),
      ...elsewhere,
      text: print(file, printed, document),
      ...(told.length < rest.length && { known: rest.length - told.length }),
    };
  }

  /** What is wrong in files that were not given is told where they are included, and is not the fault of those that were. */
  private isOutside({ cause }: Diagnostic): boolean {
    return cause !== undefined && !this.how.isGiven(cause.file);
  }

  private async fixed(file: FileId, before: Document, options: FixOptions): Promise<Omit<CheckedFile, 'notes'>> {
    const check = (): readonly Diagnostic[] => {
      const found = checkInParts(this.project, { what: 'check', file });
      return this.how.baseline?.newOf(file, found) ?? found;
    };
    const { fixed, diff } = fixFile(this.project, file, options, check);
    const told = await this.told(file, this.project.check(file), this.project.document(file) ?? before);
    return { ...told, ...(options.diff && { text: shownDifference(diff) }), ...(fixed > 0 && { fixed }) };
  }
}

function isClean({ severities, notes, ...rest }: Omit<CheckedFile, 'text'>): boolean {
  const { caused, known, fixed, timing } = rest;
  return severities.length === 0 && notes === '' && [caused, known, fixed, timing].every((part) => part === undefined);
}

/** Of what decides nothing, for those who decide by severities. */
function noticeOf(diagnostic: Diagnostic): Diagnostic {
  const { severity } = diagnostic;
  return severity === 'error' || severity === 'warning' ? { ...diagnostic, severity: 'information' } : diagnostic;
}

/** What ends the lines of Windows stays, which a terminal does not see there, and whoever applies the difference needs. */
function shownDifference(diff: string): string {
  return diff
    .split('\n')
    .map((line) => (line.endsWith('\r') ? `${shownText(line.slice(0, -1), Infinity)}\r` : shownText(line, Infinity)))
    .join('\n');
}

/** The diagnostics with those that need rows of a dataset, where that is on this machine. */
async function checkWhole(project: Project, file: FileId): Promise<readonly Diagnostic[]> {
  const check = (): readonly Diagnostic[] => checkInParts(project, { what: 'check', file });
  const diagnostics = check();
  if (!project.reads.pending) return diagnostics;
  await project.reads.pending;
  return check();
}

function unreadable(project: Project, file: FileId): string {
  const read = project.workspace.read(file);
  return read.kind === 'none' ? read.reason : 'it cannot be read.';
}

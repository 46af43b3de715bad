import type { Diagnostic } from 'vscode-languageserver';
import { dependsOn } from '../engine/mmengine/base-cache.js';
import { isAtOrBelow, type FileId } from '../engine/core/span.js';
import type { SweepTotals } from '../protocol/sweep.js';
import { fingerprintOf } from './fingerprint.js';
import type { SweptFile } from './sweep-messages.js';

/** So many findings are shown of files that are not open, all files together. */
const mostShown = 30_000;

/** As the protocol numbers severities: the library that has the names takes longer to load than all else here. */
const error = 1;
const warning = 2;

/** What is known of a config. */
interface Known {
  readonly uri: string;
  readonly dependencies: ReadonlySet<FileId>;
  readonly lacksBase: boolean;
  /** Findings, by their severity. */
  readonly errors: number;
  readonly warnings: number;
  readonly others: number;
}

/** What the client is to show of a file from now on. */
export interface Publication {
  readonly uri: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a sweep knows: the configs of the workspace, which of them are to be checked, what was found in them, and what the client shows of it. */
export class SweepBook {
  private readonly known = new Map<FileId, Known>();
  private readonly waiting = new Set<FileId>();
  private readonly inHand = new Set<FileId>();
  /** What has changed since the files in hand were given out: what was made of it is out of date already. */
  private readonly changed = new Set<FileId>();
  /** What the client shows, by its hash, and how many findings that are. */
  private readonly shown = new Map<FileId, { readonly uri: string; readonly print: string; readonly count: number }>();
  private shownCount = 0;
  /** A dependency is named by many: each name is kept once. */
  private readonly names = new Map<FileId, FileId>();

  /** How many files are to be checked, those in hand among them. */
  get left(): number {
    return this.waiting.size + this.inHand.size;
  }

  get isEmpty(): boolean {
    return this.known.size === 0 && this.shown.size === 0;
  }

  totals(): SweepTotals {
    const totals = { files: this.known.size, errors: 0, warnings: 0, others: 0 };
    for (const { errors, warnings, others } of this.known.values()) {
      totals.errors += errors;
      totals.warnings += warnings;
      totals.others += others;
    }
    return totals;
  }

  /**
   * The workspace has these configs.
   * @param anew those that are known are checked again, too
   * @returns what is no longer to be shown: configs that are gone
   */
  found(files: readonly FileId[], anew: boolean): readonly Publication[] {
    const there = new Set(files);
    for (const file of files) if (anew || !this.known.has(file)) this.waiting.add(file);
    return [...this.known.keys()].filter((file) => !there.has(file)).flatMap((file) => this.drop(file) ?? []);
  }

  /** Gives files out to be checked. */
  next(most: number): readonly FileId[] {
    this.changed.clear();
    for (const file of this.waiting) {
      if (this.inHand.size >= most) break;
      this.waiting.delete(file);
      this.inHand.add(file);
    }
    return [...this.inHand];
  }

  /** Files in hand of which nothing came are to be checked again. */
  putBack(): void {
    for (const file of this.inHand) this.waiting.add(file);
    this.inHand.clear();
  }

  /** Nothing more is to be checked for now. */
  stop(): void {
    this.waiting.clear();
    this.inHand.clear();
  }

  /**
   * What was found in a file that was given out.
   * @param isOpen the client has its findings from elsewhere
   * @returns what is to be shown now; undefined where that is what is shown already
   */
  take({ file, uri, isConfig, diagnostics, dependencies, lacksBase }: SweptFile, isOpen: boolean): Publication | undefined {
    if (!this.inHand.delete(file)) return undefined;
    if (!isConfig) return this.drop(file);
    const made = new Set(dependencies.map((name) => this.named(name)));
    this.known.set(file, { uri, dependencies: made, lacksBase, ...counted(diagnostics) });
    for (const change of this.changed) if (change === file || dependsOn(made, change)) this.waiting.add(file);
    return isOpen ? undefined : this.show(file, uri, diagnostics);
  }

  /**
   * A file, or a folder, is another one now: configs that are made of it are to be checked.
   * @param itself is to be checked, too: it is a config, or may have become one
   */
  touch(file: FileId, itself: boolean): void {
    this.changed.add(file);
    if (itself) this.waiting.add(file);
    for (const [other, { dependencies }] of this.known)
      if (other !== file && (isAtOrBelow(other, file) || dependsOn(dependencies, file))) this.waiting.add(other);
  }

  /** A file appeared: it may be a base that was missing. */
  appeared(): void {
    for (const [file, { lacksBase }] of this.known) if (lacksBase) this.waiting.add(file);
  }

  /** All that is known is out of date. */
  touchAll(): void {
    for (const file of this.known.keys()) this.waiting.add(file);
  }

  /** The client has the findings of a file from elsewhere now. @returns what it need not show any more */
  release(file: FileId): Publication | undefined {
    return this.show(file, this.shown.get(file)?.uri ?? '', []);
  }

  /** Forgets everything. @returns what is not to be shown any more */
  clear(): readonly Publication[] {
    this.stop();
    this.known.clear();
    this.names.clear();
    return [...this.shown.keys()].flatMap((file) => this.release(file) ?? []);
  }

  private drop(file: FileId): Publication | undefined {
    this.known.delete(file);
    this.waiting.delete(file);
    return this.release(file);
  }

  private show(file: FileId, uri: string, found: readonly Diagnostic[]): Publication | undefined {
    const before = this.shown.get(file);
    const room = mostShown - this.shownCount + (before?.count ?? 0);
    const diagnostics = found.length <= room ? found : [];
    const print = diagnostics.length === 0 ? '' : fingerprintOf(diagnostics);
    if (print === (before?.print ?? '')) return undefined;
    this.shownCount += diagnostics.length - (before?.count ?? 0);
    if (diagnostics.length === 0) this.shown.delete(file);
    else this.shown.set(file, { uri, print, count: diagnostics.length });
    return { uri, diagnostics };
  }

  private named(name: FileId): FileId {
    const there = this.names.get(name);
    if (there === undefined) this.names.set(name, name);
    return there ?? name;
  }
}

function counted(diagnostics: readonly Diagnostic[]): Pick<Known, 'errors' | 'warnings' | 'others'> {
  const of = (severity: number): number => diagnostics.filter((each) => each.severity === severity).length;
  const errors = of(error);
  const warnings = of(warning);
  return { errors, warnings, others: diagnostics.length - errors - warnings };
}

import { languageByEnding } from '../core/language.js';
import { joinPath } from '../core/paths.js';
import { placesOfPath } from '../core/setting-paths.js';
import { installedLibrary } from '../data/installed-library.js';
import { datasetsReleaseAround } from '../data/datasets/json-reading.js';
import type { CacheKey, Remembered } from '../core/cache-key.js';
import { ClassIndex } from '../classes/class-index.js';
import { BaseCache, dependsOn, evaluateDocument } from './evaluate-document.js';
import { emptyEnvironment, type Environment } from '../core/environment.js';
import type { RunningWorld } from '../python/program/program.js';
import { defaultLimits, type Evaluation, type Limits, type Problem, type Progress } from '../core/evaluation.js';
import type { Surroundings } from '../frameworks/face/behaviour.js';
import { namesInRelease } from '../frameworks/packages.js';
import { detectFramework, looksLikeConfig, rules } from '../frameworks/registry.js';
import { PreflightFiles } from './preflight-files.js';
import { isPreflight, type PreflightFile } from './preflight-file.js';
import { preflightDiagnostics } from './preflight-diagnostics.js';
import { PendingReads, type InSlices } from '../core/pending-reads.js';
import { OverlayWorkspace } from '../core/overlay-workspace.js';
import { doneAtOnce, type Steps } from '../core/steps.js';
import { checkConfig, refusedDiagnostics, type AroundRule } from '../checks/run/check-config.js';
import type { Diagnostic } from '../frameworks/face/rule.js';
import type { Settings } from '../core/settings.js';
import { isAtOrBelow, type FileId, type Span } from '../core/span.js';
import { LineIndex } from '../core/line-index.js';
import { DictValue } from '../core/value.js';
import type { Workspace } from '../core/workspace.js';
import type { Document } from '../core/document.js';
import type { LoadedConfig } from '../frameworks/face/loaded-config.js';

/** A document that was too much to work on: it is left alone until it changes. */
export interface Refusal {
  readonly file: FileId;
  /** The version that was too much; 0 for a file that is not open. */
  readonly version: number;
  /** What happened, a whole sentence for the user. */
  readonly message: string;
  /** Where in the document the work had come to, where that is known: a UTF-16 offset. */
  readonly offset: number | undefined;
}

/**
 * The documents, what they evaluate to, and who depends on whom. Answers are cached until the document, something that it depends on, or the
 * settings change. Reads only through its Workspace.
 */
export interface Project extends Surroundings {
  /**
   * Opens a document or changes an open one: from now on its text is this, not the file's.
   * @returns the other open documents whose answers may be different now, as for `close` and `fileChanged`
   */
  update(file: FileId, text: string, version: number, language: Document['language']): readonly FileId[];
  close(file: FileId): readonly FileId[];
  /** From now on this version of a document is not worked on: its only finding says why. */
  refuse(refusal: Refusal): void;
  /** What is refused of a document as it is now. */
  refusal(file: FileId): Refusal | undefined;
  /** Takes back what was refused of a file: what it depends on may have changed. */
  forgive(file: FileId): readonly FileId[];
  /** Lets go of what was computed of a file that is not open, so that a run over many files holds one at a time. */
  release(file: FileId): void;
  /**
   * A file or folder changed, appeared or vanished outside the editor. One that is edited is what its document says, whatever the disk has; of one that was only opened
   * the disk may tell late what others do not know yet.
   */
  fileChanged(file: FileId): readonly FileId[];
  /** The same of so many that it is sooner computed anew than asked of each what it concerns, as behind the checkout of a branch: all but what follows changes by itself. */
  manyChanged(files: readonly FileId[]): void;
  /** New settings, or a workspace that sees other files now: everything is computed anew. */
  configure(settings: Settings): void;
  /** The open document, else the file's; undefined where neither exists or it cannot be read. */
  document(file: FileId): Document | undefined;
  openFiles(): readonly FileId[];
  isOpen(file: FileId): boolean;
  evaluate(file: FileId): Evaluation | undefined;
  /** Undefined for a document that is no config of any framework. */
  load(file: FileId): LoadedConfig | undefined;
  /** What is wrong with a document; nothing for a document that is no config of ours. Same array as long as nothing changed. */
  check(file: FileId): readonly Diagnostic[];
  /**
   * Does a part of what `check` does, for who has to answer others meanwhile: all of it, but for a config of many datasets, which is read, and then asked by one
   * rule after the other.
   * @returns whether no part is left
   */
  checkPart(file: FileId): boolean;
  /** Whether `check` has the answer at hand. */
  isChecked(file: FileId): boolean;
  /** The `preflight.json` that counts for a file; undefined where there is none. */
  preflight(file: FileId): PreflightFile | undefined;
  /** Whether the project file leaves a file or folder out: it has no diagnostics then. */
  excludes(path: FileId, isFolder: boolean): boolean;
  /** Open documents whose evaluation used or looked for `file`, directly or through others; without `file` itself. */
  dependents(file: FileId): readonly FileId[];
}

export interface ProjectOptions {
  readonly limits?: Limits;
  /** What `os.environ` holds for the configs; absent: nothing. Where it becomes another one, `configure` must be called. */
  readonly environment?: Environment;
  /** Is told where evaluation has come to. */
  readonly progress?: Progress;
  /** For a program that has to answer while many small files are read; absent: it waits for them. */
  readonly inSlices?: InSlices;
  /** How many values of bases are kept between evaluations; absent: as many as the largest collections of configs hold. */
  readonly keptBaseValues?: number;
  /** Told of a rule that fails by a fault of our own, so that the other rules still report. Absent: `check` throws what it throws. */
  readonly ruleFailed?: (file: FileId, rule: string, error: unknown) => void;
  /** Told that classes have changed, by which any config may be read otherwise. */
  readonly otherClasses?: () => void;
  /** Runs each rule of a check, for whoever wants to know how long it takes. */
  readonly aroundRule?: AroundRule;
}

/** A project over the files of `workspace`. Nothing is read before it is asked for. */
export function createProject(workspace: Workspace, settings: Settings, options: ProjectOptions = {}): Project {
  return new CachingProject(workspace, settings, options);
}

/** All that was computed of one document. Each part is made when it is first asked for; `null` stands for "made, and nothing came of it". */
interface Entry {
  readonly document: Document;
  /** Whether the text looks like a config's. */
  sniffed?: boolean;
  evaluation?: Evaluation;
  loaded?: LoadedConfig | null;
  diagnostics?: readonly Diagnostic[];
  /** The check that has begun. */
  checking?: Checking;
}

/**
 * From so many datasets on a check is done in parts, since it is long by their number; one that is long by a single prompt is too much, and is ended as one piece. So is
 * one of more pairs than anybody runs.
 */
const manyDatasets = 100;
const mostPairs = 100_000;

interface Checking {
  readonly steps: Steps<readonly Diagnostic[]>;
  /** A rule has asked for rows that were not there yet. */
  lacksRows: boolean;
}

class CachingProject implements Project {
  readonly workspace: Workspace;
  readonly reads: PendingReads;
  private readonly open = new Map<FileId, Document>();
  /** Open documents whose text has not changed since. */
  private readonly untouched = new Set<FileId>();
  private readonly entries = new Map<FileId, Entry>();
  private readonly refusals = new Map<FileId, Refusal>();
  private readonly remembered = new Map<CacheKey<unknown>, Remembered<unknown>>();
  private readonly preflights: PreflightFiles;
  private bases: BaseCache;
  classes: ClassIndex;

  constructor(
    private readonly below: Workspace,
    public settings: Settings,
    private readonly options: ProjectOptions,
  ) {
    const refused = (file: FileId): string | undefined => this.refusal(file)?.message;
    const roots = (from: FileId): readonly FileId[] => this.preflights.packageRoots(from);
    this.workspace = new OverlayWorkspace(below, (file) => this.open.get(file)?.text, refused, options.progress, roots);
    this.preflights = new PreflightFiles(this.workspace, below);
    this.reads = new PendingReads(options.inSlices);
    this.classes = this.noClasses();
    this.bases = this.noBases();
  }

  update(file: FileId, text: string, version: number, language: Document['language']): readonly FileId[] {
    const open = this.open.get(file);
    const before = open?.text ?? this.textOnDisk(file);
    if (!open) this.untouched.add(file);
    else if (before !== text) this.untouched.delete(file);
    this.open.set(file, { file, text, version, language, lines: new LineIndex(text) });
    this.entries.delete(file);
    if (before !== text) return this.invalidate(file, true);
    // It may be new, and the disk has not told of it yet.
    if (!open) for (const { follows, concerns } of this.remembered.values()) if (follows) concerns(file, true);
    return [];
  }

  close(file: FileId): readonly FileId[] {
    const document = this.open.get(file);
    if (!document) return [];
    this.open.delete(file);
    this.untouched.delete(file);
    this.entries.delete(file);
    return this.textOnDisk(file) === document.text ? [] : this.invalidate(file, true);
  }

  refuse(refusal: Refusal): void {
    this.refusals.set(refusal.file, refusal);
    this.invalidate(refusal.file, false);
  }

  refusal(file: FileId): Refusal | undefined {
    const refusal = this.refusals.get(file);
    return refusal?.version === (this.open.get(file)?.version ?? 0) ? refusal : undefined;
  }

  forgive(file: FileId): readonly FileId[] {
    return this.refusals.delete(file) ? [...new Set([file, ...this.invalidate(file, false)])] : [];
  }

  release(file: FileId): void {
    if (!this.open.has(file)) this.entries.delete(file);
  }

  fileChanged(file: FileId): readonly FileId[] {
    return this.isEdited(file) ? [] : this.invalidate(file, false);
  }

  manyChanged(files: readonly FileId[]): void {
    const following = [...this.remembered].filter(([, { follows }]) => follows);
    this.configure(this.settings);
    for (const [key, one] of following) {
      this.remembered.set(key, one);
      for (const file of files) if (!this.isEdited(file)) one.concerns(file, false);
    }
  }

  private isEdited(file: FileId): boolean {
    return this.open.has(file) && !this.untouched.has(file);
  }

  configure(settings: Settings): void {
    this.settings = settings;
    this.preflights.forget();
    this.computeAnew();
  }

  settingsOf(file: FileId): Settings {
    return this.preflights.settingsOf(file, this.settings);
  }

  preflight(file: FileId): PreflightFile | undefined {
    return this.preflights.above(file);
  }

  excludes(path: FileId, isFolder: boolean): boolean {
    return this.preflights.excludes(path, isFolder);
  }

  private computeAnew(): void {
    this.entries.clear();
    this.remembered.clear();
    this.bases = this.noBases();
    this.classes = this.noClasses();
  }

  document(file: FileId): Document | undefined {
    const open = this.open.get(file);
    if (open) return open;
    const cached = this.entries.get(file);
    if (cached) return cached.document;
    const language = languageByEnding(file);
    // Also of a file that is not to be read as part of others: what is said of it needs its lines.
    const read = language && this.below.read(file);
    if (!language || read?.kind !== 'text') return undefined;
    const document: Document = { file, text: read.text, version: 0, language, lines: new LineIndex(read.text) };
    this.entries.set(file, { document });
    return document;
  }

  isOpen(file: FileId): boolean {
    return this.open.has(file);
  }

  openFiles(): readonly FileId[] {
    return [...this.open.keys()];
  }

  evaluate(file: FileId): Evaluation | undefined {
    const entry = this.entry(file);
    return entry && this.evaluated(entry);
  }

  load(file: FileId): LoadedConfig | undefined {
    const entry = this.entry(file);
    return entry && this.loaded(entry);
  }

  check(file: FileId): readonly Diagnostic[] {
    const entry = this.entry(file);
    if (!entry) return [];
    if (entry.diagnostics) return entry.diagnostics;
    const { steps, lacksRows } = (!entry.checking?.lacksRows && entry.checking) || this.checking(entry);
    delete entry.checking;
    const diagnostics = doneAtOnce(steps);
    // More may be known when the rows are there that a rule has asked for.
    if (!lacksRows && !this.reads.pending) entry.diagnostics = diagnostics;
    return diagnostics;
  }

  checkPart(file: FileId): boolean {
    const entry = this.entry(file);
    if (!entry || entry.diagnostics) return true;
    const checking = entry.checking ?? this.checking(entry);
    // What a part throws ends the check.
    delete entry.checking;
    const next = checking.steps.next();
    if (this.reads.pending) checking.lacksRows = true;
    if (!next.done) entry.checking = checking;
    else if (!checking.lacksRows) entry.diagnostics = next.value;
    return next.done === true;
  }

  isChecked(file: FileId): boolean {
    return this.entry(file)?.diagnostics !== undefined;
  }

  dependents(file: FileId): readonly FileId[] {
    return this.openFiles().filter((other) => other !== file && dependsOn(this.evaluate(other)!.dependencies, file));
  }

  remember<T>(key: CacheKey<T>, make: () => Remembered<T>): T {
    // The key is what `make` was given with, so its value is a T.
    const there = this.remembered.get(key) as Remembered<T> | undefined;
    if (there) return there.value;
    const made = make();
    this.remembered.set(key, made);
    return made.value;
  }

  private noClasses(): ClassIndex {
    return new ClassIndex(this.workspace, this.workspace.far === true ? namesInRelease : undefined);
  }

  private noBases(): BaseCache {
    return new BaseCache(this.options.keptBaseValues);
  }

  private entry(file: FileId): Entry | undefined {
    const document = this.document(file);
    if (!document) return undefined;
    let entry = this.entries.get(file);
    if (!entry) this.entries.set(file, (entry = { document }));
    return entry;
  }

  private evaluated(entry: Entry): Evaluation {
    const { file, text, language } = entry.document;
    const refusal = this.refusal(file);
    if (refusal) return (entry.evaluation ??= refusedEvaluation(entry.document, refusal));
    const { limits = defaultLimits, environment, progress } = this.options;
    const workingDirectory = this.workingDirectory(file);
    const options = {
      limits,
      bases: this.bases,
      releases: this.settingsOf(file).release,
      ...(environment && { environment }),
      ...(progress && { progress }),
      ...(workingDirectory !== undefined && { workingDirectory }),
    };
    return (entry.evaluation ??= evaluateDocument(file, text, language, this.workspace, options));
  }

  running(file: FileId): RunningWorld {
    const { limits = defaultLimits, environment = emptyEnvironment, progress } = this.options;
    const user = this.userOf(file);
    const { workspace } = this;
    const dataRoots = this.settingsOf(user).dataRoots.flatMap((root) => placesOfPath(root, workspace));
    const datasetsRelease = (): string | undefined => datasetsReleaseAround(user, this.settingsOf(user), workspace);
    const pandasRelease = (): string | undefined => installedLibrary('pandas', user, workspace);
    return {
      workspace,
      environment,
      workingDirectory: this.workingDirectory(user),
      dataRoots,
      limits,
      progress,
      datasetsRelease,
      pandasRelease,
    };
  }

  /** Code elsewhere, as that of an installed package, is run for the only folder that is open, as if it lay there. */
  private userOf(file: FileId): FileId {
    const { folders = [] } = this.workspace;
    return folders.length === 1 && !isAtOrBelow(file, folders[0]!) ? joinPath(folders[0]!, 'config.py') : file;
  }

  /** The framework is taken to be started in the folder that the user opened. */
  private workingDirectory(file: FileId): FileId | undefined {
    return this.workspace.folders?.find((folder) => isAtOrBelow(file, folder));
  }

  private loaded(entry: Entry): LoadedConfig | undefined {
    if (entry.loaded === undefined) entry.loaded = this.read(entry) ?? null;
    return entry.loaded ?? undefined;
  }

  /** Ordinary code is not even evaluated: it may be long, and loop for long. */
  private read(entry: Entry): LoadedConfig | undefined {
    if (this.refusal(entry.document.file) || !looksRight(entry)) return undefined;
    const evaluation = this.evaluated(entry);
    const framework = detectFramework(evaluation, this.settingsOf(entry.document.file).framework);
    return framework && { framework, config: framework.read(evaluation, this), surroundings: this };
  }

  private checking(entry: Entry): Checking {
    return { steps: this.checkSteps(entry), lacksRows: false };
  }

  private *checkSteps(entry: Entry): Steps<readonly Diagnostic[]> {
    // By its text, since a config may be too broken to be recognised by its value.
    const { file } = entry.document;
    const refusal = this.refusal(file);
    const settings = this.settingsOf(file);
    if (isPreflight(file)) return preflightDiagnostics(this.preflights.above(file), file, settings);
    if (this.excludes(file, false)) return [];
    if (refusal) return refusedDiagnostics(spanOfRefusal(entry.document, refusal), refusal.message, settings);
    if (!looksRight(entry)) return [];
    const { ruleFailed, aroundRule } = this.options;
    const options = {
      ...(ruleFailed && { failed: (rule: string, error: unknown): void => ruleFailed(file, rule, error) }),
      ...(aroundRule && { around: aroundRule }),
    };
    const evaluation = this.evaluated(entry);
    const loaded = this.loaded(entry);
    const steps = checkConfig(rules, file, evaluation, loaded, (other) => this.textOf(other), settings, options);
    const { datasets = [], models = [] } = loaded?.config ?? {};
    if (datasets.length < manyDatasets || datasets.length * models.length > mostPairs) return doneAtOnce(steps);
    yield;
    return yield* steps;
  }

  private textOf(file: FileId): string {
    const read = this.workspace.read(file);
    return read.kind === 'text' ? read.text : '';
  }

  private textOnDisk(file: FileId): string | undefined {
    const cached = this.entries.get(file);
    if (cached) return cached.document.text;
    const read = this.workspace.read(file);
    return read.kind === 'text' ? read.text : undefined;
  }

  /** What the configs are read as depends on the classes; what they evaluate to does not. */
  private forgetReadings(): void {
    for (const [file, { document, evaluation }] of this.entries) this.entries.set(file, { document, ...(evaluation && { evaluation }) });
  }

  /** Drops what was computed from `file`; from anything below it too, where it is a folder. */
  private invalidate(file: FileId, typing: boolean): readonly FileId[] {
    if (this.preflights.changed(file)) {
      this.computeAnew();
      return this.openFiles().filter((other) => other !== file);
    }
    const lacking = typing ? [] : [...this.entries].filter(([, { evaluation }]) => lacksBase(evaluation));
    const outdated = [...this.entries].filter(
      ([other, { evaluation }]) => isAtOrBelow(other, file) || (evaluation && dependsOn(evaluation.dependencies, file)),
    );
    outdated.push(...lacking);
    for (const [other] of outdated) this.entries.delete(other);
    if (lacking.length > 0) this.bases = this.noBases();
    else this.bases.invalidate(file);
    const forgotten = [...this.remembered].filter(([, { concerns }]) => concerns(file, typing));
    for (const [key] of forgotten) this.remembered.delete(key);
    const otherClasses = this.classes.invalidate(file);
    if (otherClasses) {
      this.forgetReadings();
      this.options.otherClasses?.();
    }
    const affected =
      forgotten.length > 0 || otherClasses ? this.openFiles() : outdated.map(([other]) => other).filter((other) => this.open.has(other));
    return [...new Set(affected)].filter((other) => other !== file);
  }
}

/** What is known of a document that is not worked on: nothing but why. */
function refusedEvaluation(document: Document, refusal: Refusal): Evaluation {
  const { file, language } = document;
  const span = spanOfRefusal(document, refusal);
  const nothing = new DictValue(span);
  const problem: Problem = { kind: 'limit', span, message: refusal.message };
  return {
    file,
    language,
    ok: false,
    value: nothing,
    hidden: nothing,
    lazy: undefined,
    problems: [problem],
    baseImports: [],
    dependencies: new Set(),
  };
}

/** The rest of the line that the work had come to; of the first line where that is not known. */
function spanOfRefusal({ file, text }: Document, { offset = 0 }: Refusal): Span {
  const start = Math.min(offset, text.length);
  const end = text.indexOf('\n', start);
  return { file, start, end: end < 0 ? text.length : end };
}

function looksRight(entry: Entry): boolean {
  return (entry.sniffed ??= looksLikeConfig(entry.document.text, entry.document.language));
}

/** A package that was not found anywhere leaves no trace among the dependencies: any new file on disk may be it. */
function lacksBase(evaluation: Evaluation | undefined): boolean {
  return evaluation?.problems.some((problem) => problem.kind === 'base-not-found' || problem.kind === 'base-broken') ?? false;
}

import { nearest } from '../../../checks/support/nearest.js';
import { PyError } from '../../../core/errors.js';
import { harmlessProblems, type BaseImport, type Evaluation, type Limits, type Problem, type TaskFile } from '../../../core/evaluation.js';
import { languageByEnding } from '../../../core/language.js';
import { isGitIgnored, whyLeftOut } from '../../../core/git-ignored.js';
import { joinPath } from '../../../core/paths.js';
import { dirname } from '../../../core/paths.js';
import { say } from '../../../core/say.js';
import { typeName } from '../../../python/runtime/semantics.js';
import type { FileId, Span } from '../../../core/span.js';
import { DictValue, nameKey, type DictEntry, type StrValue, type Value } from '../../../core/value.js';
import type { ReadResult, Workspace } from '../../../core/workspace.js';
import { readYaml } from '../../../yaml/read-yaml.js';
import { harnessRelease, harnessVersions } from '../releases/find-harness.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { descendantPackage, descendantSourceOf } from './descendant.js';
import { isTaskWithGroup, withStrayGroup, withTag } from './group-as-tag.js';
import { harnessSourceOf } from './harness-source.js';
import { IncludeCache } from './include-cache.js';
import { largeContent } from './large-content.js';

/**
 * Loads a task, a group or a file that tasks include as lm-evaluation-harness 0.4.13 does (`tasks/_yaml_loader.py`): `include` names one file or several,
 * relative to the file that names them; a later one wins over an earlier one (in releases until 0.4.11 the other way around), and the document over all of them, each key as a whole. Values are shared
 * between evaluations and not to be changed; the entries of the top level are the evaluation's own. Never throws.
 * @param release as set; absent: the one around the file
 */
export function evaluateTaskFile(
  file: FileId,
  text: string,
  workspace: Workspace,
  limits: Limits,
  release?: string,
  cache: IncludeCache = IncludeCache.of(workspace, limits),
): Evaluation {
  return new TaskLoader(workspace, limits, cache, file, release).evaluate(file, text);
}

/** A file with all that it includes; with an error, what was known by then. */
interface Loaded {
  readonly entries: Map<string, DictEntry>;
  readonly own: DictValue | undefined;
  /** What is wrong in this very file, and at its includes. */
  readonly problems: readonly Problem[];
  readonly error: PyError | undefined;
}

const includeKey = nameKey('include');
const taskKey = nameKey('task');
const taskListKey = nameKey('task_list');

class TaskLoader {
  /** Every file that was opened so far: one that is met again raises, though it may be no cycle. */
  private readonly seen = new Set<FileId>();
  /** Files under way, outermost first. */
  private readonly open: FileId[] = [];
  private readonly dependencies = new Set<FileId>();
  private readonly baseImports: BaseImport[] = [];
  private readonly replaced: TaskFile['replaced'][number][] = [];
  private complete = true;
  private old: boolean | undefined;

  constructor(
    private readonly workspace: Workspace,
    private readonly limits: Limits,
    private readonly cache: IncludeCache,
    private readonly file: FileId,
    private readonly release: string | undefined,
  ) {}

  /** Whether the release of the settings, else that around the file, includes as 0.4.11 and those before it do (2a5c0f041, #3549), from which descendants come. Only asked for where that matters. */
  private get oldOrder(): boolean {
    this.old ??= descendantPackage(this.file, this.workspace) !== undefined || this.harness.includeOrder === 'first';
    return this.old;
  }

  /** As set, else the one around the file. */
  private get harness(): HarnessRelease {
    return harnessRelease(this.release ?? harnessVersions.around(this.file, this.workspace)?.name);
  }

  /** What `group` is in a file that lists no tasks: a tag to a harness, or a descendant, whose tasks have that field; from 0.4.12 on the file is a group all the same. */
  private withoutGroup(entries: Map<string, DictEntry>): Map<string, DictEntry> {
    const descendant = descendantSourceOf(this.file, this.workspace);
    const source = descendant ?? harnessSourceOf(this.file, this.workspace);
    if (source?.taskFields.has('group')) return withTag(entries);
    return descendant === undefined && this.harness.groups !== 'item' && entries.has(taskKey) ? withStrayGroup(entries) : entries;
  }

  evaluate(file: FileId, text: string): Evaluation {
    const whole: Span = { file, start: 0, end: text.length };
    const { entries: loaded, own = new DictValue(whole), problems, error } = this.load(file, text);
    const entries = isTaskWithGroup(loaded) ? this.withoutGroup(loaded) : loaded;
    const { baseImports, dependencies, replaced, complete } = this;
    return {
      file,
      language: 'yaml',
      ok: error === undefined && problems.every(({ kind }) => harmlessProblems.has(kind)),
      ...(error && { error }),
      value: new DictValue(own.span, 'dict', () => entries),
      hidden: new DictValue(whole),
      lazy: undefined,
      problems,
      baseImports,
      dependencies,
      taskFile: { own, replaced, complete },
    };
  }

  private load(file: FileId, text: string): Loaded {
    const outermost = this.open.length === 0;
    this.seen.add(file);
    this.open.push(file);
    const read = (): ReturnType<typeof readYaml> => readYaml(file, text, this.limits, 'lm-eval');
    const { value, problems, error } = outermost ? largeContent(this.workspace, file, text, read) : this.cache.content(file, text, read);
    const loading = new OneFile(file, [...problems], error);
    if (value?.kind === 'dict') this.addIncludes(loading, value);
    else if (!error && value && value.kind !== 'unknown')
      loading.raise('raises', notADict(file, value), say`A task file is a mapping at its top level. `);
    this.open.pop();
    return { entries: loading.entries, own: value?.kind === 'dict' ? value : undefined, problems: loading.problems, error: loading.error };
  }

  private addIncludes(file: OneFile, own: DictValue): void {
    const include = own.entries.get(includeKey);
    const paths = include ? (include.value.kind === 'list' ? include.value.items : [include.value]) : [];
    // Until 0.4.11 the first of several files wins.
    for (const path of paths.length > 1 && this.oldOrder ? [...paths].reverse() : paths) this.addInclude(file, path);
    for (const [id, entry] of own.entries) if (id !== includeKey) this.put(file, id, entry);
  }

  private addInclude(file: OneFile, path: Value): void {
    const { span } = path;
    if (path.kind === 'unknown') return void (this.complete = false);
    if (path.kind !== 'str') {
      const error = new PyError('TypeError', `expected str, bytes or os.PathLike object, not ${typeName(path)}`, span);
      return file.raise('raises', error, say`include names a file, or a list of files. `);
    }
    const target = joinPath(dirname(file.file), path.text);
    this.dependencies.add(target);
    if (this.open.length === 1) this.baseImports.push({ module: path.text, moduleSpan: span, file: target, names: [], star: true });
    if (this.open.includes(target) || (this.seen.has(target) && !this.oldOrder)) return this.seenBefore(file, target, span);
    if (this.open.length > this.limits.depth) return file.limit(span, say`Files include each other more than ${this.limits.depth} deep.`);
    const read = this.workspace.read(target);
    if (read.kind === 'none') return this.unreadable(file, target, path, read);
    const base = this.load(target, read.text);
    file.addBroken(base, target, span);
    for (const [id, entry] of base.entries) if (id !== taskListKey) this.put(file, id, entry);
  }

  private put(file: OneFile, id: string, entry: DictEntry): void {
    const there = file.entries.get(id);
    if (there) this.replaced.push({ entry: there, by: entry });
    file.entries.set(id, { ...entry });
  }

  private seenBefore(file: OneFile, target: FileId, span: Span): void {
    const error = new PyError('ValueError', `Include cycle at ${target}`, span);
    if (this.open.includes(target))
      return file.raise('import-cycle', error, say`This include leads back to a file that includes this one. `);
    file.raise(
      'include-diamond',
      error,
      say`This file is included twice, by different paths, which lm-evaluation-harness takes for a cycle. `,
    );
  }

  private unreadable(file: OneFile, target: FileId, path: StrValue, { why, reason }: Extract<ReadResult, { kind: 'none' }>): void {
    const { span } = path;
    const leftOut = why === 'missing' && isGitIgnored(target, this.workspace);
    if (why === 'missing' && !leftOut) {
      return file.raise(
        'base-not-found',
        new PyError('FileNotFoundError', `[Errno 2] No such file or directory: '${target}'`, span),
        say`There is no file ${path.text}: the path is taken from the directory of this file. `,
        this.neighbours(target, path),
      );
    }
    if (why === 'directory')
      return file.raise('base-not-found', new PyError('IsADirectoryError', `[Errno 21] Is a directory: '${target}'`, span), `${reason} `);
    if (why === 'binary') return file.raise('base-broken', new PyError('ReaderError', `${target} is not UTF-8 text`, span), `${reason} `);
    this.complete = false;
    const said = leftOut ? whyLeftOut(path.text) : reason;
    file.problems.push({ kind: 'depends-on-environment', span, message: say`${said} What it adds to this task is not known.` });
  }

  /** The file of the same folder that a misspelt path probably means, as the text to write: with its quotes. */
  private neighbours(target: FileId, path: StrValue): readonly string[] {
    const there = (this.workspace.list(dirname(target)) ?? []).filter(
      (name) => /\.ya?ml$|^[^.]+$/.test(name) && `${dirname(target)}/${name}` !== path.span.file,
    );
    const name = nearest(target.slice(target.lastIndexOf('/') + 1), there);
    if (name === undefined || path.text.trim() === '') return [];
    const within = path.text.slice(0, path.text.lastIndexOf('/') + 1);
    return [/^[\w./-]+$/.test(within + name) ? within + name : JSON.stringify(within + name)];
  }
}

/** One file while it is being loaded. */
class OneFile {
  readonly entries = new Map<string, DictEntry>();

  constructor(
    readonly file: FileId,
    readonly problems: Problem[],
    public error: PyError | undefined,
  ) {}

  /** @param suggestions what may stand in place of what `error` is about */
  raise(kind: Problem['kind'], error: PyError, message: string, suggestions: readonly string[] = []): void {
    this.error ??= error;
    // What is odd in a text that was misread comes of the one fault.
    if (kind === 'raises' && this.problems.some((problem) => problem.kind === 'syntax-error')) return;
    const span = error.span ?? { file: this.file, start: 0, end: 0 };
    this.problems.push({
      kind,
      span,
      message: say`${message}Loading raises ${error.message}`,
      ...(suggestions.length > 0 && { suggestions }),
    });
  }

  limit(span: Span, message: string): void {
    this.problems.push({ kind: 'limit', span, message });
  }

  /** What is wrong with an included file is told at the include. */
  addBroken({ error, problems }: Loaded, target: FileId, span: Span): void {
    const limit = problems.find(({ kind }) => kind === 'limit');
    if (limit && !error) this.limit(span, say`${target} cannot be read: ${limit.message}`);
    if (!error) return;
    this.error ??= error;
    const fault = problems.find(({ kind }) => kind === 'syntax-error');
    // Of a file without an ending no check of its own tells it.
    if (fault && languageByEnding(fault.span.file) === undefined) return void this.problems.push(fault);
    const related = error.span && { related: [{ span: error.span, message: say`${error.type} is raised here.` }] };
    // The file by itself loads: it is what else is included here that makes it fail.
    if (problems.some(({ kind }) => kind === 'include-diamond'))
      this.problems.push({
        kind: 'include-diamond',
        span,
        message: say`What this file includes is also included by another path, which lm-evaluation-harness takes for a cycle. Loading raises ${error.message}`,
        ...related,
      });
    else
      this.problems.push({
        kind: 'base-broken',
        span,
        message: say`The included file does not load: it raises ${error.message}`,
        ...related,
      });
  }
}

function notADict(file: FileId, value: Value): PyError {
  return new PyError('ValueError', `Expected YAML dict from ${file}, got ${typeName(value)}`, value.span);
}

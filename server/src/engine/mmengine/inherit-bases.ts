import { PyError } from '../core/errors.js';
import type { BaseImport, Evaluation, Problem } from '../core/evaluation.js';
import { copyDict, putEntry } from '../python/runtime/dicts.js';
import { joinPath } from '../core/paths.js';
import { dirname } from '../core/paths.js';
import { say } from '../core/say.js';
import { mergeConfig, substituteBaseVariables } from './merge.js';
import type { FileId, Span } from '../core/span.js';
import { DictValue, nameKey, textOf, type Value } from '../core/value.js';
import type { Workspace } from '../core/workspace.js';

/** How a base is evaluated: `open` are the files under way, outermost first. */
export type EvaluateBase = (file: FileId, text: string, language: Evaluation['language'], open: readonly FileId[]) => Evaluation;

const languages: Readonly<Record<string, Evaluation['language']>> = { py: 'python', yaml: 'yaml', yml: 'yaml', json: 'json' };

/**
 * Adds to a YAML or JSON config what the files of its `_base_` key hold (mmengine 0.11 `Config._file2dict`): dicts that meet are merged, a name of two
 * bases is an error. A config that has nothing of bases is returned as it is.
 * @param variables by the string that stands for it in the values: the dotted path of a variable of the bases
 */
export function inheritBases(
  evaluation: Evaluation,
  variables: ReadonlyMap<string, string>,
  workspace: Workspace,
  open: readonly FileId[],
  evaluateBase: EvaluateBase,
): Evaluation {
  const entry = evaluation.value.entry('_base_');
  if (!entry && variables.size === 0) return evaluation;
  const bases = new Bases(evaluation, workspace, open, evaluateBase);
  const paths = entry?.value.kind === 'list' ? entry.value.items : entry ? [entry.value] : [];
  for (const path of paths) bases.add(path);
  return bases.merged(variables);
}

class Bases {
  private readonly names: DictValue;
  private readonly problems: Problem[];
  private readonly baseImports: BaseImport[] = [];
  private readonly dependencies: Set<FileId>;
  private error: PyError | undefined;

  constructor(
    private readonly evaluation: Evaluation,
    private readonly workspace: Workspace,
    private readonly open: readonly FileId[],
    private readonly evaluateBase: EvaluateBase,
  ) {
    this.names = new DictValue(evaluation.value.span, 'ConfigDict');
    this.problems = [...evaluation.problems];
    this.dependencies = new Set(evaluation.dependencies);
    this.error = evaluation.error;
  }

  add(path: Value): void {
    const text = textOf(path);
    if (text === undefined) return;
    const file = joinPath(dirname(this.evaluation.file), text);
    this.dependencies.add(file);
    this.baseImports.push({ module: text, moduleSpan: path.span, file, names: [], star: true });
    const base = this.load(file, path.span);
    if (!base) return;
    for (const dependency of base.dependencies) if (dependency !== this.evaluation.file) this.dependencies.add(dependency);
    if (base.error) this.broken(base, base.error, path.span);
    for (const other of [base.value, base.hidden]) for (const [id, entry] of other.entries) this.take(id, entry, path.span);
  }

  private load(file: FileId, span: Span): Evaluation | undefined {
    const open = [...this.open, this.evaluation.file];
    if (open.includes(file)) {
      const error = new PyError('RecursionError', 'maximum recursion depth exceeded', span);
      return this.fail(error, 'import-cycle', span, say`This base leads back to the file that names it: loading raises RecursionError.`);
    }
    const language = languages[file.slice(file.lastIndexOf('.') + 1)];
    const read = this.workspace.read(file);
    if (read.kind === 'none') {
      const error = new PyError('FileNotFoundError', `file "${file}" does not exist`, span);
      return this.fail(error, 'base-not-found', span, say`The base config is not found: loading raises FileNotFoundError. ${read.reason}`);
    }
    if (language) return this.evaluateBase(file, read.text, language, open);
    const error = new PyError('OSError', 'Only py/yml/yaml/json type are supported now!', span);
    return this.fail(error, 'base-broken', span, say`${file} is not a Python, YAML or JSON file: loading raises OSError.`);
  }

  private take(id: string, entry: Parameters<DictValue['entries']['set']>[1], span: Span): void {
    if (!this.names.entries.has(id)) {
      putEntry(this.names, entry.key, entry.value, entry.keySpan, entry.valueSpan);
      return;
    }
    const name = textOf(entry.key) ?? '';
    const error = new PyError('KeyError', `"Duplicate key is not allowed among bases. Duplicate keys: {'${name}'}"`, span);
    this.fail(error, 'raises', span, say`Two base configs define ${name}: loading this config raises KeyError.`);
  }

  private broken(base: Evaluation, error: PyError, span: Span): void {
    const message = say`The base config does not load: it raises ${error.type}${error.text === '' ? '' : `: ${error.text}`}`;
    const origin = error.span ?? base.problems[0]?.span;
    this.error ??= error;
    this.problems.push({
      kind: 'base-broken',
      span,
      message,
      ...(origin && { related: [{ span: origin, message: say`${error.type} is raised here.` }] }),
    });
  }

  private fail(error: PyError, kind: Problem['kind'], span: Span, message: string): undefined {
    this.error ??= error;
    this.problems.push({ kind, span, message });
  }

  /** The config with its bases under it. */
  merged(variables: ReadonlyMap<string, string>): Evaluation {
    const own = copyDict(this.evaluation.value, this.evaluation.value.span);
    own.entries.delete(nameKey('_base_'));
    const value = this.merge(own, variables);
    const { error, problems, baseImports, dependencies } = this;
    return { ...this.evaluation, ok: this.evaluation.ok && !error, ...(error && { error }), value, problems, baseImports, dependencies };
  }

  private merge(own: DictValue, variables: ReadonlyMap<string, string>): DictValue {
    try {
      return mergeConfig(substituteBaseVariables(own, variables, this.names), this.names);
    } catch (error) {
      if (!(error instanceof PyError)) throw error;
      // What a base lacks that could not be loaded is not told of.
      if (!this.error) this.fail(error, 'raises', error.span ?? own.span, say`Loading this config raises ${error.message}`);
      return own;
    }
  }
}

import { PyError } from '../core/errors.js';
import type { ProblemKind } from '../core/evaluation.js';
import type { Span } from '../core/span.js';
import { DictValue, textOf, type Value } from '../core/value.js';
import { spanOf, type Assign, type Statement } from '../python/syntax/tree/ast.js';
import { evaluateData, type DataContext } from './evaluate-data.js';
import { metered } from '../core/cost.js';
import { iterateItems, typeName } from '../python/runtime/semantics.js';
import { evaluate } from '../python/interpreter/expressions.js';
import { isOutOfReach } from '../core/workspace.js';
import { dirname, joinPath } from '../core/paths.js';
import { say } from '../core/say.js';
import { absentBase, type AbsentBase } from './absent-base.js';
import { refuseExternal } from './external-base.js';
import { toConfigValueNow } from './config-dict.js';
import { isBaseAssignment } from './lazy-detection.js';
import { isUnreadable, loads, type LoadedModule } from './loaded-module.js';
import { loadPlain } from './loader.js';
import { payForBases } from './load.js';
import { type Load } from './load.js';
import { saidOf } from './report.js';
import { evaluatePythonBase } from './python-base.js';
import { makeInterpreter } from './run-code.js';

/** What the files of `_base_` give together. */
export interface PlainBases {
  readonly config: DictValue;
  /** Set where a base could not be loaded. */
  readonly incomplete: string | undefined;
}

/**
 * Loads the files that `_base_ = …` names (mmengine 0.11 `Config._get_base_files`). What is wrong with one is reported at its path.
 * @throws PyError what evaluating the right side raises
 */
export function loadPlainBases(run: Load, body: readonly Statement[]): PlainBases {
  const bases = new PlainBaseLoader(run);
  const assignment = body.find((node): node is Assign => isBaseAssignment(node));
  if (assignment) for (const path of basePaths(run, assignment)) bases.add(path);
  return bases;
}

/** The paths of `_base_`: evaluated for themselves, before the config's other code. */
function basePaths(run: Load, node: Assign): readonly Value[] {
  const module = { file: run.file, text: run.text, lazy: false, baseModules: new Set<string>(), incomplete: undefined };
  const interpreter = makeInterpreter(run, new DictValue(spanOf(run.file, node)), module);
  const value = metered(interpreter, () => evaluate(interpreter, node.value));
  return value.kind === 'list' ? value.items : [value];
}

/** mmengine looks for `::` in the path before it joins it. */
function notAPath(path: Value): PyError {
  const type = typeName(path);
  const text = iterateItems(path)
    ? `join() argument must be str, bytes, or os.PathLike object, not '${type}'`
    : `argument of type '${type}' is not iterable`;
  return new PyError('TypeError', text, path.span);
}

class PlainBaseLoader implements PlainBases {
  readonly config: DictValue;
  incomplete: string | undefined;

  constructor(private readonly run: Load) {
    this.config = new DictValue({ file: run.file, start: 0, end: 0 }, 'ConfigDict');
  }

  add(path: Value): void {
    const text = textOf(path);
    if (text === undefined) {
      this.incomplete ??= say`The path of a base config is not known.`;
      if (path.kind !== 'unknown') throw notAPath(path);
      return;
    }
    if (text.includes('::')) {
      this.external(text, path.span);
      return;
    }
    const names = this.load(text, path.span);
    if (names) this.take(names, path.span);
    else this.incomplete ??= say`A base config could not be loaded.`;
  }

  /** A base of another package, `mmdet::a/b.py`: only those that cannot be had are known. */
  private external(path: string, span: Span): void {
    this.incomplete ??= say`The base config ${path} of another package is not followed.`;
    const refused = refuseExternal(path, this.run.file, this.run.context.workspace, span);
    if (refused) this.run.report.fail(refused.error, { kind: 'base-not-found', span, message: refused.message });
  }

  private take(names: DictValue, span: Span): void {
    const twice = [...names.entries.keys()].filter((id) => this.config.entries.has(id)).map((id) => `'${id}'`);
    if (twice.length > 0) {
      const text = `'Duplicate key is not allowed among bases. Duplicate keys: {${twice.join(', ')}}'`;
      const message = say`Two base configs define ${twice.join(', ')}: loading this config raises KeyError.`;
      this.run.report.fail(new PyError('KeyError', text, span), { kind: 'raises', span, message });
    }
    const converted = toConfigValueNow(names) as DictValue;
    for (const [id, entry] of converted.entries) this.config.entries.set(id, entry);
  }

  private load(path: string, span: Span): DictValue | undefined {
    const { context, dependencies, report } = this.run;
    const file = joinPath(dirname(this.run.file), path);
    dependencies.add(file);
    this.run.baseImports.push({ module: path, moduleSpan: span, file, names: [], star: true });
    if (context.open.includes(file)) return this.cyclic(file, span);
    const read = context.workspace.read(file);
    if (read.kind === 'none' && isOutOfReach(read)) {
      report.assume(say`${read.reason} What it defines is not known.`, span);
      return undefined;
    }
    if (read.kind === 'none' && read.why === 'missing') {
      const absent = absentBase(file, this.run.file, undefined, context.workspace, context.configFolders?.(this.run.file) ?? []);
      if (absent) return this.absent(absent, span);
    }
    if (read.kind === 'none') {
      const error = new PyError('FileNotFoundError', `file "${file}" does not exist`, span);
      const message = say`The base config is not found: loading raises FileNotFoundError. ${read.reason}`;
      report.fail(error, { kind: 'base-not-found', span, message });
      return undefined;
    }
    return this.loadText(file, read.text, span);
  }

  /** A base that is not there, and that is no mistake. */
  private absent({ why, file }: AbsentBase, span: Span): DictValue | undefined {
    const { context, dependencies, report } = this.run;
    report.assume(why, span);
    const read = file === undefined ? undefined : context.workspace.read(file);
    if (file === undefined || read?.kind !== 'text') return undefined;
    dependencies.add(file);
    return this.loadText(file, read.text, span);
  }

  private loadText(file: string, text: string, span: Span): DictValue | undefined {
    const { context, dependencies, report } = this.run;
    const extension = file.slice(file.lastIndexOf('.') + 1);
    if (extension === 'py') {
      payForBases(this.run, span);
      const loaded = loadPlain(file, text, context);
      this.run.cost += loaded.cost;
      for (const dependency of loaded.dependencies) dependencies.add(dependency);
      for (const target of loaded.cycles) this.run.cycles.add(target);
      return this.checked(loaded, span);
    }
    if (extension === 'json' || extension === 'yaml' || extension === 'yml')
      return this.dataNames(file, text, extension === 'json' ? 'json' : 'yaml', span);
    const error = new PyError('OSError', 'Only py/yml/yaml/json type are supported now!', span);
    report.fail(error, { kind: 'base-broken', span, message: say`${file} is not a Python, YAML or JSON file: loading raises OSError.` });
    return undefined;
  }

  /** What a YAML or JSON base hands on, that of its own bases included. */
  private dataNames(file: string, text: string, language: 'yaml' | 'json', span: Span): DictValue {
    const { context, dependencies, cycles } = this.run;
    const { workspace, limits, environment } = context;
    const evaluatePython: DataContext['evaluatePython'] = (base, baseText, open) =>
      evaluatePythonBase(base, baseText, { ...context, open });
    const evaluation = evaluateData(file, text, language, { workspace, limits, environment, evaluatePython }, context.open);
    for (const dependency of evaluation.dependencies) {
      dependencies.add(dependency);
      if (context.open.includes(dependency)) cycles.add(dependency);
    }
    if (evaluation.error) this.broken(evaluation.error, evaluation.problems[0]?.span, span);
    return evaluation.value;
  }

  private checked(loaded: LoadedModule, span: Span): DictValue | undefined {
    if (loaded.lazy && !isUnreadable(loaded)) {
      const text = 'The configuration file type in the inheritance chain must match the current configuration file type.';
      this.broken(new PyError('RuntimeError', text, span), { file: loaded.file, start: 0, end: 0 }, span);
    } else if (loaded.error)
      this.broken(loaded.error, loaded.errorSpan, span, loaded.cycles.has(this.run.file) ? 'import-cycle' : 'base-broken');
    else if (loaded.limit) this.run.report.gaveUp(loaded.limit, span);
    return loads(loaded) || loaded.complete ? loaded.names : undefined;
  }

  private broken(error: PyError, origin: Span | undefined, span: Span, kind: ProblemKind = 'base-broken'): void {
    const message = say`The base config does not load: it raises ${saidOf(error)}`;
    const related = origin && [{ span: origin, message: say`${error.type} is raised here.` }];
    this.run.report.fail(error, { kind, span, message, ...(related && { related }) });
  }

  private cyclic(file: string, span: Span): undefined {
    this.run.cycles.add(file);
    const message = say`This base leads back to the file that names it: loading raises RecursionError.`;
    this.run.report.fail(new PyError('RecursionError', 'maximum recursion depth exceeded', span), { kind: 'import-cycle', span, message });
    return undefined;
  }
}

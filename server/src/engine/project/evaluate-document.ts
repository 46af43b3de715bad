import { emptyEnvironment, type Environment } from '../core/environment.js';
import { PyError } from '../core/errors.js';
import { defaultLimits, type Evaluation, type Limits, type Problem, type Progress } from '../core/evaluation.js';
import { joinPath } from '../core/paths.js';
import { say } from '../core/say.js';
import { BaseCache, dependsOn } from '../mmengine/base-cache.js';
import { loads, type LoadedModule } from '../mmengine/loaded-module.js';
import { loadDocument } from '../mmengine/loader.js';
import { type LoadContext } from '../mmengine/load.js';
import { evaluatePythonBase } from '../mmengine/python-base.js';
import type { FileId } from '../core/span.js';
import { DictValue } from '../core/value.js';
import type { Workspace } from '../core/workspace.js';
import { frameworks } from '../frameworks/registry.js';
import { evaluateData, type DataContext } from '../mmengine/evaluate-data.js';

export { BaseCache, dependsOn };

export interface EvaluateOptions {
  readonly limits?: Limits;
  /** What `os.environ` holds; nothing by default, so that a config's own defaults are used. */
  readonly environment?: Environment;
  /** The releases of the settings, by the framework's id. */
  readonly releases?: Readonly<Record<string, string>>;
  /** Is told where evaluation has come to. */
  readonly progress?: Progress;
  /** Bases kept from earlier evaluations with the same workspace, environment, working directory and limits. */
  readonly bases?: BaseCache;
  /**
   * The directory in which the framework is started: `__file__` of files below it and paths of `open()` are relative to it. Where it is not
   * known, `__file__` is the whole path, and a relative path is looked for beside the framework's package.
   */
  readonly workingDirectory?: FileId;
}

/**
 * Evaluates a config document in any of its languages: as the framework loads it that it looks like a document of, where that has a way of its own, every other as
 * mmengine does. Never throws: what is wrong is part of the result.
 */
export function evaluateDocument(
  file: FileId,
  text: string,
  language: Evaluation['language'],
  workspace: Workspace,
  options: EvaluateOptions = {},
): Evaluation {
  const limits = options.limits ?? defaultLimits;
  const framework = frameworks.find(({ load, sniff }) => load && sniff?.(text, language));
  if (framework?.load) return framework.load(file, text, workspace, limits, options.releases?.[framework.id]);
  const { environment = emptyEnvironment, bases = new BaseCache(), workingDirectory, progress } = options;
  const reach = {
    configFolders: (from: FileId) => configFoldersFor(from, workspace),
    packageDirectories: (from: FileId) => packageDirectoriesFor(from, workspace),
  };
  const under = { ...reach, open: [], cyclic: new Map() };
  const context: LoadContext = { workspace, limits, environment, workingDirectory, progress, bases, ...under };
  if (language === 'python') return toEvaluation(loadDocument(file, text, context));
  const evaluatePython: DataContext['evaluatePython'] = (base, baseText, open) => evaluatePythonBase(base, baseText, { ...context, open });
  return evaluateData(file, text, language, { workspace, limits, environment, evaluatePython }, []);
}

/** The folders of configs of the packages of frameworks within reach. */
function configFoldersFor(file: FileId, workspace: Workspace): FileId[] {
  return frameworks.flatMap(({ package: { name, data } }) => {
    const root = workspace.packageRoot(name, file);
    return root === undefined ? [] : data.map((folder) => joinPath(root, `${name}/${folder}`));
  });
}

/** The directories that hold the packages of those frameworks that mmengine loads the configs of. */
function packageDirectoriesFor(file: FileId, workspace: Workspace): FileId[] {
  const roots = frameworks.flatMap(({ load, package: { name } }) => (load ? [] : (workspace.packageRoot(name, file) ?? [])));
  return [...new Set(roots)];
}

function toEvaluation(module: LoadedModule): Evaluation {
  const value = new DictValue(module.names.span);
  const hidden = new DictValue(module.names.span);
  for (const [id, entry] of module.names.entries) {
    const isHidden = entry.key.kind === 'str' && module.importedNames.has(entry.key.text);
    (isHidden ? hidden : value).entries.set(id, entry);
  }
  const reserved = reservedKey(module);
  const error = module.error ?? reserved?.error;
  const problems = reserved ? [...module.problems, reserved.problem] : module.problems;
  const { file, lazy, baseImports, dependencies } = module;
  return {
    file,
    language: 'python',
    ok: loads(module) && !error,
    ...(error && { error }),
    value,
    hidden,
    lazy,
    problems,
    baseImports,
    dependencies,
  };
}

const reservedKeys = ['filename', 'text', 'pretty_text', 'env_variables'];

/** Names that mmengine keeps for itself: a config that defines one does not load (0.11 `Config.__init__`). */
function reservedKey(module: LoadedModule): { readonly error: PyError; readonly problem: Problem } | undefined {
  const key = reservedKeys.find((name) => module.names.entry(name));
  if (key === undefined) return undefined;
  const span = module.names.entry(key)!.keySpan;
  const message = say`${key} is a name that mmengine keeps for itself: loading this config raises KeyError.`;
  return { error: new PyError('KeyError', `'${key} is reserved for config file'`, span), problem: { kind: 'raises', span, message } };
}

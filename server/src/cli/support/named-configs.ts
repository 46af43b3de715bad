import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { assembledConfig, type Part } from '../../engine/command-line/assemble.js';
import type { NamedKind } from '../../engine/command-line/find-config.js';
import type { HubModel } from '../../engine/frameworks/face/command-line.js';
import type { Framework } from '../../engine/frameworks/face/framework.js';
import { fileOfPath } from '../../node/uris.js';
import { configNamed, namingFrameworks, namingFrameworksNear, packageOf, splitDatasetName } from '../../engine/project/named-config.js';
import type { Project } from '../../engine/project/project.js';
import { PyError } from '../../engine/core/errors.js';
import { pyRepr } from '../../engine/python/runtime/semantics.js';
import { nowhere, type FileId } from '../../engine/core/span.js';
import { DictValue, str, textOf } from '../../engine/core/value.js';
import { CommandError, UsageError } from './command.js';
import { hubHelp, hubOf } from './hub-options.js';
import type { nameOptions } from './name-options.js';
import { shownPath } from './shown-path.js';

type NameValues = { readonly [K in keyof typeof nameOptions]?: K extends 'models' | 'datasets' ? string[] : string };

export const nameHelp = `  --models NAME…       configs of models by their names, as the framework's own command line takes them: a file name without .py, patterns
                       too, looked for below CONFIG_DIR/models, then in the framework's package
  --datasets NAME…     the same for datasets, below CONFIG_DIR/datasets and dataset_collections; NAME/SUFFIX takes the lists whose names
                       end in SUFFIX (default: _datasets)
  --config-dir DIR     (default: configs)
  --framework NAME     opencompass or aisbench (default: the one that has all the names)
  --custom-dataset-path FILE
                       in place of --datasets: the dataset that the framework makes of a JSON Lines or CSV file, with the further options
                       -meta-path, -data-type and -infer-method of its own command line
${hubHelp}`;

export interface Names {
  readonly models: readonly string[];
  readonly datasets: readonly string[];
  readonly configDirectory: FileId;
  readonly framework: string | undefined;
  /** What is given of a dataset that is made of a file; undefined where none is. */
  readonly custom: DictValue | undefined;
  /** What is given of a model that is made of a path; undefined where none is. */
  readonly hub: HubModel | undefined;
}

/** What was found: the files that were named, and one document that pairs them. */
export interface NamedConfigs {
  readonly files: readonly FileId[];
  /** An open document of the project; undefined where there is nothing to pair, or no document can: the last note says why. */
  readonly together: FileId | undefined;
  /** What a user must know of the search: whole sentences. */
  readonly notes: readonly string[];
}

/** The names that were given; undefined where there are none. */
export function namesOf(values: NameValues): Names | undefined {
  const { models = [], datasets = [], framework } = values;
  const custom = customOf(values);
  if (custom && datasets.length > 0) throw new UsageError('--custom-dataset-path takes the place of --datasets: give one of them.');
  const hub = hubOf(values);
  if (hub && models.length > 0) throw new UsageError('--hf-path takes the place of --models: give one of them.');
  if (models.length === 0 && datasets.length === 0 && !custom && !hub) {
    const lonely = (['config-dir', 'framework'] as const).find((option) => values[option] !== undefined);
    if (lonely) throw new UsageError(`--${lonely} goes with --models and --datasets.`);
    return undefined;
  }
  return { models, datasets, configDirectory: fileOfPath(resolve(values['config-dir'] ?? 'configs')), framework, custom, hub };
}

/** The paths that a project for the names must reach. */
export function pathsOf({ configDirectory, custom, hub }: Names): string[] {
  const paths = [textOf(custom?.get('path')), ...[hub?.path, hub?.tokenizerPath].filter((path) => path !== undefined && existsSync(path))];
  return [dirname(configDirectory), ...paths.flatMap((path) => path ?? [])];
}

/** `utils/run.py` of OpenCompass and `cli/config_manager.py` of AISBench. */
function customOf(values: NameValues): DictValue | undefined {
  const path = values['custom-dataset-path'];
  const given = new DictValue(nowhere);
  for (const [key, option] of [
    ['path', 'path'],
    ['infer_method', 'infer-method'],
    ['data_type', 'data-type'],
    ['meta_path', 'meta-path'],
  ] as const) {
    const value = values[`custom-dataset-${option}`];
    if (value !== undefined && path === undefined) throw new UsageError(`--custom-dataset-${option} goes with --custom-dataset-path.`);
    if (value !== undefined) given.set(key, str(value, nowhere));
  }
  return path === undefined ? undefined : given;
}

/**
 * Finds the configs that the names mean, and opens a document that pairs them in the project.
 * @throws CommandError for a name that no framework within reach has, with the nearest ones
 */
export function openNamed(project: Project, names: Names): NamedConfigs {
  const searches = candidates(project, names).map((framework) => new Search(project, names, framework));
  const search = searches.find(({ failures }) => failures.length === 0) ?? searches[0]!;
  if (search.failures.length > 0) throw new CommandError(search.failures.join('\n'));
  return search.open();
}

/** The frameworks whose configs may be meant, the one to which most belong first. */
function candidates(project: Project, { framework, configDirectory, hub }: Names): readonly Framework[] {
  const makesModels = ({ commandLine }: Framework): boolean => !hub || commandLine?.hub !== undefined;
  if (framework === undefined) {
    const near = namingFrameworksNear(project.workspace, configDirectory).filter(makesModels);
    return near.length > 0 ? near : namingFrameworks.filter(makesModels);
  }
  const chosen = namingFrameworks.filter(({ id }) => id === framework);
  if (chosen.length > 0 && !chosen.some(makesModels)) throw new UsageError(`--hf-path is no option of ${chosen[0]!.title}.`);
  if (chosen.length > 0) return chosen;
  throw new UsageError(`--framework must be one of ${namingFrameworks.map(({ id }) => id).join(', ')}, not '${framework}'.`);
}

/** The names as one framework understands them. */
class Search {
  readonly failures: string[] = [];
  private readonly notes: string[] = [];
  private readonly models: Part[];
  private readonly datasets: Part[];
  private readonly literals: { readonly models: string[] | undefined; readonly datasets: string[] };
  private readonly inPackage: FileId | undefined;

  constructor(
    private readonly project: Project,
    private readonly names: Names,
    private readonly framework: Framework,
  ) {
    this.inPackage = packageOf(project.workspace, framework, names.configDirectory);
    this.models = names.models.flatMap((name) => this.find('models', name, (key) => key === 'models', "list 'models'"));
    this.datasets = names.datasets.flatMap((given) => {
      const [name, suffix] = splitDatasetName(given);
      return this.find('datasets', name, (key) => key.endsWith(suffix), `list whose name ends in '${suffix}'`);
    });
    this.literals = { models: names.hub && this.hubModel(names.hub), datasets: names.custom ? this.made(names.custom) : [] };
  }

  /** The model that is made of a path, as Python. */
  private hubModel(given: HubModel): string[] {
    const hub = this.framework.commandLine!.hub!;
    if (given.type !== undefined && !hub.types.includes(given.type))
      throw new UsageError(`--hf-type must be one of ${hub.types.join(', ')}, not '${given.type}'.`);
    return [hub.model(given)];
  }

  /** The dataset that is made of a file, as Python. */
  private made(given: DictValue): string[] {
    const read = (path: string): string | undefined => {
      const result = this.project.workspace.read(fileOfPath(resolve(path)));
      return result.kind === 'text' ? result.text : undefined;
    };
    try {
      return [pyRepr(this.framework.commandLine!.customDataset(given, { read })).text];
    } catch (error) {
      if (!(error instanceof PyError)) throw error;
      this.failures.push(`${this.framework.title} makes no dataset of ${textOf(given.get('path')) ?? ''}: it raises ${error.message}`);
      return [];
    }
  }

  open(): NamedConfigs {
    const files = [...new Set([...this.models, ...this.datasets].map(({ file }) => file))];
    if (this.datasets.length === 0 && this.literals.datasets.length === 0) return { files, together: undefined, notes: this.notes };
    const together: FileId = `${this.names.configDirectory}/command-line.py`;
    try {
      this.project.update(
        together,
        assembledConfig(together, this.models, this.datasets, {
          literals: this.literals,
          adds: this.framework.commandLine!.adds,
          inPackage: this.inPackage,
        }),
        1,
        'python',
      );
      return { files, together, notes: this.notes };
    } catch (error) {
      return { files, together: undefined, notes: [...this.notes, error instanceof Error ? error.message : String(error)] };
    }
  }

  private find(kind: NamedKind, name: string, isMeant: (key: string) => boolean, what: string): Part[] {
    const found = configNamed(this.project.workspace, this.framework, kind, name, this.names.configDirectory);
    if ('nearest' in found) {
      const advice = found.nearest.length > 0 ? ` The nearest are ${found.nearest.join(', ')}.` : '';
      this.failures.push(
        `There is no config '${name}' among the ${kind} of ${this.framework.title}: it stops with ${this.framework.commandLine!.notFound}.${advice}`,
      );
      return [];
    }
    if (found.others.length > 0)
      this.notes.push(
        `'${name}' is the name of ${found.others.length + 1} configs; ${this.framework.title} takes ${shownPath(found.file)}.`,
      );
    return this.partOf(found.file, isMeant, what);
  }

  private partOf(file: FileId, isMeant: (key: string) => boolean, what: string): Part[] {
    const evaluation = this.project.evaluate(file);
    const keys = evaluation ? [...evaluation.value.entries.values()].map(({ key }) => textOf(key) ?? '') : [];
    const names = keys.filter(isMeant);
    if (names.length === 0 && evaluation?.ok) this.failures.push(`${shownPath(file)} has no ${what}.`);
    return [{ file, names }];
  }
}

import { evaluationMembers } from '../../server/src/cli/support/evaluation-json.js';
import { assumedLanguage } from '../../server/src/engine/core/language.js';
import type { FileId } from '../../server/src/engine/core/span.js';
import { doneAtOnce } from '../../server/src/engine/core/steps.js';
import type { TextEdit } from '../../server/src/engine/core/text-edit.js';
import { filesInTask } from '../../server/src/engine/editor/index/task-names.js';
import { readIndex } from '../../server/src/engine/editor/index/workspace-index.js';
import { renameAt } from '../../server/src/engine/editor/references/rename.js';
import { writtenAt } from '../../server/src/engine/core/written-at.js';
import { namingClassesOf } from '../../server/src/engine/editor/references/naming-code.js';
import { sharedNamesOf } from '../../server/src/engine/editor/references/shared-names.js';
import type { Project } from '../../server/src/engine/project/project.js';
import { leftReads } from './left-reads.js';
import { firstDifference, promptsOf } from './prompts.js';

/** What became of one rename. `differs`: what of which config is otherwise; undefined where nothing is. */
export type Tried =
  | {
      /** Why, without the names of this one: the same for all that are refused for one reason. */
      readonly refused: string;
      /** The whole sentence, and what was to be renamed. */
      readonly said?: string;
    }
  | {
      readonly from: string;
      readonly to: string;
      readonly at: string;
      readonly places: number;
      readonly files: number;
      readonly configs: number;
      readonly differs: string | undefined;
      /** Of a column: the lines of code that still ask something for its old name. */
      readonly left?: readonly string[];
    };

/** So many of the configs that a rename may concern are evaluated: some lists are in hundreds. */
const mostConfigs = 40;
/** What is renamed: the lists that a file binds at its top, or what its texts name; `loader`: a column, where the code of a dataset class gives it; `move`: a file. */
export const renameKinds = ['list', 'role', 'column', 'loader', 'dataset', 'model', 'task', 'function', 'move'] as const;
export type RenameKind = (typeof renameKinds)[number];

type Renamed = readonly [from: string, to: string];

/** Where a name stands that may be renamed. */
interface Site {
  readonly name: string;
  readonly offset: number;
}

/** Renames names in the files of a project, looks at what the configs are then, and takes it back. */
export class Renamer {
  private version = 0;

  constructor(
    private readonly project: Project,
    private readonly kind: RenameKind,
  ) {}

  /** Renames one name of the file; undefined where it has none of the kind. */
  tryOne(file: FileId, pick: <T>(items: readonly T[]) => T): Tried | undefined {
    const sites = this.sitesOf(file);
    if (sites.length === 0) return undefined;
    const { name: from, offset } = pick(sites);
    const to = newName(from, pick);
    const renamed = doneAtOnce(renameAt(this.project, readIndex(this.project), file, offset, to));
    if ('refused' in renamed)
      return {
        said: `${from} at ${file}:${String(offset)}: ${renamed.refused}`,
        refused: renamed.refused
          .replaceAll(to, 'NEW')
          .replaceAll(wordOf(from), 'NAME')
          .replaceAll(/\b[\w.-]+\.(?:py|yaml|yml)(?::\d+)?\b/g, 'FILE')
          .replaceAll(/(?<=^What )[\w.]+(?= is can )|(?<=class )\w+|(?<=The model )[\w.-]+|\b\w+Dataset\w*\b/g, 'X')
          .replaceAll(/(?:\/[\w.-]+)+(?=FILE)/g, ''),
      };
    const { edits } = renamed;
    const changed = [...new Set(edits.map(({ span }) => span.file))];
    const configs = this.concerned([file, ...changed]);
    // An included file without an ending is a document once it is edited: before it is looked at, too.
    this.apply([], changed);
    const before = configs.map((config) => this.look(config, (key) => key));
    this.apply(edits, changed);
    // What is renamed has another name now, and nothing else may be otherwise.
    const after = configs.map((config) => this.look(config, (key) => (key === to ? from : key), [from, to]));
    const wrong = configs.findIndex((_, i) => before[i] !== after[i]);
    const differs =
      edits.length === 0
        ? 'no place was found'
        : wrong < 0
          ? undefined
          : `${configs[wrong]!} ${firstDifference(before[wrong]!, after[wrong]!)}`;
    const left = this.kind === 'column' || this.kind === 'loader' ? leftReads(this.project, configs, changed, from) : [];
    for (const other of changed) this.project.close(other);
    return {
      left,
      from,
      to,
      at: `${file}:${String(offset)}`,
      places: edits.length,
      files: changed.length,
      configs: configs.length,
      differs,
    };
  }

  private sitesOf(file: FileId): Site[] {
    if (this.kind === 'list') return this.listsOf(file);
    if (this.kind === 'loader') return this.inLoaders(file);
    if (this.kind !== 'function') return this.sharedOf(file, this.kind);
    return filesInTask(this.textOf(file)).flatMap(({ member }) => (member ? [{ name: member.name, offset: member.start }] : []));
  }

  private listsOf(file: FileId): Site[] {
    const sites = [...this.textOf(file).matchAll(/^(\w+)[ \t]*=(?!=)|^[ \t]+from[ \t]+[\w.]+[ \t]+import[ \t]+(\w+)|\bas[ \t]+(\w+)/gm)];
    return sites.map((site) => {
      const name = (site[1] ?? site[2] ?? site[3])!;
      return { name, offset: site.index + site[0].lastIndexOf(name) };
    });
  }

  private inLoaders(file: FileId): Site[] {
    return namingClassesOf(this.project, file).flatMap((naming) =>
      [...naming.written('column')].flatMap(([name, places]) =>
        places.flatMap((span) => (span.file === file ? [{ name, offset: span.start }] : [])),
      ),
    );
  }

  private sharedOf(file: FileId, kind: RenameKind): Site[] {
    const names = sharedNamesOf(this.project, file)?.names ?? [];
    const sites = names.flatMap((named) => {
      if (named.kind !== kind || named.text.span.file !== file) return [];
      const span = writtenAt(named.text.traced, named.at, named.at + named.name.length);
      return span?.file === file ? [{ name: named.name, offset: span.start }] : [];
    });
    this.project.release(file);
    return sites;
  }

  /** The files, and those that have them among their bases, as many as are looked at. */
  private concerned(files: readonly FileId[]): FileId[] {
    const index = readIndex(this.project);
    const found = new Set<FileId>(files);
    for (const file of found) {
      if (found.size >= mostConfigs) break;
      for (const importer of index.importersOf(file)) found.add(importer);
    }
    return [...found].slice(0, mostConfigs);
  }

  /** All that a config is; of what texts name, the prompts of its first pairs. @param renamed what is called otherwise now */
  private look(file: FileId, keyOf: (key: string) => string, renamed?: Renamed): string {
    const text = this.kind === 'list' ? this.values(file, keyOf, renamed) : promptsOf(this.project, file);
    this.project.release(file);
    return renamed && this.kind !== 'list' ? text.replaceAll(renamed[1], renamed[0]) : text;
  }

  private values(file: FileId, keyOf: (key: string) => string, renamed?: Renamed): string {
    const { project } = this;
    const evaluation = project.evaluate(file)!;
    const members = JSON.parse(
      `{${evaluationMembers(
        evaluation,
        (other) => other,
        () => '',
      )}}`,
    ) as Record<string, unknown>;
    const loaded = project.load(file);
    const { datasets = [], models = [] } = loaded?.config ?? {};
    const hash = loaded?.framework.promptHash?.(loaded.config);
    const tuples = (members['tuple_paths'] ?? []) as readonly string[];
    const error = members['error'] as { message: string } | undefined;
    // A message may hold the name.
    if (error && renamed) error.message = error.message.replaceAll(renamed[1], renamed[0]);
    members['tuple_paths'] = tuples.map((path) => path.split('/').map(keyOf).join('/'));
    return JSON.stringify([withKeys(members, keyOf), hash, datasets.map(({ abbr }) => abbr), models.map(({ abbr }) => abbr)]);
  }

  private apply(edits: readonly TextEdit[], files: readonly FileId[]): void {
    for (const file of files) {
      let text = this.textOf(file);
      const own = edits.filter(({ span }) => span.file === file).sort((a, b) => b.span.start - a.span.start);
      for (const { span, newText } of own) text = text.slice(0, span.start) + newText + text.slice(span.end);
      this.project.update(file, text, ++this.version, assumedLanguage(file));
    }
  }

  private textOf(file: FileId): string {
    const read = this.project.workspace.read(file);
    return read.kind === 'text' ? read.text : '';
  }
}

/** Another name with the same ending, since the framework finds lists by it. */
function newName(from: string, pick: <T>(items: readonly T[]) => T): string {
  const word = pick(['river', 'lake', 'hill', 'pond', 'stone']) + pick(['_a', '_b', '7', '_long_way']);
  return `${from.startsWith('_') ? '_' : ''}renamed_${word}_${from.replace(/^_+/, '')}`;
}

/** A name where it stands as a word. */
function wordOf(name: string): RegExp {
  return new RegExp(`(?<![\\w.])${name.replaceAll(/[.+]/g, '\\$&')}(?!\\w)`, 'g');
}

function withKeys(value: unknown, keyOf: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withKeys(item, keyOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([key, inner]) => [keyOf(key), withKeys(inner, keyOf)]);
}

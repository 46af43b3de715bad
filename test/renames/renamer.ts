import { evaluationMembers } from '../../server/src/cli/support/evaluation-json.js';
import type { FileId } from '../../server/src/engine/core/span.js';
import type { TextEdit } from '../../server/src/engine/core/text-edit.js';
import { readIndex } from '../../server/src/engine/editor/index/workspace-index.js';
import { renameAt } from '../../server/src/engine/editor/references/rename.js';
import type { Project } from '../../server/src/engine/project/project.js';

/** What became of one rename. `differs`: what of which config is otherwise; undefined where nothing is. */
export type Tried =
  | { readonly refused: string }
  | {
      readonly from: string;
      readonly to: string;
      readonly at: string;
      readonly places: number;
      readonly files: number;
      readonly configs: number;
      readonly differs: string | undefined;
    };

/** So many of the configs that a rename may concern are evaluated: some lists are in hundreds. */
const mostConfigs = 40;

/** Renames names in the files of a project, looks at what the configs are then, and takes it back. */
export class Renamer {
  private version = 0;

  constructor(private readonly project: Project) {}

  /** Renames one name that the file binds at its top; undefined where it binds none. */
  tryOne(file: FileId, pick: <T>(items: readonly T[]) => T): Tried | undefined {
    const text = this.textOf(file);
    const sites = [...text.matchAll(/^(\w+)[ \t]*=(?!=)|^[ \t]+from[ \t]+[\w.]+[ \t]+import[ \t]+(\w+)|\bas[ \t]+(\w+)/gm)];
    if (sites.length === 0) return undefined;
    const site = pick(sites);
    const from = (site[1] ?? site[2] ?? site[3])!;
    const offset = site.index + site[0].lastIndexOf(from);
    const to = newName(from, pick);
    const renamed = renameAt(this.project, readIndex(this.project), file, offset, to);
    if ('refused' in renamed)
      return {
        refused: renamed.refused
          .replaceAll(from, 'NAME')
          .replaceAll(to, 'NEW')
          .replaceAll(/\b[\w.-]+\.py\b/g, 'FILE'),
      };
    const { edits } = renamed;
    const changed = [...new Set(edits.map(({ span }) => span.file))];
    const configs = this.concerned([file, ...changed]);
    const before = configs.map((config) => this.look(config, (key) => key));
    this.apply(edits, changed);
    // The list of the config itself has another name now, and nothing else may be otherwise.
    const after = configs.map((config) => this.look(config, (key) => (key === to ? from : key)));
    const wrong = configs.findIndex((_, i) => before[i] !== after[i]);
    const differs =
      edits.length === 0
        ? 'no place was found'
        : wrong < 0
          ? undefined
          : `${configs[wrong]!} ${firstDifference(before[wrong]!, after[wrong]!)}`;
    for (const other of changed) this.project.close(other);
    return { from, to, at: `${file}:${String(offset)}`, places: edits.length, files: changed.length, configs: configs.length, differs };
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

  private look(file: FileId, keyOf: (key: string) => string): string {
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
    members['tuple_paths'] = tuples.map((path) => path.split('/').map(keyOf).join('/'));
    const text = JSON.stringify([withKeys(members, keyOf), hash, datasets.map(({ abbr }) => abbr), models.map(({ abbr }) => abbr)]);
    project.release(file);
    return text;
  }

  private apply(edits: readonly TextEdit[], files: readonly FileId[]): void {
    for (const file of files) {
      let text = this.textOf(file);
      const own = edits.filter(({ span }) => span.file === file).sort((a, b) => b.span.start - a.span.start);
      for (const { span, newText } of own) text = text.slice(0, span.start) + newText + text.slice(span.end);
      this.project.update(file, text, ++this.version, 'python');
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

function withKeys(value: unknown, keyOf: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withKeys(item, keyOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([key, inner]) => [keyOf(key), withKeys(inner, keyOf)]);
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return `…${a.slice(Math.max(0, at - 60), at + 60)}… became …${b.slice(Math.max(0, at - 60), at + 60)}…`;
}

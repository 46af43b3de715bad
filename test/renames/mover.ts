import { defaultSettings } from '../../server/src/engine/core/settings.js';
import { dirname, joinPath } from '../../server/src/engine/core/paths.js';
import { baseName, type FileId } from '../../server/src/engine/core/span.js';
import { editedTexts } from '../../server/src/engine/editor/references/edited-texts.js';
import { editsOfMoves } from '../../server/src/engine/editor/references/move-files.js';
import type { WorkspaceIndex } from '../../server/src/engine/editor/index/workspace-index.js';
import { createProject, type Project } from '../../server/src/engine/project/project.js';
import { MovedWorkspace } from './moved-workspace.js';
import { firstDifference, promptsOf } from './prompts.js';
import type { Tried } from './renamer.js';

/** So many of the configs that have a file among their bases are looked at. */
const mostConfigs = 40;

/** Moves files that others name, and looks at the prompts of what has them among its bases. */
export class Mover {
  constructor(
    private readonly project: Project,
    private readonly index: WorkspaceIndex,
  ) {}

  /** Gives one file another name, or puts it into another folder; undefined where no other names it. */
  tryOne(file: FileId, pick: <T>(items: readonly T[]) => T): Tried | undefined {
    if (this.index.importersOf(file).length === 0) return undefined;
    const to = this.placeFor(file, pick);
    const moved = (one: FileId): FileId => (one === file ? to : one);
    const edits = editsOfMoves(this.project, this.index, [{ from: file, to }]);
    const texts = editedTexts(this.project, edits);
    if (!texts) return { refused: 'A text cannot be read.' };
    const configs = this.concerned(file);
    const before = configs.map((config) => promptsOf(this.project, config));
    for (const config of configs) this.project.release(config);
    const written = new Map([...texts].map(([one, text]) => [moved(one), text]));
    const after = createProject(new MovedWorkspace(this.project.workspace, file, to, written), defaultSettings);
    const wrong = configs.findIndex((config, i) => promptsOf(after, moved(config)).replaceAll(to, file) !== before[i]);
    return {
      from: file,
      to,
      at: file,
      places: edits.length,
      files: texts.size,
      configs: configs.length,
      differs: wrong < 0 ? undefined : `${configs[wrong]!} ${firstDifference(before[wrong]!, promptsOf(after, moved(configs[wrong]!)))}`,
    };
  }

  /** What names functions finds them below its own folder alone, and what code imports from each other is not followed: such files stay in their folder. */
  private placeFor(file: FileId, pick: <T>(items: readonly T[]) => T): FileId {
    const read = this.project.workspace.read(file);
    const text = read.kind === 'text' ? read.text : '';
    const name = `${baseName(file).startsWith('_') ? '_' : ''}renamed_${pick(['river', 'lake', 'hill'])}_${baseName(file).replace(/^_+/, '')}`;
    const stays = text.includes('!function') || (file.endsWith('.py') && !this.index.of(file)) || pick([true, false]);
    return joinPath(dirname(file), stays ? name : `moved_${pick(['pond', 'stone'])}/${baseName(file)}`);
  }

  /** The file, and those that have it among their bases, as many as are looked at. */
  private concerned(file: FileId): FileId[] {
    const found = new Set<FileId>([file]);
    for (const one of found) {
      if (found.size >= mostConfigs) break;
      for (const importer of this.index.importersOf(one)) found.add(importer);
    }
    return [...found].slice(0, mostConfigs);
  }
}

import { CacheKey } from '../../../core/cache-key.js';
import { LimitError, PyError } from '../../../core/errors.js';
import type { FileId } from '../../../core/span.js';
import { packageFolder } from '../../../core/workspace.js';
import { PythonProgram } from '../../../python/program/program.js';
import type { Surroundings } from '../../face/behaviour.js';
import { dictAt, newestParts, type ChatmlParts } from '../config/chatml-dataset.js';

const place = 'configs/datasets/chatobj_custom/chatobj_custom_gen.py';

/** By the folder of the package; undefined for one that has no such parts. */
type KnownParts = Map<FileId, ChatmlParts | undefined>;

const key = new CacheKey<KnownParts>('parts of ChatML datasets');

/**
 * What a run makes datasets of ChatML files of: as the package around a file has it, else as the newest release does.
 * @returns undefined where the package has nothing of the kind
 */
export function chatmlPartsAround(file: FileId, surroundings: Surroundings): ChatmlParts | undefined {
  const folder = packageFolder(surroundings.workspace, 'opencompass', file);
  if (folder === undefined) return newestParts;
  const known = surroundings.remember(key, () => ({
    value: new Map() as KnownParts,
    concerns: (changed) => changed.endsWith(`/${place}`),
  }));
  if (!known.has(folder)) known.set(folder, partsIn(`${folder}/${place}`, file, surroundings));
  return known.get(folder);
}

function partsIn(source: FileId, file: FileId, surroundings: Surroundings): ChatmlParts | undefined {
  if (surroundings.workspace.read(source).kind !== 'text') return undefined;
  const world = { ...surroundings.running(file), packages: new Set(['opencompass']), library: () => undefined };
  const program = new PythonProgram(world, file);
  try {
    const { globals } = program.load(source, 'chatobj_custom_gen');
    const [readerCfg, inferCfg, evaluators] = ['chatobj_custom_reader_cfg', 'chatobj_custom_infer_cfg', 'optional_evaluator'].map((name) =>
      dictAt(globals, name),
    );
    return readerCfg && inferCfg && { readerCfg, inferCfg, ...(evaluators && { evaluators }) };
  } catch (error) {
    if (error instanceof PyError || error instanceof LimitError) return undefined;
    throw error;
  }
}

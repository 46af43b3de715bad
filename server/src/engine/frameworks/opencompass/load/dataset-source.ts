import type { ClassSource } from '../../../classes/class-index.js';
import { inWrittenOrder } from '../values/written-order.js';
import { CacheKey } from '../../../core/cache-key.js';
import { LimitError, PyError } from '../../../core/errors.js';
import { isAbsolute, joinPath } from '../../../core/paths.js';
import { columnarOf } from '../../../data/load/columnar-content.js';
import { RecentMap } from '../../../core/recent-map.js';
import { say } from '../../../core/say.js';
import type { FileId } from '../../../core/span.js';
import { DictValue } from '../../../core/value.js';
import type { ComputedRows, SplitSource } from '../../../rows/dataset-rows.js';
import type { RunningWorld } from '../../../python/program/program.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import type { DatasetSplits, Surroundings, Target } from '../../face/behaviour.js';
import type { ClassReader, ClassConventions } from '../classes/class-facts.js';
import type { Dialect } from '../render/dialect.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';
import { fileOfRows, loadedData, readSplits } from './computed-splits.js';
import { DatasetProgram } from './dataset-program.js';

/** What is needed to load the datasets of a framework of this family. */
export interface DatasetLoading {
  readonly reader: ClassReader;
  readonly conventions: ClassConventions;
  readonly dialect: Dialect;
}

/** Datasets that are kept: what was asked for the longest ago is loaded anew. */
const mostKept = 8;

/** The world in which data is loaded: that may be more work than a config, and has an end, other than it may seem to who waits. */
export function loadingWorld(world: RunningWorld): RunningWorld {
  const { limits, progress } = world;
  return { ...world, limits: { ...limits, steps: limits.steps * 3 }, goesOn: progress && (() => progress.goesOn?.()) };
}

/**
 * The rows of a dataset as a run has them: its class's `load`, evaluated from its source, then `BaseDataset` and `DatasetReader`.
 * @returns undefined where the source of the class is not within reach
 */
export function rowsOfDataset(
  { reader, conventions, dialect }: DatasetLoading,
  { dataset: { value } }: Target,
  surroundings: Surroundings,
): DatasetSplits | undefined {
  const file = value.span.file;
  const source = reader.sourceOf('dataset', value.get('type'), file, surroundings.classes);
  return source && keptOf(surroundings).splits(value, source, { conventions, dialect, surroundings });
}

interface Loading {
  readonly conventions: ClassConventions;
  readonly dialect: Dialect;
  readonly surroundings: Surroundings;
}

/** What a project has loaded: forgotten when a file changes that it was made of. */
class KeptDatasets {
  private readonly kept = new RecentMap<string, DatasetSplits>(mostKept);
  private readonly files = new Set<FileId>();

  splits(config: DictValue, source: ClassSource, loading: Loading): DatasetSplits {
    const key = `${source.module.file} ${source.name} ${toGolden(loadArgumentsOf(config, loading.conventions.taken.dataset)).json}`;
    const known = this.kept.get(key);
    if (known) return known;
    const { splits, waits } = this.load(config, source, loading);
    if (!waits) this.kept.set(key, splits);
    return splits;
  }

  concerns(file: FileId): boolean {
    return this.files.has(file);
  }

  /** `waits`: a file is being read, so that it is worth asking again. */
  private load(config: DictValue, source: ClassSource, loading: Loading): { readonly splits: DatasetSplits; readonly waits: boolean } {
    let waits = false;
    const splits = this.loaded(config, source, loading, () => (waits = true));
    return { splits: waits ? { test: { problem: say`The rows are being read.`, absent: true } } : splits, waits };
  }

  private loaded(
    config: DictValue,
    source: ClassSource,
    { conventions, dialect, surroundings }: Loading,
    waits: () => void,
  ): DatasetSplits {
    const start = config.span.file;
    const program = new DatasetProgram(
      loadingWorld(surroundings.running(start)),
      surroundings.classes,
      conventions.package.split('.')[0]!,
      source,
      start,
      columnarOf(surroundings, waits),
    );
    try {
      const args = inWrittenOrder(loadArgumentsOf(config, conventions.taken.dataset));
      const data = loadedData(program.load(source, args));
      if (typeof data === 'string') return notLoaded(source, program, { reason: data });
      // Rows that no text of leads to a file are the code's own.
      const own = source.module.file;
      const { unfollowed } = program.program;
      const { train, test } = readSplits(data, config, dialect);
      const split = (rows: ComputedRows): SplitSource => ({ computed: { ...rows, unfollowed }, from: fileOfRows(rows) ?? own });
      return { test: split(test), train: split(train) };
    } catch (thrown) {
      return notLoaded(source, program, failureOf(source, thrown, dialect));
    } finally {
      for (const file of program.program.dependencies) this.files.add(file);
    }
  }
}

/** The keys of the config that its class is built with. @param taken those that the framework takes for itself */
export function loadArgumentsOf(config: DictValue, taken: ReadonlySet<string>): DictValue {
  const args = new DictValue(config.span);
  for (const { key, value } of config.entries.values())
    if (key.kind === 'str' && (key.text === 'abbr' || !taken.has(key.text))) args.set(key.text, value);
  return args;
}

/** Why there are no rows: a sentence. `raises`: the exception of the load, with its message. */
interface LoadFailure {
  readonly reason: string;
  readonly raises?: string;
}

/** @throws what is no outcome of running code */
function failureOf({ name }: ClassSource, thrown: unknown, dialect: Dialect): LoadFailure {
  if (thrown instanceof PyError) {
    const { type, text } = dialect.raised(thrown);
    return { reason: say`The load of ${name} raises ${type}: ${text}`, raises: `${type}: ${text}` };
  }
  if (thrown instanceof LimitError) return { reason: say`Its load is more than is followed here: ${thrown.message}` };
  if (thrown instanceof UnknownPrompt) return { reason: thrown.reason };
  throw thrown;
}

function notLoaded({ name }: ClassSource, { program }: DatasetProgram, { reason, raises }: LoadFailure): DatasetSplits {
  const elsewhere = readElsewhere(name, program);
  // What a file that is not here makes the load raise, it raises here alone.
  return {
    test: { problem: say`Rows are placeholders: ${elsewhere ?? reason}` },
    ...(elsewhere === undefined && raises !== undefined && { raises }),
  };
}

/** That a load reads what is not here, or may not be read: a sentence. */
function readElsewhere(name: string, { absent: [absent], outside: [outside] }: DatasetProgram['program']): string | undefined {
  if (absent !== undefined)
    return say`${plainPath(absent)}, which ${name} reads, is not here. The setting dataRoots names further folders with data.`;
  if (outside !== undefined)
    return say`${plainPath(outside)}, which ${name} reads, is outside of the workspace, where nothing is read. The setting dataRoots names further folders with data.`;
  return undefined;
}

function plainPath(path: string): string {
  return isAbsolute(path) ? joinPath('/', path) : path;
}

const key = new CacheKey<KeptDatasets>('loaded datasets');

function keptOf(surroundings: Surroundings): KeptDatasets {
  return surroundings.remember(key, () => {
    const value = new KeptDatasets();
    return { value, concerns: (file) => value.concerns(file) };
  });
}

import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import type { Span } from '../../../core/span.js';
import { LibraryObject } from '../../../python/runtime/objects.js';
import { IteratorValue } from '../../../python/runtime/runtime.js';
import { typeName } from '../../../python/runtime/semantics.js';
import { textOf, UnknownValue, type DictValue, type Value } from '../../../core/value.js';
import type { OwnClass } from '../functions/own-class.js';
import type { TaskFunctions } from '../functions/task-functions.js';
import type { TaskDataset } from '../load/own-harness.js';
import { sourceOf, type FewShotSource } from '../prompt/few-shot.js';
import { readTaskFields, type TaskFields } from '../prompt/task-config.js';
import { isNone } from '../values/harness-values.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { shotsOf, type DrawnShot, type RowAccess } from '../draws/shot-draws.js';
import type { TaskData } from './task-data.js';
import { checkVisit, visitedDocuments, type Visit } from '../draws/visited.js';

/** How a run is started, as far as its documents and shots depend on it. */
export interface RunOptions extends Visit {
  /** `--num_fewshot`; undefined without it. */
  readonly numFewshot?: number | undefined;
  /** The last number of `--seed`: 1234 by default; undefined for None. */
  readonly fewshotSeed: bigint | undefined;
  /** With a chat template, whether the shots are part of the question's turn. */
  readonly inOneTurn?: boolean;
}

/** A document as a run asks it. */
export interface AskedDocument {
  readonly doc: DictValue;
  /** Its number in the split, after `process_docs`. */
  readonly row: number;
  /** The first document of the split, on which the harness tests the task as it loads it. */
  readonly firstDoc: DictValue;
  readonly wanted: number;
  readonly shots: readonly DrawnShot[];
  /** Whether the shots are samples from the config, or what its function makes, and not rows of the dataset. */
  readonly fromConfig: boolean;
}

/** A run of one task: its documents and its pool are made once, as the harness makes them. */
export class TaskRun {
  private constructor(
    private readonly config: DictValue,
    /** The documents that are evaluated. */
    readonly documents: readonly Value[],
    private readonly source: FewShotSource,
    /** The rows that shots are drawn from. */
    readonly pool: () => readonly Value[] | UnknownValue,
  ) {}

  /** @throws PyError what the harness raises as it loads the task */
  static of({ value, harness, functions }: TaskDataset, data: TaskData, release: HarnessRelease): TaskRun | UnknownValue {
    if (!functions) return new UnknownValue(say`The functions of the task are out of reach.`, value.span);
    const fields = readTaskFields(value, { harness, release });
    const source = sourceOf(fields);
    const split = [value.get('test_split'), value.get('validation_split')].find((given) => given && !isNone(given));
    if (split?.kind === 'unknown') return split;
    if (split === undefined) throw new PyError('ValueError', 'Task dataset must have valid or test docs!', value.span);
    const documents = rowsIn(
      data.split(textOf(split) ?? ''),
      value.get('process_docs'),
      functions,
      release.readsFeatures ? withFeatures : undefined,
    );
    if ('kind' in documents) return documents;
    // The harness tests a task on its first row as it loads it.
    if (documents.length === 0) throw new PyError('IndexError', 'Invalid key: 0 is out of bounds for size 0', split.span);
    if (documents.some(({ kind }) => kind !== 'dict')) return new UnknownValue(say`Rows that are no dicts are not followed.`, value.span);
    let pool: readonly Value[] | UnknownValue | undefined;
    return new TaskRun(value, documents, source, () => (pool ??= poolOf(fields, source, data, functions)));
  }

  /** The run of a task that is a class. @throws PyError what its methods raise */
  static ofClass({ task, field, config, functions }: OwnClass, { harness }: TaskDataset, release: HarnessRelease): TaskRun | UnknownValue {
    const source = sourceOf(readTaskFields(config, { harness, release }));
    const rows = (make: () => Value): readonly Value[] | UnknownValue => {
      const made = functions.reported(field, make);
      return made.kind === 'unknown' ? made : functions.rowsOf(made);
    };
    const documents = rows(() => task.documents());
    if ('kind' in documents) return documents;
    if (documents.some(({ kind }) => kind !== 'dict')) return new UnknownValue(say`Rows that are no dicts are not followed.`, field.span);
    let pool: readonly Value[] | UnknownValue | undefined;
    return new TaskRun(config, documents, source, () => (pool ??= rows(() => task.pool())));
  }

  /** Whether there are rows that shots are drawn from. */
  get hasPool(): boolean {
    return this.source.pool.kind !== 'none';
  }

  /** `num_fewshot` of the config, unless the command line says otherwise; a task that says 0 ignores that. */
  wanted({ numFewshot }: RunOptions): number {
    const own = this.config.get('num_fewshot');
    const configured = own?.kind === 'int' || own?.kind === 'bool' ? Number(own.value) : undefined;
    return configured === 0 || numFewshot === undefined ? (configured ?? 0) : numFewshot;
  }

  /**
   * The document that a run knows by a number; undefined where it asks no such document.
   * @throws PyError what drawing raises, also for a document before, with which the run ends; AssertionError for samples beyond the last document, ValueError for a limit of 0 or less
   */
  document(id: number, options: RunOptions): AskedDocument | UnknownValue | undefined {
    const { documents, source } = this;
    checkVisit(documents.length, options);
    const visited = visitedDocuments(documents.length, options, source.release.samplesKeepNumbers);
    const at = visited.findIndex((each) => each.id === id);
    if (at < 0) return undefined;
    const { row } = visited[at]!;
    const doc = documents[row]!;
    const firstDoc = documents[0]!;
    if (doc.kind !== 'dict' || firstDoc.kind !== 'dict') return new UnknownValue(say`A row that is no dict is not followed.`, doc.span);
    const wanted = this.wanted(options);
    const before = visited.slice(0, at + 1).map((each) => documents[each.row]!);
    const shots = wanted > 0 ? this.drawn(wanted, before, options) : [];
    if ('kind' in shots) return shots;
    return { doc, row, firstDoc, wanted, shots, fromConfig: source.pool.kind !== 'split' };
  }

  private drawn(
    wanted: number,
    before: readonly Value[],
    { fewshotSeed, inOneTurn = false }: RunOptions,
  ): readonly DrawnShot[] | UnknownValue {
    const { order, excludesRow, release } = this.source;
    const pool = this.pool();
    if ('kind' in pool) return pool;
    if (order === 'custom') return new UnknownValue(say`The shots are drawn by a sampler of the task, which is not run.`, this.config.span);
    const drawing = { order, pool: accessTo(pool), wanted, excludesRow, release, inOneTurn, seed: fewshotSeed };
    return shotsOf(drawing, accessTo(before));
  }
}

/** Rows that are all in memory. */
export function accessTo(rows: readonly Value[]): RowAccess {
  return { count: rows.length, whole: true, at: (index) => rows[index] };
}

/** The rows that shots are drawn from (`fewshot_docs`). */
function poolOf(fields: TaskFields, source: FewShotSource, data: TaskData, functions: TaskFunctions): readonly Value[] | UnknownValue {
  const { pool } = source;
  const { samples } = fields.fewshot;
  if (pool.kind === 'split') return rowsIn(data.split(pool.split), source.processDocs, functions);
  if (pool.kind === 'samples') return pool.samples.items;
  if (pool.kind === 'none') throw new PyError('AttributeError', "'ConfigurableTask' object has no attribute 'sampler'");
  if (samples.kind !== 'ref') return new UnknownValue(pool.reason, samples.span);
  const made = functions.alone(samples);
  return made.kind === 'unknown' ? made : functions.rowsOf(made);
}

function rowsIn(
  split: Value,
  processDocs: Value | undefined,
  functions: TaskFunctions,
  check: (docs: Value, at: Span) => void = () => undefined,
): readonly Value[] | UnknownValue {
  if (split.kind === 'unknown') return split;
  if (!processDocs || isNone(processDocs)) {
    check(split, split.span);
    return functions.rowsOf(split);
  }
  if (processDocs.kind === 'str') throw new PyError('TypeError', "'str' object is not callable", processDocs.span);
  if (processDocs.kind !== 'ref') return new UnknownValue(say`What process_docs makes of the rows is not known.`, processDocs.span);
  const made = functions.ofDataset(processDocs, split);
  if (made.kind === 'unknown') return made;
  check(made, processDocs.span);
  return functions.rowsOf(made);
}

/** Kinds of values in place of a `Dataset` that certainly have no features; an object of the task's own may. */
const plainKinds: ReadonlySet<string> = new Set(['list', 'tuple', 'dict', 'set', 'str', 'int', 'float', 'bool', 'none']);

/** The harness asks the documents for their columns as it makes the task (`api/task.py`, `self.task_docs.features`). @throws PyError AttributeError */
function withFeatures(docs: Value, at: Span): void {
  const isGenerator = (docs instanceof LibraryObject || docs instanceof IteratorValue) && docs.typeName === 'generator';
  if (plainKinds.has(docs.kind) || isGenerator)
    throw new PyError('AttributeError', `'${typeName(docs)}' object has no attribute 'features'`, at);
}

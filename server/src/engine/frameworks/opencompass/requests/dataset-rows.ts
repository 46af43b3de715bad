import { decodeBase64 } from '../../../core/base64.js';
import { emptyEnvironment, type Environment } from '../../../core/environment.js';
import { PyError } from '../../../core/errors.js';
import { MemoryAbove } from '../../../core/memory-above.js';
import { joinPath } from '../../../core/paths.js';
import type { FileId } from '../../../core/span.js';
import { DictValue, textOf, type Value } from '../../../core/value.js';
import type { RunningWorld } from '../../../python/program/program.js';
import { findUnknown } from '../../../python/runtime/find-unknown.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import { answered } from '../../../requests/answered.js';
import { fromMarks } from '../../../requests/golden-values.js';
import { findDataset } from './named-dataset.js';
import { BadRequest, type Request } from '../../../requests/request.js';
import type { ClassSource } from '../../../classes/class-index.js';
import type { Surroundings } from '../../face/behaviour.js';
import type { ComputedRows } from '../../../rows/dataset-rows.js';
import type { Dialect } from '../render/dialect.js';
import type { Operation, RequestedConfigs } from '../../face/operation.js';
import type { ClassConventions, ClassReader } from '../classes/class-facts.js';
import { DatasetProgram } from '../load/dataset-program.js';
import { loadArgumentsOf, loadingWorld, type DatasetLoading } from '../load/dataset-source.js';
import { loadedData, readSplits, type LoadedData } from '../load/computed-splits.js';
import { splitsOf } from '../load/loaded-splits.js';

/** How the working folder of a request that brings its files along is called in values. */
const workingFolder = '/$CWD';

/** What a request asks to load: a class with arguments, as seen from a file. */
interface Asked {
  readonly source: ClassSource;
  readonly args: DictValue;
  readonly start: FileId;
  readonly surroundings: Surroundings;
}

/** Op `dataset-rows`: the rows that `load` of a dataset class gives, by split, `""` where it gives a single Dataset. */
export function datasetRowsOperation({ reader, conventions, dialect }: DatasetLoading): Operation {
  const packageName = conventions.package.split('.')[0]!;
  return (session, request) => {
    const asked = request.has('path') ? ofConfig(session, request, reader, conventions) : ofClass(session, request);
    if ('error' in asked) return `"error": ${JSON.stringify(asked.error)}`;
    const { source, args, start, surroundings } = asked;
    const program = new DatasetProgram(
      worldOf(request, loadingWorld(surroundings.running(start))),
      surroundings.classes,
      packageName,
      source,
      start,
    );
    return answered(() => {
      const result = program.load(source, args);
      if (result.kind === 'none') return '"splits": null';
      const rows = program.program.run(() => splitsJson(splitsOf(program.program.interpreter, result)));
      return request.has('reader_cfg') ? `${rows}${readJson(result, request, dialect)}` : rows;
    });
  };
}

/** @throws BadRequest where there is no such class */
function ofClass(session: RequestedConfigs, request: Request): Asked {
  const { folder, surroundings } = session.below(request);
  const start = joinPath(folder, 'dataset-rows.py');
  const found = surroundings.classes.find(request.text('class'), start);
  if (found.kind !== 'class') throw new BadRequest(`The class ${request.text('class')} is not within reach of "root".`);
  return { source: found.source, args: plainDict(request.dict('arguments')), start, surroundings };
}

/** @throws BadRequest where the config has no such dataset, or its class is not within reach */
function ofConfig(
  session: RequestedConfigs,
  request: Request,
  reader: ClassReader,
  conventions: ClassConventions,
): Asked | { readonly error: string } {
  const { project, file } = session.open(request);
  const evaluation = project.evaluate(file);
  if (!evaluation?.ok) return { error: evaluation?.error?.message ?? 'The config cannot be evaluated.' };
  const config = findDataset(evaluation, request);
  const source = reader.sourceOf('dataset', config.get('type'), file, project.classes);
  if (!source) throw new BadRequest('The class of this dataset is not within reach of "root".');
  return { source, args: loadArgumentsOf(config, conventions.taken.dataset), start: file, surroundings: project };
}

function plainDict(args: DictValue): DictValue {
  const value = fromMarks(args);
  if (value.kind !== 'dict') throw new BadRequest('"arguments" must be an object.');
  return value;
}

/** What the request says of the world: files relative to the working folder, and the environment. */
function worldOf(request: Request, world: RunningWorld): RunningWorld {
  const environment = request.has('env') ? environmentOf(request.dict('env')) : world.environment;
  if (!request.has('files')) return { ...world, environment };
  const workspace = new MemoryAbove(world.workspace, filesOf(request.dict('files')), workingFolder);
  return { ...world, environment, workspace, workingDirectory: workingFolder, home: `${workingFolder}/.home` };
}

function environmentOf(variables: DictValue): Environment {
  return (name) => {
    const value = textOf(variables.get(name));
    return value === undefined ? emptyEnvironment(name) : { kind: 'set', value };
  };
}

function filesOf(given: DictValue): Readonly<Record<FileId, string | Uint8Array>> {
  const files: Record<FileId, string | Uint8Array> = {};
  for (const { key, value } of given.entries.values()) {
    const content = contentOf(value);
    if (key.kind !== 'str' || content === undefined) throw new BadRequest('"files" must give each file its text, or {"base64": …}.');
    files[`${workingFolder}/${key.text}`] = content;
  }
  return files;
}

function contentOf(value: Value): string | Uint8Array | undefined {
  if (value.kind === 'str') return value.text;
  const packed = value.kind === 'dict' ? textOf(value.get('base64')) : undefined;
  return packed === undefined ? undefined : decodeBase64(packed);
}

/** What `BaseDataset` and the reader make of the rows, for a request that names a `reader_cfg`: nothing where that is not known. @throws PyError */
function readJson(result: Value, request: Request, dialect: Dialect): string {
  const data = loadedData(result);
  if (typeof data === 'string') return '';
  const config = new DictValue(result.span);
  for (const key of ['reader_cfg', 'n', 'k', 'abbr']) {
    const value = request.value(key);
    if (value) config.set(key, fromMarks(value));
  }
  const read = readOrError(data, config, dialect);
  if ('error' in read) return `, "reader": {"error": ${JSON.stringify(read.error)}}`;
  const { train, test } = read;
  const json = ({ count, at }: ComputedRows): string => {
    const rows = Array.from({ length: count }, (_, i) => toGolden(at(i)).json);
    return `[${rows.join(', ')}]`;
  };
  return `, "reader": {"train": ${json(train)}, "test": ${json(test)}}`;
}

function readOrError(data: LoadedData, config: DictValue, dialect: Dialect): ReturnType<typeof readSplits> | { readonly error: string } {
  try {
    return readSplits(data, config, dialect);
  } catch (thrown) {
    if (!(thrown instanceof PyError)) throw thrown;
    return { error: `${thrown.type}: ${thrown.text}` };
  }
}

function splitsJson(splits: ReadonlyMap<string, readonly Value[]> | { readonly unknown: string }): string {
  if ('unknown' in splits) return `"unknown": ${JSON.stringify(splits.unknown)}`;
  for (const rows of splits.values())
    for (const row of rows) {
      const unknown = findUnknown(row);
      if (unknown) return `"unknown": ${JSON.stringify(unknown.reason)}`;
    }
  const parts = [...splits].map(([name, rows]) => `${JSON.stringify(name)}: [${rows.map((row) => toGolden(row).json).join(', ')}]`);
  return `"splits": {${parts.join(', ')}}`.replaceAll(workingFolder, workingFolder.slice(1));
}

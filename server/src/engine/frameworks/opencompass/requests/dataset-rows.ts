import { decodeBase64 } from '../../../core/base64.js';
import { emptyEnvironment, type Environment } from '../../../core/environment.js';
import { LimitError, PyError } from '../../../core/errors.js';
import { MemoryAbove } from '../../../core/memory-above.js';
import { joinPath } from '../../../core/paths.js';
import type { FileId } from '../../../core/span.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import type { RunningWorld } from '../../../python/program/program.js';
import { findUnknown } from '../../../python/runtime/find-unknown.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import { fromMarks } from '../../../requests/golden-values.js';
import { BadRequest, type Request } from '../../../requests/request.js';
import type { Operation } from '../../face/operation.js';
import { DatasetProgram } from '../load/dataset-program.js';
import { splitsOf } from '../load/loaded-splits.js';

/** How the working folder of a request that brings its files along is called in values. */
const workingFolder = '/$CWD';

/**
 * Op `dataset-rows`: the rows that `load` of a dataset class gives, by split, `""` where it gives a single Dataset.
 * @param packageName the package of the framework
 */
export function datasetRowsOperation(packageName: string): Operation {
  return (session, request) => {
    const { folder, surroundings } = session.below(request);
    const start = joinPath(folder, 'dataset-rows.py');
    const found = surroundings.classes.find(request.text('class'), start);
    if (found.kind !== 'class') throw new BadRequest(`The class ${request.text('class')} is not within reach of "root".`);
    const world = worldOf(request, surroundings.running(start));
    const program = new DatasetProgram(world, surroundings.classes, packageName, found.source, start);
    return answered(() => {
      const result = program.load(found.source, plainDict(request.dict('arguments')));
      if (result.kind === 'none') return '"splits": null';
      return program.program.run(() => splitsJson(splitsOf(program.program.interpreter, result)));
    });
  };
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

function answered(work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (error instanceof PyError) return `"error": ${JSON.stringify(`${error.type}: ${error.text}`)}`;
    if (error instanceof LimitError) return `"unknown": ${JSON.stringify(error.message)}`;
    throw error;
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

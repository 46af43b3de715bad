import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { pathPattern } from '../../core/path-pattern.js';
import { say } from '../../core/say.js';
import type { FileId } from '../../core/span.js';
import { textOf, UnknownValue, type Value } from '../../core/value.js';
import { valueError } from '../../python/runtime/call-arguments.js';
import { pathText } from '../../python/runtime/builtins/file.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { filesBelow } from '../../rows/hub-snapshot.js';
import { splitsByNames } from '../../rows/split-files.js';
import type { LoadedFiles } from '../files.js';

/** Patterns of paths by split. */
export type Patterns = ReadonlyMap<string, readonly string[]>;

/** Files by split, in the order in which splits are named. */
export type SplitFiles = ReadonlyMap<string, readonly FileId[]>;

/** Files of a folder that hold no rows, whatever their name (datasets 3.6 `data_files.py`). */
const ignored: ReadonlySet<string> = new Set([
  'README.md',
  'config.json',
  'dataset_info.json',
  'dataset_infos.json',
  'dummy_data.zip',
  'dataset_dict.json',
]);

/**
 * `data_files` as given by Python code: a path, paths, or a dict of these by split; without a name they are the train split (`sanitize_patterns`).
 * @throws UnknownSignal where one is no plain path
 */
export function patternsOfValue(value: Value): Patterns {
  if (value.kind !== 'dict') return new Map([['train', pathsOf(value)]]);
  const patterns = new Map<string, readonly string[]>();
  for (const { key, value: paths } of value.entries.values()) patterns.set(textOf(key) ?? '', pathsOf(paths));
  return patterns;
}

function pathsOf(value: Value): readonly string[] {
  const items = value.kind === 'list' || value.kind === 'tuple' ? value.items : [value];
  return items.map((item) => {
    const text = item.kind === 'str' ? item.text : pathText(item);
    if (text === undefined)
      throw new UnknownSignal(
        item.kind === 'unknown' ? item : new UnknownValue(say`which data files are meant is not followed`, item.span),
      );
    return text;
  });
}

/**
 * The files that patterns mean.
 * @param base where relative ones start
 * @throws PyError FileNotFoundError for a path that leads nowhere; UnknownSignal where that cannot be known
 */
export function resolved(files: LoadedFiles, patterns: Patterns, base: FileId, value: Value): SplitFiles {
  return new Map([...patterns].map(([split, paths]) => [split, paths.flatMap((path) => resolvedPath(files, path, base, value))] as const));
}

function resolvedPath(files: LoadedFiles, pattern: string, base: FileId, value: Value): readonly FileId[] {
  const hole = (reason: string): UnknownSignal => new UnknownSignal(new UnknownValue(reason, value.span));
  if (pattern.includes('://')) throw hole(say`${pattern} is not on this machine.`);
  const place = pattern.startsWith('/') ? files.place(pattern) : `${base}/${pattern.replace(/^(\.\/)+/, '')}`;
  if (place === undefined)
    throw hole(say`${pattern} is relative to the folder in which the framework will be started, which is not known.`);
  const path = place.includes('/..') ? (files.place(place) ?? place) : place;
  if (!/[*?[]/.test(path)) return existing(files, path, hole);
  if (path.includes('[')) throw hole(say`patterns with [ are not followed`);
  const fixed = path.slice(0, path.search(/[*?]/));
  const folder = fixed.slice(0, fixed.lastIndexOf('/'));
  const shape = pathPattern(path.slice(folder.length + 1));
  return dataPaths(files, folder)
    .filter((file) => {
      charge(shape.work(file));
      return shape.fits(file);
    })
    .map((file) => `${folder}/${file}`);
}

function existing(files: LoadedFiles, path: FileId, hole: (reason: string) => UnknownSignal): readonly FileId[] {
  if (files.workspace.stat(path)?.kind === 'file') return [path];
  const read = files.read(path);
  if (read.kind === 'text') return [path];
  if (read.why === 'missing' || read.why === 'directory') throw new PyError('FileNotFoundError', `Unable to find '${path}'`);
  throw hole(read.reason);
}

/** The paths of the files below a folder that may hold rows, sorted. */
function dataPaths(files: LoadedFiles, folder: FileId): readonly string[] {
  return filesBelow(files.workspace, folder).filter((path) => {
    const names = path.split('/');
    return (
      !names.some((name) => name.startsWith('.')) &&
      !names.slice(0, -1).some((name) => name.startsWith('__')) &&
      !ignored.has(names.at(-1)!)
    );
  });
}

/** The files of a folder by the splits that their names tell. @throws PyError EmptyDatasetError where there are none */
export function filesOfFolder(files: LoadedFiles, folder: FileId): SplitFiles {
  const splits = splitsByNames(dataPaths(files, folder));
  if (splits.size === 0) throw new PyError('EmptyDatasetError', `The directory at ${folder} doesn't contain any data files`);
  return new Map([...splits].map(([split, paths]) => [split, paths.map((path) => `${folder}/${path}`)]));
}

/** How files are read, by their ending. */
export interface InferredFormat {
  readonly format: 'json' | 'csv' | 'text' | 'parquet' | 'arrow';
  readonly delimiter?: string;
  readonly endings: readonly string[];
}

const json: InferredFormat = { format: 'json', endings: ['.json', '.jsonl', '.ndjson'] };
const csvEndings = ['.csv', '.tsv'];
const byEnding: Readonly<Record<string, InferredFormat>> = {
  '.csv': { format: 'csv', endings: csvEndings },
  '.tsv': { format: 'csv', delimiter: '\t', endings: csvEndings },
  '.json': json,
  '.jsonl': json,
  '.ndjson': json,
  '.parquet': { format: 'parquet', endings: ['.parquet', '.geoparquet', '.gpq'] },
  '.arrow': { format: 'arrow', endings: ['.arrow'] },
  '.txt': { format: 'text', endings: ['.txt'] },
};

/** Endings of files that another builder reads: pictures, sounds, archives. Texts may be packed with gzip. */
const otherEndings =
  /\.(zip|tar|xml|geoparquet|gpq|png|jpe?g|gif|bmp|webp|tiff?|wav|mp3|flac|ogg|mp4|avi|mov|mkv|pdf|bz2|xz|zst|(?<!\.(?:json|jsonl|ndjson|csv|tsv|txt)\.)gz)$/i;

/**
 * How the files of a folder are read: as most of them by their ending say, the same in all splits (`infer_module_for_data_files`). Files that are read otherwise are left out.
 * @throws PyError DataFilesNotFoundError, ValueError; UnknownSignal for pictures and the like
 */
export function withFormat(
  splits: SplitFiles,
  folder: string,
  value: Value,
): { readonly format: InferredFormat; readonly splits: SplitFiles } {
  if ([...splits.values()].flat().some((file) => otherEndings.test(file)))
    throw new UnknownSignal(new UnknownValue(say`files as they lie in ${folder} are not read`, value.span));
  const formats = [...splits.values()].map(formatOf);
  const [first] = formats;
  if (formats.some((format) => format?.format !== first?.format || format?.delimiter !== first?.delimiter))
    throw valueError("Couldn't infer the same data file format for all splits.");
  if (!first) throw new PyError('DataFilesNotFoundError', `No (supported) data files found in ${folder}`);
  const own = (file: FileId): boolean => first.endings.some((ending) => nameOf(file).includes(ending));
  return { format: first, splits: new Map([...splits].map(([split, files]) => [split, files.filter(own)])) };
}

function nameOf(file: FileId): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

const preferred = ['.csv', '.json', '.jsonl', '.parquet'];

/** The known ending that most files have; among equals Parquet, JSON Lines, JSON, CSV, then the last by the alphabet. */
function formatOf(files: readonly FileId[]): InferredFormat | undefined {
  const counts = new Map<string, number>();
  for (const file of files.slice(0, 10))
    for (const part of nameOf(file).split('.').slice(1))
      counts.set(`.${part.toLowerCase()}`, (counts.get(`.${part.toLowerCase()}`) ?? 0) + 1);
  const order = [...counts].sort(([a, m], [b, n]) => n - m || preferred.indexOf(b) - preferred.indexOf(a) || (a < b ? 1 : -1));
  for (const [ending] of order) if (Object.hasOwn(byEnding, ending)) return byEnding[ending];
  return undefined;
}

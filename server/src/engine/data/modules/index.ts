import { UnknownValue, type Value } from '../../core/value.js';
import type { FieldOrder } from '../datasets/arrow-type.js';
import type { LoadedFiles } from '../files.js';
import { unknownArgument } from '../../python/runtime/call-arguments.js';
import type { JsonByRelease } from '../load/file-tables.js';
import { loadDataset } from '../load/load-dataset.js';
import { loadFromDisk } from '../load/saved-dataset.js';
import type { CallSerial } from './call-serial.js';
import { csvModule } from './csv.js';
import { datasetsModules, type DatasetLoaders, type LoadDataset } from './datasets.js';
import { numpyModule } from './numpy.js';
import { pandasModule } from './pandas.js';
import { randomModule } from './random.js';
import { yamlModule } from './yaml.js';
import { say } from '../../core/say.js';

/** What libraries may do for one program. */
interface LibraryWorld {
  /** How files of data are read; absent where none are. */
  readonly files?: LoadedFiles | undefined;
  /** Of the fields of structs that `datasets` makes of dicts. */
  readonly fieldOrder?: FieldOrder;
  /** Absent: as before release 4.7, which OpenCompass and AISBench ask for. */
  readonly json?: JsonByRelease;
}

/**
 * The libraries that programs import and that are not read from source, as one program sees them: made anew for each, since they hold what the program
 * does with them (the state of a random generator).
 * @returns what stands for a module of a dotted name; undefined for any other
 */
export function dataLibraries(
  serial: CallSerial,
  { files, fieldOrder = 'sorted', json = { reading: () => 'strict' } }: LibraryWorld = {},
): (name: string) => Value | undefined {
  const loaders: DatasetLoaders = {
    loadDataset: files ? (runtime, args) => loadDataset(runtime, args, files, { order: fieldOrder, json }) : noFiles,
    loadFromDisk: files ? (runtime, args) => unknownArgument(args) ?? loadFromDisk(runtime, args, files, fieldOrder) : noFiles,
  };
  const modules: Readonly<Record<string, Value>> = {
    random: randomModule(serial),
    yaml: yamlModule(),
    csv: csvModule(),
    numpy: numpyModule(serial),
    pandas: pandasModule(files),
    ...datasetsModules(fieldOrder, loaders),
  };
  return (name) => (Object.hasOwn(modules, name) ? modules[name] : undefined);
}

const noFiles: LoadDataset = (runtime) => new UnknownValue(say`load_dataset is not followed here`, runtime.span);

import { UnknownValue, type Value } from '../../core/value.js';
import { datasetsBefore4, type InstalledDatasets } from '../datasets/installed-datasets.js';
import type { LoadedFiles } from '../files.js';
import { unknownArgument } from '../../python/runtime/call-arguments.js';
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
  /** Absent: as before release 4, which OpenCompass and AISBench ask for. */
  readonly datasets?: InstalledDatasets;
}

/**
 * The libraries that programs import and that are not read from source, as one program sees them: made anew for each, since they hold what the program
 * does with them (the state of a random generator).
 * @returns what stands for a module of a dotted name; undefined for any other
 */
export function dataLibraries(
  serial: CallSerial,
  { files, datasets = datasetsBefore4 }: LibraryWorld = {},
): (name: string) => Value | undefined {
  const loaders: DatasetLoaders = {
    loadDataset: files ? (runtime, args) => loadDataset(runtime, args, files, datasets) : noFiles,
    loadFromDisk: files ? (runtime, args) => unknownArgument(args) ?? loadFromDisk(runtime, args, files, datasets) : noFiles,
  };
  const modules: Readonly<Record<string, Value>> = {
    random: randomModule(serial),
    yaml: yamlModule(),
    csv: csvModule(),
    numpy: numpyModule(serial),
    pandas: pandasModule(files, datasets),
    ...datasetsModules(datasets, loaders),
  };
  return (name) => (Object.hasOwn(modules, name) ? modules[name] : undefined);
}

const noFiles: LoadDataset = (runtime) => new UnknownValue(say`load_dataset is not followed here`, runtime.span);

import { UnknownValue, type Value } from '../../core/value.js';
import type { FieldOrder } from '../datasets/arrow-type.js';
import type { CallSerial } from './call-serial.js';
import { datasetsModules, type LoadDataset } from './datasets.js';
import { randomModule } from './random.js';
import { yamlModule } from './yaml.js';

/**
 * The libraries that programs import and that are not read from source, as one program sees them: made anew for each, since they hold what the program
 * does with them (the state of a random generator).
 * @param order of the fields of structs that `datasets` makes of dicts
 * @returns what stands for a module of a dotted name; undefined for any other
 */
export function dataLibraries(serial: CallSerial, order: FieldOrder = 'sorted'): (name: string) => Value | undefined {
  const modules: Readonly<Record<string, Value>> = { random: randomModule(serial), yaml: yamlModule(), ...datasetsModules(order, noFiles) };
  return (name) => (Object.hasOwn(modules, name) ? modules[name] : undefined);
}

const noFiles: LoadDataset = (runtime) => new UnknownValue('load_dataset is not followed here', runtime.span);

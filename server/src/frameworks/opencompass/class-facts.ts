import type { ClassIndex, ClassSource } from '../../classes/class-index.js';
import { hierarchyOf, methodOf } from '../../classes/hierarchy.js';
import { constructorSignature, methodSignature, type Signature } from '../../classes/signature.js';
import { classNameOf, classPathOf } from '../../config/class-name.js';
import type { FileId } from '../../text/span.js';
import type { Value } from '../../value.js';
import type { ClassFacts } from '../framework.js';
import { modelClass } from './model-classes.js';
import type { SourceReading } from './read-model.js';
import { readParser, type ParserReading } from './source-parser.js';

/** What `utils/build.py` and the registry take out of a model's config before its class is built. OpenCompass 0.5.3. */
const takenFromModels = new Set(['type', '_scope_', 'run_cfg', 'max_out_len', 'batch_size', 'abbr', 'summarizer_abbr', 'pred_postprocessor', 'min_out_len']);

/** The same for datasets; `abbr` is taken out by the base class (`datasets/base.py`). */
const takenFromDatasets = new Set(['type', '_scope_', 'infer_cfg', 'eval_cfg', 'abbr']);

/** What is known of the class that a model or dataset names. */
export function classFacts(kind: 'model' | 'dataset', type: Value | undefined, file: FileId, classes: ClassIndex): ClassFacts | undefined {
  const name = classNameOf(type);
  if (name === undefined) return undefined;
  const source = sourceOf(kind, type, file, classes);
  const taken = kind === 'model' ? takenFromModels : takenFromDatasets;
  if (source) {
    const signature = kind === 'model' ? constructorSignature(classes, source) : datasetSignature(classes, source);
    const parser = kind === 'model' ? (parserOf(classes, source)?.kind ?? modelClass(name)?.parser) : undefined;
    return { name, file: source.module.file, signature, taken, parser };
  }
  const parser = kind === 'model' ? modelClass(name)?.parser : undefined;
  return parser && { name, file: undefined, signature: undefined, taken, parser };
}

/** The source of the class that a `type` names, where it is within reach. */
function sourceOf(kind: 'model' | 'dataset', type: Value | undefined, file: FileId, classes: ClassIndex): ClassSource | undefined {
  const path = importPath(kind, type);
  const found = path === undefined ? undefined : classes.find(path, file);
  return found?.kind === 'class' ? found.source : undefined;
}

/** Where a class is imported from; a bare name is looked up in the registry, which holds what these packages import. */
function importPath(kind: 'model' | 'dataset', type: Value | undefined): string | undefined {
  const path = classPathOf(type);
  if (path === undefined || path.startsWith('.') || type?.kind === 'callable') return undefined;
  return path.includes('.') ? path : `opencompass.${kind}s.${path}`;
}

/** Which parser the constructor of a model class makes; undefined where its source does not tell. */
function parserOf(classes: ClassIndex, source: ClassSource): ParserReading | undefined {
  return classes.remember(source, 'parser', () => readParser(classes, hierarchyOf(classes, source)));
}

/** The class of the framework that a class is, or that is nearest in its method resolution order. */
function knownClassOf(classes: ClassIndex, source: ClassSource): string | undefined {
  return hierarchyOf(classes, source).classes.find(({ name, module }) => modelClass(name) && module.file.includes('/opencompass/models/'))?.name;
}

/** Reads model classes from their source, as `file` names them. */
export function modelSource(file: FileId, classes: ClassIndex) {
  return (type: Value | undefined): SourceReading | undefined => {
    const source = sourceOf('model', type, file, classes);
    return source && { parser: parserOf(classes, source), knownClass: knownClassOf(classes, source) };
  };
}

/** The base class hands what it does not know to `load` (OpenCompass 0.5.3 `datasets/base.py`). Another constructor may do anything. */
function datasetSignature(classes: ClassIndex, source: ClassSource): Signature | undefined {
  return classes.remember(source, 'dataset', () => {
    const constructor = methodOf(hierarchyOf(classes, source), '__init__');
    if (!constructor || constructor === 'unknown' || constructor.owner.name !== 'BaseDataset') return undefined;
    const load = methodSignature(classes, source, 'load');
    const own = methodSignature(classes, constructor.owner, '__init__');
    return load && own && { keys: new Map([...load.keys, ...own.keys]), open: load.open };
  });
}

import type { ClassIndex, ClassSource } from '../../../classes/class-index.js';
import type { ClassTable } from '../../../classes/class-table.js';
import { hierarchyOf, methodOf } from '../../../classes/hierarchy.js';
import { loadedColumns, type GivenArguments, type LoadedColumns } from '../../../classes/columns/load-columns.js';
import { constructorDownTo, constructorSignature, methodSignature, type KeyFacts, type Signature } from '../../../classes/signature.js';
import { classNameOf, classPathOf } from '../../../config/class-name.js';
import type { FileId } from '../../../core/span.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import type { ClassFacts } from '../../face/behaviour.js';
import type { ModelClass } from './model-classes.js';
import type { SourceReading } from './read-model.js';
import { readParser, type ParserReading } from './source-parser.js';

export type ClassKind = 'model' | 'dataset';

/** Where a framework of this family has its classes, and what of a config they are given. */
export interface ClassConventions {
  /** The package that holds `models` and `datasets`: `ais_bench.benchmark`. */
  readonly package: string;
  /** Keys that are taken out of a config before its class is built, `type` among them. */
  readonly taken: Readonly<Record<ClassKind, ReadonlySet<string>>>;
  /** Keys of models that releases take out before their class is built which we cannot tell from others without the source. */
  readonly takenElsewhere?: ReadonlySet<string>;
  /** Keywords that the framework gives itself: a config has no use for them. */
  readonly given: ReadonlySet<string>;
  /** Keywords that it fills in for some classes: no config lacks them. */
  readonly filledIn: ReadonlySet<string>;
  modelClass(className: string | undefined): ModelClass | undefined;
  /** Absent while it is being made. */
  readonly table?: ClassTable;
}

/** Reads the classes that the configs of one framework name. */
export class ClassReader {
  constructor(private readonly conventions: ClassConventions) {}

  /** What is known of the class that a model or dataset names: from its source, else from the table of the release. `file` is the document. */
  facts(kind: ClassKind, type: Value | undefined, file: FileId, classes: ClassIndex): ClassFacts | undefined {
    const name = classNameOf(type);
    if (name === undefined) return undefined;
    const source = this.sourceOf(kind, type, file, classes);
    return source ? this.factsOf(kind, source, classes) : this.factsOfRelease(kind, name, type, file, classes);
  }

  /** The package of the framework's classes. */
  get package(): string {
    return this.conventions.package;
  }

  /** The classes of a kind that the release has which we speak for. */
  namesOfRelease(kind: ClassKind): readonly string[] {
    return this.conventions.table?.names(kind) ?? [];
  }

  /** What the source of a class says. */
  factsOf(kind: ClassKind, source: ClassSource, classes: ClassIndex): ClassFacts {
    const { conventions } = this;
    const file = source.module.file;
    const isFrameworkRead = classes.hasSource(`${conventions.package}.${kind}s`, file);
    const taken = isFrameworkRead ? conventions.taken[kind] : this.takenSomewhere(kind);
    if (kind === 'dataset') {
      const columns = (given?: GivenArguments): LoadedColumns | undefined =>
        classes.remember(source, `columns ${given ? JSON.stringify([...given]) : ''}`, () => loadedColumns(classes, source, given));
      const constructor = methodOf(hierarchyOf(classes, source), '__init__');
      const ownConstructor = constructor !== undefined && constructor !== 'unknown' && constructor.owner.name !== 'BaseDataset';
      const signature = this.datasetSignature(classes, source);
      return { name: source.name, file, signature, taken, isFrameworkRead, ownConstructor, columns };
    }
    const read = parserOf(classes, source);
    const known = conventions.modelClass(source.name);
    const signature = constructorSignature(classes, source);
    return {
      name: source.name,
      file,
      signature,
      taken,
      isFrameworkRead,
      parser: read?.kind ?? known?.parser,
      metaTemplate: read?.metaTemplate ?? known?.metaTemplate,
    };
  }

  /** Reads model classes from their source, as `file` names them. */
  modelSource(file: FileId, classes: ClassIndex) {
    return (type: Value | undefined): SourceReading | undefined => {
      const source = this.sourceOf('model', type, file, classes);
      return source && { parser: parserOf(classes, source), knownClass: this.knownClassOf(classes, source) };
    };
  }

  /** The table speaks for a class of the framework, as long as the framework itself is nowhere to be read. */
  private factsOfRelease(
    kind: ClassKind,
    name: string,
    type: Value | undefined,
    file: FileId,
    classes: ClassIndex,
  ): ClassFacts | undefined {
    const { conventions } = this;
    const path = this.importPath(kind, type);
    if (!path?.startsWith(`${conventions.package}.${kind}s.`)) return undefined;
    const table = classes.hasSource(`${conventions.package}.${kind}s`, file) ? undefined : conventions.table;
    const signature = table?.signature(kind, name);
    const taken = conventions.taken[kind];
    if (kind === 'dataset') return signature && { name, file: undefined, signature, taken, isFrameworkRead: false };
    const known = conventions.modelClass(name);
    const parser = known?.parser ?? table?.parser(name);
    if (!signature && !parser) return undefined;
    const metaTemplate = known?.metaTemplate ?? table?.metaTemplate(name);
    return { name, file: undefined, signature, taken, isFrameworkRead: false, parser, metaTemplate };
  }

  /** The keys that some release takes out before it builds a class. */
  private takenSomewhere(kind: ClassKind): ReadonlySet<string> {
    const { taken, takenElsewhere } = this.conventions;
    return kind === 'model' && takenElsewhere ? new Set([...taken.model, ...takenElsewhere]) : taken[kind];
  }

  /** The source of the class that a `type` names, where it is within reach. */
  sourceOf(kind: ClassKind, type: Value | undefined, file: FileId, classes: ClassIndex): ClassSource | undefined {
    const path = this.importPath(kind, type);
    const found = path === undefined ? undefined : classes.find(path, file);
    return found?.kind === 'class' ? found.source : undefined;
  }

  /** Where a class is imported from; a bare name is looked up in the registry, which holds what these packages import. */
  private importPath(kind: ClassKind, type: Value | undefined): string | undefined {
    const path = classPathOf(type);
    if (path === undefined || path.startsWith('.') || type?.kind === 'callable') return undefined;
    return path.includes('.') ? path : `${this.conventions.package}.${kind}s.${path}`;
  }

  /** The class of the framework that a class is, or that is nearest in its method resolution order. */
  private knownClassOf(classes: ClassIndex, source: ClassSource): string | undefined {
    const folder = `/${this.conventions.package.replaceAll('.', '/')}/models/`;
    return hierarchyOf(classes, source).classes.find(
      ({ name, module }) => this.conventions.modelClass(name) && module.file.includes(folder),
    )?.name;
  }

  /** The base class hands what it does not know to `load` (`datasets/base.py`). A constructor that does not come down to that one may do anything. */
  private datasetSignature(classes: ClassIndex, source: ClassSource): Signature | undefined {
    return classes.remember(source, 'dataset', () => {
      const load = methodSignature(classes, source, 'load');
      const made = load && constructorDownTo(classes, source, { of: 'BaseDataset', rest: load });
      if (!made) return undefined;
      const loading = [...load.keys].filter(([key]) => made.keys.has(key));
      return { ...made, keys: new Map(this.ofConfig([...loading, ...made.keys])) };
    });
  }

  /** The keywords that a config has to do with. */
  private ofConfig(keys: readonly (readonly [string, KeyFacts])[]): (readonly [string, KeyFacts])[] {
    const { given, filledIn } = this.conventions;
    return keys
      .filter(([key]) => !given.has(key))
      .map(([key, facts]) => [key, { ...facts, required: facts.required && !filledIn.has(key) }] as const);
  }
}

/** Which parser the constructor of a model class makes; undefined where its source does not tell. */
function parserOf(classes: ClassIndex, source: ClassSource): ParserReading | undefined {
  return classes.remember(source, 'parser', () => readParser(classes, hierarchyOf(classes, source)));
}

/** The entries of a config as far as they may decide on branches: the constructor takes the abbr out before it loads (OpenCompass 0.5.3 `datasets/base.py`). */
export function textArguments(config: DictValue): GivenArguments {
  const given = new Map<string, string | undefined>();
  for (const { key, value } of config.entries.values()) if (key.kind === 'str' && key.text !== 'abbr') given.set(key.text, textOf(value));
  return given;
}

import type { ParserKind } from './parser-kind.js';
import type { Signature } from './signature.js';

/**
 * What the source of one release says of its classes, for when no source is within reach: a file of `schemas/class-tables/`, written by
 * `scripts/class-table.mjs`. Keywords are one text: `path name= **` takes `path`, which must be given, `name`, which may be, and any other; with `**-`
 * in its place nothing is done with any other.
 */
export interface ClassTableFile {
  /** `OpenCompass 0.5.3`. */
  readonly release: string;
  /** Where the source is that it was made of. */
  readonly source: { readonly repository: string; readonly commit: string };
  readonly models: Readonly<Record<string, ModelEntry>>;
  /** What the base class of all datasets takes itself. */
  readonly dataset: string;
  /** What the loading takes beside that. */
  readonly datasets: Readonly<Record<string, string>>;
  /** The public names that modules define which others gather, and of packages those that they gather themselves; by the module's path in the package. */
  readonly modules: Readonly<Record<string, string>>;
}

export interface ModelEntry {
  readonly parser?: string;
  /** `own`: the config's meta template; `default`: that, else the class's own; `ignored`: none. */
  readonly meta?: string;
  readonly takes?: string;
}

/** Classes of one release by their last name. */
export class ClassTable {
  private readonly signatures = new Map<string, Signature>();
  private readonly modules = new Map<string, ReadonlySet<string>>();

  constructor(private readonly file: ClassTableFile) {}

  get release(): string {
    return this.file.release;
  }

  /** The classes of a kind that the release has. */
  names(kind: 'model' | 'dataset'): readonly string[] {
    return Object.keys(kind === 'model' ? this.file.models : this.file.datasets);
  }

  /** What the constructor of a model class, or the loading of a dataset, takes; undefined where the table does not tell. */
  signature(kind: 'model' | 'dataset', name: string): Signature | undefined {
    const takes = kind === 'model' ? this.model(name)?.takes : this.loading(name);
    if (takes === undefined) return undefined;
    const whole = kind === 'model' ? takes : `${takes} ${this.file.dataset}`;
    let signature = this.signatures.get(whole);
    if (!signature) this.signatures.set(whole, (signature = readKeywords(whole)));
    return signature;
  }

  /** The parser of a model class; undefined where the table does not tell. */
  parser(name: string): ParserKind | undefined {
    const parser = this.model(name)?.parser;
    return parser === 'lm' || parser === 'api' ? parser : undefined;
  }

  /** What the class makes of the config's meta template; undefined where the table does not tell. */
  metaTemplate(name: string): 'own' | 'default' | 'ignored' | undefined {
    const meta = this.model(name)?.meta;
    return meta === 'own' || meta === 'default' || meta === 'ignored' ? meta : undefined;
  }

  /** The modules that others gather, by their paths in the package. */
  get modulePaths(): readonly string[] {
    return Object.keys(this.file.modules);
  }

  /** The public names of a module that others gather, by its path in the package; undefined where the table does not tell. */
  namesOf(module: string): ReadonlySet<string> | undefined {
    if (!Object.hasOwn(this.file.modules, module)) return undefined;
    let names = this.modules.get(module);
    if (!names) this.modules.set(module, (names = new Set(this.file.modules[module]!.split(' ').filter((name) => name !== ''))));
    return names;
  }

  private model(name: string): ModelEntry | undefined {
    return Object.hasOwn(this.file.models, name) ? this.file.models[name] : undefined;
  }

  private loading(name: string): string | undefined {
    return Object.hasOwn(this.file.datasets, name) ? this.file.datasets[name] : undefined;
  }
}

/** A signature as the tables write it. */
export function writeKeywords({ keys, open, idle }: Signature): string {
  const rest = open ? [idle ? idleRest : '**'] : [];
  return [...[...keys].map(([name, { required }]) => (required ? name : `${name}=`)), ...rest].join(' ');
}

const idleRest = '**-';

function readKeywords(text: string): Signature {
  const words = text.split(' ').filter((word) => word !== '');
  const named = words.filter((word) => !word.startsWith('**'));
  return {
    keys: new Map(named.map((word) => [word.replace(/=$/, ''), { required: !word.endsWith('=') }])),
    open: named.length < words.length,
    ...(words.includes(idleRest) && { idle: true }),
  };
}

import type { LimitError, PyError } from '../core/errors.js';
import type { BaseImport, Problem } from '../core/evaluation.js';
import type { FileId, Span } from '../core/span.js';
import type { DictValue } from '../core/value.js';

/** What became of one Python config file, loaded as a document or as a base. Its values are never changed afterwards. */
export interface LoadedModule {
  readonly file: FileId;
  readonly text: string;
  /** Which path it was loaded by. */
  readonly lazy: boolean;
  /** Whether it would be loaded by the lazy path if it were no base. */
  readonly lazyAlone: boolean;
  /** Names of the result in their order, imported ones included; plain values, not yet ConfigDicts. */
  readonly names: DictValue;
  /** Names that the framework keeps out of a dump. */
  readonly importedNames: ReadonlySet<string>;
  /** The first exception that loading raises. */
  readonly error: PyError | undefined;
  readonly limit: LimitError | undefined;
  /** Where `error` or `limit` arose, in whichever file. */
  readonly errorSpan: Span | undefined;
  /** Whether the code ran to its end in spite of `error` (which then is about an import). */
  readonly complete: boolean;
  /** Set where names are missing that the real module may have. */
  readonly incomplete: string | undefined;
  readonly problems: readonly Problem[];
  readonly baseImports: readonly BaseImport[];
  /** Files read or looked for, through others too, without `file` itself. Those of an import cycle have one set, which grows until the cycle is closed. */
  readonly dependencies: Set<FileId>;
  /** Names whose values hold something with a state of its own, like a function: who imports one of them needs a load of its own. */
  readonly stateful: ReadonlySet<string>;
  /** How many values its names hold, those of bases left out that were only handed on. */
  readonly size: number;
  /** The work of reading and running it and its bases, in steps. */
  readonly cost: number;
  /** Files that import cycles lead back to, others than this one. Where there are any, the outcome hangs on who imports this file. */
  readonly cycles: ReadonlySet<FileId>;
}

/** Which names of a base its importer takes. */
export type Wanted = ReadonlySet<string> | 'all';

/** Whether an importer that takes these names can change what the module holds, say by calling a function of it. */
export function handsOutState({ stateful }: LoadedModule, wanted: Wanted): boolean {
  if (wanted === 'all') return stateful.size > 0;
  for (const name of stateful) if (wanted.has(name)) return true;
  return false;
}

/** Whether the file cannot even be parsed, which is raised before anything else is asked of it. */
export function isUnreadable({ problems }: LoadedModule): boolean {
  return problems.some(({ kind }) => kind === 'syntax-error');
}

/** Whether the framework would load the file. */
export function loads(module: LoadedModule): boolean {
  return module.error === undefined && module.limit === undefined;
}

import type { Language } from './language.js';
import type { FileId, Span } from './span.js';
import type { PyError } from './errors.js';
import type { DictEntry, DictValue } from './value.js';

/** Something wrong with the text of a config that is known before any rule looks at it. Each becomes a diagnostic. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly span: Span;
  /** A whole sentence for the user that says what happens and why. */
  readonly message: string;
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  /** For quick fixes: the nearest existing names, the replacement text … */
  readonly suggestions?: readonly string[];
  /** Nothing comes of it as the text stands: a key that is given twice has the same value both times. */
  readonly idle?: boolean;
}

export type ProblemKind =
  | 'syntax-error'
  | 'base-not-found'
  | 'base-name-missing'
  /** Another config is imported in a place where an import brings nothing in. The config loads. */
  | 'base-outside'
  | 'import-cycle'
  /** Evaluation raises as Python would; the message holds type and text of the exception. */
  | 'raises'
  | 'limit'
  /** Nothing is wrong, but the result rests on the environment or on a file that is out of reach; the message says what was assumed. */
  | 'depends-on-environment'
  /** An imported base config is itself broken: reported at the import, with the origin in `related`. */
  | 'base-broken'
  /** Two of the files that a task includes include the same one, which lm-evaluation-harness takes for a cycle. */
  | 'include-diamond'
  /** A key stands twice in one YAML mapping: PyYAML loads it, and the last one wins. At the earlier key; `related` is the one that counts. */
  | 'duplicate-key'
  /** A quoted YAML text goes on further to the left than YAML allows: PyYAML loads it, other readers do not. */
  | 'lenient-quotes';

/** The kinds of problems with which the config still loads. */
export const harmlessProblems: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'base-outside',
  'depends-on-environment',
  'duplicate-key',
  'lenient-quotes',
]);

/** One `from X import a, b` inside `with read_base():` (Python), or an `include` (YAML). */
export interface BaseImport {
  /** The module as written: `.datasets.gsm8k`, `opencompass.configs.models.x`. */
  readonly module: string;
  readonly moduleSpan: Span;
  /** The file that it leads to; undefined where none was found. */
  readonly file: FileId | undefined;
  /** `span` is that of the name in the base, `bound` that of the name here: the alias, where there is one. */
  readonly names: readonly { readonly name: string; readonly alias: string | undefined; readonly span: Span; readonly bound: Span }[];
  readonly star: boolean;
}

/** What is known of a task file of lm-evaluation-harness beside its config. */
export interface TaskFile {
  /** The document alone, `include` among its keys. */
  readonly own: DictValue;
  /** Entries of included files that a later include or the document itself replaces: whole, since nothing is merged below the top level. */
  readonly replaced: readonly { readonly entry: DictEntry; readonly by: DictEntry }[];
  /** Whether every included file could be read; else a key that is missing here may be there. */
  readonly complete: boolean;
}

/** What became of a config document: never throws, always there. */
export interface Evaluation {
  readonly file: FileId;
  readonly language: Language;
  /** True when the framework would load it. Else `error` says what it raises; `value` holds what was known by then. */
  readonly ok: boolean;
  readonly error?: PyError;
  /** The config: top-level names in the order of the framework's result. */
  readonly value: DictValue;
  /** Names that the framework keeps out of a dump: imported ones (mmengine `_imported_names`). */
  readonly hidden: DictValue;
  /** Whether mmengine takes its lazy-import path; undefined for YAML and JSON. */
  readonly lazy: boolean | undefined;
  readonly problems: readonly Problem[];
  readonly baseImports: readonly BaseImport[];
  /** Every file that the result depends on, those included that were looked for and not found. Without `file` itself. */
  readonly dependencies: ReadonlySet<FileId>;
  /** Present where the document was loaded as lm-evaluation-harness loads tasks, groups and what they include. */
  readonly taskFile?: TaskFile;
}

/** Is told where the work has come to, so that it can be said where work was that never ended. Called for each statement: cheap. */
export interface Progress {
  /** @param offset UTF-16; absent: only the file is known, which is being read */
  at(file: FileId, offset?: number): void;
  /** One of many parts of long work is done. */
  goesOn?(): void;
}

/** Constants that bound an evaluation. Counted, not timed, so that a result never depends on the machine. */
export interface Limits {
  /**
   * Work: a simple expression is a step; what touches or makes something large counts by its size, so that time and memory are bounded too
   * (`python/cost.ts`).
   */
  readonly steps: number;
  readonly depth: number;
  /** Largest string, list or dict that may arise, in items or UTF-16 units. */
  readonly size: number;
  /** Largest document, in UTF-16 units, that is parsed at all. */
  readonly document: number;
  /** The same of a Python document besides its indentation: its tree takes more than a hundred times the memory of its text. */
  readonly source: number;
}

/**
 * An evaluation that reaches them takes well under a second. The heaviest config that OpenCompass ships takes 67,000 steps, 3 nested calls and no
 * string or container above 5,000 units; its largest has 63,000 characters.
 */
export const defaultLimits: Limits = { steps: 2_000_000, depth: 200, size: 5_000_000, document: 4_000_000, source: 700_000 };

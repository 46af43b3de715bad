import type { FileId, Span } from '../../core/span.js';
import type { Config } from '../../config/config.js';
import type { Evaluation } from '../../core/evaluation.js';
import type { Behaviour, FrameworkId, Surroundings } from './behaviour.js';
import type { Severity } from '../../core/severity.js';
import type { FileRename, TextEdit } from '../../core/text-edit.js';

export interface Fix {
  readonly title: string;
  /** A safe fix cannot change what a working config does. */
  readonly safe: boolean;
  readonly edits: readonly TextEdit[];
  /** Moves a file, once the edits are done; nothing happens where there is a file already. */
  readonly rename?: FileRename;
}

/** What a rule found. */
export interface Finding {
  /** In the checked document, or in one of its bases: then it is shown at the import that leads there. */
  readonly span: Span;
  /** A whole sentence that names the consequence: "… raises KeyError: 'SYSTEM'". */
  readonly message: string;
  /** Overrides the rule's default for this finding; a user's setting overrides both, so `off` is for what only those see who ask for it. */
  readonly severity?: Severity | 'off';
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  readonly fixes?: readonly Fix[];
  readonly unnecessary?: boolean;
  /** For a rule of last resort: the finding only counts where no other rule found an error within one of these places. */
  readonly unlessErrorIn?: readonly Span[];
}

/** What a rule may look at. Rules write no texts: a fix is made of edits of the documents that `text` gives. */
export interface CheckContext {
  readonly file: FileId;
  readonly evaluation: Evaluation;
  readonly config: Config;
  readonly framework: Behaviour;
  readonly surroundings: Surroundings;
  /** Look into the bases too: what is wrong there is not reported here, but other findings may give way to it. */
  readonly everywhere: boolean;
  /** The text of a document that the evaluation read; '' where it is gone. */
  text(file: FileId): string;
}

/**
 * What all rules say of themselves. One file each in `rules/`; its page is `docs/rules/<id>.md`, whose examples are run as tests. Settings, the foot of
 * the page and the index of all pages are made from it: `npm run generate`.
 */
export interface RuleFacts {
  readonly id: string;
  /** One line: what the config may not do. */
  readonly title: string;
  /** Whose configs it is about; `all`: those of whichever frameworks there are. */
  readonly frameworks: readonly FrameworkId[] | 'all';
  readonly severity: Severity;
  /** Where it has quick fixes: whether they are safe; `either` where that depends on the finding. */
  readonly fix?: 'safe' | 'unsafe' | 'either';
  /** What the description of its setting says beyond the title. */
  readonly setting?: string;
  /** The framework's error that the rule prevents: `KeyError: 'SYSTEM'`; or what goes wrong silently. */
  readonly prevents: string;
}

/** About the document as text and as program: runs even where it could not be read as a config of a framework. */
export interface TextRule extends RuleFacts {
  readonly scope: 'text';
  check(context: Pick<CheckContext, 'file' | 'evaluation' | 'text'>): Iterable<Finding>;
}

/**
 * About a config. `document`: about one document; findings in its bases are left to the base's own check. `pair`: about a dataset
 * and a model that meet in this document; findings in bases are shown at the import. `task`: about a task with all that it includes; findings
 * in included files are shown at the include, and are theirs.
 */
export interface ConfigRule extends RuleFacts {
  readonly scope: 'document' | 'pair' | 'task';
  check(context: CheckContext): Iterable<Finding>;
}

export type Rule = TextRule | ConfigRule;

/** Whether a rule is about what several documents come to together, so that its findings may rest on any part of them. */
export function isAcrossDocuments({ scope }: Rule): boolean {
  return scope === 'pair' || scope === 'task';
}

/** A finding as the user meets it: severity settled, suppressions applied, placed in the checked document. */
export interface Diagnostic {
  readonly rule: string;
  readonly severity: Severity;
  readonly span: Span;
  readonly message: string;
  readonly related: readonly { readonly span: Span; readonly message: string }[];
  readonly fixes: readonly Fix[];
  readonly unnecessary: boolean;
  /** The place in an included file that is at fault, where that is not the checked one. What a dataset and a model do together is the fault of who pairs them. */
  readonly cause?: Span;
}

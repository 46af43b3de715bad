import type { FileId } from './text/span.js';
import type { LineIndex } from './text/line-index.js';
import type { Config } from './config/config.js';
import type { Evaluation } from './evaluation.js';
import type { Framework } from './frameworks/framework.js';
import type { Diagnostic } from './rules/rule.js';
import type { Settings } from './settings.js';

/** A document at one moment. Immutable; a change makes a new one. */
export interface Document {
  readonly file: FileId;
  readonly text: string;
  /** Rises with each change in the editor; 0 for a file that is not open. */
  readonly version: number;
  readonly language: 'python' | 'yaml' | 'json';
  readonly lines: LineIndex;
}

/** A document that is a config of a framework, evaluated and read. */
export interface LoadedConfig {
  readonly framework: Framework;
  readonly config: Config;
}

/**
 * The documents, what they evaluate to, and who depends on whom. Answers are cached until the document, something that it depends on, or the
 * settings change. Reads only through its Workspace.
 */
export interface Project {
  readonly settings: Settings;
  /** Opens a document or changes an open one: from now on its text is this, not the file's. */
  update(file: FileId, text: string, version: number, language: Document['language']): void;
  close(file: FileId): void;
  /** A file changed, appeared or vanished outside the editor. */
  fileChanged(file: FileId): void;
  configure(settings: Settings): void;
  /** The open document, else the file's; undefined where neither exists or it cannot be read. */
  document(file: FileId): Document | undefined;
  openFiles(): readonly FileId[];
  evaluate(file: FileId): Evaluation | undefined;
  /** Undefined for a document that is no config of any framework. */
  load(file: FileId): LoadedConfig | undefined;
  check(file: FileId): readonly Diagnostic[];
  /** Open documents whose evaluation used or looked for `file`, directly or through others; without `file` itself. */
  dependents(file: FileId): readonly FileId[];
}

import type { Config } from '../../config/config.js';
import type { Document } from '../../core/document.js';
import type { Evaluation, Limits } from '../../core/evaluation.js';
import type { FileId } from '../../core/span.js';
import type { DictEntry } from '../../core/value.js';
import type { Workspace } from '../../core/workspace.js';
import type { Behaviour, FrameworkId } from './behaviour.js';
import type { CommandLine, NamedDocument, NameRequest } from './command-line.js';
import type { FrameworkEditor } from './editor.js';
import type { FrameworkPackage } from './framework-package.js';
import type { KnownError } from './known-error.js';
import type { Operation } from './operation.js';
import type { Rule } from './rule.js';

/** A key of the config that a document ends up with, and where it comes from. */
export interface EffectiveKey {
  readonly key: string;
  /** With the spans of the file in which it is written. */
  readonly entry: DictEntry;
  /** The file in which it is written: the document itself, or one that it includes. */
  readonly file: FileId;
  /** What included files say of the same key and is replaced, the nearest first. */
  readonly replaced: readonly DictEntry[];
}

/** A framework is a folder with this one face. The engine never throws through it. */
export interface Framework extends Behaviour {
  /** The framework whose settings are those of its documents, which are another kind of that framework's own. Absent: it has settings of its own. */
  readonly partOf?: FrameworkId;
  /** Frameworks whose configs cannot always be told apart: the setting `promptPreflight.framework` chooses among them. Absent: it is alone. */
  readonly family?: string;
  /**
   * Whether a text looks like a config of it: cheap, and right even where the text cannot be evaluated. Stands in `sniffs.ts`, too. Absent for one whose configs look
   * like those of another of its family.
   */
  sniff?(text: string, language: Document['language']): boolean;
  /** How it loads a document that `sniff` takes; absent: as mmengine does. `release` as it is set. Never throws: what is wrong is part of the result. */
  load?(file: FileId, text: string, workspace: Workspace, limits: Limits, release?: string): Evaluation;
  /** Its Python package. */
  readonly package: FrameworkPackage;
  /** The rules that it brings along, in the order in which findings at one place are listed: for itself, or for its family. */
  readonly rules: readonly Rule[];
  /** What an editor shows of its documents beside what holds for all; absent: nothing more. */
  readonly editor?: FrameworkEditor;
  /** What it answers on the machine interface, by the name of the operation; where several frameworks have the same, a request says by `framework` which is meant. */
  readonly operations?: Readonly<Record<string, Operation>>;
  /** What its exceptions mean, the more special ones first; absent: nothing is known of them. */
  readonly errors?: readonly KnownError[];
  /** The hash of a config's prompts by which it names its own configs; undefined where the config has none. */
  promptHash?(config: Config): string | undefined;
  /** The document that a word means on its command line that is no path; absent where it knows none by name. */
  findByName?(word: string, request: NameRequest): NamedDocument;
  /** Absent where its command line names no configs. */
  readonly commandLine?: CommandLine;
  /** What a document ends up with, key by key, where its parts come from several files and keep their text. */
  effective?(evaluation: Evaluation): EffectiveKey[];
}

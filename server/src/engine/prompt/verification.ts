import type { FileId } from '../core/span.js';

/** What is asked of an installed framework to hold a prompt against its own. */
export interface Verification {
  /** Which of our scripts asks it: `verify_lm_eval`. */
  readonly script: string;
  /** What the script reads: a JSON object. */
  readonly request: string;
  /** What is expected: a JSON object with `requests`, or `error`. */
  readonly expected: string;
  /** Where the framework is started; absent: beside the config. */
  readonly workingDirectory?: FileId;
}

/** Why an installed framework cannot be asked for a prompt: a sentence. */
export interface NotVerifiable {
  readonly refused: string;
}

/** Where the parts of a prompt stand that an installed framework is asked for. */
export interface VerifiedFrom {
  /** The config. */
  readonly file: FileId;
  /** The config that the model stands in, where there is one. */
  readonly modelFile: FileId | undefined;
  /** Where the framework is started; undefined where that is not known. */
  readonly workingDirectory: FileId | undefined;
  /** Directories with data, and with the framework's package, that the user named. */
  readonly dataRoots: readonly FileId[];
  readonly packageRoots: readonly FileId[];
}

import type { Severity } from './severity.js';
import type { FileId } from './span.js';

/** What the user can choose. Read and validated by `readSettings`; a bad value is named and its default used. */
export interface Settings {
  /** Severity by rule id; `off` silences the rule. */
  readonly rules: Readonly<Record<string, Severity | 'off'>>;
  /** Rules that the user asks for by name: no project file turns them off. */
  readonly selected?: ReadonlySet<string>;
  /** Directories that hold framework packages (`opencompass/` …), looked at first. */
  readonly packageRoots: readonly string[];
  /** Directories with tasks of lm-evaluation-harness beside its own (`--include_path`); relative ones are relative to each folder. */
  readonly includePaths: readonly string[];
  /** Directories with data of datasets beside the folders; relative ones are relative to each folder. */
  readonly dataRoots: readonly string[];
  /** File that the preview takes rows from; absent: placeholders. */
  readonly rowFile: string | undefined;
  /** The row file was asked for by hand: it goes before the rows that a project file names. */
  readonly rowFileFirst?: boolean;
  /** File that in-context examples come from where the dataset's own rows are not known; absent: the row file. */
  readonly trainRowFile?: string | undefined;
  /** The `--model_args` of the user's runs of lm-evaluation-harness, as on its command line; '' where nothing is said. */
  readonly modelArgs: string;
  /** Whose rules hold for configs: those of the framework that each config is found to be of (`auto`), or always those of one, by its id. */
  readonly framework: string;
  /** The release that a framework's configs are read for, by the framework's id; absent: the one that is within reach, else the newest known. */
  readonly release: Readonly<Record<string, string>>;
}

/** Whoever knows the settings of each file. */
export interface SettingsSource {
  /** The settings that hold for a file: the user's own, over those of the project file above it. */
  settingsOf(file: FileId): Settings;
}

export const defaultSettings: Settings = {
  rules: {},
  packageRoots: [],
  includePaths: [],
  dataRoots: [],
  rowFile: undefined,
  modelArgs: '',
  framework: 'auto',
  release: {},
};

import type { Value } from '../core/value.js';
import type { RunFilter } from './filters/filter.js';
import type { ParseStatement } from './parse-statement.js';

/** What becomes of white space around tags (jinja2 3.1 `lexer.py`). */
export interface WhiteSpace {
  /** The line break right behind a statement or comment goes. */
  readonly trimBlocks: boolean;
  /** White space in front of a statement or comment goes, where nothing else stands before it on the line. */
  readonly lstripBlocks: boolean;
  /** The template's last line break stays. */
  readonly keepTrailingNewline: boolean;
}

/** What sets apart the places where Jinja is used: how templates are read, and what they know beside what every template knows. */
export interface Environment extends WhiteSpace {
  /** Whether what is not there raises wherever it is used. */
  readonly strict: boolean;
  /** Whether templates may not change lists and dicts, nor reach into Python's objects (jinja2 3.1 `sandbox.py`, ImmutableSandboxedEnvironment). */
  readonly sandboxed: boolean;
  readonly tags: Readonly<Record<string, ParseStatement>>;
  readonly filters: ReadonlyMap<string, RunFilter>;
  readonly globals: ReadonlyMap<string, Value>;
}

/** Where templates of tasks are rendered: lm-evaluation-harness 0.4.13 `utils.py`. */
export const taskEnvironment: Environment = {
  trimBlocks: false,
  lstripBlocks: false,
  keepTrailingNewline: true,
  strict: true,
  sandboxed: false,
  tags: {},
  filters: new Map(),
  globals: new Map(),
};

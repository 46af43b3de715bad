import type { FileId } from '../../core/span.js';
import type { DictValue, Value } from '../../core/value.js';
import type { FunctionNames } from '../syntax/tree/bound-names.js';

/** Where names live while code runs: one for the module, each call, each comprehension and each class body. */
export interface Frame {
  readonly kind: 'module' | 'function' | 'comprehension' | 'class';
  readonly file: FileId;
  /** Names of the module in which the running code is written. */
  readonly globals: DictValue;
  /** Own names; empty for a module, whose names are `globals`. */
  readonly locals: Map<string, Value>;
  /** The lexically enclosing frame; undefined for a module. */
  readonly parent: Frame | undefined;
  /** What the function's code says of its names; undefined where all assigned names are own. */
  readonly names: FunctionNames | undefined;
  readonly module: ModuleContext;
  /** What stands before the name of a function defined here in its `__qualname__`: `f.<locals>.` */
  readonly prefix: string;
}
/** What holds for all code of one document. */
export interface ModuleContext {
  readonly file: FileId;
  /** Set when the source is read. */
  text: string;
  readonly lazy: boolean;
  /** Modules of `with read_base()`: an import from one of them has been done before the code runs. */
  readonly baseModules: ReadonlySet<string>;
  /** Annotations are not evaluated: `from __future__ import annotations` has been met. */
  lateAnnotations?: boolean;
  /** Set where not all names of the module can be known (a base that does not load is imported with `*`). */
  incomplete: string | undefined;
}

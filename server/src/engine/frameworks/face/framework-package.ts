/** A Python package that configs are written for, as far as it is read outside of the folders that the user opened. */
export interface FrameworkPackage {
  readonly name: string;
  /** Files that every release of it has, by their paths in the package. A folder that only has the name of the package does not have them. */
  readonly marks: readonly string[];
  /** Its folders with configs, tasks and data: there texts and rows are read too, elsewhere only Python. */
  readonly data: readonly string[];
  /** Its packages with the classes that configs name, by their paths in it. */
  readonly classes?: readonly string[];
  /** What its packages gather of their modules in the newest release; absent where that is not known. */
  readonly gathered?: GatheredModules | undefined;
}

/** Modules that others import names of, by their paths in a package. */
export interface GatheredModules {
  readonly modulePaths: readonly string[];
  /** The public names of a module; undefined where that is not known. */
  namesOf(module: string): ReadonlySet<string> | undefined;
}

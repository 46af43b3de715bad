/** A Python package that configs are written for, as far as it is read outside of the folders that the user opened. */
export interface FrameworkPackage {
  readonly name: string;
  /** Files that every release of it has, by their paths in the package. A folder that only has the name of the package does not have them. */
  readonly marks: readonly string[];
  /** Its folders with configs, tasks and data: there texts and rows are read too, elsewhere only Python. */
  readonly data: readonly string[];
}

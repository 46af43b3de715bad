import type { BaseImport, Evaluation } from '../../core/evaluation.js';
import type { FileId, Span } from '../../core/span.js';
import type { Value } from '../../core/value.js';

/**
 * Finds the places in a document at which its bases come in, for findings that lie in a base. A name of an import is chosen where its value
 * holds something from the file; else the module; for files that no import names, the first import.
 */
export class ImportPlaces {
  private readonly places = new Map<FileId, Span | undefined>();
  private readonly filesByName = new Map<string, ReadonlySet<FileId>>();

  constructor(private readonly evaluation: Evaluation) {}

  /** The place at which `file` comes into the document; undefined where the document imports nothing. */
  placeOf(file: FileId): Span | undefined {
    if (!this.places.has(file)) this.places.set(file, this.find(file));
    return this.places.get(file);
  }

  private find(file: FileId): Span | undefined {
    const imports = this.evaluation.baseImports;
    const direct = imports.filter((base) => base.file === file);
    for (const base of direct.length > 0 ? direct : imports) {
      const named = this.nameThatHolds(base, file);
      if (named) return named;
    }
    return (direct[0] ?? imports[0])?.moduleSpan;
  }

  private nameThatHolds({ names }: BaseImport, file: FileId): Span | undefined {
    return names.find(({ name, alias }) => this.filesIn(alias ?? name).has(file))?.span;
  }

  private filesIn(name: string): ReadonlySet<FileId> {
    let files = this.filesByName.get(name);
    if (!files) {
      const value = this.evaluation.hidden.get(name) ?? this.evaluation.value.get(name);
      files = value ? filesOf(value, new Set()) : new Set();
      this.filesByName.set(name, files);
    }
    return files;
  }
}

/** The files in which the parts of a value are written. */
function filesOf(value: Value, files: Set<FileId>, seen = new Set<Value>()): Set<FileId> {
  if (seen.has(value)) return files;
  seen.add(value);
  files.add(value.span.file);
  if (value.kind === 'list' || value.kind === 'tuple') for (const item of value.items) filesOf(item, files, seen);
  if (value.kind === 'dict') for (const entry of value.entries.values()) filesOf(entry.value, files, seen);
  return files;
}

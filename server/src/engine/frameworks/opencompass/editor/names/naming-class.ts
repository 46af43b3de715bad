import { bothWritten, type WrittenNames } from '../../../../classes/columns/column-shape.js';
import { loadedColumns, type LoadedColumns } from '../../../../classes/columns/load-columns.js';
import type { ClassIndex, ClassSource } from '../../../../classes/class-index.js';
import { hierarchyOf, methodOf } from '../../../../classes/hierarchy.js';
import type { FileId, Span } from '../../../../core/span.js';
import type { DictValue } from '../../../../core/value.js';
import type { NamingClass, SharedKind } from '../../../face/editor.js';
import type { ClassReader } from '../../classes/class-facts.js';
import { keptFromRows, rowReaders, statementOf } from './row-readers.js';

/** The class of a dataset, whose `load` gives its rows their columns; undefined where its source is not within reach. It is read when it is first asked for a name. */
export function namingClass(dataset: DictValue, reader: ClassReader, file: FileId, classes: ClassIndex): NamingClass | undefined {
  const source = reader.sourceOf('dataset', dataset.get('type'), file, classes);
  return source && new LoadingClass(source, reader, classes, { dataset, file });
}

/** A file in which a class of datasets may be defined. */
const mayDefine = /\bdef[ \t]+load\b|^class\b.*Dataset\b/m;

/** The classes of datasets that a Python file defines. @param text of the file */
export function namingClassesIn(file: FileId, text: string, reader: ClassReader, classes: ClassIndex): NamingClass[] {
  if (!mayDefine.test(text)) return [];
  return classes
    .classesIn(file)
    .filter((source) => isOfDatasets(source, classes))
    .map((source) => new LoadingClass(source, reader, classes));
}

/** By the name of a class that it derives from, which need not be within reach. */
function isOfDatasets(source: ClassSource, classes: ClassIndex): boolean {
  return hierarchyOf(classes, source).classes.some(({ node }) =>
    node.bases.some((base) => /Dataset$/.test(base.type === 'Name' ? base.name : base.type === 'Attribute' ? base.attribute.name : '')),
  );
}

class LoadingClass implements NamingClass {
  constructor(
    private readonly source: ClassSource,
    private readonly reader: ClassReader,
    private readonly classes: ClassIndex,
    private readonly used?: { readonly dataset: DictValue; readonly file: FileId },
  ) {}

  get name(): string {
    return this.source.name;
  }

  get statement(): Span {
    return statementOf(this.source);
  }

  get giver(): Span | undefined {
    const load = methodOf(hierarchyOf(this.classes, this.source), 'load');
    if (!load || load === 'unknown') return undefined;
    const { owner, node } = load;
    return { file: owner.module.file, start: owner.at + node.name.start, end: owner.at + node.name.end };
  }

  places(kind: SharedKind, column: string): readonly Span[] | undefined {
    const has = this.columnsOf(kind).some(({ columns, some }) => columns.includes(column) || some.includes(column));
    return has ? (this.written(kind).get(column) ?? []) : undefined;
  }

  all(kind: SharedKind): readonly string[] | undefined {
    const [plain, any] = this.columnsOf(kind);
    if (plain?.closed !== true || any?.closed !== true) return undefined;
    const [own, all] = [plain, any].map(({ columns, some }) => [...columns, ...some]);
    // Another source of the data may give others.
    if (own!.length !== all!.length || !own!.every((column) => all!.includes(column))) return undefined;
    return [...own!, ...any.beside];
  }

  written(kind: SharedKind): ReadonlyMap<string, readonly Span[]> {
    return this.columnsOf(kind).reduce<WrittenNames | undefined>((all, one) => bothWritten(all, one.written), undefined) ?? new Map();
  }

  spells(kind: SharedKind, column: string): boolean {
    return this.columnsOf(kind).some(({ spelled }) => spelled.includes(column));
  }

  inner(kind: SharedKind, column: string): readonly Span[] {
    const own = this.statement;
    // A function beside it may be used by others.
    const isOwn = ({ file, start, end }: Span): boolean => file === own.file && own.start <= start && end <= own.end;
    return (this.ofAllSources(kind)?.inner.get(column) ?? []).filter(isOwn);
  }

  apart(file: FileId): readonly Span[] {
    return keptFromRows(file, this.classes);
  }

  get readers(): NamingClass['readers'] {
    const { used, reader, classes } = this;
    return used ? rowReaders(used.dataset, reader, used.file, classes) : [];
  }

  /** Of a plain run, and with what other sources of the data give. By any arguments: what a branch gives with others is its name, too. */
  private columnsOf(kind: SharedKind): readonly LoadedColumns[] {
    const { reader, source, classes } = this;
    if (kind !== 'column') return [];
    return [reader.factsOf('dataset', source, classes).columns?.(), this.ofAllSources(kind)].filter((one) => one !== undefined);
  }

  private ofAllSources(kind: SharedKind): LoadedColumns | undefined {
    const { source, classes } = this;
    if (kind !== 'column') return undefined;
    return classes.remember(source, 'columns of all sources', () => loadedColumns(classes, source, undefined, true));
  }
}

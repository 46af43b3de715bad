import { functionColumns } from '../../../classes/columns/function-columns.js';
import type { KnownColumns } from '../../../classes/columns/column-shape.js';
import type { ClassIndex, FunctionSource } from '../../../classes/class-index.js';
import { say } from '../../../core/say.js';
import type { FileId, Span } from '../../../core/span.js';
import type { DictValue } from '../../../core/value.js';
import type { Surroundings } from '../../face/behaviour.js';
import type { NamingClass, SharedKind } from '../../face/editor.js';
import { functionSource } from '../load/function.js';

/** The fields whose functions make the rows that templates are filled with, the one that has the last word first (lm-evaluation-harness 0.4.13 `api/task.py`: `test_docs`, `download`). */
const making = ['process_docs', 'custom_dataset'] as const;

/** The function that gives the rows of a task their columns; undefined where it has none, or its source is not within reach. */
export function namingFunction(task: DictValue, surroundings: Surroundings): NamingClass | undefined {
  for (const field of making) {
    const given = task.get(field);
    if (!given || given.kind === 'none') continue;
    const source = given.kind === 'ref' && given.refKind === 'function' ? functionSource(given, surroundings) : undefined;
    return source && new NamingFunction(source, surroundings.classes);
  }
  return undefined;
}

/** A file in which a function may make rows. */
const mayMakeRows = /\.(?:map|rename_columns?|add_column)\(|\bfrom_(?:list|dict|generator)\(/;

/** The functions of a Python file that give the rows which they are handed columns of their own. @param text of the file */
export function namingFunctionsIn(file: FileId, text: string, classes: ClassIndex): NamingClass[] {
  if (!mayMakeRows.test(text)) return [];
  return classes
    .functionsIn(file)
    .map((source) => new NamingFunction(source, classes))
    .filter((naming) => naming.written('column').size > 0);
}

class NamingFunction implements NamingClass {
  readonly readers = [];

  constructor(
    private readonly source: FunctionSource,
    private readonly classes: ClassIndex,
  ) {}

  get name(): string {
    return this.source.name;
  }

  get statement(): Span {
    const { module, at, node } = this.source;
    return { file: module.file, start: at + node.start, end: at + node.end };
  }

  get giver(): Span {
    const { module, at, node } = this.source;
    return { file: module.file, start: at + node.name.start, end: at + node.name.end };
  }

  places(kind: SharedKind, column: string): readonly Span[] | undefined {
    return this.written(kind).get(column);
  }

  all(kind: SharedKind): readonly string[] | undefined {
    const columns = this.columnsOf(kind);
    return columns && !columns.open ? [...columns.sure, ...columns.maybe] : undefined;
  }

  written(kind: SharedKind): ReadonlyMap<string, readonly Span[]> {
    return this.columnsOf(kind)?.written ?? new Map();
  }

  /** Columns of tasks are not renamed: whether a name is more than one is not asked. */
  spells(): boolean {
    return true;
  }

  fixed(column: string): string {
    return say`The function ${this.name} gives rows the column ${column}. Templates, and other code that is handed these rows, ask for it by this name: it cannot have another.`;
  }

  inner(): readonly Span[] {
    return [];
  }

  apart(): readonly Span[] {
    return [];
  }

  private columnsOf(kind: SharedKind): KnownColumns | undefined {
    const { classes, source } = this;
    return kind === 'column' ? classes.remember(source.node, 'columns of a function', () => functionColumns(classes, source)) : undefined;
  }
}

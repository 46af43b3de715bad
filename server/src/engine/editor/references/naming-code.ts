import { languageByEnding } from '../../core/language.js';
import { touches, type FileId, type Span } from '../../core/span.js';
import type { NamingClass } from '../../frameworks/face/editor.js';
import { frameworks } from '../../frameworks/registry.js';
import type { Project } from '../../project/project.js';

/** A column at a place of the code that gives it to rows. */
interface ColumnInCode {
  readonly kind: 'column';
  readonly name: string;
  readonly span: Span;
  /** The classes of the file that have it by that place. */
  readonly classes: readonly NamingClass[];
}

/** The classes of a Python file that give rows their columns: those of the first framework that knows some. */
export function namingClassesOf({ workspace, classes }: Project, file: FileId): readonly NamingClass[] {
  if (languageByEnding(file) !== 'python') return [];
  const read = workspace.read(file);
  if (read.kind !== 'text') return [];
  for (const { editor } of frameworks) {
    const found = editor?.namingClasses?.(file, read.text, classes);
    if (found && found.length > 0) return found;
  }
  return [];
}

/** The column whose name a class of a Python file writes at an offset; undefined where none is. */
export function columnInCode(project: Project, file: FileId, offset: number): ColumnInCode | undefined {
  const classes = namingClassesOf(project, file);
  for (const one of classes)
    for (const [name, spans] of one.written('column')) {
      const span = spans.find((each) => each.file === file && touches(each, offset));
      // What is only a key on the way, or a column that is renamed later, is none.
      if (!span || !one.places('column', name)) continue;
      const sharing = classes.filter((each) =>
        each.places('column', name)?.some((place) => place.start === span.start && place.file === file),
      );
      return { kind: 'column', name, span, classes: sharing };
    }
  return undefined;
}

import { dirname, joinPath } from '../../core/paths.js';
import { isAtOrBelow, type FileId, type Span } from '../../core/span.js';
import type { Project } from '../../project/project.js';
import { parsePython } from '../../python/syntax/parse.js';
import type { Expression, Statement } from '../../python/syntax/tree/ast.js';
import { walk } from '../../python/syntax/tree/walk.js';

/** Where the statements of each file begin that may run. */
type ReachedCode = ReadonlyMap<FileId, ReadonlySet<number>>;

/** So many files are followed. */
const mostFiles = 80;

/**
 * The statements at the top level of files that may run when what `roots` define is used: they, what they name, and what a file does in any case. Names are followed into other files that lie in the folder of a
 * root or below. A text may be a name that is looked up.
 * @returns undefined where there is too much, or a file cannot be read
 */
export function reachedCode(project: Project, roots: readonly Span[]): ReachedCode | undefined {
  const reach = new Reach(
    project,
    roots.map(({ file }) => dirname(file)),
  );
  return reach.from(roots);
}

/**
 * The statements of a file that run for some of its definitions alone: these, and what nothing else of the file names.
 * @returns where they begin
 */
export function reachedAlone(project: Project, file: FileId, apart: readonly Span[]): ReadonlySet<number> {
  const theirs = apart.length > 0 ? reachedCode(project, apart)?.get(file) : undefined;
  const read = project.workspace.read(file);
  if (!theirs || read.kind !== 'text') return new Set();
  const others = parsePython(file, read.text).body.filter(({ type, start }) => isDefinition(type) && !theirs.has(start));
  const reached =
    others.length > 0
      ? reachedCode(
          project,
          others.map(({ start, end }) => ({ file, start, end })),
        )
      : new Map<FileId, ReadonlySet<number>>();
  if (!reached) return new Set();
  const anyway = parsePython(file, read.text).body.filter(runsAnyway);
  return new Set([...theirs].filter((start) => reached.get(file)?.has(start) !== true && !anyway.some((one) => one.start === start)));
}

function isDefinition(type: Statement['type']): boolean {
  return type === 'FunctionDef' || type === 'ClassDef';
}

class Reach {
  private readonly files = new Map<FileId, FileCode | undefined>();
  private readonly waiting: { readonly code: FileCode; readonly statement: Statement }[] = [];

  constructor(
    private readonly project: Project,
    private readonly folders: readonly FileId[],
  ) {}

  from(roots: readonly Span[]): ReachedCode | undefined {
    for (const { file, start } of roots) {
      const code = this.codeOf(file);
      const statement = code?.body.find((one) => one.start <= start && start < one.end);
      if (!code || !statement) return undefined;
      this.reach(code, statement);
    }
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) {
      if (this.files.size > mostFiles) return undefined;
      this.follow(next.code, next.statement);
    }
    const read = [...this.files].flatMap(([file, code]) => (code ? [[file, code.reached] as const] : []));
    return read.length === this.files.size ? new Map(read) : undefined;
  }

  private codeOf(file: FileId): FileCode | undefined {
    if (this.files.has(file)) return this.files.get(file);
    const read = this.project.workspace.read(file);
    const code = read.kind === 'text' ? fileCode(file, parsePython(file, read.text).body) : undefined;
    this.files.set(file, code);
    for (const statement of code?.body ?? []) if (runsAnyway(statement)) this.reach(code!, statement);
    return code;
  }

  private reach(code: FileCode, statement: Statement): void {
    if (code.reached.has(statement.start)) return;
    code.reached.add(statement.start);
    this.waiting.push({ code, statement });
  }

  private follow(code: FileCode, statement: Statement): void {
    for (const name of mentioned(statement)) {
      for (const binding of code.binding.get(name) ?? []) {
        if (binding.type === 'ImportFrom') this.imported(code, name, binding.level, binding.module);
        else if (binding.type !== 'Import') this.reach(code, binding);
      }
    }
  }

  /** `from … import name`: a statement of another file, or a file. */
  private imported(code: FileCode, name: string, level: number, module: string): void {
    const bound = this.project.classes.boundInFile(code.file, name);
    if (bound) {
      const other = this.isNear(bound.file) ? this.codeOf(bound.file) : undefined;
      for (const statement of other?.binding.get(bound.name) ?? []) this.reach(other!, statement);
      return;
    }
    if (level === 0) return;
    const folder = Array.from({ length: level - 1 }).reduce<FileId>((at) => dirname(at), dirname(code.file));
    const file = joinPath(folder, `${[...module.split('.').filter(Boolean), name].join('/')}.py`);
    if (this.project.workspace.stat(file) === undefined || !this.isNear(file)) return;
    const other = this.codeOf(file);
    for (const statement of other?.body ?? []) this.reach(other!, statement);
  }

  private isNear(file: FileId): boolean {
    return this.folders.some((folder) => isAtOrBelow(file, folder));
  }
}

interface FileCode {
  readonly file: FileId;
  readonly body: readonly Statement[];
  readonly binding: ReadonlyMap<string, readonly Statement[]>;
  readonly reached: Set<number>;
}

function fileCode(file: FileId, body: readonly Statement[]): FileCode {
  const binding = new Map<string, Statement[]>();
  for (const statement of body)
    for (const name of boundBy(statement)) {
      const there = binding.get(name);
      if (there) there.push(statement);
      else binding.set(name, [statement]);
    }
  return { file, body, binding, reached: new Set() };
}

function boundBy(statement: Statement): readonly string[] {
  if (statement.type === 'Import' || statement.type === 'ImportFrom')
    return statement.names.map(({ name, asName }) => (asName ?? name).name);
  return definedBy(statement);
}

/** The names that a definition or a plain assignment gives. */
export function definedBy(statement: Statement): readonly string[] {
  switch (statement.type) {
    case 'FunctionDef':
    case 'ClassDef':
      return [statement.name.name];
    case 'Assign':
      return statement.targets.flatMap(plainName);
    case 'AnnAssign':
      return plainName(statement.target);
    default:
      return [];
  }
}

function plainName(target: Expression): readonly string[] {
  return target.type === 'Name' ? [target.name] : [];
}

/** What is no definition, import or plain assignment does something whenever the file is loaded. */
function runsAnyway(statement: Statement): boolean {
  if (statement.type === 'Assign') return !statement.targets.every((target) => target.type === 'Name');
  return boundBy(statement).length === 0 && statement.type !== 'Import' && statement.type !== 'ImportFrom';
}

/** The names and attributes of a statement, and its texts. */
function mentioned(statement: Statement): ReadonlySet<string> {
  const names = new Set<string>();
  walk([statement], (node) => {
    if (node.type === 'Name') names.add(node.name);
    else if (node.type === 'Attribute') names.add(node.attribute.name);
    else if (node.type === 'String') names.add(node.traced.text);
    return true;
  });
  return names;
}

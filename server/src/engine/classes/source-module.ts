import { reachesOwnModule } from '../core/own-module.js';
import { branchesOf, type ClassDef, type Expression, type FunctionDef, type Statement } from '../python/syntax/tree/ast.js';
import { cutsOf } from '../python/syntax/tokens/cuts.js';
import { parsePython } from '../python/syntax/parse.js';
import type { FileId } from '../core/span.js';

/** A class or function where it is defined. `node` is parsed when it is first asked for, and counts from the start of its statement. */
export interface SourceDefinition<Node> {
  readonly name: string;
  /** Offset of the statement in the file; for one within an `if` or `try`, of the outermost statement. */
  readonly at: number;
  readonly node: () => Node | undefined;
}

/** What one statement at the top level of a file binds. */
export type Binding =
  | ({ readonly kind: 'class' } & SourceDefinition<ClassDef>)
  | ({ readonly kind: 'function' } & SourceDefinition<FunctionDef>)
  | { readonly kind: 'value'; readonly name: string }
  /** `B = A`: another name for what A is. */
  | { readonly kind: 'alias'; readonly name: string; readonly of: string }
  /** `from m import member as name`; without a member `import m as name`. `level` counts the leading dots. */
  | { readonly kind: 'import'; readonly name: string; readonly level: number; readonly module: string; readonly member: string | undefined }
  /** `from m import *`. */
  | { readonly kind: 'star'; readonly level: number; readonly module: string };

/** One Python file as an importer sees it. */
export interface SourceModule {
  readonly file: FileId;
  /** In the order of the text. */
  readonly bindings: readonly Binding[];
  /** The last binding of each name, as its index. */
  readonly byName: ReadonlyMap<string, number>;
  /** What `__all__` lists; undefined where there is none, or it cannot be read. */
  readonly exports: ReadonlySet<string> | undefined;
  /** Whether it may have names that are not its own: it imports `*`, or is a package with modules. */
  readonly gathers: boolean;
  /** Names may come to be while the module runs: `__getattr__`, `globals()`, `exec`, `sys.modules[__name__]`. */
  readonly dynamic: boolean;
}

/**
 * Finds what a Python file binds. The statements are told apart by a look at the characters; only those that are no plain class, function or
 * assignment are parsed, so that a large package costs little.
 */
export function readSource(file: FileId, text: string): SourceModule {
  const cuts = cutsOf(text);
  const bindings: Binding[] = [];
  const reader: Reader = { file, bindings, exports: undefined };
  cuts.forEach((start, i) => readStatement(reader, text.slice(start, cuts[i + 1] ?? text.length), start));
  const byName = new Map(bindings.flatMap((binding, i) => (binding.kind === 'star' ? [] : [[binding.name, i] as const])));
  const gathers = file.endsWith('/__init__.py') || bindings.some(({ kind }) => kind === 'star');
  return {
    file,
    bindings,
    byName,
    exports: reader.exports,
    gathers,
    dynamic: byName.has('__getattr__') || makesNames(text),
  };
}

const alwaysMaking = /\bglobals\(\)/;
/** Without one of these in a text, it is not gone through line by line. */
const making = /\b(?:exec|vars|locals|setattr)\(/;
const makingAtTop = /^([ \t]*)(?:[\w.]+[ \t]*=[ \t]*)?(?:exec\(|vars\(\)|locals\(\)|setattr\()/gm;

/** Whether a module may bind names that are not written in it: through a dict or an object that holds them, or by running a text. */
function makesNames(text: string): boolean {
  return (
    alwaysMaking.test(text) ||
    reachesOwnModule(text) ||
    (making.test(text) && [...text.matchAll(makingAtTop)].some(({ 1: indent, index }) => indent === '' || !isWithinDefinition(text, index)))
  );
}

/** Whether the last line before a place that is not indented begins a function or a class. */
function isWithinDefinition(text: string, at: number): boolean {
  const top = [...text.slice(0, at).matchAll(/^[^\s#)\]}]/gm)].at(-1);
  return top !== undefined && /^(?:async|def|class)\b/.test(text.slice(top.index));
}

interface Reader {
  readonly file: FileId;
  readonly bindings: Binding[];
  exports: ReadonlySet<string> | undefined;
}

const definition = /^(?:(class)|(?:async[ \t]+)?def)[ \t]+([\p{XID_Start}_][\p{XID_Continue}]*)/mu;
const assignment = /^([A-Za-z_]\w*)[ \t]*(?::[^=\n]*)?=(?!=)/;
const alias = /^\w+[ \t]*=[ \t]*([A-Za-z_]\w*)(?:[ \t]*#[^\n]*(?:\n\s*)?|\s*)$/;
/** Statements that bind nothing: texts, calls, `del`. */
const idle = /^(?:[rRbBuU]?["']|(?:pass|assert|raise|del|return)\b|[\w.]+\()/;

function readStatement(reader: Reader, text: string, at: number): void {
  const defines = /^(?:@|class\b|def\b|async\b)/.test(text) ? definition.exec(text) : undefined;
  if (defines)
    return addDefinition(reader, defines[1] !== undefined, defines[2]!, at, () => firstDefinition(parsePython(reader.file, text).body));
  const name = assignment.exec(text)?.[1];
  if (name === '__all__') reader.exports = listedNames(text);
  else if (name !== undefined && isPlain(text)) {
    const of = alias.exec(text)?.[1];
    reader.bindings.push(of === undefined || /^(?:None|True|False)$/.test(of) ? { kind: 'value', name } : { kind: 'alias', name, of });
  } else if (!idle.test(text)) {
    const imported = importsOnOneLine(text);
    if (imported) for (const binding of imported) reader.bindings.push(binding);
    else for (const statement of parsePython(reader.file, text).body) addBindings(reader, statement, at);
  }
}

const fromLine = /^from[ \t]+(\.*)((?:\w+(?:\.\w+)*)?)[ \t]+import[ \t]+(\*|\w[\w \t,]*?)[ \t]*(?:#[^\n]*)?(?:\n|$)/;
const importLine = /^import[ \t]+(\w[\w.]*)(?:[ \t]+as[ \t]+(\w+))?[ \t]*(?:#[^\n]*)?(?:\n|$)/;
const memberOnLine = /^[ \t]*(\w+)(?:[ \t]+as[ \t]+(\w+))?[ \t]*$/;
const moreOnFurtherLines = /\n[ \t]*[^\s#]/;

/** What an import binds that stands on one line, as nearly all do; undefined for any other statement. */
function importsOnOneLine(text: string): readonly Binding[] | undefined {
  if (moreOnFurtherLines.test(text)) return undefined;
  const [, dots = '', module = '', members] = fromLine.exec(text) ?? [];
  const level = dots.length;
  if (members === '*') return [{ kind: 'star', level, module }];
  if (members === undefined) return importOnOneLine(text);
  if (level === 0 && module === '') return undefined;
  const bindings: Binding[] = [];
  for (const part of members.split(',')) {
    const [, member, as] = memberOnLine.exec(part) ?? [];
    if (member === undefined) return undefined;
    bindings.push({ kind: 'import', name: as ?? member, level, module, member });
  }
  return bindings;
}

function importOnOneLine(text: string): readonly Binding[] | undefined {
  const [, path, as] = importLine.exec(text) ?? [];
  if (path === undefined) return undefined;
  const top = path.split('.')[0]!;
  return [{ kind: 'import', name: as ?? top, level: 0, module: as === undefined ? top : path, member: undefined }];
}

/** Whether an assignment binds a single name: not `a = b = 1`, as far as the first line tells. */
function isPlain(text: string): boolean {
  const line = text.slice(0, text.indexOf('\n') >>> 0);
  return !/[^=!<>]=(?!=)/.test(line.slice(line.indexOf('=') + 1)) || /[([{'"]/.test(line);
}

function firstDefinition(body: readonly Statement[]): ClassDef | FunctionDef | undefined {
  return body.find((statement): statement is ClassDef | FunctionDef => statement.type === 'ClassDef' || statement.type === 'FunctionDef');
}

function addDefinition(reader: Reader, isClass: boolean, name: string, at: number, parse: () => ClassDef | FunctionDef | undefined): void {
  let made: ClassDef | FunctionDef | undefined | null = null;
  const node = (): ClassDef | FunctionDef | undefined => (made === null ? (made = parse()) : made);
  if (isClass) reader.bindings.push({ kind: 'class', name, at, node: () => asType(node(), 'ClassDef') });
  else reader.bindings.push({ kind: 'function', name, at, node: () => asType(node(), 'FunctionDef') });
}

function asType<T extends Statement['type']>(node: Statement | undefined, type: T): Extract<Statement, { type: T }> | undefined {
  return node?.type === type ? (node as Extract<Statement, { type: T }>) : undefined;
}

/** The strings of a literal list or tuple. */
function listedNames(text: string): ReadonlySet<string> | undefined {
  const whole = /^__all__[^=]*=\s*[[(]([^\])]*)[\])](?:\s*#[^\n]*(?:\n\s*)?|\s*)$/.exec(text)?.[1];
  return whole === undefined ? undefined : new Set([...whole.matchAll(/["'](\w+)["']/g)].map(([, name]) => name!));
}

/** Either branch of an `if` or `try` may be the one that runs: the names of both exist, as far as we know. */
function addBindings(reader: Reader, statement: Statement, at: number): void {
  const { bindings } = reader;
  const inside = (body: readonly Statement[]): void => body.forEach((inner) => addBindings(reader, inner, at));
  switch (statement.type) {
    case 'ClassDef':
    case 'FunctionDef':
      return addDefinition(reader, statement.type === 'ClassDef', statement.name.name, at, () => statement);
    case 'Import':
      for (const { name, asName } of statement.names)
        bindings.push({
          kind: 'import',
          name: asName?.name ?? name.name.split('.')[0]!,
          level: 0,
          module: asName ? name.name : name.name.split('.')[0]!,
          member: undefined,
        });
      return;
    case 'ImportFrom':
      if (statement.star) bindings.push({ kind: 'star', level: statement.level, module: statement.module });
      for (const { name, asName } of statement.names)
        bindings.push({ kind: 'import', name: (asName ?? name).name, level: statement.level, module: statement.module, member: name.name });
      return;
    case 'Assign':
      for (const target of statement.targets) addTarget(reader, target);
      return;
    case 'AnnAssign':
      return addTarget(reader, statement.target);
    case 'AugAssign':
      return addTarget(reader, statement.target);
    case 'If': {
      const branches = branchesOf(statement);
      for (const { body } of branches) inside(body);
      return inside(branches[branches.length - 1]!.orelse);
    }
    case 'While':
      inside(statement.body);
      return inside(statement.orelse);
    case 'For':
      addTarget(reader, statement.target);
      inside(statement.body);
      return inside(statement.orelse);
    case 'With':
      for (const { target } of statement.items) if (target) addTarget(reader, target);
      return inside(statement.body);
    case 'Try':
      inside(statement.body);
      for (const handler of statement.handlers) inside(handler.body);
      inside(statement.orelse);
      return inside(statement.finalbody);
    default:
  }
}

function addTarget(reader: Reader, node: Expression): void {
  if (node.type === 'Name') {
    if (node.name === '__all__') reader.exports = undefined;
    else reader.bindings.push({ kind: 'value', name: node.name });
  } else if (node.type === 'Tuple' || node.type === 'List') for (const element of node.elements) addTarget(reader, element);
  else if (node.type === 'Starred') addTarget(reader, node.value);
}

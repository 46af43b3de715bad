import { Language, Parser, type TreeCursor } from 'web-tree-sitter';

/**
 * A node of the concrete tree, copied out of the grammar's memory. `children` holds marks and keywords too, but no comments and no line
 * continuations, and nothing below the content of a string.
 */
export interface Raw {
  /** Name of the rule; the text itself for marks and keywords; `ERROR` for what fits no rule. */
  readonly type: string;
  readonly start: number;
  /** A comment at the end belongs to no node. */
  end: number;
  readonly children: Raw[];
  /** False for marks and keywords; true for rules. A keyword may have the name of a rule (`lambda`). */
  readonly named: boolean;
  /** Put in by the parser's error recovery: nothing stands there. */
  readonly missing: boolean;
}

export interface RawTree {
  readonly root: Raw;
  readonly hasError: boolean;
  /** A node beyond the depth cap, whose children were left out. */
  readonly tooDeep: Raw | undefined;
}

/**
 * How deep a tree may be: enough for any config, and so little that walking it by recursion is safe. The links of `a and b and c`, which are read in a
 * loop, count as one level.
 */
const depthCap = 600;
/**
 * How often the grammar's engine may report progress before it is stopped; counted, not timed. It reports once for at least fifteen characters of a
 * valid text, so that only a text with errors comes near.
 */
const progressCap = (text: string): number => 10_000 + text.length / 8;
const errorTypeId = 65535;
// No state: the sign of a leaf, to which nothing is added.
// eslint-disable-next-line no-restricted-syntax
const none: Raw[] = [];

/** The parser, and what each of its types of nodes is, by their numbers. */
interface Grammar {
  readonly parser: Parser;
  readonly typeNames: readonly string[];
  readonly named: readonly boolean[];
  /** Nothing below is wanted. */
  readonly leaves: readonly boolean[];
  readonly skipped: readonly boolean[];
  readonly stringTypeId: number;
}

// A constant that can only be had by waiting for it, since it is compiled from bytes.
// eslint-disable-next-line no-restricted-syntax
let loaded: Grammar | undefined;

/** Loads the grammar; once, before any parse. Takes the bytes of `web-tree-sitter.wasm` and `tree-sitter-python.wasm`. */
export async function loadPythonGrammar(wasm: { readonly runtime: Uint8Array; readonly grammar: Uint8Array }): Promise<void> {
  if (loaded) return;
  // Its bytes are here: an address is not looked for, which a worker of a browser does not have.
  await Parser.init({ wasmBinary: wasm.runtime, locateFile: (name: string) => name });
  const language = await Language.load(wasm.grammar);
  const typeNames = language.types.map((name) => name ?? '');
  const named = typeNames.map((_, id) => language.nodeTypeIsNamed(id));
  const leaves = typeNames.map((name, id) => leafTypes.has(name) || !named[id]);
  const skipped = typeNames.map((name) => name === 'comment' || name === 'line_continuation');
  const parser = new Parser();
  parser.setLanguage(language);
  loaded = { parser, typeNames, named, leaves, skipped, stringTypeId: typeNames.indexOf('string') };
}

const leafTypes = new Set([
  'identifier',
  'integer',
  'float',
  'true',
  'false',
  'none',
  'ellipsis',
  'string_start',
  'string_content',
  'string_end',
  'type_conversion',
  'pass_statement',
  'break_statement',
  'continue_statement',
  'wildcard_import',
  'positional_separator',
  'keyword_separator',
  'import_prefix',
]);

/**
 * Parses `text`; offsets of the result are raised by `base`, and none lies behind `limit`. Undefined where the text is too tangled to be
 * parsed in bounded work. Throws Error if the grammar was not loaded.
 */
export function parseRaw(text: string, base: number, limit: number = base + text.length): RawTree | undefined {
  if (!loaded) throw new Error('The Python grammar was not loaded: call loadPythonGrammar first.');
  const { parser } = loaded;
  let progress = 0;
  const cap = progressCap(text);
  const tree = parser.parse(text, null, { progressCallback: () => ++progress > cap });
  if (!tree) {
    parser.reset();
    return undefined;
  }
  try {
    const cursor = tree.walk();
    try {
      return { ...copy(cursor, { text, base, limit, grammar: loaded }), hasError: tree.rootNode.hasError };
    } finally {
      cursor.delete();
    }
  } finally {
    tree.delete();
  }
}

/** What is being parsed, and how its offsets become those of the document. */
interface Source {
  readonly text: string;
  readonly base: number;
  readonly limit: number;
  readonly grammar: Grammar;
}

/** Copies the tree under the cursor, without recursion. */
function copy(cursor: TreeCursor, source: Source): { root: Raw; tooDeep: Raw | undefined } {
  const root = node(cursor, cursor.nodeTypeId, source);
  const parents: Raw[] = [];
  /** How many of the parents are links of the chain that their own parent begins. */
  let links = 0;
  let tooDeep: Raw | undefined;
  let current = root;
  // Where the last node ended before its comments were taken off.
  let covered;
  for (;;) {
    const inner = current.children !== none;
    if (inner && parents.length - links >= depthCap) tooDeep ??= current;
    else if (inner && cursor.gotoFirstChild()) {
      if (isLink(current, parents[parents.length - 1])) links++;
      parents.push(current);
      current = adopt(cursor, current, source);
      continue;
    }
    covered = current.end;
    while (!cursor.gotoNextSibling()) {
      if (parents.length === 0) return { root, tooDeep };
      cursor.gotoParent();
      const left = parents.pop()!;
      if (isLink(left, parents[parents.length - 1])) links--;
      covered = withoutComment(left, covered);
    }
    if (parents.length === 0) return { root, tooDeep };
    current = adopt(cursor, parents[parents.length - 1]!, source);
  }
}

/** Whether a node is the left side of another operation of its kind: both are read as one. */
function isLink(raw: Raw, parent: Raw | undefined): boolean {
  return raw.type === 'boolean_operator' && parent?.type === 'boolean_operator' && parent.children[0] === raw;
}

/**
 * Ends a node where the last child that is kept does, if a comment stands behind that.
 * @param covered where the last child ended, comments included
 * @returns where the node itself did
 */
function withoutComment(raw: Raw, covered: number): number {
  const { end } = raw;
  const last = raw.children[raw.children.length - 1];
  if (last && covered === end && last.end < end && raw.type !== 'ERROR') raw.end = last.end;
  return end;
}

/** The node under the cursor as a child of `parent`; comments are made but not kept. */
function adopt(cursor: TreeCursor, parent: Raw, source: Source): Raw {
  const id = cursor.nodeTypeId;
  const child = node(cursor, id, source);
  if (id === errorTypeId || !source.grammar.skipped[id]) parent.children.push(child);
  return child;
}

function node(cursor: TreeCursor, id: number, { text, base, limit, grammar }: Source): Raw {
  const { typeNames, named, leaves, skipped, stringTypeId } = grammar;
  const start = cursor.startIndex;
  const end = cursor.endIndex;
  const leaf = id !== errorTypeId && (leaves[id]! || skipped[id]! || (id === stringTypeId && !isFormatted(text, start)));
  return {
    type: id === errorTypeId ? 'ERROR' : typeNames[id]!,
    start: Math.min(start + base, limit),
    end: Math.min(end + base, limit),
    children: leaf ? none : [],
    named: id === errorTypeId || named[id]!,
    missing: start === end && cursor.nodeIsMissing,
  };
}

/** Whether the string literal at `start` has an `f` in its prefix: only then its inside is a tree. */
function isFormatted(text: string, start: number): boolean {
  for (let i = start; i < start + 3; i++) {
    const c = text[i];
    if (c === 'f' || c === 'F') return true;
    if (c === '"' || c === "'") return false;
  }
  return false;
}

import { TracedText } from '../../core/traced-text.js';
import type { FileId, Span } from '../../core/span.js';
import { once } from '../../core/once.js';
import { hasWord } from '../../core/word-places.js';
import { parsePython } from '../../python/syntax/parse.js';
import type { Expression, Module, Parameters, Statement } from '../../python/syntax/tree/ast.js';
import { dataReads } from './data-reads.js';
import { saidTexts } from './said-texts.js';
import { walk, type Node } from '../../python/syntax/tree/walk.js';

/**
 * The first place of a Python file where code may mean an entry of a row by its name and that is none of `known`: in a text, as an attribute, a keyword or a parameter. What stands as a text of
 * its own says nothing, nor does what is asked of data, or is only said. Where the file has a fault, that is the place.
 * @param code what is known of the code around: whether what the file calls so at its top level gives nothing but data when it is called, and whether a function may be called with the
 * entries of a row by their names. Absent: none gives data, and each may be
 */
export function strayEntry(
  file: FileId,
  text: string,
  name: string,
  known: readonly Span[],
  code: CodeAround = { givesData: () => false, unpacks: () => true },
): number | undefined {
  const isKnown = ({ start, end }: Node): boolean => known.some((span) => span.file === file && start <= span.start && span.end <= end);
  const module = parsePython(file, text);
  // Most files have nothing that is called so: what its texts are for is looked for where one has.
  const reads = once(() => dataReads(module, code.givesData));
  const said = once(() => saidTexts(module, name));
  const means = once(() => (code.isOther === true ? asEntry(module, name) : (): boolean => true));
  const placeIn = (node: Node): number | undefined => {
    switch (node.type) {
      case 'String':
        return hasWord(node.traced.text, name) && !isKnown(node) && !reads().has(node.start) && !said().has(node.start) && means()(node)
          ? node.start
          : undefined;
      case 'FString':
        return node.parts.some((part) => part instanceof TracedText && hasWord(part.text, name)) && !said().has(node.start)
          ? node.start
          : undefined;
      case 'Attribute':
        return node.attribute.name === name ? node.attribute.start : undefined;
      case 'Call': {
        if (code.isOther === true) return undefined;
        const stray = node.keywords.find((one) => one.name?.name === name && !known.some(({ start }) => start === one.name?.start));
        return stray?.start;
      }
      case 'FunctionDef':
      case 'Lambda':
        return parameterNamed(node.parameters, name, code.unpacks);
      default:
        return undefined;
    }
  };
  return firstPlace(module, placeIn, code.leavesOut);
}

/**
 * The first place of a Python file where code may ask a row for an entry that it need not have: by a text that is no key which is read or set (`row['hint']` fails without it), nor compared as a whole, or as a
 * parameter of a function that is called with the entries of rows.
 */
export function asksFor(file: FileId, text: string, name: string, code: CodeAround): number | undefined {
  if (!hasWord(text, name)) return undefined;
  const module = parsePython(file, text);
  const said = saidTexts(module, name);
  const keys = new Set(dataReads(module, code.givesData));
  walk(module.body, (node) => {
    if (node.type === 'Subscript' && node.index.type === 'String') keys.add(node.index.start);
    else if (node.type === 'Dict') for (const { key } of node.entries) if (key?.type === 'String') keys.add(key.start);
    return true;
  });
  const placeIn = (node: Node): number | undefined => {
    if (node.type === 'String') return node.traced.text === name && !keys.has(node.start) && !said.has(node.start) ? node.start : undefined;
    return node.type === 'FunctionDef' || node.type === 'Lambda' ? parameterNamed(node.parameters, name, code.unpacks) : undefined;
  };
  return firstPlace(module, placeIn, code.leavesOut);
}

/**
 * Which texts may mean the name and nothing more: those that are it, those into which it is put, and those that are cut into pieces. The keys of dicts that are written down make something new, unless these are
 * held against something.
 */
function asEntry({ body }: Module, name: string): (node: Node & { readonly type: 'String' }) => boolean {
  const cut = new Set<number>();
  const made = new Set<number>();
  const held = new Set<number>();
  walk(body, (node) => {
    if (node.type === 'Call' && node.callee.type === 'Attribute') {
      const { object, attribute } = node.callee;
      if (/^r?split/.test(attribute.name)) cut.add(object.start);
      if (attribute.name.startsWith('assert')) keysWithin(node.positional, held);
    } else if (node.type === 'Comparison') keysWithin([node.left, ...node.rest.map(({ right }) => right)], held);
    else if (node.type === 'Dict') keysWithin([node], made);
    return true;
  });
  return ({ traced: { text }, start }) => {
    if (made.has(start) && !held.has(start)) return false;
    return text === name || text.includes(`{${name}`) || text.includes(`%(${name})`) || cut.has(start);
  };
}

function keysWithin(nodes: readonly Node[], keys: Set<number>): void {
  walk(nodes, (node) => {
    if (node.type === 'Dict') for (const { key } of node.entries) if (key?.type === 'String') keys.add(key.start);
    return true;
  });
}

/** What decides of the code of a file whether it may mean an entry of a row. */
export interface CodeAround {
  readonly givesData: (name: string) => boolean;
  readonly unpacks: () => boolean;
  /** Whether it is other code than that which makes the rows: then a text in which the name is a word among others means no entry, nor does a keyword. */
  readonly isOther?: boolean;
  /** Statements at the top level of the file that are not looked at; absent: all are. */
  readonly leavesOut?: (statement: Statement) => boolean;
}

/**
 * The statements at the top level of a Python file that have to do with a class or function of a name, other than imports of it under that name. @param except statements that are left out
 * @returns undefined where the file has a fault, or imports it under another name
 */
export function statementsUsing(file: FileId, text: string, name: string, except: readonly Span[]): readonly Statement[] | undefined {
  const { body, errors } = parsePython(file, text);
  if (errors.length > 0) return undefined;
  const users = body.filter((statement) => {
    if (isExports(statement) || except.some((one) => one.file === file && statement.start === one.start)) return false;
    let found = false;
    walk([statement], (node) => {
      if (node.type === 'ExpressionStatement' && node.value.type === 'String') return false;
      found ||= isUse(node, name);
      return !found;
    });
    return found;
  });
  return users.some(({ type }) => type === 'ImportFrom') ? undefined : users;
}

function isUse(node: Node, name: string): boolean {
  if (node.type === 'Name') return node.name === name;
  if (node.type === 'Attribute') return node.attribute.name === name;
  if (node.type === 'ImportFrom') return node.names.some((one) => one.name.name === name && one.asName);
  return node.type === 'String' && hasWord(node.traced.text, name);
}

function firstPlace(
  module: Module,
  placeIn: (node: Node) => number | undefined,
  without: (statement: Statement) => boolean = () => false,
): number | undefined {
  const [fault] = module.errors;
  if (fault) return fault.start;
  let found: number | undefined;
  walk(
    module.body.filter((statement) => !without(statement)),
    (node) => {
      if (node.type === 'ExpressionStatement' && node.value.type === 'String') return false;
      found ??= placeIn(node);
      return found === undefined;
    },
  );
  return found;
}

/** Where no call unpacks a dict, parameters have their values from calls that say what each is. */
function parameterNamed(parameters: Parameters, name: string, unpacks: () => boolean): number | undefined {
  const { positionalOnly, positional, varArgs, keywordOnly, kwArgs } = parameters;
  const found = [...positionalOnly, ...positional, varArgs, ...keywordOnly, kwArgs].find((one) => one?.name.name === name)?.name.start;
  return found !== undefined && unpacks() ? found : undefined;
}

/** Whether a Python file calls something with what it unpacks by `**`, other than what a function passes on of its own `**kwargs` as it is. */
export function unpacksDicts(file: FileId, text: string): boolean {
  const unpacked: Expression[] = [];
  const named = new Map<string, number>();
  const own = new Set<string>();
  walk(parsePython(file, text).body, (node) => {
    if (node.type === 'Call') unpacked.push(...node.keywords.flatMap(({ name, value }) => (name ? [] : [value])));
    else if (node.type === 'Name') named.set(node.name, (named.get(node.name) ?? 0) + 1);
    else if (node.type === 'FunctionDef' || node.type === 'Lambda') {
      const { kwArgs } = node.parameters;
      if (kwArgs) own.add(kwArgs.name.name);
    }
    return true;
  });
  const passedOn = (name: string): boolean =>
    own.has(name) && named.get(name) === unpacked.filter((one) => one.type === 'Name' && one.name === name).length;
  return unpacked.some((one) => one.type !== 'Name' || !passedOn(one.name));
}

/** `__all__ = […]` */
function isExports(statement: Statement): boolean {
  return statement.type === 'Assign' && statement.targets.some((target) => target.type === 'Name' && target.name === '__all__');
}

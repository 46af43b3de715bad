import { TracedText } from '../../core/traced-text.js';
import type { FileId, Span } from '../../core/span.js';
import { wordPattern } from '../../core/word-pattern.js';
import { parsePython } from '../../python/syntax/parse.js';
import type { Module, Parameters, Statement } from '../../python/syntax/tree/ast.js';
import { dataReads } from './data-reads.js';
import { saidTexts } from './said-texts.js';
import { walk, type Node } from '../../python/syntax/tree/walk.js';

/** Whether a name is written in a text as a word of its own. */
export function mentions(text: string, name: string): boolean {
  return text.includes(name) && wordPattern(name).test(text);
}

/**
 * The first place of a Python file where code may mean an entry of a row by its name and that is none of `known`: in a text, as an attribute, a keyword or a parameter. What stands as a text of
 * its own says nothing, nor does what is asked of data, or is only said. Where the file has a fault, that is the place.
 * @param givesData whether what the file calls so at its top level gives nothing but data when it is called
 */
export function strayEntry(
  file: FileId,
  text: string,
  name: string,
  known: readonly Span[],
  givesData?: (name: string) => boolean,
): number | undefined {
  const isKnown = ({ start, end }: Node): boolean => known.some((span) => span.file === file && start <= span.start && span.end <= end);
  const module = parsePython(file, text);
  // Most files have nothing that is called so: what its texts are for is looked for where one has.
  const reads = once(() => dataReads(module, givesData));
  const said = once(() => saidTexts(module, name));
  return firstPlace(module, (node) => {
    switch (node.type) {
      case 'String':
        return mentions(node.traced.text, name) && !isKnown(node) && !reads().has(node.start) && !said().has(node.start)
          ? node.start
          : undefined;
      case 'FString':
        return node.parts.some((part) => part instanceof TracedText && mentions(part.text, name)) && !said().has(node.start)
          ? node.start
          : undefined;
      case 'Attribute':
        return node.attribute.name === name ? node.attribute.start : undefined;
      case 'Call': {
        const stray = node.keywords.find((one) => one.name?.name === name && !known.some(({ start }) => start === one.name?.start));
        return stray?.start;
      }
      case 'FunctionDef':
      case 'Lambda':
        return parameterNamed(node.parameters, name);
      default:
        return undefined;
    }
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The first place of a Python file that has to do with a class or function of a name and is no import of it under that name. @param except statements that are left out */
export function useOfName(file: FileId, text: string, name: string, except: readonly Span[]): number | undefined {
  return firstPlace(
    parsePython(file, text),
    (node) => {
      if (node.type === 'Name') return node.name === name ? node.start : undefined;
      if (node.type === 'Attribute') return node.attribute.name === name ? node.attribute.start : undefined;
      if (node.type === 'ImportFrom') return node.names.find((one) => one.name.name === name && one.asName)?.name.start;
      return node.type === 'String' && mentions(node.traced.text, name) ? node.start : undefined;
    },
    (statement) => isExports(statement) || except.some((one) => one.file === file && statement.start === one.start),
  );
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

function parameterNamed({ positionalOnly, positional, varArgs, keywordOnly, kwArgs }: Parameters, name: string): number | undefined {
  return [...positionalOnly, ...positional, varArgs, ...keywordOnly, kwArgs].find((one) => one?.name.name === name)?.name.start;
}

/** `__all__ = […]` */
function isExports(statement: Statement): boolean {
  return statement.type === 'Assign' && statement.targets.some((target) => target.type === 'Name' && target.name === '__all__');
}

import type { Call, Expression, Module } from '../../python/syntax/tree/ast.js';
import { walk, type Node } from '../../python/syntax/tree/walk.js';
import { TracedText } from '../../core/traced-text.js';
import { wordPlaces } from '../../core/word-places.js';

const saying: ReadonlySet<string> = new Set(['debug', 'info', 'warning', 'warn', 'error', 'critical', 'exception', 'fatal']);
/** A text of so many words that has the mark of a sentence is one. */
const fewestWords = 6;
const wordsOfProse = 20;
const endOfSentence = /[.!?:](?:\s|$)/;

/**
 * The texts of a file that mean no name, though a name may stand in them as a word: those that are only said (`logger.info('…')`, `print`, `raise`), those that something is compared with as a whole, whole
 * keys, and sentences in which the word is a word.
 * @returns where the texts begin
 */
export function saidTexts({ body }: Module, name: string): ReadonlySet<number> {
  const said = new Set<number>();
  walk(body, (node) => {
    for (const text of saidBy(node)) said.add(text.start);
    for (const text of wholeIn(node)) if (text && isOther(text, name)) said.add(text.start);
    if ((node.type === 'String' || node.type === 'FString') && isSentence(node, name)) said.add(node.start);
    return true;
  });
  return said;
}

/** Whether a text is another one than a name, whatever is put into it. */
function isOther(text: Expression, name: string): boolean {
  if (text.type === 'String') return text.traced.text !== name;
  return text.type === 'FString' && text.parts.some((part) => !name.includes(textOfPart(part) ?? ''));
}

/** The texts that are written to a log, to the screen or into an exception. */
function saidBy(node: Node): readonly Expression[] {
  if (node.type === 'Call') return isSaying(node) ? textsOf(node.positional) : [];
  if (node.type === 'Assert') return textsOf([node.message]);
  return node.type === 'Raise' && node.exception?.type === 'Call' ? textsOf(node.exception.positional) : [];
}

function isSaying({ callee }: Call): boolean {
  if (callee.type === 'Name') return callee.name === 'print';
  if (callee.type !== 'Attribute' || !saying.has(callee.attribute.name)) return false;
  const { object } = callee;
  const of = object.type === 'Attribute' ? object.attribute.name : object.type === 'Name' ? object.name : '';
  return /^_?(?:logger|logging|log|LOGGER|warnings)$/.test(of);
}

const cutting: ReadonlySet<string> = new Set('split rsplit partition rpartition find rfind index count startswith endswith'.split(' '));

/** What is compared, asked for or looked for as a whole: a text that is more than the name does not mean it. */
function wholeIn(node: Node): readonly (Expression | undefined)[] {
  if (node.type === 'Comparison') return [node.left, ...node.rest.flatMap(({ op, right }) => (op === '==' || op === '!=' ? [right] : []))];
  if (node.type === 'Subscript') return [node.index];
  if (node.type === 'Call') return lookedFor(node);
  if (node.type === 'Comprehension') return node.of === 'dict' ? [node.element] : [];
  return node.type === 'Dict' ? node.entries.map(({ key }) => key) : [];
}

/** `text.split('…')`, `re.search('…', text)`; a group of a pattern may have the name. */
function lookedFor({ callee, positional: [first] }: Call): readonly (Expression | undefined)[] {
  if (callee.type !== 'Attribute') return [];
  const { object, attribute } = callee;
  const isPattern = object.type === 'Name' && (object.name === 're' || object.name === 'regex');
  if (isPattern) return first?.type === 'String' && !first.traced.text.includes('(?P') ? [first] : [];
  return cutting.has(attribute.name) ? [first] : [];
}

function textsOf(nodes: readonly (Expression | undefined)[]): readonly Expression[] {
  return nodes.flatMap((node): Expression[] => {
    if (node?.type === 'String' || node?.type === 'FString') return [node];
    return node?.type === 'BinaryOperation' && node.op === '+' ? [...textsOf([node.left, node.right])] : [];
  });
}

/**
 * Whether all that a text has of a name are words of a sentence: between blanks or in front of a comma or its end, not in braces or quotes. A text of many words is what a model or a reader is told: only where
 * something is put into it under that name it means one.
 */
function isSentence(node: Expression, name: string): boolean {
  const parts = node.type === 'String' ? [node.traced.text] : node.type === 'FString' ? node.parts.map(textOfPart) : [];
  const whole = parts.map((part) => part ?? '…').join('');
  const words = whole.trim().split(/\s+/).length;
  if (words < fewestWords || !endOfSentence.test(whole)) return false;
  if (words >= wordsOfProse)
    return [...wordPlaces(whole, name)].every((at) => !/(?:\{|%\()\s*$/.test(whole.slice(Math.max(0, at - 8), at)));
  return [...wordPlaces(whole, name)].every((at) => /\s/.test(whole[at - 1] ?? '') && isBehindSpoken(whole, at + name.length));
}

function isBehindSpoken(whole: string, end: number): boolean {
  return /^[,.;:!?]?\s/.test(whole.slice(end, end + 2));
}

function textOfPart(part: unknown): string | undefined {
  return part instanceof TracedText ? part.text : undefined;
}

import type { GivenShapes } from './calls.js';
import { emptyCell, unknownShape, type Shape } from './column-shape.js';
import type { State } from './state.js';

// What Python does with texts and numbers that stand in the code: names of columns are made of them, such as `chr(ord('A') + i)`.

const longestText = 1000;

/** What a method of a text gives; undefined for any other. */
export function textMethod(state: State, text: string, name: string, { positional, named }: GivenShapes): Shape | undefined {
  const [first, second] = positional;
  if (named.size > 0) return undefined;
  switch (name) {
    case 'split':
      return splitText(state, text, first, positional.length);
    case 'lower':
    case 'upper':
      return textShape(name === 'lower' ? text.toLowerCase() : text.toUpperCase());
    case 'startswith':
    case 'endswith':
      if (first?.kind !== 'text' || positional.length > 1) return undefined;
      return { kind: 'truth', value: name === 'startswith' ? text.startsWith(first.text) : text.endsWith(first.text) };
    case 'replace':
      if (first?.kind !== 'text' || second?.kind !== 'text' || positional.length > 2 || first.text === '') return undefined;
      return textShape(text.replaceAll(first.text, () => second.text));
    default:
      return undefined;
  }
}

function splitText(state: State, text: string, separator: Shape | undefined, count: number): Shape | undefined {
  if (separator?.kind !== 'text' || separator.text === '' || count > 1) return undefined;
  const items = text.split(separator.text).map((part): Shape => ({ kind: 'text', text: part }));
  return state.make({ ...emptyCell('list'), rest: unknownShape, items });
}

/** Python's own functions of texts and numbers; undefined for any other. */
export function plainValue(state: State, name: string, [first, ...others]: readonly Shape[]): Shape | undefined {
  if (!first || others.length > 0) return undefined;
  if (name === 'chr' && first.kind === 'number' && first.value >= 0 && first.value < 0x110000)
    return textShape(String.fromCodePoint(first.value));
  if (name === 'ord' && first.kind === 'text' && [...first.text].length === 1) return { kind: 'number', value: first.text.codePointAt(0)! };
  if (name === 'str' && first.kind === 'text') return first;
  if (name === 'str' && first.kind === 'number' && Number.isInteger(first.value)) return textShape(String(first.value));
  if (name !== 'len') return undefined;
  if (first.kind === 'text') return { kind: 'number', value: [...first.text].length };
  const items = first.kind === 'tuple' ? first.items : state.cell(first)?.items;
  return items && { kind: 'number', value: items.length };
}

/** `a + b`, `a - b` … of whole numbers, and a text some times; undefined for any other. */
export function calculated(a: Shape, op: string, b: Shape): Shape | undefined {
  if (b.kind !== 'number') return undefined;
  if (a.kind === 'text')
    return op === '*' && a.text.length * b.value <= longestText ? textShape(a.text.repeat(Math.max(0, b.value))) : undefined;
  if (a.kind !== 'number') return undefined;
  const value = ofNumbers(a.value, op, b.value);
  return value === undefined || !Number.isSafeInteger(value) ? undefined : { kind: 'number', value };
}

function ofNumbers(a: number, op: string, b: number): number | undefined {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '//':
      return b === 0 ? undefined : Math.floor(a / b);
    case '%':
      return b === 0 ? undefined : a - b * Math.floor(a / b);
    default:
      return undefined;
  }
}

/** The characters of a text, as iterating and indexing give them. */
export function charactersOf(text: string): readonly Shape[] {
  return [...text].map((character) => ({ kind: 'text', text: character }));
}

function textShape(text: string): Shape {
  return { kind: 'text', text };
}

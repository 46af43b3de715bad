import type { Document } from '../core/document.js';
import { parsePython } from '../python/syntax/parse.js';
import type { At, Module } from '../python/syntax/tree/ast.js';
import { placedParts } from '../python/syntax/tree/placed-parts.js';

/** Lines that can be folded away, from 0, both included: the first one stays. */
export interface Fold {
  readonly first: number;
  readonly last: number;
  readonly kind: 'imports' | 'comment' | 'other';
}

/** So many places of a document can be folded. */
const mostFolds = 5_000;

/** What can be folded in a Python document: brackets, blocks and texts over several lines, imports and comments in a row. */
export function foldingRanges(document: Document): Fold[] {
  const module = parsePython(document.file, document.text);
  const line = (offset: number): number => document.lines.positionAt(offset).line;
  const folds = new Map<number, Fold>();
  const add = (first: number, last: number, kind: Fold['kind']): void => {
    const there = folds.get(first);
    // One line folds one thing, the longest.
    if (last > first && (!there || there.last < last)) folds.set(first, { first, last, kind });
  };
  for (const { first, last } of importRuns(module, line)) add(first, last, 'imports');
  for (const { first, last } of commentRuns(document)) add(first, last, 'comment');
  for (const node of placedParts(module)) {
    const [first, end] = [line(node.start), line(node.end)];
    // A closing bracket on a line of its own stays in sight.
    const closes = /^\s*[)\]}]+[,:]?\s*(?:#.*)?$/.test(document.text.slice(document.lines.lineStart(end), document.lines.lineEnd(end)));
    if (folds.size < mostFolds) add(first, closes ? end - 1 : end, 'other');
  }
  return [...folds.values()].sort((a, b) => a.first - b.first);
}

function importRuns({ body }: Module, line: (offset: number) => number): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const { type, start, end } of body) {
    if (type !== 'Import' && type !== 'ImportFrom') continue;
    const run = runs.at(-1);
    if (run && line(start) === run.last + 1) run.last = line(end);
    else runs.push({ first: line(start), last: line(end) });
  }
  return runs;
}

function commentRuns({ text, lines }: Document): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (let at = 0; at < lines.lineCount; at++) {
    if (!/^[ \t]*#/.test(text.slice(lines.lineStart(at), lines.lineEnd(at)))) continue;
    const run = runs.at(-1);
    if (run?.last === at - 1) run.last = at;
    else runs.push({ first: at, last: at });
  }
  return runs;
}

/** The ranges around a place of a Python document that a selection grows through, the innermost first: a placeholder, a text, an entry, a dict, a statement. */
export function selectionRanges(document: Document, offset: number): At[] {
  const around = (node: At): boolean => node.start <= offset && offset <= node.end && node.end > node.start;
  const found: At[] = [];
  for (const node of placedParts(parsePython(document.file, document.text), around)) {
    found.push(node);
    if ('type' in node && (node.type === 'String' || node.type === 'FString')) found.push(...withinText(document, node, offset));
  }
  found.push({ start: 0, end: document.text.length });
  const sorted = found.sort((a, b) => a.end - a.start - (b.end - b.start));
  // Each within the next: of two that only overlap the larger one is left out.
  return sorted.reduce<At[]>((nested, range) => {
    const inner = nested.at(-1);
    const fits = !inner || (range.start <= inner.start && range.end >= inner.end && range.end - range.start > inner.end - inner.start);
    return fits ? [...nested, { start: range.start, end: range.end }] : nested;
  }, []);
}

/** A text without its quotes, and the braces around the place, with and without them. */
function withinText({ text }: Document, { start, end }: At, offset: number): At[] {
  const source = text.slice(start, end);
  const open = /^[A-Za-z]*("""|'''|"|')/.exec(source);
  if (!open || !source.endsWith(open[1]!)) return [];
  const inner = { start: start + open[0].length, end: end - open[1]!.length };
  const braces = [...source.matchAll(/\{([^{}\n]*)\}/g)].map(({ index, 0: whole }) => ({
    start: start + index,
    end: start + index + whole.length,
  }));
  const own = braces.find((range) => range.start < offset && offset < range.end);
  const ranges = own ? [{ start: own.start + 1, end: own.end - 1 }, own, inner] : [inner];
  return ranges.filter((range) => range.start <= offset && offset <= range.end && range.end > range.start);
}

import type { FileId, Span } from '../../core/span.js';
import type { IndexedKind, IndexedName } from './indexed-name.js';
import type { WorkspaceIndex } from './workspace-index.js';

/** A name of the workspace that a search has found. */
export interface WorkspaceSymbol {
  readonly name: string;
  readonly kind: IndexedKind;
  readonly span: Span;
}

/** More answers help nobody: the next character makes them fewer. */
const mostFound = 100;

/**
 * The names that have the letters of `query` in their order, whatever their case; the nearest first: the name itself, those that begin with it, those that hold it, all others; of
 * these the shorter. A tag comes once, whatever number of tasks has it.
 * @param query empty: the first names of all
 */
export function workspaceSymbols(index: WorkspaceIndex, query: string): WorkspaceSymbol[] {
  const wanted = query.toLowerCase();
  const byNearness: Found[][] = [[], [], [], []];
  const tags = new Set<string>();
  for (const [file, { names }] of index.all)
    for (const indexed of names) {
      const nearness = nearnessOf(indexed.name.toLowerCase(), wanted);
      if (nearness === undefined || (indexed.kind === 'tag' && tags.has(indexed.name))) continue;
      if (indexed.kind === 'tag') tags.add(indexed.name);
      byNearness[nearness]!.push({ file, indexed });
    }
  const nearest: Found[] = [];
  for (const found of byNearness) if (nearest.length < mostFound) nearest.push(...shortest(found).sort(byName));
  return nearest.slice(0, mostFound).map(({ file, indexed: { name, kind, start, end } }) => ({ name, kind, span: { file, start, end } }));
}

interface Found {
  readonly file: FileId;
  readonly indexed: IndexedName;
}

/** At least so many of the shortest names as are answered: thousands need no order. */
function shortest(found: Found[]): Found[] {
  if (found.length <= mostFound) return found;
  const counts: number[] = [];
  for (const { indexed } of found) counts[indexed.name.length] = (counts[indexed.name.length] ?? 0) + 1;
  let longest = 0;
  for (let count = 0; count < mostFound; longest++) count += counts[longest] ?? 0;
  return found.filter(({ indexed }) => indexed.name.length < longest);
}

function byName({ indexed: a, file: inA }: Found, { indexed: b, file: inB }: Found): number {
  if (a.name.length !== b.name.length) return a.name.length - b.name.length;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return inA < inB ? -1 : 1;
}

function nearnessOf(name: string, wanted: string): 0 | 1 | 2 | 3 | undefined {
  const at = name.indexOf(wanted);
  if (at === 0) return name.length === wanted.length ? 0 : 1;
  if (at > 0) return 2;
  return hasInOrder(name, wanted) ? 3 : undefined;
}

function hasInOrder(name: string, wanted: string): boolean {
  let next = 0;
  for (let i = 0; i < name.length && next < wanted.length; i++) if (name[i] === wanted[next]) next++;
  return next === wanted.length;
}

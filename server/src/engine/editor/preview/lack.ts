import type { Evaluation } from '../../core/evaluation.js';
import { say } from '../../core/say.js';
import { encloses } from '../../core/span.js';
import { listedNames } from '../../rows/dataset-configs.js';

/** Names that are listed of those that a missing base would have given. */
const mostNames = 8;

/** What a config lacks that does not load for want of a base: sentences. */
export interface BaseLack {
  readonly message: string;
  readonly note: string;
  /** The config has datasets, or models, of its own, and those are what it lacks: none of another file stand in for them. */
  readonly of: Readonly<Record<'datasets' | 'models', boolean>>;
}

const ofBases: ReadonlySet<string> = new Set(['base-not-found', 'base-broken', 'base-name-missing']);

/** Where one of these is wrong too, what is known of the rest may be of another text than the one that is meant. */
const beyondBases: ReadonlySet<string> = new Set(['syntax-error', 'limit', 'raises', 'import-cycle']);

/** What a config lacks whose bases alone are at fault, so that the rest of it is known; undefined where anything else is wrong. */
export function lackOf({ file, value, problems, baseImports }: Evaluation): BaseLack | undefined {
  const [first] = problems.filter(({ kind }) => ofBases.has(kind));
  if (!first || problems.some(({ kind }) => beyondBases.has(kind))) return undefined;
  const spans = problems.filter(({ kind }) => ofBases.has(kind)).map(({ span }) => span);
  const missing = baseImports.filter(({ moduleSpan, names: bound }) =>
    spans.some((span) => encloses(moduleSpan, span) || bound.some((name) => encloses(name.span, span))),
  );
  const names = missing.flatMap(({ names: bound }) => bound.map(({ name, alias = name }) => alias));
  const note =
    names.length === 0
      ? say`What depends on the missing base is not shown.`
      : say`What depends on ${listedNames(names.slice(0, mostNames))} is not shown: the base that defines it does not load.`;
  const isOwn = (what: string): boolean => value.entry(what) !== undefined || names.some((name) => name.endsWith(what));
  // Of a base of which everything is taken it is not known what it has; who writes models into the file itself has a file of models.
  const writesNothing = missing.some(({ star }) => star) && [...value.entries.values()].every((entry) => entry.value.span.file !== file);
  return { message: first.message, note, of: { datasets: writesNothing || isOwn('datasets'), models: isOwn('models') } };
}

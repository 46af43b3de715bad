import { CacheKey } from '../../../core/cache-key.js';
import { RecentMap } from '../../../core/recent-map.js';
import type { FileId } from '../../../core/span.js';
import type { RefValue } from '../../../core/value.js';
import { parsePython } from '../../../python/syntax/parse.js';
import type { Call, Expression, FunctionDef, Statement } from '../../../python/syntax/tree/ast.js';
import { boundNames } from '../../../python/syntax/tree/bound-names.js';
import type { Surroundings } from '../../face/behaviour.js';
import { moduleBeside, moduleNameOf } from '../values/function-module.js';

/** `name = partial(function, …)`: a function of the same module, some arguments of which are given beforehand. */
export interface PartialFunction {
  readonly node: FunctionDef;
  /** How many are given in order. */
  readonly positional: number;
  readonly keywords: readonly string[];
}

type Around = Pick<Surroundings, 'workspace' | 'remember'>;

const key = new CacheKey<RecentMap<FileId, ReadonlyMap<string, PartialFunction>>>('partial functions of modules');
const mostKept = 1_000;
const none: ReadonlySet<string> = new Set();

/** The partial function that a `!function` names in the module beside it; undefined where it is something else, or cannot be read plainly. */
export function partialFunction(ref: RefValue, surroundings: Around): PartialFunction | undefined {
  if (moduleNameOf(ref) === '') return undefined;
  const known = surroundings.remember(key, () => ({ value: new RecentMap(mostKept), concerns: (changed) => changed.endsWith('.py') }));
  return known.getOr(moduleBeside(ref), () => partialsIn(moduleBeside(ref), surroundings)).get(ref.name);
}

/** The partial functions of a module, where it binds their names and those of the functions once, at its top. */
function partialsIn(file: FileId, { workspace }: Around): ReadonlyMap<string, PartialFunction> {
  const read = workspace.read(file);
  const found = new Map<string, PartialFunction>();
  if (read.kind !== 'text' || !/\bpartial\(/.test(read.text)) return found;
  const { body, errors } = parsePython(file, read.text);
  if (errors.length > 0 || !importsPartial(body)) return found;
  const functions = new Map(
    body.flatMap((statement) => (statement.type === 'FunctionDef' ? [[statement.name.name, statement] as const] : [])),
  );
  for (const statement of body) {
    const partial = statement.type === 'Assign' ? partialOf(statement.value, functions) : undefined;
    const target = statement.type === 'Assign' && statement.targets.length === 1 ? statement.targets[0] : undefined;
    if (partial && target?.type === 'Name' && isOnce(target.name, body) && isOnce(partial.node.name.name, body))
      found.set(target.name, partial);
  }
  return found;
}

/** `from functools import partial`, or `import functools`. */
function importsPartial(body: readonly Statement[]): boolean {
  return body.some(
    (statement) =>
      (statement.type === 'ImportFrom' &&
        statement.module === 'functools' &&
        statement.names.some((alias) => (alias.asName ?? alias.name).name === 'partial')) ||
      (statement.type === 'Import' && statement.names.some(({ name, asName }) => name.name === 'functools' && !asName)),
  );
}

function isOnce(name: string, body: readonly Statement[]): boolean {
  return body.filter((statement) => boundNames([statement], none).has(name)).length === 1;
}

function partialOf(value: Expression, functions: ReadonlyMap<string, FunctionDef>): PartialFunction | undefined {
  const [callee, ...given] = value.type === 'Call' && isPartial(value) ? value.positional : [];
  const node = callee?.type === 'Name' ? functions.get(callee.name) : undefined;
  if (value.type !== 'Call' || !node || node.decorators.length > 0 || given.some(({ type }) => type === 'Starred')) return undefined;
  const keywords = value.keywords.map(({ name }) => name?.name);
  return keywords.every((name) => name !== undefined) ? { node, positional: given.length, keywords } : undefined;
}

function isPartial({ callee }: Call): boolean {
  if (callee.type === 'Name') return callee.name === 'partial';
  return (
    callee.type === 'Attribute' &&
    callee.attribute.name === 'partial' &&
    callee.object.type === 'Name' &&
    callee.object.name === 'functools'
  );
}

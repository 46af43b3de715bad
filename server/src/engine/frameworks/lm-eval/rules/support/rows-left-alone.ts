import type { Call, Expression, FunctionDef } from '../../../../python/syntax/tree/ast.js';
import { functionNames, opensScope } from '../../../../python/syntax/tree/bound-names.js';
import { walk } from '../../../../python/syntax/tree/walk.js';
import { certainResult } from './certain-result.js';
import type { CalledFunction } from './called-function.js';

const none: ReadonlySet<string> = new Set();

/**
 * The function within a `process_docs` that is handed to `map` of the documents, writes into the row that it gets, and gives nothing: the library `datasets` takes the
 * rows as they were (4.0 `arrow_dataset.py`, `_map_single`: `update_data`). Undefined where there is none.
 */
export function rowsLeftAlone({ node, positional }: CalledFunction): string | undefined {
  const documents = [...node.parameters.positionalOnly, ...node.parameters.positional][positional]?.name.name;
  if (documents === undefined || isBoundIn(documents, node)) return undefined;
  let found: string | undefined;
  walk(node.body, (child) => {
    if (child.type === 'Call' && isMapOf(child, documents)) found ??= leavingRow(child, node);
    return !opensScope(child.type);
  });
  return found;
}

/** Methods of documents that give others, and leave those as they are that they belong to (datasets 3.6 `arrow_dataset.py`). */
const giving: ReadonlySet<string> = new Set([
  'map',
  'filter',
  'shuffle',
  'select',
  'sort',
  'rename_column',
  'rename_columns',
  'remove_columns',
  'add_column',
  'cast_column',
]);

/** The method of its documents that a `process_docs` calls and of which it keeps nothing; undefined where there is none. */
export function droppedDocuments({ node, positional }: CalledFunction): string | undefined {
  const documents = [...node.parameters.positionalOnly, ...node.parameters.positional][positional]?.name.name;
  // Of a function that gives nothing at all that is told.
  if (documents === undefined || isBoundIn(documents, node) || certainResult(node) === 'NoneType') return undefined;
  for (const statement of node.body) {
    const call = statement.type === 'ExpressionStatement' && statement.value.type === 'Call' ? statement.value : undefined;
    if (call?.callee.type !== 'Attribute' || !isDocuments(call.callee.object, documents)) continue;
    if (giving.has(call.callee.attribute.name)) return call.callee.attribute.name;
  }
  return undefined;
}

/** What people who know pandas ask of documents, and datasets do not have (datasets 3.6 and 5.0 `arrow_dataset.py`). */
const ofPandas: ReadonlySet<string> = new Set([
  'apply',
  'assign',
  'drop',
  'dropna',
  'fillna',
  'groupby',
  'head',
  'iloc',
  'iterrows',
  'itertuples',
  'loc',
  'query',
  'rename',
  'sample',
  'values',
]);

const ofMap =
  'function with_indices with_rank input_columns batched batch_size drop_last_batch remove_columns keep_in_memory load_from_cache_file cache_file_name ' +
  'writer_batch_size features disable_nullable fn_kwargs num_proc suffix_template new_fingerprint desc try_original_type on_mixed_types';
const ofFilter =
  'function with_indices with_rank input_columns batched batch_size keep_in_memory load_from_cache_file cache_file_name writer_batch_size fn_kwargs num_proc ' +
  'suffix_template new_fingerprint desc';
const keywordsOf: Readonly<Record<string, readonly string[]>> = { map: ofMap.split(' '), filter: ofFilter.split(' ') };

/** What is raised because a `process_docs` asks something of its documents that a dataset does not have; undefined where it does not. */
export function strangeToDocuments({ node, positional }: CalledFunction): string | undefined {
  const documents = [...node.parameters.positionalOnly, ...node.parameters.positional][positional]?.name.name;
  if (documents === undefined || isBoundIn(documents, node)) return undefined;
  let error: string | undefined;
  walk(node.body, (child) => {
    if (child.type === 'Attribute' && child.object.type === 'Name' && child.object.name === documents && ofPandas.has(child.attribute.name))
      error ??= `AttributeError: 'Dataset' object has no attribute '${child.attribute.name}'`;
    if (child.type === 'Call') error ??= unknownKeyword(child, documents);
    return !opensScope(child.type) && child.type !== 'Try';
  });
  return error;
}

function unknownKeyword({ callee, keywords }: Call, documents: string): string | undefined {
  if (callee.type !== 'Attribute' || !isDocuments(callee.object, documents)) return undefined;
  const { name } = callee.attribute;
  const known = Object.hasOwn(keywordsOf, name) ? keywordsOf[name]! : undefined;
  const stranger = known && keywords.find((keyword) => keyword.name && !known.includes(keyword.name.name));
  return stranger && `TypeError: Dataset.${name}() got an unexpected keyword argument '${stranger.name!.name}'`;
}

/** Whether the body of a function gives a name of its parameters another value. */
function isBoundIn(name: string, { body, ...rest }: FunctionDef): boolean {
  const bare: FunctionDef = {
    ...rest,
    body,
    parameters: { positionalOnly: [], positional: [], varArgs: undefined, keywordOnly: [], kwArgs: undefined },
  };
  return functionNames(bare, none).locals.has(name);
}

/** `documents.map(f)`, or that of what `filter`, `shuffle` or `select` make of them. */
export function isMapOf({ callee, keywords }: Call, documents: string): boolean {
  if (callee.type !== 'Attribute' || callee.attribute.name !== 'map' || keywords.some(({ name }) => name?.name === 'batched')) return false;
  return isDocuments(callee.object, documents);
}

function isDocuments(value: Expression, documents: string): boolean {
  if (value.type === 'Name') return value.name === documents;
  return (
    value.type === 'Call' &&
    value.callee.type === 'Attribute' &&
    ['filter', 'shuffle', 'select', 'map'].includes(value.callee.attribute.name) &&
    isDocuments(value.callee.object, documents)
  );
}

/** The name of a function of the same body that is handed on, writes into what it gets and gives nothing. */
function leavingRow({ positional: [first] }: Call, within: FunctionDef): string | undefined {
  if (first?.type !== 'Name') return undefined;
  const defined = within.body.filter(
    (statement): statement is FunctionDef => statement.type === 'FunctionDef' && statement.name.name === first.name,
  );
  const [only] = defined;
  if (!only || defined.length > 1 || certainResult(only) !== 'NoneType') return undefined;
  const row = only.parameters.positional[0]?.name.name;
  return row !== undefined && (writesInto(row, only) || makesDict(only)) ? first.name : undefined;
}

/** `row['a'] = …` */
function writesInto(row: string, { body }: FunctionDef): boolean {
  return body.some(
    (statement) =>
      statement.type === 'Assign' &&
      statement.targets.some((target) => target.type === 'Subscript' && target.object.type === 'Name' && target.object.name === row),
  );
}

/** A dict under a name of its own, or something that stands at the end where it would be given. */
function makesDict({ body }: FunctionDef): boolean {
  const last = body.at(-1);
  const given = last?.type === 'ExpressionStatement' ? last.value : undefined;
  if (given?.type === 'Dict') return true;
  return body.some(
    (statement) =>
      statement.type === 'Assign' &&
      ((statement.value.type === 'Dict' && statement.targets.every(({ type }) => type === 'Name')) ||
        (given?.type === 'Name' && statement.targets.some((target) => target.type === 'Name' && target.name === given.name))),
  );
}

import type { ClassIndex, ClassSource, FunctionSource } from '../../../../classes/class-index.js';
import { hierarchyOf, methodOf, type Hierarchy } from '../../../../classes/hierarchy.js';
import { classPathOf } from '../../../../config/class-name.js';
import { itemsOf } from '../../../../config/sequence.js';
import type { ConfigKind } from '../../../../config/config.js';
import type { FileId, Span } from '../../../../core/span.js';
import { textOf, type DictValue, type Value } from '../../../../core/value.js';
import type { FunctionDef } from '../../../../python/syntax/tree/ast.js';
import { namesIn } from '../../../../python/syntax/tree/walk.js';
import type { NamingClass } from '../../../face/editor.js';
import type { ClassReader } from '../../classes/class-facts.js';
import { isKnownReader } from '../../columns/read-by-name.js';
import { modulesOf } from '../class-completion.js';

type RowReader = NamingClass['readers'][number];

/** What a config names by a `type`, and what it is for. */
interface Named {
  readonly type: Value;
  readonly kind: ConfigKind | 'postprocessor';
}

/** The classes and functions that are handed the rows of a dataset, and may ask them for a column by its name: what makes its prompts, and what judges the answers. */
export function rowReaders(dataset: DictValue, reader: ClassReader, file: FileId, classes: ClassIndex): readonly RowReader[] {
  const named = [
    ...inferTypes(dataset.get('infer_cfg')),
    ...inferTypes(dataset.get('judge_infer_cfg')),
    ...typesIn(dataset.get('eval_cfg')),
  ];
  return named.flatMap((one) => readerOf(one, reader, file, classes) ?? []);
}

/** The statement of a class or function in its file. */
export function statementOf({ node, at, module }: ClassSource | FunctionSource): Span {
  return { file: module.file, start: at + (node?.start ?? 0), end: at + (node?.end ?? 0) };
}

const inferKinds: Readonly<Record<string, ConfigKind>> = {
  inferencer: 'inferencer',
  retriever: 'retriever',
  prompt_template: 'prompt-template',
  ice_template: 'prompt-template',
};

function inferTypes(value: Value | undefined): Named[] {
  if (value?.kind !== 'dict') return [];
  return Object.entries(inferKinds).flatMap(([key, kind]) => {
    const part = value.get(key);
    const type = part?.kind === 'dict' ? part.get('type') : undefined;
    return type ? [{ type, kind }] : [];
  });
}

/**
 * The `type` of all that judges answers, at any depth; what only follows the text of an answer has no part in the rows, nor has the model that is asked, which is given prompts (OpenCompass 0.5.3
 * `evaluator/generic_llm_evaluator.py`).
 */
function typesIn(value: Value | undefined, kind: Named['kind'] = 'evaluator', depth = 0): Named[] {
  if (depth > 8) return [];
  if (value?.kind !== 'dict') return (itemsOf(value) ?? []).flatMap((item) => typesIn(item, kind, depth + 1));
  return [...value.entries.values()].flatMap(({ key: keyValue, value: inner }) => {
    const key = textOf(keyValue) ?? '';
    if (key === 'type') return [{ type: inner, kind }];
    const isApart = key === 'judge_cfg' || (key.endsWith('postprocessor') && key !== 'dict_postprocessor');
    return isApart ? [] : typesIn(inner, key === 'dict_postprocessor' ? 'postprocessor' : (inferKinds[key] ?? 'evaluator'), depth + 1);
  });
}

/** The classes of a file that are evaluators and are handed answers and references alone. */
export function keptFromRows(file: FileId, classes: ClassIndex): readonly Span[] {
  return classes.classesIn(file).flatMap((source) => {
    const hierarchy = hierarchyOf(classes, source);
    return hierarchy.complete && isKeptFromRows(hierarchy) ? [statementOf(source)] : [];
  });
}

function readerOf({ type, kind }: Named, reader: ClassReader, file: FileId, classes: ClassIndex): RowReader | undefined {
  const path = classPathOf(type) ?? '';
  const isOwn = !path.includes('.') || path.startsWith(`${reader.package}.`);
  if (isOwn && kind !== 'evaluator' && isKnownReader(path.slice(path.lastIndexOf('.') + 1))) return undefined;
  const modules = kind === 'postprocessor' ? [`${reader.package}.datasets`] : modulesOf(kind, reader);
  for (const one of path.includes('.') ? [path] : modules.map((module) => `${module}.${path}`)) {
    const found = classes.find(one, file);
    if (found.kind === 'function')
      return kind === 'postprocessor' && !takes(found.source.node, 'dataset')
        ? undefined
        : { name: path, statements: [statementOf(found.source)] };
    if (found.kind === 'class') return ofClass(found.source, classes);
  }
  return { name: path, statements: undefined };
}

function ofClass(source: ClassSource, classes: ClassIndex): RowReader | undefined {
  const hierarchy = hierarchyOf(classes, source);
  if (!hierarchy.complete) return { name: source.name, statements: undefined };
  return isKeptFromRows(hierarchy) ? undefined : { name: source.name, statements: hierarchy.classes.map(statementOf) };
}

/**
 * Whether an evaluator is handed answers and references alone: its `score` has no use for `test_set`, and what is handed the rows, `evaluate` and `group`, is the framework's
 * (OpenCompass 0.5.3 `openicl/icl_evaluator/icl_base_evaluator.py`, AISBench 3.1.0 alike; `tasks/openicl_eval.py` gives `score` what its parameters name).
 */
function isKeptFromRows(hierarchy: Hierarchy): boolean {
  const score = methodOf(hierarchy, 'score');
  if (!score || score === 'unknown') return false;
  const isFramework = ['evaluate', 'group'].every((name) => {
    const found = methodOf(hierarchy, name);
    return found === undefined || (found !== 'unknown' && found.owner.module.file.endsWith('/openicl/icl_evaluator/icl_base_evaluator.py'));
  });
  return isFramework && !namesIn(score.node.body).has('test_set') && !score.node.parameters.kwArgs;
}

function takes({ parameters }: FunctionDef, name: string): boolean {
  const { positionalOnly, positional, keywordOnly } = parameters;
  return [...positionalOnly, ...positional, ...keywordOnly].some((one) => one.name.name === name);
}

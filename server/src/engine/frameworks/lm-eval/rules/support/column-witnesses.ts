import { isNameSlip } from '../../../../checks/support/slip.js';
import { textOf } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';
import { commonColumns } from '../../values/known-columns.js';
import { usesIn } from './columns.js';
import { columnsOfFunction } from './function-columns.js';
import type { NamesAround } from './names-around.js';
import { hasStyle, isOtherCase } from './other-case.js';
import { templateFields } from './template-fields.js';
import type { Task } from './task.js';
import { isPlain, looksLikeColumn } from './template.js';

/** What says that the documents of a task have a column. */
export interface Witnesses {
  /** The column that a name is a slip of, be it by its number or by its case, of which more says that it is there than the one place that has the name. */
  nameFor(name: string): string | undefined;
}

/**
 * Of two names that differ by a plural, either may be the column, and datasets have both `answer` and `answers`. So a task must use one of them in one place alone, and nothing around may;
 * and two must say that its documents have the other, which it does not use: other tasks with the same documents, functions of its own that read it, the query that nothing asks for. A column that
 * its own `process_docs` makes, and nothing uses, is enough; one of the others is, too, where very many datasets have the one name, and not the other.
 */
export function witnessesOf(task: Task, context: CheckContext, around: NamesAround): Witnesses {
  const used = usesWithParts(task);
  const queried = namesOfQuery(task);
  const { read, made } = columnsOfFunctions(task, context);
  const kin = around.kin();
  const same = kin.filter(({ samePart }) => samePart);
  const others = kin.filter(({ samePart }) => !samePart);
  /** What speaks of these very documents. */
  const near = (name: string): number =>
    same.filter(({ names }) => names.has(name)).length + (queried.has(name) ? 1 : 0) + (made.has(name) && !read.has(name) ? 2 : 0);
  const all = (name: string): number => {
    const users = others.filter(({ names }) => names.has(name)).length;
    return near(name) + (users === others.length ? users : 0) + (read.has(name) ? 1 : 0);
  };
  const candidates = [...new Set([...kin.flatMap(({ names }) => [...names]), ...queried, ...read, ...made])].filter(
    (one) => !used.has(one),
  );
  const isSlip = (name: string, one: string): boolean =>
    isNameSlip(name, one, 'some') && !(isOtherCase(name, one) && hasStyle(used.keys(), name));
  return {
    nameFor: (name) => {
      if (queried.has(name) || read.has(name) || made.has(name)) return undefined;
      return (
        candidates.find((one) => isSlip(name, one) && (all(one) > 1 || (near(one) > 0 && isUsualOf(name, one)))) ??
        candidates.find((one) => isOfRow(name, one, used.keys()) && same.some(({ names }) => names.has(one))) ??
        secondOfRow(name, used) ??
        missingOfRow(name, [...used.keys()]) ??
        [...used].find(
          ([one, parts]) =>
            isSlip(name, one) &&
            areOtherParts(used.get(name)!, parts, isUsualOf(name, one) || (commonColumns.includes(one) && isOtherCase(name, one))),
        )?.[0]
      );
    },
  };
}

/** Whether a name is none that datasets have, and the other one is. */
function isUsualOf(name: string, meant: string): boolean {
  return commonColumns.includes(meant.toLowerCase()) && !commonColumns.includes(name.toLowerCase());
}

/** `sentence` for `sentence2`, beside `sentence1`. */
export function isOfRow(name: string, meant: string, used: Iterable<string>): boolean {
  const isNumbered = (one: string): boolean => one.startsWith(name) && /^\d+$/.test(one.slice(name.length));
  return isNumbered(meant) && [...used].some(isNumbered);
}

/** A row of names that has a first one has a second one: of a task that uses `sentence1` and `sentence` alone. */
function secondOfRow(name: string, used: ReadonlyMap<string, unknown>): string | undefined {
  const numbered = [...used.keys()].filter((one) => one.startsWith(name) && /^\d+$/.test(one.slice(name.length)));
  return name.length > 3 && numbered.length === 1 && numbered[0] === `${name}1` ? `${name}2` : undefined;
}

/** The name of a row of letters that a task does not use, though it uses the others up to the last: `option_a` for `Option_a`, beside `option_b` and `option_c`. */
function missingOfRow(name: string, used: readonly string[]): string | undefined {
  for (const one of used) {
    const [, stem, letter] = /^(\w*_)([a-dA-D])$/.exec(one) ?? [];
    if (stem === undefined || one === name) continue;
    const letters = letter! < 'a' ? 'ABCD' : 'abcd';
    const missing = [...letters].map((other) => stem + other).filter((other) => !used.includes(other));
    if (missing.length === 1 && isSlipOf(name, missing[0]!)) return missing[0];
  }
  return undefined;
}

function isSlipOf(name: string, meant: string): boolean {
  const bare = (one: string): string => one.replace(/_/g, '').toLowerCase();
  return isNameSlip(name, meant, 'some') || bare(name) === bare(meant);
}

/** Whether a task takes parts of two names that complete each other: `translations.en` beside `translation.ro`. */
function areOtherParts(parts: readonly string[], others: readonly string[], isUsual: boolean): boolean {
  const every = [...parts, ...others];
  return others.length > (isUsual ? 0 : 1) && every.every((part) => part !== '') && parts.every((part) => !others.includes(part));
}

const partBehind = /^(?:\.[A-Za-z_]\w*|\[(?:\d+|'[^'\n]*'|"[^"\n]*")\])/;

/** The names that the templates of a task use, each with the part that every use takes: '' where it takes the whole. */
function usesWithParts(task: Task): Map<string, string[]> {
  const used = new Map<string, string[]>();
  const add = (name: string, part: string): void => {
    const parts = used.get(name);
    if (parts) parts.push(part);
    else used.set(name, [part]);
  };
  for (const { key, value } of templateFields(task)) {
    for (const { name, end } of usesIn(value.text)) add(name, partBehind.exec(value.text.slice(end, end + 100))?.[0] ?? '');
    if (key.startsWith('doc_to_') && isPlain(value.text) && looksLikeColumn(value.text)) add(value.text, '');
  }
  return used;
}

/** Nothing asks for `doc_to_decontamination_query` (lm-evaluation-harness 0.4.13 `api/task.py`), so that it may hold a slip as well. */
function namesOfQuery(task: Task): ReadonlySet<string> {
  const query = textOf(task.config.get('doc_to_decontamination_query')) ?? '';
  return new Set(looksLikeColumn(query) ? [query] : usesIn(query).map(({ name }) => name));
}

/** What the functions of a task read of a document, and what those make that make its documents. */
function columnsOfFunctions(task: Task, context: CheckContext): { readonly read: ReadonlySet<string>; readonly made: ReadonlySet<string> } {
  const [read, made] = [new Set<string>(), new Set<string>()];
  for (const { key, value } of task.config.entries.values()) {
    const columns = value.kind === 'ref' ? columnsOfFunction(value, context) : undefined;
    for (const name of columns?.read ?? []) read.add(name);
    if (['process_docs', 'custom_dataset'].includes(textOf(key) ?? '')) for (const name of columns?.made ?? []) made.add(name);
  }
  return { read, made };
}

import { isNameSlip } from '../../../../checks/support/slip.js';
import type { At } from '../../../../python/syntax/tree/ast.js';
import { commonColumns } from '../../values/known-columns.js';

/** A column that one place of a module alone reads of a document, and that is nearly another. */
export interface ColumnSlip extends At {
  readonly name: string;
  readonly meant: string;
}

const quoted = /(["'])([A-Za-z_]\w*)\1/g;
/** `doc["question"]`, `doc.get("question")` */
const reading = /\b(?:doc|example|row|sample)(?:\[|\.get\()\s*(["'])([A-Za-z_]\w*)\1/g;
/** Longer modules are not looked at. */
const mostText = 200_000;

/** The slips of columns in the text of a module: names that are written once, and nearly those which very many datasets have, or which the module itself has elsewhere. */
export function columnSlips(text: string): readonly ColumnSlip[] {
  const reads = text.length > mostText ? [] : [...text.matchAll(reading)];
  if (reads.length === 0) return [];
  const times = new Map<string, number>();
  for (const { 2: name } of text.matchAll(quoted)) times.set(name!, (times.get(name!) ?? 0) + 1);
  return reads.flatMap(({ 0: all, 2: name = '', index }) => {
    if (times.get(name) !== 1 || commonColumns.includes(name)) return [];
    const start = index + all.length - name.length - 2;
    const meant = meantBy(name, times);
    return meant === undefined ? [] : [{ name, meant, start, end: start + name.length + 2 }];
  });
}

function meantBy(name: string, times: ReadonlyMap<string, number>): string | undefined {
  const others = [...times].filter(([other, count]) => count > 1 || isOfRow(other, times)).map(([other]) => other);
  // `type` is no slip of `qtype`.
  return [...others, ...commonColumns].find((other) => other[0] === name[0] && isNameSlip(name, other, 'none'));
}

/** `choice2` beside `choice1`. */
function isOfRow(name: string, times: ReadonlyMap<string, number>): boolean {
  const stem = /^(\w*\D)\d+$/.exec(name)?.[1];
  return (
    stem !== undefined &&
    [...times.keys()].some((other) => other !== name && other.startsWith(stem) && /^\d+$/.test(other.slice(stem.length)))
  );
}

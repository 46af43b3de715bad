import type { RenderedPrompt, RenderError } from '../../prompt/rendered-prompt.js';
import type { Span } from '../../core/span.js';
import { say } from '../../core/say.js';
import type { Rows } from '../../frameworks/face/behaviour.js';
import type { CheckContext, Finding } from '../../frameworks/face/rule.js';
import type { RowTable } from '../../rows/row-table.js';
import { listOfTable, type RowList } from '../../rows/run-rows.js';

/** So many rows are asked, from the first on: a run asks them all. */
const mostRows = 20;

const noRows: RowList = { count: 0, whole: true, at: () => undefined };

/** What a run raises on a row. */
export interface RaisedOnRow {
  /** Its place is one of the config. */
  readonly error: RenderError;
  readonly rows: Rows;
  /** From 0. */
  readonly index: number;
  /** The value in the data that makes it raise, where one is known. */
  readonly value: Span | undefined;
}

/**
 * What a run raises on its first rows.
 * @param render makes the prompt of a row @param train what examples are drawn from; undefined where there are none
 * @returns undefined also where not all rows are in memory, or another run may find others
 */
export function raisedOnRows(
  { file, evaluation }: Pick<CheckContext, 'file' | 'evaluation'>,
  render: (rows: Rows) => Pick<RenderedPrompt, 'error'>,
  test: RowTable,
  train: RowTable | undefined,
): RaisedOnRow | undefined {
  if (!isCertain(test) || (train && !isCertain(train))) return undefined;
  const run = { train: train ? listOf(train) : noRows, test: listOf(test) };
  for (const [index, row] of test.first.slice(0, mostRows).entries()) {
    const rows = { train: train?.first ?? [], test: row, processed: true, run: { ...run, index } };
    const { error } = render(rows);
    if (!error) continue;
    const { span, ...placeless } = error;
    const isWritten = span !== undefined && (span.file === file || evaluation.dependencies.has(span.file));
    const isInData = span !== undefined && [test, train].some((table) => table?.files.includes(span.file));
    return { error: isWritten ? error : placeless, rows, index, value: isInData ? span : undefined };
  }
  return undefined;
}

/** The value in the data, beside a finding. */
export function relatedValue(value: Span | undefined): NonNullable<Finding['related']> {
  return value ? [{ span: value, message: say`this value` }] : [];
}

function listOf(table: RowTable): RowList {
  return listOfTable(table, () => undefined);
}

/** Whether all rows are in memory, and a run finds the same. */
function isCertain({ problems, doubtful, raises, unfollowed, complete, count, first }: RowTable): boolean {
  const isSame = problems.length === 0 && doubtful.length === 0 && raises === undefined && unfollowed === undefined;
  return isSame && complete && count <= first.length;
}

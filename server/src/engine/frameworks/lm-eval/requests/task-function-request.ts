import { PyError } from '../../../core/errors.js';
import { joinPath } from '../../../core/paths.js';
import { ListValue, type Value } from '../../../core/value.js';
import { findUnknown } from '../../../python/runtime/find-unknown.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import { answered } from '../../../requests/answered.js';
import { fromMarks } from '../../../requests/golden-values.js';
import type { Operation } from '../../face/operation.js';
import { TaskProgram } from '../functions/task-program.js';

/**
 * Op `lm-eval-function`: what a function that tasks name makes of rows. `process_docs` and `fewshot_samples` give rows, the others a value for each row, which
 * is `{"$error": type}` where the function raises on it.
 */
export const lmEvalFunctionOperation: Operation = (session, request) => {
  const { folder, surroundings } = session.below(request);
  const file = joinPath(folder, request.text('module'));
  const program = new TaskProgram(surroundings.running(file), file);
  const rows = request.list('rows').items.map(fromMarks);
  return answered(() => {
    const f = program.member(file, request.text('function'));
    return resultJson(program, f, request.text('field'), rows);
  });
};

/** @throws PyError what the function raises where it is called once for all rows; LimitError */
function resultJson(program: TaskProgram, f: Value, field: string, rows: readonly Value[]): string {
  if (field === 'process_docs') {
    const made = program.rowsOf(program.processDocs(f, rows));
    return valueJson('kind' in made ? made : new ListValue([...made], f.span));
  }
  if (field === 'fewshot_samples') return valueJson(program.call(f));
  const results = rows.map((row) => onRow(program, f, row));
  const unknown = results.find((result) => 'unknown' in result);
  return unknown ? `"unknown": ${JSON.stringify(unknown.unknown)}` : `"result": [${results.map(({ json }) => json).join(', ')}]`;
}

function valueJson(value: Value): string {
  const unknown = findUnknown(value);
  return unknown ? `"unknown": ${JSON.stringify(unknown.reason)}` : `"result": ${toGolden(value).json}`;
}

/** What a function makes of one row, as JSON. */
function onRow(program: TaskProgram, f: Value, row: Value): { readonly json: string; readonly unknown?: string } {
  try {
    const value = program.call(f, row);
    const unknown = findUnknown(value);
    return { json: toGolden(value).json, ...(unknown && { unknown: unknown.reason }) };
  } catch (error) {
    if (error instanceof PyError) return { json: `{"$error": ${JSON.stringify(error.type)}}` };
    throw error;
  }
}

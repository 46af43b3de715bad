// npm run conformance -- --checks: for every case of the goldens that raises an error on what is responsible, and hardly any where nothing raises.
import { runBatch } from '../batch-client.mjs';
import { checkSuites } from './cases.mjs';

/** At least this share of what raises has an error on what is responsible; at most this share of the rest has an error. */
export const goals = { found: 0.98, falseErrors: 0.005 };

/**
 * Asks all suites whose input is at hand.
 * @param findInput the rows of a suite, or `missing`
 * @returns a row of figures a suite, with the cases that are not as they should be
 */
export async function runChecks(cli, findInput, wanted) {
  const rows = [];
  for (const suite of checkSuites.filter(({ name }) => !wanted || wanted.includes(name))) {
    const input = findInput(suite);
    rows.push(
      input.missing ? { suite: suite.name, wrong: /** @type {any[]} */ ([]), skipped: input.missing } : await runSuite(cli, suite, input),
    );
  }
  return rows;
}

async function runSuite(cli, suite, input) {
  const cases = suite.cases(input);
  const row = {
    suite: suite.name,
    raising: 0,
    onIt: 0,
    elsewhere: 0,
    none: 0,
    byRows: 0,
    silent: 0,
    falseErrors: 0,
    wrong: /** @type {any[]} */ ([]),
  };
  const start = performance.now();
  let i = 0;
  await runBatch(
    cli,
    cases.map(({ id, request }) => ({ ...request, id })),
    (_request, answer) => count(row, cases[i++], answer),
  );
  await setApart(cli, row);
  return { ...row, seconds: Math.round(performance.now() - start) / 1000 };
}

/** Cases that raise for what is in their rows, and for no other: no file says so. */
async function setApart(cli, row) {
  const asked = row.wrong.filter(({ again }) => again !== undefined);
  const requests = asked.map(({ id, again }) => ({ ...again, id }));
  const apart = new Set();
  let i = 0;
  await runBatch(cli, requests, (_request, answer) => {
    const one = asked[i++];
    if (one.what !== 'error' && !raisesIn(answer)) apart.add(one);
  });
  for (const { what } of apart) {
    row[what]--;
    row.byRows++;
  }
  row.wrong = row.wrong.filter((one) => !apart.has(one));
}

function raisesIn({ error, prompts = [] }) {
  return (
    error !== undefined ||
    prompts.some((prompt) => prompt.error !== undefined || prompt.parsed?.some((parsed) => parsed.error !== undefined))
  );
}

function count(row, one, answer) {
  const errors = (answer.diagnostics ?? []).filter(({ severity }) => severity === 'error');
  if (one.raises === undefined) {
    row.silent++;
    if (errors.length === 0) return;
    row.falseErrors++;
    row.wrong.push({ id: one.id, what: 'error', errors, text: one.text });
    return;
  }
  row.raising++;
  const place = errors.length === 0 ? 'none' : errors.some(one.owns) ? 'onIt' : 'elsewhere';
  row[place]++;
  if (place !== 'onIt') row.wrong.push({ id: one.id, what: place, raises: one.raises, errors, text: one.text, again: one.again });
}

/** The table, and how the whole stands against the goals. */
export function checksTable(rows) {
  const columns = ['suite', 'raising', 'onIt', 'elsewhere', 'none', 'by rows', 'fault-free', 'with errors', 'seconds'];
  const cells = rows.map((row) =>
    row.skipped
      ? [row.suite, `skipped: ${row.skipped}`]
      : [row.suite, row.raising, row.onIt, row.elsewhere, row.none, row.byRows, row.silent, row.falseErrors, row.seconds].map(String),
  );
  const widths = columns.map((column, i) =>
    Math.max(column.length, ...cells.filter(({ length }) => length > 2).map((line) => line[i].length)),
  );
  widths[0] = Math.max(...cells.map(([name]) => name.length));
  const lines = [columns, ...cells].map((line) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i] ?? 0))).join('  '),
  );
  const { found, falseErrors } = shares(rows);
  const percent = (share) => `${(100 * share).toFixed(2)} %`;
  return [
    ...lines,
    '',
    `${percent(found)} of what raises, whatever its rows hold, has an error on what is responsible, ${percent(falseErrors)} of the rest has an error`,
    '',
  ].join('\n');
}

export function shares(rows) {
  const sum = (name) => rows.reduce((all, row) => all + (row[name] ?? 0), 0);
  const raising = sum('raising') - sum('byRows');
  return { found: sum('onIt') / Math.max(1, raising), falseErrors: sum('falseErrors') / Math.max(1, sum('silent')) };
}

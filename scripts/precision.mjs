// npm run precision -- --sources DIR… [--examples N] [--seed S] [--json] [--record]: what `check` says of whole checkouts, by tree, rule and severity, with some of each
// drawn to be judged, and what is new since docs/precision.json was written, which holds what we judged. `--record` writes counts and findings there, and the table into
// docs/precision.md; how many were looked at and found real is written by hand. Build first (npm run build).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** @typedef {{ rule: string, severity: string, path: string, message: string, range: { start: { line: number } } }} Found */
/** @typedef {{ count: number, looked: number, real: number, why: string, known: string[] }} Judged */
/** @typedef {Record<string, Record<string, Judged>>} Judgements by tree, then by severity and rule */

const { values, positionals } = parseArgs({
  options: {
    sources: { type: 'string', multiple: true, default: [] },
    examples: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const sources = [...values.sources, ...positionals];
const judgementsFile = 'docs/precision.json';
const page = 'docs/precision.md';
/** @type {Judgements} */
const judgements = JSON.parse(readFileSync(judgementsFile, 'utf8'));

/** @param {string} root @returns {Found[]} */
function check(root) {
  const options = {
    encoding: /** @type {const} */ ('utf8'),
    maxBuffer: 1 << 30,
  };
  const command = ['dist/cli.js', 'check', root, '--format', 'json'];
  // Errors make the exit code 1.
  const { stdout, status, error } = spawnSync(process.execPath, command, options);
  if (error || status === null || status > 1) throw error ?? new Error(`check ended with ${String(status)}`);
  return JSON.parse(stdout).diagnostics;
}

/** What a finding is known by: nothing of a tree's text is kept.
 * @param {Found} found @param {string} root */
function print({ rule, path, message }, root) {
  const text = [rule, relative(root, path), message.replaceAll(root, '')].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** @param {Found[]} list @param {string} salt */
function drawn(list, salt) {
  const key = (/** @type {Found} */ found) =>
    createHash('sha256')
      .update(`${values.seed} ${salt} ${found.path} ${String(found.range.start.line)}`)
      .digest('hex');
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1)).slice(0, Number(values.examples));
}

const severities = ['error', 'warning', 'information', 'hint'];
/** @type {{ tree: string, severity: string, rule: string, count: number, fresh: number, examples: string[] }[]} */
const rows = [];
for (const source of sources) {
  const root = resolve(source);
  const tree = basename(root);
  const known = judgements[tree] ?? {};
  /** @type {Map<string, Found[]>} */
  const groups = new Map();
  for (const found of check(root)) {
    const id = `${found.severity} ${found.rule}`;
    groups.set(id, [...(groups.get(id) ?? []), found]);
  }
  const order = (/** @type {string} */ id) => severities.indexOf(id.split(' ')[0] ?? '');
  const sorted = [...groups].sort(([a, of], [b, others]) => order(a) - order(b) || others.length - of.length || (a < b ? -1 : 1));
  /** @type {Record<string, Judged>} */
  const recorded = {};
  for (const [id, list] of sorted) {
    const [severity = '', rule = ''] = id.split(' ');
    const before = new Set(known[id]?.known);
    const fresh = list.filter((found) => !before.has(print(found, root)));
    const judged = severity === 'error' || severity === 'warning';
    const shown = drawn(fresh.length > 0 && judged ? fresh : list, id);
    const examples = shown.map(({ path, range, message }) => `${relative(root, path)}:${String(range.start.line + 1)} ${message}`);
    rows.push({ tree, severity, rule, count: list.length, fresh: judged ? fresh.length : 0, examples });
    const { looked = 0, real = 0, why = '' } = known[id] ?? {};
    if (judged)
      recorded[id] = { count: list.length, looked, real, why, known: [...new Set(list.map((found) => print(found, root)))].sort() };
    else recorded[id] = { count: list.length, looked, real, why, known: [] };
  }
  judgements[tree] = recorded;
}

if (values.json) console.log(JSON.stringify(rows, undefined, 2));
else {
  let tree = '';
  for (const row of rows) {
    if (row.tree !== tree) console.log(`\n${(tree = row.tree)}`);
    console.log(`  ${row.severity} ${row.rule}: ${String(row.count)}${row.fresh > 0 ? `, ${String(row.fresh)} not judged yet` : ''}`);
    for (const example of row.examples) console.log(`      ${example}`);
  }
}
if (values.record) {
  writeFileSync(judgementsFile, `${JSON.stringify(judgements, undefined, 1)}\n`);
  const whole = readFileSync(page, 'utf8');
  const start = whole.indexOf('<!-- table -->') + '<!-- table -->'.length;
  const end = whole.indexOf('<!-- /table -->');
  writeFileSync(page, `${whole.slice(0, start)}\n${table()}\n${whole.slice(end)}`);
}

/** Errors and warnings with what was judged, informations and hints as a sum. */
function table() {
  return Object.entries(judgements)
    .map(([tree, groups]) => {
      const name = tree.replace('+', '/');
      const judged = Object.entries(groups).filter(([id]) => /^(?:error|warning)/.test(id));
      const sum = (/** @type {string} */ severity) =>
        Object.entries(groups).reduce((all, [id, { count }]) => all + (id.startsWith(severity) ? count : 0), 0);
      const line = severities
        .map((severity) => `${String(sum(severity))} ${severity === 'information' ? severity : `${severity}s`}`)
        .join(', ');
      if (judged.length === 0) return `### ${name}\n\n${line}.\n`;
      const cells = judged.map(
        ([id, { count, looked, real, why }]) =>
          `| ${id.replace(' ', ' | ')} | ${String(count)} | ${String(looked)} | ${String(real)} | ${why} |`,
      );
      return `### ${name}\n\n${line}.\n\n| severity | rule | findings | looked at | real | why |\n|---|---|---|---|---|---|\n${cells.join('\n')}\n`;
    })
    .join('\n');
}

// npm run conformance -- [--goldens DIR] [--sources DIR] [--ais-sources DIR] [--lm-sources DIR] [--suite NAME]… [--oracle PYTHON [--cases N] [--seed S]] : how far the built command line answers as the real frameworks do.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runBatch } from './batch-client.mjs';
import { checkSuites } from './checks/cases.mjs';
import { checksTable, goals, runChecks, shares } from './checks/run.mjs';
import { parseLossless, readLines } from './json.mjs';
import { aisBenchConfigs, aisBenchPrompts } from './suites/aisbench.mjs';
import { chatTemplates } from './suites/chat-templates.mjs';
import { draws } from './suites/draws.mjs';
import { fuzz, fuzzCore, quirks, quirksCore } from './suites/cases.mjs';
import { configs, semantics } from './suites/evaluate.mjs';
import { oracleDatasets } from './suites/datasets.mjs';
import { hash } from './suites/hash.mjs';
import { aisBenchLoaders, openCompassLoaders } from './suites/loaders.mjs';
import { lmEvalConfigs } from './suites/lm-eval-configs.mjs';
import { lmEvalFormats } from './suites/lm-eval-formats.mjs';
import { lmEvalFunctions } from './suites/lm-eval-functions.mjs';
import { lmEvalRuns } from './suites/lm-eval-runs.mjs';
import { lmEvalCornerCases, lmEvalPrompts, lmEvalTasks } from './suites/lm-eval-prompts.mjs';
import {
  oracleAisBenchPrompts,
  oracleChatTemplates,
  oracleConfigs,
  oracleFormats,
  oracleMutants,
  oracleJinja,
  oraclePrompts,
  oracleReleasePrompts,
  oracleTasks,
} from './suites/oracle.mjs';
import { endToEndReleases, endToEndTasks, endToEndVisitors } from './suites/end-to-end.mjs';
import { endToEndChecks, endToEndConfigChecks } from './suites/end-to-end-checks.mjs';
import { endToEndAisBench } from './suites/end-to-end-aisbench.mjs';
import { endToEndConfigs, endToEndRunConfigs, endToEndTaskPreviews, endToEndVisitorConfigs } from './suites/end-to-end-previews.mjs';
import { oracleAisBenchMessages, oracleMessages } from './suites/messages.mjs';
import { prompts, promptsModels } from './suites/prompts.mjs';
import { harnessReleaseSuites, openCompassReleaseSuites } from './suites/releases.mjs';
import { oraclePython } from './suites/python.mjs';
import { oracleTokens } from './suites/tokens.mjs';
import { recordedFunctions, userFunctions } from './suites/user-functions.mjs';
import { userLoaders } from './suites/user-loaders.mjs';
import { messageOf } from '../support/message-of.mjs';

const suites = [
  semantics,
  quirksCore,
  quirks,
  fuzzCore,
  fuzz,
  configs,
  prompts,
  promptsModels,
  draws,
  hash,
  aisBenchConfigs,
  aisBenchPrompts,
  openCompassLoaders,
  aisBenchLoaders,
  lmEvalConfigs,
  lmEvalPrompts,
  lmEvalCornerCases,
  lmEvalTasks,
  lmEvalFormats,
  lmEvalRuns,
  lmEvalFunctions,
  ...harnessReleaseSuites,
  ...openCompassReleaseSuites,
  chatTemplates,
  endToEndTasks,
  endToEndVisitors,
  endToEndChecks,
  endToEndConfigChecks,
  ...endToEndReleases,
  endToEndTaskPreviews,
  ...endToEndRunConfigs,
  endToEndConfigs,
  endToEndVisitorConfigs,
  endToEndAisBench,
  recordedFunctions,
  userFunctions,
  userLoaders,
  oracleConfigs,
  oracleMutants,
  oraclePrompts,
  ...oracleReleasePrompts,
  oracleAisBenchPrompts,
  oracleMessages,
  oracleAisBenchMessages,
  oracleTasks,
  oracleFormats,
  oracleJinja,
  oracleChatTemplates,
  oracleDatasets,
  oraclePython,
  oracleTokens,
];

const help = `Usage: npm run conformance -- [options]

  --goldens DIR   the goldens; default: the copies in test/fixtures
  --sources DIR   a checkout of OpenCompass at the commit of the goldens; suites that need it are skipped without it
  --ais-sources DIR
                  the folder that holds AISBench's package ais_bench/, at the commit of the goldens
  --lm-sources DIR
                  a checkout of lm-evaluation-harness at the commit of the goldens
  --lm-next-sources DIR
                  a checkout of its branch with prompt formats (0.5), where that is not installed
  --suite NAME    only this suite; may be given several times: ${suites.map(({ name }) => `"${name}"`).join(', ')}
  --checks        not the answers but the diagnostics: does every case that raises have an error on what is responsible, and hardly any other one?
                  (its suites: ${checkSuites.map(({ name }) => `"${name}"`).join(', ')})
  --oracle PYTHON a Python with mmengine (and, for prompts, opencompass or --sources, AISBench's package or --ais-sources): it is asked random cases too
  --harness PYTHON  a Python with lm_eval: it runs tasks with local data, whose requests are compared
  --harness-releases DIR  a folder with other releases of the harness, each in a folder of its name (pip install --no-deps --target DIR/0.4.9.2 lm_eval==0.4.9.2): the Python of --harness runs them
  --opencompass-releases DIR  a folder with releases of OpenCompass, each in a folder of its name (pip install --no-deps --target DIR/0.4.2 opencompass==0.4.2): --oracle PYTHON asks their prompt classes
  --opencompass PYTHON  a Python with what OpenCompass needs: it runs configs with local data (the package is that of --sources)
  --aisbench PYTHON  a Python with what AISBench needs: it runs configs with local data (the package is that of --ais-sources)
  --tokenizers DIR  folders with a tokenizer.json each, whose ids are compared with those of --oracle PYTHON (fetch-tokenizers.mjs fetches some)
  --cases N       how many random cases a suite (default 1000)
  --seed S        the seed of the random cases (default 1)
  --verbose       show the first differences in full
  --limit N       show at most N differences a suite (default 10)
  --cli FILE      the command line to test (default dist/cli.js)
  --json FILE     write the figures to FILE

Exit code: 1 where an answer differs from the golden, 2 where a suite could not run, else 0.
`;

const { values: options } = parseArgs({
  options: {
    goldens: { type: 'string', default: 'test/fixtures' },
    sources: { type: 'string' },
    'ais-sources': { type: 'string' },
    'lm-sources': { type: 'string' },
    'lm-next-sources': { type: 'string' },
    suite: { type: 'string', multiple: true },
    checks: { type: 'boolean', default: false },
    oracle: { type: 'string' },
    harness: { type: 'string' },
    'harness-releases': { type: 'string' },
    opencompass: { type: 'string' },
    'opencompass-releases': { type: 'string' },
    aisbench: { type: 'string' },
    tokenizers: { type: 'string' },
    cases: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
    limit: { type: 'string', default: '10' },
    cli: { type: 'string', default: process.env.PREFLIGHT_CLI ?? 'dist/cli.js' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) process.stdout.write(help);
else process.exitCode = await main();

async function main() {
  const known = options.checks ? checkSuites : suites;
  const unknown = options.suite?.filter((name) => !known.some((suite) => suite.name === name)) ?? [];
  if (unknown.length > 0) return fail(`There is no suite ${unknown.join(', ')}.\n\n${help}`);
  if (!existsSync(options.cli)) return fail(`${options.cli} does not exist. Run 'npm run build' first.`);
  if (options.checks) return checks();
  const rows = [];
  for (const suite of suites) if (!options.suite || options.suite.includes(suite.name)) rows.push(await runSuite(suite));
  printTable(rows);
  if (options.json) writeFileSync(options.json, JSON.stringify(rows, null, 1) + '\n');
  return rows.some((row) => row.failed) ? 2 : rows.some((row) => row.different > 0) ? 1 : 0;
}

/** The diagnostics in place of the answers. */
async function checks() {
  const rows = await runChecks(options.cli, findInput, options.suite);
  for (const { suite, wrong } of rows)
    for (const one of wrong.slice(0, options.verbose ? Infinity : Number(options.limit)))
      process.stdout.write(
        `${suite} · ${one.id} · ${one.what} · ${one.raises ?? 'nothing is raised'} · ${one.errors.map(({ rule }) => rule).join(', ')}\n`,
      );
  process.stdout.write(`\n${checksTable(rows)}`);
  if (options.json) writeFileSync(options.json, JSON.stringify(rows, null, 1) + '\n');
  const { found, falseErrors } = shares(rows);
  return found >= goals.found && falseErrors <= goals.falseErrors ? 0 : 1;
}

function fail(message) {
  process.stderr.write(message + '\n');
  return 2;
}

async function runSuite(suite) {
  const row = { suite: suite.name, cases: 0, equal: 0, unknown: 0, different: 0, seconds: 0 };
  const input = findInput(suite);
  if (input.missing) return { ...row, skipped: input.missing };
  if (suite.outcomes) return outcomesOf(suite, input, row);
  let made;
  try {
    made = await suite.cases(input);
  } catch (error) {
    return { ...row, failed: messageOf(error) };
  }
  const { cases, end, note } = Array.isArray(made) ? { cases: made } : made;
  if (note) process.stdout.write(`${suite.name} · ${note}\n`);
  const compare = new Map(cases.map(({ request, compare: check }) => [request.id, check]));
  const differences = [];
  const unknowns = [];
  const start = performance.now();
  try {
    await runBatch(
      options.cli,
      cases.map(({ request }) => request),
      (request, answer) => {
        for (const outcome of verdicts(compare.get(request.id), answer)) {
          row.cases++;
          row[outcome.verdict]++;
          if (outcome.verdict === 'different') differences.push({ id: request.id, ...outcome });
          if (outcome.verdict === 'unknown') unknowns.push({ id: request.id, ...outcome });
        }
      },
    );
  } catch (error) {
    return { ...row, failed: messageOf(error) };
  } finally {
    end?.();
  }
  row.seconds = Math.round(performance.now() - start) / 1000;
  report(suite.name, 'different', differences);
  if (options.verbose) report(suite.name, 'unknown', unknowns);
  return row;
}

/** A suite that asks by itself: an outcome a case. */
async function outcomesOf(suite, input, row) {
  const start = performance.now();
  try {
    const outcomes = await suite.outcomes(input);
    for (const { verdict } of outcomes) {
      row.cases++;
      row[verdict]++;
    }
    for (const verdict of options.verbose ? ['different', 'unknown'] : ['different'])
      report(
        suite.name,
        verdict,
        outcomes.filter((outcome) => outcome.verdict === verdict),
      );
    return { ...row, seconds: Math.round(performance.now() - start) / 1000 };
  } catch (error) {
    return { ...row, failed: messageOf(error) };
  }
}

/** One verdict, or several where one answer holds several cases. An answer of an unforeseen shape is a difference, not the end of the run. */
function verdicts(compare, answer) {
  try {
    return [compare(answer)].flat();
  } catch (error) {
    return [{ verdict: 'different', where: messageOf(error), expected: 'an answer of the agreed shape', actual: answer }];
  }
}

/** The rows of the suite's goldens, the metas and the sources; or what is missing of them. */
function findInput(suite) {
  if (suite.needsOracle && !options.oracle) return { missing: 'needs --oracle' };
  if (suite.needsTokenizers && !options.tokenizers) return { missing: 'needs --tokenizers' };
  if (suite.needsOpenCompass && !options.opencompass) return { missing: 'needs --opencompass' };
  if (suite.needsAisBench && !options.aisbench) return { missing: 'needs --aisbench' };
  if (suite.needsHarness && !options.harness) return { missing: 'needs --harness' };
  if (suite.needsReleases && !options['harness-releases']) return { missing: 'needs --harness-releases' };
  if (suite.needsOpenCompassReleases && !options['opencompass-releases']) return { missing: 'needs --opencompass-releases' };
  const sourcesOption = suite.sourcesOption ?? 'sources';
  const sources = options[sourcesOption];
  if (suite.needsSources && !sources) return { missing: `needs --${sourcesOption}` };
  const find = (name) => goldenFile(suite.folder ?? 'opencompass', name);
  const found = suite.goldens.map((name) => [name, find(name + '.jsonl.gz') ?? find(name + '.jsonl')]);
  const absent = found.filter(([, file]) => !file).map(([name]) => name);
  const metasFile = suite.needsMetas ? find('metas.json') : undefined;
  if (suite.needsMetas && !metasFile) absent.push('metas.json');
  if (absent.length > 0) return { missing: `needs --goldens with ${absent.join(', ')}` };
  return {
    rows: Object.fromEntries(found.map(([name, file]) => [name, readLines(file).map(parseLossless)])),
    folder: resolve(options.goldens, suite.folder ?? 'opencompass'),
    metas: metasFile ? parseLossless(readFileSync(metasFile, 'utf8')) : undefined,
    sources: sources ? resolve(sources) : undefined,
    oracle: options.oracle,
    harness: options.harness,
    releases: options['harness-releases'],
    openCompass: options.opencompass,
    aisBench: options.aisbench,
    openCompassReleases: options['opencompass-releases'],
    tokenizers: options.tokenizers,
    cli: resolve(options.cli),
    count: Number(options.cases),
    seed: Number(options.seed),
  };
}

/** Goldens lie in the given folder, or one folder a framework below it. */
function goldenFile(folder, name) {
  return [join(options.goldens, folder, name), ...(folder === 'opencompass' ? [join(options.goldens, name)] : [])].find((file) =>
    existsSync(file),
  );
}

function report(suite, verdict, found) {
  const shown = found.slice(0, Number(options.limit));
  for (const { id, where, reason, expected, actual } of shown) {
    process.stdout.write(`${suite} · ${id} · ${verdict} at ${where || 'the top'}${reason ? `: ${reason}` : ''}\n`);
    if (options.verbose && verdict === 'different')
      process.stdout.write(`  expected ${shorten(expected)}\n  actual   ${shorten(actual)}\n`);
  }
  if (found.length > shown.length) process.stdout.write(`${suite} · and ${found.length - shown.length} more ${verdict}\n`);
}

function shorten(value) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 600 ? text.slice(0, 600) + '…' : text;
}

function printTable(rows) {
  const columns = ['suite', 'cases', 'equal', 'unknown', 'different', 'seconds'];
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => String(row[column]).length)));
  const line = (cells) => cells.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i]))).join('  ');
  process.stdout.write('\n' + line(columns) + '\n');
  for (const row of rows) {
    const note = row.failed ?? row.skipped;
    process.stdout.write(
      note
        ? `${row.suite.padEnd(widths[0])}  ${row.failed ? 'failed' : 'skipped'}: ${note}\n`
        : line(columns.map((column) => row[column])) + '\n',
    );
  }
}

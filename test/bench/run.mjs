// npm run bench -- [--sources DIR] [--against DIR] [--mmengine PYTHON] [--aggregate FILE] [--lm-sources DIR] [--workspace DIR] [--json FILE]: speed, memory and size of the built product.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFolder, benchMmengine, benchParsing } from './folder.mjs';
import { benchJobs, benchShareOfChecks } from './checks.mjs';
import { generateConfig } from './generate.mjs';
import { lmEvalPart } from './lm-eval.mjs';
import { benchAggregate, benchEdits, benchStart } from './server.mjs';
import { round } from './statistics.mjs';
import { benchWorkspace } from './workspace.mjs';

const help = `Usage: npm run bench -- [options]

  --sources DIR   a folder of configs to check, or a checkout of OpenCompass (default: examples)
  --against DIR   another build (its checkout or its dist/): both are measured in turn, and the ratio is printed
  --mmengine PYTHON  a Python with mmengine: its Config.fromfile over the same files is timed beside our check
  --aggregate FILE   also measure edits in this config, with its own folder's project as the workspace
  --lm-sources DIR   also measure a checkout of lm-evaluation-harness: all its tasks, and edits among them
  --workspace DIR also measure a folder of thousands of configs as the workspace: first diagnostics, symbols, memory, a checkout of 5,000 files
  --document FILE the config that is open there (default: the first one of a framework that is found)
  --cli FILE      the command line to measure (default dist/cli.js)
  --jobs N        with how many engines this build checks a folder (default: what it chooses itself)
  --runs N        measurements of each edit and start (default 60); folders are checked a tenth as often, at least 3 times
  --only PART     folder, checks, start, edits or size; may be given several times (default: all)
  --json FILE     write all figures to FILE

Build first (npm run build). Figures are medians and 95th percentiles after a warm-up; none of them is a test.
`;

const { values: options } = parseArgs({
  options: {
    sources: { type: 'string', default: 'examples' },
    against: { type: 'string' },
    mmengine: { type: 'string' },
    aggregate: { type: 'string' },
    'lm-sources': { type: 'string' },
    workspace: { type: 'string' },
    document: { type: 'string' },
    cli: { type: 'string', default: process.env.PREFLIGHT_CLI ?? 'dist/cli.js' },
    jobs: { type: 'string' },
    runs: { type: 'string', default: '60' },
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const wanted = (part) => !options.only || options.only.includes(part);
const runs = Number(options.runs);

if (options.help) process.stdout.write(help);
else process.exitCode = await main();

async function main() {
  const builds = { this: resolve(options.cli), ...(options.against && { against: cliOf(options.against) }) };
  for (const cli of Object.values(builds)) if (!existsSync(cli)) return fail(`${cli} does not exist. Run 'npm run build' there first.`);
  const figures = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpus: `${cpus().length} × ${cpus()[0]?.model}`,
  };
  if (wanted('folder')) await folderPart(builds, figures);
  if (wanted('checks')) await checksPart(builds.this, figures);
  if (wanted('start')) await startPart(builds, figures);
  if (wanted('edits')) await editsPart(builds, figures);
  if (options.aggregate) await aggregatePart(resolve(options.aggregate), builds, figures);
  if (options['lm-sources']) figures.lmEval = await lmEvalPart(resolve(options['lm-sources']), builds, runs, { say, ms });
  if (options.workspace) await workspacePart(resolve(options.workspace), builds.this, figures);
  if (wanted('size')) sizePart(figures);
  if (options.json) writeFileSync(options.json, JSON.stringify(figures, null, 2) + '\n');
  return 0;
}

function fail(message) {
  process.stderr.write(message + '\n');
  return 2;
}

function cliOf(folder) {
  const direct = resolve(folder, 'cli.js');
  return existsSync(direct) ? direct : resolve(folder, 'dist', 'cli.js');
}

async function folderPart(builds, figures) {
  const folder = configsOf(options.sources);
  const times = Math.max(3, Math.round(runs / 10));
  const parsing = await benchParsing(folder, times);
  const check = await benchFolder(folder, builds, times, options.jobs);
  figures.folder = { parsing, check };
  say(`reading and parsing ${parsing.files} Python files alone`, `${parsing.seconds.median} s`);
  for (const [name, { configs: n, seconds, configsPerSecond, peakMemoryMB }] of Object.entries(check)) {
    const times_ = round(seconds.median / parsing.seconds.median);
    say(
      `check of ${n} configs${suffix(name)}`,
      `${seconds.median} s (p95 ${seconds.p95}), ${configsPerSecond} a second, ${times_} × parsing, peak ${peakMemoryMB ?? '?'} MB`,
    );
  }
  ratio('check', check.this.seconds, check.against?.seconds);
  if (options.mmengine) mmenginePart(await benchMmengine(options.mmengine, folder, builds.this, Math.min(times, 3)), figures);
}

/** What checking adds, and what a second engine brings. */
async function checksPart(cli, figures) {
  const folder = configsOf(options.sources);
  const share = await benchShareOfChecks(resolve(options.sources), folder);
  sayShare(share.configs, 'a new engine', share.first);
  sayShare(share.configs, 'classes known', share.again);
  sayShare(share.configs, 'a new engine, every pair rendered', share.every);
  say('dearest rules', share.dearest.map(({ rule, seconds }) => `${rule} ${seconds} s`).join(', '));
  const jobs = await benchJobs(folder, cli, Math.max(3, Math.round(runs / 20)));
  say('check --jobs 1 and --jobs 2', `${jobs.one.median} s and ${jobs.two.median} s: ${jobs.faster} times as fast`);
  figures.checks = { share, jobs };
}

function sayShare(configs, when, { prompts, seconds: { evaluate, render, check }, share }) {
  say(`evaluating ${configs} configs, rendering ${prompts} prompts`, `${evaluate} s and ${render} s (${when})`);
  say('checking them', `${check} s, ${round(100 * share)} % of that`);
}

/** Where a checkout of a framework has its configs; else the folder itself. */
function configsOf(sources) {
  const known = ['opencompass/configs', 'ais_bench/benchmark/configs', 'lm_eval/tasks'].map((place) => join(sources, place));
  return known.find((place) => existsSync(place)) ?? sources;
}

/** mmengine loads the files and does nothing else with them; `check` evaluates, renders and checks them. */
function mmenginePart({ version, load, check, importSeconds }, figures) {
  figures.mmengine = { version, load, check, importSeconds };
  const cpu = ({ cpuSeconds }) => (cpuSeconds ? `, ${cpuSeconds.median} s of the processor` : '');
  say(
    `Config.fromfile of mmengine ${version} over ${load.files} files`,
    `${load.seconds.median} s${cpu(load)}; ${load.loaded} of them load (import of mmengine: ${importSeconds} s more)`,
  );
  say(`check of ${check.configs} configs, beside that`, `${check.seconds.median} s${cpu(check)}`);
  const ratios = [`${round(check.seconds.median / load.seconds.median)} by the clock`];
  if (check.cpuSeconds) ratios.push(`${round(check.cpuSeconds.median / load.cpuSeconds.median)} of the processor`);
  say('ratio check : Config.fromfile', `${ratios.join(', ')} (medians of ${load.seconds.runs} runs in turn)`);
}

async function startPart(builds, figures) {
  const start = await benchStart(builds, resolve('examples'), Math.min(runs, 20));
  figures.serverStartMs = start;
  for (const [name, figure] of Object.entries(start)) say(`server start to initialize answered${suffix(name)}`, ms(figure));
  ratio('server start', start.this, start.against);
}

async function editsPart(builds, figures) {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-bench-'));
  try {
    const generated = join(folder, 'eval_generated.py');
    writeFileSync(generated, generateConfig(1000));
    const documents = {
      'eval_demo.py': resolve('examples/opencompass/eval_demo.py'),
      'eval_demo.yaml': resolve('examples/opencompass/eval_demo.yaml'),
      '1,000 lines': generated,
    };
    const { edits, serverPeakMemoryMB } = await benchEdits(builds, resolve('examples'), documents, runs);
    Object.assign(figures, { edits, serverPeakMemoryMB });
    for (const [document, { diagnostics, preview }] of Object.entries(edits)) {
      for (const name of Object.keys(builds)) {
        say(`edit to diagnostics, ${document}${suffix(name)}`, ms(diagnostics[name]));
        say(`edit to preview, ${document}${suffix(name)}`, ms(preview[name]));
      }
      ratio(`edit to diagnostics, ${document}`, diagnostics.this, diagnostics.against);
      ratio(`edit to preview, ${document}`, preview.this, preview.against);
    }
    for (const [name, peak] of Object.entries(serverPeakMemoryMB)) say(`peak memory of the server${suffix(name)}`, `${peak ?? '?'} MB`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function aggregatePart(file, builds, figures) {
  figures.aggregate = await benchAggregate(builds, projectOf(file), file, runs);
  for (const [name, { diagnostics, hover }] of Object.entries(figures.aggregate)) {
    say(`edit to diagnostics, ${basename(file)}${suffix(name)}`, ms(diagnostics));
    say(`hover sent right behind that edit${suffix(name)}`, ms(hover));
  }
}

async function workspacePart(folder, cli, figures) {
  const document = options.document === undefined ? firstEvalConfig(folder) : resolve(options.document);
  if (document === undefined) throw new Error(`${folder} has no eval_*.py: name a config with --document FILE.`);
  const measured = await benchWorkspace(cli, folder, document, runs);
  figures.workspace = measured;
  const { files, changedFiles, firstDiagnosticsMs, firstCpuMs, index, symbols, symbolsCpuMs, checkout, peakMemoryMB } = measured;
  const meanwhile = ({ hover, longestHoverMs, longestStallCpuMs }) =>
    `a hover meanwhile ${ms(hover)}, at most ${longestHoverMs} ms, for which all threads of the server worked at most ${longestStallCpuMs} ms`;
  say(
    `first diagnostics of ${basename(document)}, start included`,
    `${firstDiagnosticsMs} ms (wanted: 1,000; processor ${firstCpuMs} ms), in a workspace of ${files} Python, YAML and JSON files`,
  );
  say(
    'reading all names of the workspace',
    `${index.ms} ms (wanted: 10,000; processor ${index.cpuMs} ms); ${meanwhile(index)} (wanted: 50)`,
  );
  say('search for a symbol', `${ms(symbols)} (wanted: p95 100), processor ${ms(symbolsCpuMs)}`);
  say('peak memory of the server', `${peakMemoryMB ?? '?'} MB (wanted: 400)`);
  say(
    `calm behind ${changedFiles} changed files`,
    `${checkout.ms} ms (wanted: 5,000; processor ${checkout.cpuMs} ms); ${meanwhile(checkout)}`,
  );
}

function firstEvalConfig(folder) {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(?:^|[\\/])eval_[^\\/]*\.py$/.test(name));
  return entries.length === 0 ? undefined : join(folder, entries.sort()[0]);
}

/** The nearest folder above that a project usually starts with, as an editor would open it. */
function projectOf(file) {
  let folder = dirname(file);
  while (dirname(folder) !== folder && !['.git', 'setup.py', 'pyproject.toml'].some((name) => existsSync(join(folder, name))))
    folder = dirname(folder);
  return dirname(folder) === folder ? dirname(file) : folder;
}

function sizePart(figures) {
  const packages = readdirSync('.').filter((name) => name.endsWith('.vsix'));
  if (packages.length === 0) return say('size of the .vsix', "not there; 'npm run package' makes it");
  for (const name of packages) {
    figures.vsixMB = round(statSync(name).size / 1024 / 1024);
    say(`size of ${name}`, `${figures.vsixMB} MB`);
  }
}

function suffix(name) {
  return options.against ? ` (${name})` : '';
}

function ms({ median, p95, runs: n }) {
  return `median ${median} ms, p95 ${p95} ms (${n} runs)`;
}

function ratio(what, mine, theirs) {
  if (theirs) say(`ratio this : against, ${what}`, `${round(mine.median / theirs.median)} (medians)`);
}

function say(what, figure) {
  process.stdout.write(`${what.padEnd(48)} ${figure}\n`);
}

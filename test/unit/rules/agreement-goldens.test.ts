import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { defaultSettings, type Settings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { rules } from '../../../server/src/engine/frameworks/registry.js';
import { raisesOf } from '../../../server/src/engine/checks/support/known-raises.js';
import goldenInferencers from '../../support/golden-inferencers.json' with { type: 'json' };
import { asConfig, golden, readLines } from '../../support/goldens.js';

// Whatever the preview cannot show has an error, and what it shows has no error that says otherwise: over all recorded cases of OpenCompass and AISBench.

/** Rules whose errors are about the prompt of the pair and nothing else: each is an exception of the renderer. */
const aboutThePrompt = new Set([
  'ice-token-missing',
  'ice-token-undefined',
  'missing-ice-template',
  'missing-fallback-role',
  'unknown-role',
  'prompt-raises',
]);

/** A dataset and a model that meet. */
interface Pair {
  readonly dataset: object;
  readonly model: object;
}

interface Agreement {
  /** All that differ, and those that were looked at. */
  readonly pairs: number;
  readonly asked: number;
  readonly raising: number;
  /** The exceptions without an error, and the errors without an exception, with their configs. */
  readonly disagreements: readonly string[];
}

const openCompass: Settings = { ...defaultSettings, framework: 'opencompass' };
const aisBench: Settings = { ...defaultSettings, framework: 'aisbench' };

/** So many pairs are all looked at. */
const few = 500;
/** Of those behind them one of so many, unless PREFLIGHT_ALL_PAIRS is set. A prime, so that each dataset and each model meets others of the other. */
const oneOf = process.env['PREFLIGHT_ALL_PAIRS'] ? 1 : 7;

/** All other rules are off: nearly always these alone tell whether the two agree, and they take a fraction of the time. */
const promptRulesOnly: Settings['rules'] = Object.fromEntries(rules.flatMap(({ id }) => (aboutThePrompt.has(id) ? [] : [[id, 'off']])));

function agreementOf(pairs: Iterable<Pair>, settings: Settings): Agreement {
  // Many shipped datasets differ in what no prompt is made of: the same pair is looked at once.
  const seen = new Set<string>();
  let [raising, asked] = [0, 0];
  const disagreements: string[] = [];
  for (const { dataset, model } of pairs) {
    const text = JSON.stringify({ datasets: [{ abbr: 'd', ...dataset }], models: [{ abbr: 'm', ...model }] });
    if (seen.has(text)) continue;
    seen.add(text);
    if (seen.size > few && seen.size % oneOf !== 0) continue;
    asked++;
    const workspace = new MemoryWorkspace({ '/ws/eval.json': text });
    const project = createProject(workspace, { ...settings, rules: promptRulesOnly });
    const { framework, config, surroundings } = project.load('/ws/eval.json')!;
    const [target] = framework.targets(config);
    // The rule takes it from there too: what a pair raises is asked of the framework once.
    const [error] = raisesOf(framework, target!.dataset, [target!.model], surroundings);
    const wrong = firstError(project);
    if (error) raising++;
    if (error && !wrong && !firstError(createProject(workspace, settings)))
      disagreements.push(`no error, and rendering raises ${error.error}\n${text}`);
    if (!error && wrong) disagreements.push(`${wrong.rule}: ${wrong.message}, and the prompt is rendered\n${text}`);
  }
  return { pairs: seen.size, asked, raising, disagreements };
}

function firstError(project: Project): Diagnostic | undefined {
  return project.check('/ws/eval.json').find(({ severity }) => severity === 'error');
}

function expectAgreement(what: string, pairs: Iterable<Pair>, settings: Settings): void {
  const { pairs: count, asked, raising, disagreements } = agreementOf(pairs, settings);
  const share = asked < count ? ` (of ${String(count)}: PREFLIGHT_ALL_PAIRS=1 asks all)` : '';
  console.log(`${what}: ${String(asked)} pairs${share}, ${String(raising)} raise, ${String(disagreements.length)} disagree`);
  expect(disagreements.slice(0, 3)).toEqual([]);
  expect(raising).toBeGreaterThan(10);
}

interface CaseRow {
  readonly prompt_template: unknown;
  readonly ice_template: unknown;
  readonly reader_cfg: unknown;
  readonly retriever: unknown;
  readonly inferencer: { readonly mode: string; readonly labels: unknown };
  readonly metas: readonly { readonly kind: string; readonly meta: unknown }[];
}

const openCompassModel = (kind: string, meta: unknown): object => ({
  type: kind === 'lm' ? 'HuggingFaceCausalLM' : 'OpenAISDK',
  meta_template: asConfig(meta),
});
const serviceModel = (parser: string, meta: unknown): object => ({
  attr: 'service',
  type: parser.toLowerCase() === 'lm' ? 'VLLMCustomAPI' : 'VLLMCustomAPIChat',
  path: '',
  meta_template: asConfig(meta),
});

/** The pairs of self-contained cases. */
function* pairsOfCases(name: string, modelOf: (kind: string, meta: unknown) => object): Iterable<Pair> {
  for (const row of readLines<CaseRow>(`test/fixtures/opencompass/${name}.jsonl.gz`)) {
    const { mode, labels } = row.inferencer;
    const inferCfg = {
      ...(row.prompt_template !== null && { prompt_template: row.prompt_template }),
      ...(row.ice_template !== null && { ice_template: row.ice_template }),
      retriever: row.retriever,
      inferencer: { type: goldenInferencers[mode as keyof typeof goldenInferencers], ...(labels !== null && { labels }) },
    };
    const dataset = asConfig({ type: 'JsonlDataset', reader_cfg: row.reader_cfg, infer_cfg: inferCfg }) as object;
    for (const { kind, meta } of row.metas) yield { dataset, model: modelOf(kind, meta) };
  }
}

describe.each(['quirks', 'fuzz'])('pairs of %s', (name) => {
  it(
    'raise exactly where an error says so in OpenCompass',
    () => expectAgreement(`OpenCompass ${name}`, pairsOfCases(name, openCompassModel), openCompass),
    300_000,
  );
  it('and in AISBench', () => expectAgreement(`AISBench ${name}`, pairsOfCases(name, serviceModel), aisBench), 300_000);
});

const inputsFile = golden('opencompass/prompt-inputs.jsonl.gz');
const modelsFile = golden('opencompass/prompts-models.jsonl.gz');
const metasFile = golden('opencompass/metas.json');

/** The shipped datasets with each of the core meta templates, and those recorded for it with the ones of the shipped models. */
function* shippedPairs(inputs: string, models: string, metaTemplates: string): Iterable<Pair> {
  const metas = Object.values(
    JSON.parse(readFileSync(metaTemplates, 'utf8')) as Record<
      string,
      { readonly group: string; readonly kind: string; readonly meta: unknown }
    >,
  );
  const withModels = new Set(readLines<{ readonly cid: string }>(models).map(({ cid }) => cid));
  for (const { cid, infer_cfg, reader_cfg } of readLines<{
    readonly cid: string;
    readonly infer_cfg: unknown;
    readonly reader_cfg: unknown;
  }>(inputs)) {
    const dataset = asConfig({ type: 'JsonlDataset', reader_cfg, infer_cfg }) as object;
    for (const { group, kind, meta } of metas)
      if (group === 'core' || withModels.has(cid)) yield { dataset, model: openCompassModel(kind, meta) };
  }
}

const aisPrompts = golden('aisbench/prompts.jsonl.gz');
const aisConfigs = golden('aisbench/configs.jsonl.gz');
const aisMetas = golden('aisbench/metas.json');

interface AisRow {
  readonly path: string;
  readonly key: string;
  readonly abbr: string;
  readonly meta_id: string;
}

function* aisPairs(prompts: string, configs: string, metaTemplates: string): Iterable<Pair> {
  const metas = JSON.parse(readFileSync(metaTemplates, 'utf8')) as readonly {
    readonly id: string;
    readonly parser: string;
    readonly meta: unknown;
    readonly effective?: unknown;
  }[];
  const values = new Map(
    readLines<{ readonly path: string; readonly ok: boolean; readonly value: Record<string, unknown> }>(configs).flatMap(
      ({ path, ok, value }) => (ok ? [[path, value] as const] : []),
    ),
  );
  const seen = new Set<string>();
  for (const { path, key, abbr, meta_id } of readLines<AisRow>(prompts)) {
    const pair = [path, key, abbr, meta_id].join(' ');
    const list = values.get(path)?.[key];
    const found = Array.isArray(list) ? (list as readonly { readonly abbr?: string }[]).find((one) => one.abbr === abbr) : undefined;
    const meta = metas.find(({ id }) => id === meta_id);
    if (seen.has(pair) || !found || !meta) continue;
    seen.add(pair);
    yield { dataset: asConfig(found) as object, model: serviceModel(meta.parser, meta.effective ?? meta.meta) };
  }
}

if (!inputsFile || !aisPrompts)
  console.log(
    'Left out: the shipped datasets of OpenCompass and AISBench, whose recorded answers are not at hand. The cases of test/fixtures stand for them.',
  );

describe.runIf(inputsFile && modelsFile && metasFile)('pairs of shipped datasets of OpenCompass', () => {
  it(
    'raise exactly where an error says so',
    () => expectAgreement('OpenCompass shipped', shippedPairs(inputsFile!, modelsFile!, metasFile!), openCompass),
    600_000,
  );
});

describe.runIf(aisPrompts && aisConfigs && aisMetas)('pairs of shipped datasets of AISBench', () => {
  it(
    'raise exactly where an error says so',
    () => expectAgreement('AISBench shipped', aisPairs(aisPrompts!, aisConfigs!, aisMetas!), aisBench),
    600_000,
  );
});

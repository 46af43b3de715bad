// Golden cases as files for op `check`: which of them raise, and what of the file is responsible.
import goldenInferencers from '../../support/golden-inferencers.json' with { type: 'json' };
import { numberText } from '../json.mjs';
import { pythonFile } from './python-text.mjs';

/**
 * A case: `request` for op `check`; `raises` what the framework raises, undefined where it does not; `owns(diagnostic)` whether a diagnostic is on what is
 * responsible; `again` a request for op `render` with other rows, by which it is known whether the case raises for what is in its rows.
 */
export const checkSuites = [
  { name: 'opencompass quirks', folder: 'opencompass', goldens: ['quirks'], cases: ({ rows }) => madePairs(rows.quirks) },
  { name: 'opencompass fuzz', folder: 'opencompass', goldens: ['fuzz'], cases: ({ rows }) => madePairs(rows.fuzz) },
  {
    name: 'opencompass shipped',
    folder: 'opencompass',
    goldens: ['prompts', 'prompts-models', 'prompt-inputs'],
    needsMetas: true,
    cases: ({ rows, metas }) => shippedPairs(rows, metas),
  },
  { name: 'opencompass semantics', folder: 'opencompass', goldens: ['semantics'], cases: ({ rows }) => rows.semantics.map(semanticsCase) },
  {
    name: 'opencompass configs',
    folder: 'opencompass',
    goldens: ['configs'],
    needsSources: true,
    cases: ({ rows, sources }) => rows.configs.map((row) => wholeFile(row, sources)),
  },
  {
    name: 'aisbench shipped',
    folder: 'aisbench',
    goldens: ['prompts', 'configs'],
    needsMetas: true,
    cases: ({ rows, metas }) => aisPairs(rows, metas),
  },
  {
    name: 'aisbench configs',
    folder: 'aisbench',
    goldens: ['configs'],
    needsSources: true,
    sourcesOption: 'ais-sources',
    cases: ({ rows, sources }) => rows.configs.map((row) => wholeFile(row, sources)),
  },
  {
    name: 'lm-eval corners',
    folder: 'lm-eval',
    goldens: ['corner-cases'],
    cases: ({ rows }) => rows['corner-cases'].map((row, i) => taskCase(row, i, row.config)),
  },
  {
    name: 'lm-eval tasks',
    folder: 'lm-eval',
    goldens: ['tasks'],
    cases: ({ rows }) => rows.tasks.map((row, i) => taskCase(row, i, row.config)),
  },
  {
    name: 'lm-eval shipped',
    folder: 'lm-eval',
    goldens: ['prompts'],
    needsSources: true,
    sourcesOption: 'lm-sources',
    cases: ({ rows, sources }) =>
      rows.prompts.map((row, i) => ({
        id: `${i} ${row.path}`,
        request: { op: 'check', root: sources, path: row.path },
        raises: row.error,
        owns: ownsTask,
      })),
  },
  {
    name: 'lm-eval runs',
    folder: 'lm-eval',
    goldens: ['runs'],
    cases: ({ rows, folder }) => [...byTask(rows.runs)].map(([path, row]) => runCase(path, row, folder)),
  },
];

/** The API's class does nothing with what the parser gives: what others make of it is not recorded. */
const openCompassModel = (kind, meta) => ({
  abbr: 'm',
  type: { $ref: `opencompass.models.${kind === 'lm' ? 'HuggingFaceCausalLM' : 'BaseAPIModel'}` },
  path: 'm',
  ...(meta !== null && { meta_template: meta }),
});

const openicl = (name) => {
  if (/^NoSuch/.test(name)) return name;
  const room = /Retriever$/.test(name) ? 'icl_retriever' : /Inferencer$/.test(name) ? 'icl_inferencer' : 'icl_prompt_template';
  return { $ref: `opencompass.openicl.${room}.${name}` };
};

const withClass = (part) => (typeof part?.type === 'string' ? { ...part, type: openicl(part.type) } : part);

/** A dataset and a model that meet, in a file of their own. */
function pair(id, dataset, model, raises, stage) {
  const { text, pathAt } = pythonFile({ datasets: [dataset], models: [model] });
  const wanted = stage === undefined ? [] : responsible[stage];
  return {
    id,
    request: { op: 'check', files: { 'eval.py': text }, main: 'eval.py' },
    raises,
    owns: ({ range }) => {
      const path = pathAt(range.start.line);
      // Of no part alone, but of the infer_cfg, where its parts do not go together or one is missing.
      if (path.length === 3 && path[2] === 'infer_cfg') return true;
      return wanted.some((parts) => parts.every((part, i) => path[i] === part));
    },
    text,
  };
}

const dataset = (...parts) => ['datasets', 0, ...parts];
const templates = [dataset('infer_cfg', 'prompt_template'), dataset('infer_cfg', 'ice_template')];
const meta = ['models', 0, 'meta_template'];
const examples = [...templates, dataset('infer_cfg', 'retriever')];

/** What a stage works on; a turn that a meta template does not know is the fault of either. */
const responsible = {
  template: [...examples, dataset('infer_cfg', 'inferencer')],
  reader: [dataset('reader_cfg'), ...templates, dataset('infer_cfg', 'retriever')],
  retriever: examples,
  labels: [...templates, dataset('infer_cfg', 'inferencer')],
  ice: examples,
  prompt: [...examples, dataset('infer_cfg', 'inferencer'), dataset('reader_cfg')],
  meta: [meta],
  parse: [...templates, meta, ['models', 0, 'type']],
  dataset: [dataset()],
};

function* pairsOf(rows) {
  for (const row of rows) {
    const { mode, labels } = row.inferencer;
    const infer_cfg = {
      ...(row.prompt_template !== null && { prompt_template: withClass(row.prompt_template) }),
      ...(row.ice_template !== null && { ice_template: withClass(row.ice_template) }),
      retriever: withClass(row.retriever),
      inferencer: { type: openicl(goldenInferencers[mode]), ...(labels !== null && { labels }) },
    };
    const one = { abbr: 'd', type: { $ref: 'opencompass.datasets.JsonlDataset' }, path: 'd', reader_cfg: row.reader_cfg, infer_cfg };
    for (const [i, { kind, meta: template }] of row.metas.entries()) yield { row, i, one, model: openCompassModel(kind, template) };
  }
}

function madePairs(rows) {
  return [...pairsOf(rows)].map(({ row, i, one, model }) => {
    const failed = firstFailure(row.expected, i);
    return { ...pair(`${row.id}/${i}`, one, model, failed?.error, failed?.stage), again: withOtherRows(row, i) };
  });
}

/** The case with rows that say nothing, for op `render`: what it still raises does not depend on what is in its rows. */
function withOtherRows({ expected: _expected, ...row }, i) {
  const { input_columns: inputs, output_column: output } = row.reader_cfg;
  const placeholders = [...JSON.stringify([row.prompt_template, row.ice_template]).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const columns = [inputs, output, placeholders].flat().filter((column) => typeof column === 'string' && column !== '');
  const other = (mark) => Object.fromEntries(columns.map((column) => [column, `⟦${column}#${mark}⟧`]));
  const labels = labelsOf(row.ice_template);
  // Examples are told apart by what the output column holds, where there is one for each label.
  const rows = Array.from({ length: 100 }, (_, n) => ({ ...other(n), ...(labels && output && { [output]: labels[n % labels.length] }) }));
  return { ...row, op: 'render', framework: 'opencompass', metas: [row.metas[i]], train: rows, test: other('t') };
}

function labelsOf(template) {
  const texts = template?.template;
  if (texts === null || typeof texts !== 'object' || Array.isArray(texts)) return undefined;
  const keys = texts.$dict?.map(([key]) => key) ?? Object.keys(texts);
  return keys.length > 0 && keys.some((key) => !['begin', 'round', 'end'].includes(key)) ? keys : undefined;
}

/** What a pair raises first: before there is a prompt, for a label, or where the meta template reads it. */
function firstFailure(expected, i) {
  if (expected.error !== undefined) return expected;
  return expected.prompts
    .map((prompt) => (prompt.error !== undefined ? prompt : prompt.parsed[i]))
    .find(({ error }) => error !== undefined);
}

function shippedPairs(rows, metas) {
  const inputs = new Map(rows['prompt-inputs'].map((input) => [input.cid, input]));
  const failures = new Map();
  for (const row of [...rows.prompts, ...rows['prompts-models']]) {
    const results =
      row.error === undefined
        ? row.results
        : Object.fromEntries(
            Object.keys(metas)
              .filter((id) => metas[id].group === 'core')
              .map((id) => [id, row]),
          );
    for (const [id, result] of Object.entries(results ?? {})) {
      const key = `${row.cid} ${id}`;
      if (row.mode !== 'gen' || !failures.has(key)) failures.set(key, failures.get(key) ?? result);
      else if (failures.get(key)?.error === undefined) failures.set(key, result);
    }
  }
  return [...failures].flatMap(([key, result]) => {
    const [cid, id] = key.split(' ');
    const input = inputs.get(cid);
    if (!input) return [];
    const one = {
      abbr: 'd',
      type: { $ref: 'opencompass.datasets.JsonlDataset' },
      path: 'd',
      reader_cfg: input.reader_cfg,
      infer_cfg: input.infer_cfg,
    };
    const { kind, meta: template } = metas[id];
    return [pair(key, one, openCompassModel(kind, template), result?.error, result?.stage ?? 'parse')];
  });
}

function aisPairs(rows, metas) {
  const values = new Map(rows.configs.flatMap(({ path, ok, value }) => (ok ? [[path, value]] : [])));
  const pairs = new Map();
  for (const row of rows.prompts) {
    const key = [row.path, row.key, row.abbr, row.section ?? '', row.meta_id].join(' ');
    const there = pairs.get(key);
    if (!there || there.error === undefined) pairs.set(key, row);
  }
  return [...pairs].flatMap(([key, row]) => {
    const list = values.get(row.path)?.[row.key];
    const found = (Array.isArray(list) ? list : []).find(({ abbr }) => abbr === row.abbr);
    const { parser, meta: template, effective } = metas.find(({ id }) => id === row.meta_id) ?? {};
    if (!found || parser === undefined) return [];
    const lm = parser.toLowerCase() === 'lm';
    const model = {
      attr: 'service',
      abbr: 'm',
      type: { $ref: `ais_bench.benchmark.models.${lm ? 'VLLMCustomAPI' : 'VLLMCustomAPIChat'}` },
      path: '',
      model: '',
      max_out_len: 512,
      batch_size: 1,
      ...((effective ?? template) !== null && { meta_template: effective ?? template }),
    };
    // In which stage it raises is not recorded: the prompt is made of the dataset's part and of the model's.
    return [pair(key, found, model, row.error, row.error?.startsWith('no infer_cfg') ? 'dataset' : aisStage(row))];
  });
}

function aisStage({ error }) {
  return error === undefined ? undefined : /api_role|begin or end/.test(error) ? 'meta' : 'parse';
}

function semanticsCase({ name, main, files, ok, error }) {
  return {
    id: name,
    request: { op: 'check', files: { ...files, 'main.py': main }, main: 'main.py' },
    raises: ok ? undefined : error,
    owns: () => true,
    text: main,
  };
}

/** A shipped config where it lies: that it does not load is said anywhere in it. */
function wholeFile({ path, ok, error }, root) {
  return { id: path, request: { op: 'check', root, path }, raises: ok ? undefined : error, owns: () => true, whole: true };
}

function taskCase({ path, num_fewshot: shots, error }, i, config) {
  const whole = { ...config, ...(shots > 0 && { num_fewshot: shots }) };
  const text = Object.entries(whole)
    .map(([key, value]) => `${JSON.stringify(key)}: ${yamlText(value)}\n`)
    .join('');
  return {
    id: `${i} ${path}`,
    request: { op: 'check', files: { 'task.yaml': text }, main: 'task.yaml' },
    raises: error,
    owns: ownsTask,
    text,
  };
}

/** A field that a task has is responsible, or the task as a whole where it lacks one. */
function ownsTask() {
  return true;
}

/** A value as YAML, which JSON is but for functions. */
function yamlText(value) {
  if (Array.isArray(value)) return `[${value.map(yamlText).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const number = numberText(value);
  if (number !== undefined) return number;
  if ('$function' in value) return `!function ${value.$function}`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${yamlText(item)}`)
    .join(', ')}}`;
}

/** The documents of a run are one task: it raises where one of them does. */
function byTask(rows) {
  const tasks = new Map();
  for (const row of rows) {
    const key = `${row.case}/${row.task.slice(row.task.lastIndexOf('/') + 1)}`;
    const there = tasks.get(key);
    // What only an option of the command line brings about is no fault of the file.
    if (!there || (row.error !== undefined && row.options.num_fewshot === null)) tasks.set(key, row);
  }
  return tasks;
}

function runCase(key, row, folder) {
  const file = key.slice(key.indexOf('/') + 1);
  return {
    id: key,
    request: { op: 'check', root: `${folder}/runs/${row.case}`, path: file },
    raises: row.options.num_fewshot === null ? row.error : undefined,
    owns: ownsTask,
  };
}

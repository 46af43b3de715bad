// Suites of op `render` on shipped dataset configs: by path where a checkout is at hand, else from their recorded inputs.
import { compareErrors, compareOutcomes, compareValues, different, equal, unknown, worse } from '../compare.mjs';

export const prompts = promptSuite('prompts', 'prompts', 'core');
export const promptsModels = promptSuite('prompts-models', 'prompts-models', 'model');

function promptSuite(name, golden, group) {
  return {
    name,
    goldens: [golden, 'prompts', 'prompt-inputs'],
    needsMetas: true,
    cases: ({ rows, sources, metas }) => {
      const chosen = Object.entries(metas).filter(([, meta]) => meta.group === group);
      const places = firstBy(rows.prompts);
      const inputs = firstBy(rows['prompt-inputs']);
      return [...groupBy(rows[golden])].map(([cid, goldens]) => ({
        request: {
          id: cid,
          op: 'render',
          framework: 'opencompass',
          ...(sources ? byPath(places.get(cid), sources) : byInputs(inputs.get(cid), goldens)),
          metas: chosen.map(([, { kind, meta }]) => ({ kind, meta })),
        },
        compare: (answer) =>
          comparePrompts(
            goldens,
            answer,
            chosen.map(([id]) => id),
          ),
      }));
    },
  };
}

function byPath(place, sources) {
  return { root: sources, path: place.path, list: place.list_name, index: place.dataset_index, rows: 'sentinel' };
}

export function byInputs(input, goldens) {
  const { infer_cfg: infer, reader_cfg, train, test } = input;
  const { prompt_template = null, ice_template = null, retriever, inferencer } = infer;
  return {
    prompt_template,
    ice_template,
    reader_cfg,
    retriever: withIdsAmong(train.length, retriever),
    inferencer: { ...inferencer, mode: own(goldens)[0].mode },
    train,
    test: Array.isArray(test) ? test[0] : test,
  };
}

/** The recorder had ten rows for any list of ids, and took the ids modulo ten: FixKRetriever itself would raise. */
function withIdsAmong(count, retriever) {
  const { fix_id_list: ids } = retriever;
  return ids === undefined ? retriever : { ...retriever, fix_id_list: ids.map((id) => Number(id) % count) };
}

/** PPLOnly was recorded twice: as it logs its prompt (gen), and as it asks (ppl_only), which is its own mode. */
function own(goldens) {
  const asked = goldens.filter((golden) => golden.mode === 'ppl_only');
  return asked.length > 0 ? asked : goldens;
}

function comparePrompts(goldens, answer, metaIds) {
  return own(goldens).reduce((outcome, golden) => worse(outcome, compareOne(golden, answer, metaIds)), equal);
}

export function compareOne(golden, answer, metaIds) {
  const where = golden.label === null ? '' : `label ${golden.label}`;
  if (answer.unknown !== undefined) return unknown(where, answer.unknown);
  if (golden.error !== undefined || answer.error !== undefined) return compareErrors(golden, answer, where);
  const prompt = answer.prompts.find(({ label }) => label === golden.label);
  if (!prompt)
    return different(
      where,
      'a prompt of this label',
      answer.prompts.map(({ label }) => label),
    );
  if (prompt.unknown !== undefined) return unknown(where, prompt.unknown);
  if (prompt.error !== undefined) return compareErrors(golden, prompt, where);
  const raw = golden.raw === undefined ? equal : compareValues(golden.raw, prompt.raw, where + '/raw');
  return metaIds.reduce((outcome, id, i) => {
    const expected = golden.results?.[id];
    return expected === undefined ? outcome : worse(outcome, compareOutcomes(expected, prompt.parsed?.[i], `${where}/${id}`));
  }, raw);
}

function groupBy(rows) {
  const groups = new Map();
  for (const row of rows) {
    if (!groups.has(row.cid)) groups.set(row.cid, []);
    groups.get(row.cid).push(row);
  }
  return groups;
}

export function firstBy(rows) {
  const first = new Map();
  for (const row of rows) if (!first.has(row.cid)) first.set(row.cid, row);
  return first;
}

/**
 * What a config gets to know of an environment variable. A value that is not handed over is unknown to it: `secret` one that is set here, `untrusted` one of
 * which not even that is told, `elsewhere` one of a machine that is not this one.
 */
export type Variable =
  | { readonly kind: 'set'; readonly value: string }
  | { readonly kind: 'unset' }
  | { readonly kind: 'secret' }
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'elsewhere' };

/** What `os.environ` holds for configs, by the name of the variable. */
export type Environment = (name: string) => Variable;

/**
 * The variables whose values are handed to configs: those that the frameworks document or read for models, datasets, caches and devices. None that holds
 * a key, a token or a password, and no address, since an address may hold one of these.
 */
const handedOver: ReadonlySet<string> = new Set([
  // OpenCompass 0.5.3: README.md, tests/TESTING_GUIDE.md, docs/en/advanced_guides/llm_judge.md, docs/en/get_started/faq.md; `configs/datasets/ruler/`,
  // `datasets/cibench.py`, `models/huggingface.py`
  'DATASET_SOURCE',
  'COMPASS_DATA_CACHE',
  'OC_JUDGE_MODEL',
  'TOKENIZER_MODEL',
  'USER_DATA_DIR',
  'HF_MODEL_HUB',
  'HF_DATASETS_OFFLINE',
  'HF_EVALUATE_OFFLINE',
  'HF_HUB_OFFLINE',
  'TRANSFORMERS_OFFLINE',
  // AISBench: `benchmark/datasets/utils/datasets.py`, docs/source_en/extended_benchmark/lmm_generate/vbench.md, docs/source_en/best_practices/
  'AIS_BENCH_DATASETS_CACHE',
  'VBENCH_CACHE_DIR',
  'ASCEND_RT_VISIBLE_DEVICES',
  // lm-evaluation-harness 0.4.13: docs/interface.md "Environment Variables", `api/task.py`
  'LM_HARNESS_CACHE_PATH',
  'LMEVAL_LOG_LEVEL',
  'TOKENIZERS_PARALLELISM',
  'HF_DATASETS_CACHE',
  // All three: how the work is shared out.
  'CUDA_VISIBLE_DEVICES',
  'OMP_NUM_THREADS',
  'RANK',
  'LOCAL_RANK',
  'WORLD_SIZE',
  'LOCAL_WORLD_SIZE',
]);

/**
 * What configs see of the environment of a process. A variable that is not set is no secret: a config's own default is then what a run here would use.
 * @param variables all that are set
 * @param trusted asked anew for each variable; in a workspace that is not trusted nothing of the environment is told, not even what is set
 */
export function environmentFor(variables: Readonly<Record<string, string | undefined>>, trusted: () => boolean): Environment {
  return (name) => {
    if (!trusted()) return { kind: 'untrusted' };
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) return { kind: 'unset' };
    return handedOver.has(name) ? { kind: 'set', value } : { kind: 'secret' };
  };
}

/** Where no run could be started, as in a browser: of no variable it is known what a run would find. */
export const environmentElsewhere: Environment = () => ({ kind: 'elsewhere' });

/** Nothing is set: a config's own defaults are used. */
export const emptyEnvironment: Environment = () => ({ kind: 'unset' });

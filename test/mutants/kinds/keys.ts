import { entryOf, type Literal, type PythonSource } from '../python-source.js';
import { renamedKey } from '../edits.js';
import type { Kind } from '../mutation.js';

/** Where a dict stands in a config, and which of its keys the frameworks read. */
interface KeyPlace {
  readonly id: string;
  of(source: PythonSource): readonly Literal[];
  readonly keys: RegExp;
}

const places: readonly KeyPlace[] = [
  { id: 'template', of: templateDicts, keys: /^(template|ice_token)$/ },
  { id: 'sections of a template', of: (source) => source.named('template').filter(hasSection), keys: /^(round|begin)$/ },
  {
    id: 'turn',
    of: (source) => source.named('round[]', 'begin[]').filter((turn) => entryOf(turn, 'prompt') !== undefined),
    keys: /^(role|prompt|fallback_role)$/,
  },
  {
    id: 'reader_cfg',
    of: (source) => source.named('reader_cfg'),
    keys: /^(input_columns|output_column|train_split|test_split|train_range|test_range)$/,
  },
  { id: 'infer_cfg', of: (source) => source.named('infer_cfg'), keys: /^(prompt_template|ice_template|retriever|inferencer)$/ },
  { id: 'retriever', of: (source) => source.named('retriever'), keys: /^(fix_id_list|ice_num|ice_eos_token)$/ },
  {
    id: 'inferencer',
    of: (source) => source.named('inferencer'),
    keys: /^(max_out_len|stopping_criteria|save_every|labels|generation_kwargs)$/,
  },
  { id: 'eval_cfg', of: (source) => source.named('eval_cfg'), keys: /^(evaluator|pred_postprocessor|dataset_postprocessor|pred_role)$/ },
  { id: 'dataset', of: datasets, keys: /^(abbr|type|reader_cfg|infer_cfg|eval_cfg)$/ },
  { id: 'dataset, of its class', of: datasets, keys: /^(path|name|file_name|local_mode|num_repeats|n|k)$/ },
  {
    id: 'model',
    of: models,
    keys: /^(abbr|type|path|max_out_len|max_seq_len|batch_size|run_cfg|meta_template|generation_kwargs|model_kwargs|tokenizer_path|tokenizer_kwargs|engine_config|gen_config|key|query_per_second|host_ip|host_port|request_rate|retry|attr|stream|temperature|stop_words|model|trust_remote_code|pred_postprocessor)$/,
  },
  {
    id: 'generation_kwargs',
    of: (source) => source.named('generation_kwargs'),
    keys: /^(temperature|top_p|top_k|do_sample|repetition_penalty|num_return_sequences|seed)$/,
  },
  { id: 'run_cfg', of: (source) => source.named('run_cfg'), keys: /^(num_gpus|num_procs)$/ },
  { id: 'meta_template', of: (source) => source.named('meta_template'), keys: /^(round|reserved_roles|begin|eos_token_id)$/ },
];

function hasSection(template: Literal): boolean {
  return entryOf(template, 'round') !== undefined;
}

function templateDicts(source: PythonSource): readonly Literal[] {
  return source.named('prompt_template', 'ice_template').filter((template) => /PromptTemplate$/.test(source.typeOf(template)));
}

export function datasets(source: PythonSource): readonly Literal[] {
  return source.literals.filter((literal) => entryOf(literal, 'infer_cfg') !== undefined && entryOf(literal, 'reader_cfg') !== undefined);
}

export function models(source: PythonSource): readonly Literal[] {
  return source.literals.filter(({ name, entries }) => /(^|_)models?(\[\])?$/.test(name) && entries.some(({ key }) => key === 'type'));
}

export const keyKinds: readonly Kind<PythonSource>[] = [
  ...places.map(({ id, of, keys }) => ({
    id: `key/slip in ${id}`,
    sites: (source: PythonSource, slip: (word: string) => string) =>
      of(source).flatMap((literal) =>
        literal.entries.filter(({ key }) => keys.test(key)).map((entry) => renamedKey(literal, entry, slip(entry.key))),
      ),
  })),
  {
    id: 'key/of the same meaning',
    sites: (source) =>
      source.literals.flatMap((literal) =>
        literal.entries.flatMap((entry) => {
          const other = Object.hasOwn(synonyms, entry.key) ? synonyms[entry.key]! : undefined;
          const known = [
            ...datasets(source),
            ...models(source),
            ...source.named('reader_cfg', 'infer_cfg', 'inferencer', 'retriever', 'eval_cfg', 'round[]'),
          ];
          return other !== undefined && known.includes(literal) ? [renamedKey(literal, entry, other)] : [];
        }),
      ),
  },
];

/** What users write who remember what a key is for. */
const synonyms: Readonly<Record<string, string>> = {
  max_out_len: 'max_new_tokens',
  max_seq_len: 'max_length',
  input_columns: 'input_cols',
  output_column: 'output_columns',
  prompt_template: 'prompt',
  retriever: 'retriver',
  inferencer: 'infer',
  evaluator: 'evaluators',
  fix_id_list: 'fix_ids',
  pred_postprocessor: 'postprocessor',
  batch_size: 'batchsize',
  prompt: 'content',
};

/** Names that the libraries beneath use for a key of a model, or that differ from it by more than a slip. */
const otherNames: Readonly<Partial<Record<string, readonly string[]>>> = {
  max_new_tokens: ['max_out_len'],
  max_tokens: ['max_out_len'],
  max_out_length: ['max_out_len'],
  max_output_len: ['max_out_len'],
  max_seq_length: ['max_seq_len'],
  max_model_len: ['max_seq_len'],
  model_path: ['path'],
  model_name_or_path: ['path'],
  model: ['path'],
  model_name: ['path', 'model'],
  bs: ['batch_size'],
  judge_cfg: ['judge_infer_cfg'],
  judge_infer_config: ['judge_infer_cfg'],
  gen_kwargs: ['generation_kwargs', 'gen_config'],
  generate_kwargs: ['generation_kwargs', 'gen_config'],
  generation_kwargs: ['gen_config', 'sample_kwargs'],
  generation_config: ['generation_kwargs', 'gen_config'],
  sampling_params: ['generation_kwargs', 'sample_kwargs'],
  gen_config: ['generation_kwargs'],
  engine_config: ['model_kwargs'],
  model_kwargs: ['engine_config'],
  api_key: ['key'],
  key: ['api_key'],
  api_base: ['openai_api_base', 'url'],
  base_url: ['openai_api_base', 'url'],
  host: ['host_ip'],
  ip: ['host_ip'],
  port: ['host_port'],
};

export function isOtherName(name: string, key: string): boolean {
  return Object.hasOwn(otherNames, name) && (otherNames[name]?.includes(key) ?? false);
}

/** Names that the libraries beneath use for a key of a model, or that differ from it by more than a slip. */
const otherNames: Readonly<Partial<Record<string, string>>> = {
  max_new_tokens: 'max_out_len',
  max_tokens: 'max_out_len',
  max_out_length: 'max_out_len',
  max_output_len: 'max_out_len',
  max_seq_length: 'max_seq_len',
  max_model_len: 'max_seq_len',
  model_path: 'path',
  model_name_or_path: 'path',
  bs: 'batch_size',
  judge_cfg: 'judge_infer_cfg',
  gen_kwargs: 'generation_kwargs',
  generate_kwargs: 'generation_kwargs',
};

export function isOtherName(name: string, key: string): boolean {
  return Object.hasOwn(otherNames, name) && otherNames[name] === key;
}

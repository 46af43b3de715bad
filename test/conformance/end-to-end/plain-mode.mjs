/** How the harness is started where nothing is said: what modes of the end-to-end suites begin with. */
export const plainMode = {
  num_fewshot: null,
  fewshot_seed: 1234,
  limit: null,
  apply_chat_template: false,
  fewshot_as_multiturn: true,
  system_instruction: null,
};

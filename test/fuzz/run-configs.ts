import { readFileSync } from 'node:fs';

/** Configs for `lm-eval run --config` with which changes begin: that of the examples, and odd ones. Each is opened in the folder of the examples, so that its tasks are there. */
export const runConfigs: readonly string[] = [
  readFileSync('examples/lm-eval/run.yaml', 'utf8'),
  'model: hf\ntasks: harbour_*\ninclude_path: .\nmodel_args: pretrained=./m,max_length=2048\ngen_kwargs: {until: [a], max_gen_toks: 5}\nseed: [0, 1, null, 3]\n',
  'model: local-chat-completions\nmodel_args: {model: x, base_url: "http://localhost"}\ntasks: [harbour_quiz, "harbour_[a-z]*", harbour.yaml]\napply_chat_template: true\nfewshot_as_multiturn: true\nlimit: 0.5\n',
  'model: vllm\ntasks:\n- harbour_facts\n- "*"\n- ?arbour_quiz\nsamples: {harbour_facts: [0, 2, 5], harbour_quiz: [1]}\nnum_fewshot: 3\nsystem_instruction: |\n  Answer {{ briefly }}.\nmetadata: {a: {b: 1}}\noutput_path: out\nlog_samples: true\n',
  'a: &a [harbour_quiz, harbour_facts]\nmodel: hf\ntasks: *a\nmodel_args: &m {pretrained: Qwen/Qwen3-8B, enable_thinking: false, chat_template_args: {x: [1]}}\napply_chat_template: "tool_use"\n<<: {num_fewshot: 1}\n',
  'tasks: harbour_quiz,harbour_facts, harbour\nmodel: hf\nmodel_args: ""\nnum_fewshot: "2"\nseed: 1234\nlimit: 5\nlmit: 5\nnum_fewshto: 1\n',
];

// Configs for `lm-eval run --config` over the tasks of a user's kind, for runs of the real lm-evaluation-harness: written for this project.
import { files as taskFiles } from './tasks.mjs';

const template =
  "{{ bos_token }}{% for m in messages %}{% if m['role'] == 'assistant' %}<a>{{ m['content'] }}{{ eos_token }}{% else %}<{{ m['role'] }}>{{ m['content'] | trim }}</{{ m['role'] }}>{% endif %}{% endfor %}{% if add_generation_prompt %}<a>{% if enable_thinking is defined and not enable_thinking %}<think></think>{% elif mood is defined %}{{ mood }}{% endif %}{% endif %}";

/** What they name without a path of its own. */
const some =
  'tasks: [lake_plain, lake_plain_two, lake_choices_two, lake_samples_list, lake_processed, lake_zero_locked]\ninclude_path: .\n';
const hf = 'model: hf\nmodel_args:\n  pretrained: models/tiny\n';

/** Each config by its path. */
const runs = {
  'runs/plain.yaml': hf + some,
  'runs/all.yaml': 'model: hf\nmodel_args: pretrained=models/tiny\ntasks: "lake_[d-s]*"\ninclude_path: .\nnum_fewshot: 1\n',
  'runs/seed.yaml': hf + some + 'num_fewshot: 3\nseed: 7\n',
  'runs/seeds.yaml': hf + some + 'num_fewshot: 2\nseed: [0, 1, 2, 99]\nlimit: 3\n',
  'runs/unseeded.yaml': hf + 'tasks: lake_choices\ninclude_path: .\nseed: null\n',
  'runs/samples.yaml':
    hf +
    'tasks:\n  - lake_plain\n  - lake_choices_two\ninclude_path: .\nnum_fewshot: 2\nsamples:\n  lake_plain: [3, 1]\n  lake_choices_two: [2]\n',
  'runs/names.yaml': hf + 'tasks: "lake_plain_two,lake_choice*"\ninclude_path: .\n',
  'runs/file.yaml': hf + 'tasks: [lake_letters.yaml]\n',
  'runs/generation.yaml': hf + some + 'gen_kwargs:\n  temperature: 0.7\n  do_sample: true\n  until: ["X"]\n',
  'runs/chat.yaml': hf + some + 'apply_chat_template: true\nsystem_instruction: Be brief.\nnum_fewshot: 2\n',
  'runs/one-turn.yaml': hf + some + 'apply_chat_template: true\nfewshot_as_multiturn: false\nnum_fewshot: 2\n',
  'runs/thinking.yaml': hf.trimEnd() + '\n  enable_thinking: false\n' + some + 'apply_chat_template: true\n',
  'runs/mood.yaml': hf.trimEnd() + '\n  chat_template_args: {mood: calm}\n' + some + 'apply_chat_template: true\n',
  'runs/vllm.yaml': 'model: vllm\nmodel_args: {pretrained: nowhere/big, tokenizer: models/tiny}\n' + some + 'apply_chat_template: true\n',
  'runs/vllm-thinking.yaml':
    'model: vllm\nmodel_args: {pretrained: models/tiny, chat_template_args: {enable_thinking: false}}\n' +
    some +
    'apply_chat_template: true\n',
  'runs/service.yaml':
    'model: local-chat-completions\nmodel_args: {model: m, base_url: "http://127.0.0.1:1"}\n' +
    'tasks: [lake_plain, lake_samples_list]\ninclude_path: .\napply_chat_template: true\nnum_fewshot: 1\n',
  'runs/service-choices.yaml':
    'model: local-chat-completions\nmodel_args: {model: m}\ntasks: lake_choices\ninclude_path: .\napply_chat_template: true\n',
  'runs/no-output.yaml': hf + some + 'log_samples: true\n',
  'runs/key.yaml': hf + some + 'apply_chat_templat: true\n',
  'runs/turns.yaml': hf + some + 'fewshot_as_multiturn: true\n',
  'runs/generation-text.yaml': hf + some + 'gen_kwargs: temperature=0.7,do_sample=True,top_p=1\n',
  'runs/told.yaml': hf + 'tasks: lake_told\ninclude_path: .\nmetadata: {rows: 3}\n',
  'runs/missing.yaml': hf + 'tasks: [lake_plain, nothing_like_it]\ninclude_path: .\n',
  'runs/system.yaml': hf + some + 'system_instruction: "Answer in one word."\n',
};

/** The rows that a run is told to ask, in the order in which it numbers them. */
export const sampled = { 'runs/samples.yaml': { lake_plain: [1, 3], lake_choices_two: [2] } };

export const configs = Object.keys(runs);
export const files = {
  ...taskFiles,
  'lake_told.yaml':
    'task: lake_told\ncustom_dataset: !function told.load\ntest_split: test\noutput_type: generate_until\ndoc_to_text: "{{q}}"\ndoc_to_target: a\nmetadata: {version: 1, rows: 1}\n',
  'told.py': `import datasets


def load(pretrained="", rows=0, version=0, **kwargs):
    said = [{"q": f"{i} of {rows} for {pretrained}, {version}", "a": "x"} for i in range(rows)]
    return {"test": datasets.Dataset.from_list(said)}
`,
  ...runs,
  'models/tiny/tokenizer_config.json': JSON.stringify({ chat_template: template, bos_token: '<s>', eos_token: '</s>' }),
};

import { TracedText } from '../core/traced-text.js';
import type { ChatTemplate } from './chat-template.js';

/** A chat format that many models share, in a template written for this project. */
export interface ChatFamily {
  /** By which it is chosen. */
  readonly id: string;
  readonly title: string;
  readonly tokens: Readonly<Record<string, string>>;
  /** The template; its lines are joined without line breaks. */
  readonly lines: readonly string[];
  /** Which models' names speak for it; for a hint only. */
  readonly models: RegExp;
}

/** The family as a template, which says what it is. */
export function familyTemplate(family: ChatFamily): ChatTemplate {
  const name = `${family.title} family (written for Prompt Preflight, not the model's own)`;
  return {
    name,
    source: TracedText.of(family.lines.join(''), { kind: 'framework', what: name }),
    tokens: family.tokens,
    family: family.title,
    note: `The chat template is that of the ${family.title} family, written for Prompt Preflight: the model's own may differ, for example in a default system message.`,
  };
}

/** The family that a model's name speaks for. */
export function familyOfModel(model: string): ChatFamily | undefined {
  const name = model.toLowerCase();
  return families.find(({ models }) => models.test(name));
}

/** Stands at the begin of a template that wants turns to alternate, after the system message was taken off as `turns`. */
const alternating = [
  '{% for message in turns %}',
  "{% if (message.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('user and assistant messages must take turns, beginning with the user') }}{% endif %}",
  '{% endfor %}',
];

/** Takes a system message off the front: `system` is its text, `turns` are the others. */
const splitSystem = [
  "{% if messages[0].role == 'system' %}{% set system = messages[0].content %}{% set turns = messages[1:] %}",
  "{% else %}{% set system = '' %}{% set turns = messages %}{% endif %}",
];

export const families: readonly ChatFamily[] = [
  {
    id: 'chatml',
    title: 'ChatML',
    tokens: { eos_token: '<|im_end|>' },
    lines: [
      '{% for message in messages %}',
      "{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}",
      '{% endfor %}',
      "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}",
    ],
    models: /qwen|hermes|smollm|yi-.*chat|dolphin|orca|internlm2|lfm2/,
  },
  {
    id: 'llama-3',
    title: 'Llama 3',
    tokens: { bos_token: '<|begin_of_text|>', eos_token: '<|eot_id|>' },
    lines: [
      '{{ bos_token }}',
      '{% for message in messages %}',
      "{{ '<|start_header_id|>' + message.role + '<|end_header_id|>\\n\\n' + message.content | trim + '<|eot_id|>' }}",
      '{% endfor %}',
      "{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{% endif %}",
    ],
    models: /llama-?3|llama3/,
  },
  {
    id: 'llama-2',
    title: 'Llama 2',
    tokens: { bos_token: '<s>', eos_token: '</s>' },
    lines: [
      ...splitSystem,
      ...alternating,
      '{% for message in turns %}',
      '{% set text = message.content | trim %}',
      "{% if loop.first and system %}{% set text = '<<SYS>>\\n' + system + '\\n<</SYS>>\\n\\n' + text %}{% endif %}",
      "{% if message.role == 'user' %}{{ bos_token + '[INST] ' + text + ' [/INST]' }}",
      "{% else %}{{ ' ' + text + ' ' + eos_token }}{% endif %}",
      '{% endfor %}',
    ],
    models: /llama-?2|codellama/,
  },
  {
    id: 'mistral',
    title: 'Mistral [INST]',
    tokens: { bos_token: '<s>', eos_token: '</s>' },
    lines: [
      ...splitSystem,
      ...alternating,
      '{{ bos_token }}',
      '{% for message in turns %}',
      "{% if message.role == 'user' %}{{ '[INST] ' + (system + '\\n\\n' if system and loop.first else '') + message.content + '[/INST]' }}",
      "{% else %}{{ ' ' + message.content + eos_token }}{% endif %}",
      '{% endfor %}',
    ],
    models: /mistral|mixtral|ministral/,
  },
  {
    id: 'gemma',
    title: 'Gemma',
    tokens: { bos_token: '<bos>', eos_token: '<end_of_turn>' },
    lines: [
      "{% if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}",
      '{% set turns = messages %}',
      ...alternating,
      '{{ bos_token }}',
      '{% for message in turns %}',
      "{{ '<start_of_turn>' + ('model' if message.role == 'assistant' else message.role) + '\\n' + message.content | trim + '<end_of_turn>\\n' }}",
      '{% endfor %}',
      "{% if add_generation_prompt %}{{ '<start_of_turn>model\\n' }}{% endif %}",
    ],
    models: /gemma/,
  },
  {
    id: 'zephyr',
    title: 'Zephyr',
    tokens: { bos_token: '<s>', eos_token: '</s>' },
    lines: [
      '{% for message in messages %}',
      "{{ '<|' + message.role + '|>\\n' + message.content + eos_token + '\\n' }}",
      '{% endfor %}',
      "{% if add_generation_prompt %}{{ '<|assistant|>\\n' }}{% endif %}",
    ],
    models: /zephyr|tinyllama|stablelm-zephyr/,
  },
  {
    id: 'tulu',
    title: 'Tulu',
    tokens: { eos_token: '<|endoftext|>' },
    lines: [
      '{% for message in messages %}',
      "{{ '<|' + message.role + '|>\\n' + message.content + (eos_token if message.role == 'assistant' else '') + '\\n' }}",
      '{% endfor %}',
      "{% if add_generation_prompt %}{{ '<|assistant|>\\n' }}{% endif %}",
    ],
    models: /tulu|olmo/,
  },
  {
    id: 'phi-3',
    title: 'Phi 3',
    tokens: { bos_token: '<s>', eos_token: '<|endoftext|>' },
    lines: [
      '{% for message in messages %}',
      "{{ '<|' + message.role + '|>\\n' + message.content + '<|end|>\\n' }}",
      '{% endfor %}',
      "{% if add_generation_prompt %}{{ '<|assistant|>\\n' }}{% endif %}",
    ],
    models: /phi-?3/,
  },
  {
    id: 'phi-4',
    title: 'Phi 4',
    tokens: { bos_token: '<|endoftext|>', eos_token: '<|im_end|>' },
    lines: [
      '{% for message in messages %}',
      "{{ '<|im_start|>' + message.role + '<|im_sep|>' + message.content + '<|im_end|>' }}",
      '{% endfor %}',
      "{% if add_generation_prompt %}{{ '<|im_start|>assistant<|im_sep|>' }}{% endif %}",
    ],
    models: /phi-?4/,
  },
  {
    id: 'deepseek',
    title: 'DeepSeek',
    tokens: { bos_token: '<｜begin▁of▁sentence｜>', eos_token: '<｜end▁of▁sentence｜>' },
    lines: [
      ...splitSystem,
      '{{ bos_token + system }}',
      '{% for message in turns %}',
      "{% if message.role == 'user' %}{{ '<｜User｜>' + message.content }}",
      "{% else %}{{ '<｜Assistant｜>' + message.content + eos_token }}{% endif %}",
      '{% endfor %}',
      "{% if add_generation_prompt %}{{ '<｜Assistant｜>' }}{% endif %}",
    ],
    models: /deepseek/,
  },
  {
    id: 'glm-4',
    title: 'GLM 4',
    tokens: { eos_token: '<|endoftext|>' },
    lines: [
      '[gMASK]<sop>',
      '{% for message in messages %}',
      "{{ '<|' + message.role + '|>\\n' + message.content }}",
      '{% endfor %}',
      "{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}",
    ],
    models: /glm-?4/,
  },
  {
    id: 'vicuna',
    title: 'Vicuna',
    tokens: { bos_token: '<s>', eos_token: '</s>' },
    lines: [
      ...splitSystem,
      "{% if system %}{{ system + ' ' }}{% endif %}",
      '{% for message in turns %}',
      "{% if message.role == 'user' %}{{ 'USER: ' + message.content + ' ' }}",
      "{% else %}{{ 'ASSISTANT: ' + message.content + eos_token }}{% endif %}",
      '{% endfor %}',
      "{% if add_generation_prompt %}{{ 'ASSISTANT:' }}{% endif %}",
    ],
    models: /vicuna|longchat/,
  },
  {
    id: 'alpaca',
    title: 'Alpaca',
    tokens: { bos_token: '<s>', eos_token: '</s>' },
    lines: [
      ...splitSystem,
      "{% if system %}{{ system + '\\n\\n' }}{% endif %}",
      '{% for message in turns %}',
      "{% if message.role == 'user' %}{{ '### Instruction:\\n' + message.content + '\\n\\n' }}",
      "{% else %}{{ '### Response:\\n' + message.content + eos_token + '\\n\\n' }}{% endif %}",
      '{% endfor %}',
      "{% if add_generation_prompt %}{{ '### Response:\\n' }}{% endif %}",
    ],
    models: /alpaca|wizardlm|wizardcoder/,
  },
];

// Suite of op `chat-template`: the conversations of the task goldens in four chat templates.
import { compareErrors, different, equal, unknown } from '../compare.mjs';

/**
 * What the recorded templates do. The goldens name them and give their outputs; these texts say the same in words of this project.
 * `strict` knows no system role and wants user and assistant to take turns.
 */
const tokens = { bos_token: '<|begin|>', eos_token: '</s>' };
const templates = {
  chatml: `{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}{% endfor %}
{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`,
  llama3: `{{- bos_token }}
{%- for message in messages %}
    {{- '<|start_header_id|>' + message.role + '<|end_header_id|>\\n\\n' + message.content | trim + '<|eot_id|>' }}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{%- endif %}`,
  zephyr: `{% for message in messages %}
<|{{ message.role }}|>
{{ message.content + eos_token }}
{% endfor %}
{% if add_generation_prompt %}
{{ '<|assistant|>\\n' }}
{%- endif %}`,
  strict: `{{ bos_token }}{% if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}
{% for message in messages %}
{% if (message.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif %}
{% if message.role == 'user' %}{{ '[INST] ' + message.content | trim + ' [/INST]' }}{% else %}{{ ' ' + message.content | trim + eos_token }}{% endif %}
{% endfor %}`,
};

export const chatTemplates = {
  name: 'chat-templates',
  folder: 'lm-eval',
  goldens: ['prompts', 'corner-cases'],
  cases: ({ rows }) => [...rows.prompts, ...rows['corner-cases']].flatMap(conversations).flatMap(cases),
};

/** The conversations of a row: one for each choice where the choices are inputs. */
function conversations({ chat }, number) {
  return (Array.isArray(chat) ? chat : chat ? [chat] : []).map((conversation, i) => ({ ...conversation, id: `${number}.${i}` }));
}

function cases({ id, messages, add_generation_prompt, rendered }) {
  return Object.entries(rendered).map(([name, golden]) => ({
    request: {
      id: `${id} ${name}`,
      op: 'chat-template',
      template: templates[name],
      messages,
      add_generation_prompt,
      continue_final_message: !add_generation_prompt,
      tokens,
    },
    compare: (answer) => compareChat(golden, answer, name),
  }));
}

/** A recorded outcome and an answer. */
export function compareChat(golden, answer, where) {
  if (answer.text?.$unknown !== undefined) return unknown(where, answer.text.$unknown);
  if (golden.error !== undefined || answer.error !== undefined) return compareErrors(golden, answer, where);
  const same = golden.text === answer.text && golden.retried_without_system === answer.retried_without_system;
  return same ? equal : different(where, golden, answer);
}

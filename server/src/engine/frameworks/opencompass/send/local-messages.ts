import { say } from '../../../core/say.js';
import { PyError } from '../../../core/errors.js';
import { pyRepr, pyStr } from '../../../python/runtime/semantics.js';
import { TracedText } from '../../../core/traced-text.js';
import { textOf, type Value } from '../../../core/value.js';
import { PromptList } from '../values/prompt-list.js';
import { add, field, frameworkText, isTruthy, iterate, textLike } from '../values/python-value.js';
import { itemsOfPrompt, lineBreak, plainRoles, promptOfItem, roleOf, type Converter, type SentMessage } from './service-messages.js';

/**
 * The local chat wrappers, also AISBench 3.1.0's: empty prompts are left out, neighbours of one role are joined (`models/huggingface_above_v4_33.py`).
 * @throws PyError KeyError for an api_role other than HUMAN, BOT and SYSTEM, and for messages without a prompt
 */
export const wrapper = (parsed: Value): readonly SentMessage[] => {
  const messages: { role: string; content: Value }[] = [];
  for (const item of iterate(parsed)) {
    const content = promptOfItem(item);
    if (!isTruthy(content)) continue;
    const given = field(item, 'role');
    const role = plainRoles[textOf(given) ?? ''];
    if (role === undefined) throw new PyError('KeyError', pyRepr(given).text, given.span);
    const last = messages.at(-1);
    if (last?.role === role) last.content = add(last.content, add(lineBreak, content), '+=');
    else messages.push({ role, content });
  }
  return messages;
};

/** LMDeploy's wrapper with `drop_middle` takes of a conversation the first prompt only. OpenCompass 0.5.3 `models/turbomind_with_tf_above_v4_33.py`. */
export const turboMind: Converter = (parsed, settings) => {
  const drops = settings.get('drop_middle');
  if (!drops || !isTruthy(drops) || !(parsed instanceof PromptList)) return wrapper(parsed);
  return [{ role: 'user', content: promptOfItem(firstOf(parsed)) }];
};

/** `items[0]`. */
export function firstOf(list: Value & { readonly kind: 'list' }): Value {
  const [first] = list.items;
  if (!first) throw new PyError('IndexError', 'list index out of range', list.span);
  return first;
}

/** OpenCompass 0.5.3 `models/llama2.py`. */
export const llama2Chat: Converter = (parsed) =>
  itemsOfPrompt(parsed).map((item) => {
    const content = promptOfItem(item);
    const name = roleOf(item);
    const role = plainRoles[name.toUpperCase()];
    if (role === undefined) throw new PyError('ValueError', `Unknown role: ${name}`, item.span);
    return { role, content };
  });

/**
 * The last message is what the model is asked, whoever said it; those before are the history. OpenCompass 0.5.3 and AISBench 3.1.0
 * `HuggingFaceChatGLM3` in `huggingface.py`.
 */
export const chatGlm3: Converter = (parsed) => {
  const messages = itemsOfPrompt(parsed).map((item) => {
    const content = promptOfItem(item);
    const name = roleOf(item).toUpperCase();
    const role = plainRoles[name];
    if (role === undefined) throw new PyError('KeyError', pyRepr(textLike(name, item.span)).text, item.span);
    return { role, content };
  });
  const last = messages.at(-1);
  if (!last) throw new PyError('IndexError', 'list index out of range', parsed.span);
  return [...messages.slice(0, -1), { role: 'user', content: last.content }];
};

/** What each message says, without anything between. OpenCompass 0.5.3 and AISBench 3.1.0, `HuggingFaceBaseModel`. */
export function baseModelText(parsed: Value): TracedText | undefined {
  return parsed.kind === 'str' ? undefined : TracedText.join([...iterate(parsed)].map((item) => pyStr(promptOfItem(item))));
}

/** OpenCompass 0.5.3 `models/turbomind_api.py`. */
export function turboMindApiText(parsed: Value): undefined {
  if (parsed.kind === 'str') return;
  throw new PyError('AssertionError', 'We only support string for TurboMind RPC API', parsed.span);
}

/** The longest prompt that Alaya is given, in characters. */
const longest = 1500;

/** An instruction, of which the last characters are kept. OpenCompass 0.5.3 `models/alaya.py`. */
export function alayaText(parsed: Value): TracedText {
  const text = TracedText.join([
    frameworkText('### Instruction:\t\n', say`start of the instruction`).traced,
    pyStr(parsed),
    frameworkText('\n\n', say`end of the instruction`).traced,
  ]);
  const dropped = [...text.text].slice(0, -longest).join('').length;
  return text.slice(dropped);
}

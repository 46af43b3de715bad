import { finish } from '../../../server/src/engine/prompt/finish.js';
import { describe, expect, it } from 'vitest';
import { fixture } from '../../support/fixture.js';

/** The prompt of a template for a model. */
function render(model: string, template: string, inferencer = 'GenInferencer') {
  const type = template.startsWith('[') ? 'RawPromptTemplate' : 'PromptTemplate';
  const key = template.startsWith('[') ? 'messages' : 'template';
  const { project, file } =
    fixture(`datasets = [dict(abbr='q', path='p', type='JsonlDataset', reader_cfg=dict(input_columns=['q'], output_column='a'),
  infer_cfg=dict(prompt_template=dict(type='${type}', ${key}=${template}), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='${inferencer}')))]
models = [dict(abbr='m', path='x', ${model})]
`);
  const { config, framework } = project.load(file)!;
  return finish(framework.render(framework.targets(config)[0]!));
}

/** The messages that leave a model class. */
function messages(model: string, template: string): string[] | undefined {
  const { output } = render(model, template);
  return output?.kind === 'messages' ? output.messages.map(({ role, text }) => `${role}:${text.text}`) : undefined;
}

const meta = `meta_template=dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)], reserved_roles=[dict(role='SYSTEM', api_role='SYSTEM')])`;
const dialogue = `dict(begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='S')], round=[dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt=''), dict(role='HUMAN', prompt='R'), dict(role='BOT', prompt='')])`;

it.each([
  ['a wrapper leaves out what is empty and joins what meets', `type='VLLMwithChatTemplate', ${meta}`, dialogue, ['system:S', 'user:Q\nR']],
  [
    "its default takes the system turn for the user's",
    `type='HuggingFacewithChatTemplate'`,
    `dict(begin=[dict(role='SYSTEM', prompt='S')], round=[dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt='')])`,
    ['user:S\nQ\n'],
  ],
  [
    'LMDeploy with drop_middle sends the first prompt only',
    `type='TurboMindModelwithChatTemplate', drop_middle=True, ${meta}`,
    dialogue,
    ['user:S'],
  ],
  ['OpenAI takes them one by one', `type='OpenAI', ${meta}`, dialogue, ['system:S', 'user:Q', 'assistant:', 'user:R']],
  ['OpenAI for responses does too', `type='OpenAISDKResponse', ${meta}`, dialogue, ['system:S', 'user:Q', 'assistant:', 'user:R']],
  ['LiteLLM too', `type='LiteLLMAPI', system_prompt='Be brief.', ${meta}`, dialogue, ['system:S', 'user:Q', 'assistant:', 'user:R']],
  [
    'LiteLLM puts in its system prompt where there is none',
    `type='LiteLLMAPI', system_prompt='Be brief.', ${meta}`,
    `'Q'`,
    ['system:Be brief.', 'user:Q'],
  ],
  [
    "a two-sided service takes the system turn for the user's, and its own system prompt in front",
    `type='DeepseekAPI', system_prompt='Be brief.', ${meta}`,
    dialogue,
    ['system:Be brief.', 'user:S\nQ', 'assistant:', 'user:R'],
  ],
  ['which a text gets too', `type='MoonShot', system_prompt='Be brief.', ${meta}`, `'Q'`, ['system:Be brief.', 'user:Q']],
  ['one of them has another name for the model', `type='Yayi', ${meta}`, dialogue, ['user:S\nQ', 'yayi:', 'user:R']],
  [
    "Doubao's first class knows the system",
    `type='opencompass.models.doubao.Doubao', ${meta}`,
    dialogue,
    ['system:S', 'user:Q', 'assistant:', 'user:R'],
  ],
  ['the one that the package gives does not', `type='Doubao', ${meta}`, dialogue, [':S', 'user:Q', 'assistant:', 'user:R']],
  ['others leave out what is empty, and so join more', `type='ERNIEBot', ${meta}`, dialogue, ['user:S\nQ\nR']],
  [
    'Hunyuan does not begin with the model',
    `type='Hunyuan', ${meta}`,
    `dict(round=[dict(role='BOT', prompt='A'), dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt='')])`,
    ['user:Q'],
  ],
  ['Qwen keeps a system turn at the begin', `type='Qwen', ${meta}`, dialogue, ['system:S', 'user:Q', 'assistant:', 'user:R']],
  ['ZhiPu leaves out what is empty', `type='ZhiPuV2AI', ${meta}`, dialogue, ['system:S', 'user:Q', 'user:R']],
  ['its first version has no role for the system', `type='ZhiPuAI', ${meta}`, dialogue, [':S', 'user:Q', 'assistant:', 'user:R']],
  [
    'Bailing keeps names that it does not know',
    `type='BailingAPI', meta_template=dict(round=[dict(role='HUMAN', api_role='reader'), dict(role='BOT', api_role='BOT', generate=True)])`,
    `dict(round=[dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt='')])`,
    ['reader:Q'],
  ],
  ['PanGu takes the model for the system', `type='PanGu', ${meta}`, dialogue, [':S', 'user:Q', 'system:', 'user:R']],
  ['MiniMax has senders', `type='MiniMax', ${meta}`, dialogue, [':S', 'USER:Q', 'BOT:', 'USER:R']],
  [
    'Mistral gives the last turn to the user',
    `type='Mistral', ${meta}`,
    `dict(round=[dict(role='HUMAN', prompt='Q')], begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='S')])`,
    ['system:S', 'user:Q'],
  ],
  [
    'the SDK of Claude takes the system beside the messages',
    `type='ClaudeSDK', ${meta}`,
    dialogue,
    ['system:S', 'user:Q', 'assistant:', 'user:R'],
  ],
  ['the SDK of Gemini calls the model so', `type='GeminiSDK', ${meta}`, dialogue, ['system:S', 'user:Q', 'model:', 'user:R']],
  ['Gemini puts the system in front of every message', `type='Gemini', ${meta}`, dialogue, ['user:S\nQ', 'model:S\n', 'user:S\nR']],
  ["a text is the user's", `type='OpenAISDK'`, `'Q'`, ['user:Q']],
  [
    'TeleChat that streams takes every other role for the system',
    `type='TeleChatStream', meta_template=dict(round=[dict(role='HUMAN', api_role='reader'), dict(role='BOT', api_role='BOT', generate=True)])`,
    `dict(round=[dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt='A'), dict(role='HUMAN', prompt='R'), dict(role='BOT', prompt='')])`,
    ['system:Q', 'assistant:A', 'system:R'],
  ],
  [
    'the SDK of Claude lets its further keywords go before the system turns',
    `type='ClaudeSDK', claude_extra_kwargs=dict(system='Over.'), ${meta}`,
    dialogue,
    ['system:Over.', 'user:Q', 'assistant:', 'user:R'],
  ],
  ['for a text too', `type='ClaudeSDK', claude_extra_kwargs=dict(system='Over.')`, `'Q'`, ['system:Over.', 'user:Q']],
  ['the SDK of Gemini too', `type='GeminiSDK', gemini_extra_kwargs=dict(system_instruction='Over.')`, `'Q'`, ['system:Over.', 'user:Q']],
  [
    'other further keywords do not',
    `type='ClaudeSDK', claude_extra_kwargs=dict(top_k=1), ${meta}`,
    dialogue,
    ['system:S', 'user:Q', 'assistant:', 'user:R'],
  ],
  [
    'the chat of Llama 2 takes them one by one, its roles in any case',
    `type='Llama2Chat', meta_template=dict(round=[dict(role='HUMAN', api_role='human'), dict(role='BOT', api_role='Bot', generate=True)], reserved_roles=[dict(role='SYSTEM', api_role='SYSTEM')])`,
    dialogue,
    ['system:S', 'user:Q', 'assistant:', 'user:R'],
  ],
  [
    'ChatGLM3 is asked with the last one, whoever said it',
    `type='HuggingFaceChatGLM3', ${meta}`,
    `dict(round=[dict(role='HUMAN', prompt='Q')], begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='S')])`,
    ['system:S', 'user:Q'],
  ],
  ['of other classes we give what the parser gives', `type='BaseAPIModel', ${meta}`, dialogue, ['SYSTEM:S', 'HUMAN:Q', 'BOT:', 'HUMAN:R']],
])('%s', (_, model, template, expected) => {
  expect(messages(model, template)).toEqual(expected);
});

it('makes one text for the first Claude', () => {
  expect(render(`type='Claude', ${meta}`, dialogue).output).toMatchObject({
    kind: 'text',
    text: { text: '\n\nHuman: S\n\nHuman: Q\n\nAssistant: \n\nHuman: R\n\nAssistant:' },
  });
  expect(render(`type='Claude', ${meta}`, `'Q'`).output).toMatchObject({ kind: 'text', text: { text: '\n\nHuman: Q\n\nAssistant:' } });
});

it.each(['Llama2', 'Mixtral', 'LLaMA2AccessoryModel'])('%s is given a text as it is', (name) => {
  const { output, stages } = render(`type='${name}'`, `'Q'`);
  expect(output).toMatchObject({ kind: 'text', text: { text: 'Q' } });
  expect(stages.map(({ id }) => id)).not.toContain('chat-template');
});

it('makes an instruction of a text for Alaya, and keeps the last 1500 characters', () => {
  expect(render(`type='AlayaLM'`, `'Q'`).output).toMatchObject({ kind: 'text', text: { text: '### Instruction:\t\nQ\n\n' } });
  const { output } = render(`type='AlayaLM'`, `'𝒳' * 1600`);
  expect(output).toMatchObject({ text: { text: '𝒳'.repeat(1498) + '\n\n' } });
});

it('joins what is left of a list for HuggingFaceBaseModel', () => {
  expect(render(`type='HuggingFaceBaseModel'`, `[]`).output).toMatchObject({ kind: 'text', text: { text: '' } });
});

it('lets LiteLLM answer where there is room', () => {
  expect(messages(`type='LiteLLMAPI', max_seq_len=104, system_prompt='Be brief.'`, `'Q'`)).toEqual(['system:Be brief.', 'user:Q']);
});

it("does not know what fastchat's template makes of a text", () => {
  const { stages, unknowns } = render(`type='HuggingFaceCausalLM', use_fastchat_template=True`, `'Q'`);
  expect(stages.at(-1)).toMatchObject({ id: 'chat-template', unknown: expect.stringContaining('"vicuna"') as string });
  expect(unknowns).toHaveLength(1);
});

/** The turns of the last stage. */
function lastStage(model: string, template: string) {
  const { id, title, summary, turns } = render(model, template).stages.at(-1)!;
  return [id, title, summary, ...turns.map(({ who, text, kind, generates }) => `${who}/${kind}:${text.text}${generates ? '<' : ''}`)];
}

it('shows the messages that are sent', () => {
  expect(lastStage(`type='DeepseekAPI', system_prompt='Be brief.', ${meta}`, dialogue)).toEqual([
    'messages',
    'Messages',
    '4 messages',
    'system/system:Be brief.',
    'user/user:S\nQ',
    'assistant/assistant:',
    'user/user:R',
    'assistant/assistant:<',
  ]);
  expect(lastStage(`type='OpenAISDK'`, `'Q'`)).toEqual(['messages', 'Messages', '1 message', 'user/user:Q', 'assistant/assistant:<']);
  expect(lastStage(`type='ZhiPuAI', ${meta}`, dialogue)[3]).toBe('no role/other:S');
  expect(lastStage(`type='Claude'`, `'Q'`)).toEqual(['messages', 'Text', 'as it is sent', 'text/other:\n\nHuman: Q\n\nAssistant:<']);
});

it('shows no messages of a class that is not known, nor of one that takes what the parser gives', () => {
  const stages = (model: string) => render(model, `'Q'`).stages.map(({ id }) => id);
  for (const name of ['BaseAPIModel', 'Llama2', 'HuggingFaceCausalLM']) expect(stages(`type='${name}'`)).not.toContain('messages');
});

it('says of a text for a chat model that the meta template is not applied, and lets the model answer in a message of its own', () => {
  const { stages } = render(`type='OpenAI', ${meta}`, `'Q'`);
  expect(stages.at(-2)).toMatchObject({
    id: 'meta-template',
    summary: 'not applied to a text',
    turns: [{ text: { text: 'Q' } }, { who: 'BOT', generates: true }],
  });
  expect(render(`type='OpenAI'`, `'Q'`).stages.at(-2)).toMatchObject({ summary: 'no meta template' });
  expect(render(`type='OpenAI'`, `'Q'`).notes).toEqual(['A text for a chat model is sent as one user message.']);
  expect(render(`type='Llama2'`, `'Q'`).notes).toEqual([]);
});

/** An api_role that only services know. */
const service = `meta_template=dict(round=[dict(role='HUMAN', api_role='user'), dict(role='BOT', api_role='assistant', generate=True)])`;
const question = `dict(round=[dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt='')])`;
const raw = `[dict(role='user', content='Q')]`;

it.each([
  ['a wrapper knows three names', `type='HuggingFacewithChatTemplate', ${service}`, question, "KeyError: 'user'"],
  ['OpenAI looks for the content of what it takes for messages', `type='OpenAI', ${service}`, question, "KeyError: 'content'"],
  ['a wrapper looks for the prompt of plain messages', `type='HuggingFacewithChatTemplate'`, raw, "KeyError: 'prompt'"],
  ['OpenAI takes no plain messages', `type='OpenAI'`, raw, 'AssertionError: '],
  ['nor do the others', `type='Qwen'`, raw, 'AssertionError: '],
  [
    'the SDK of Claude knows some names',
    `type='ClaudeSDK', meta_template=dict(round=[dict(role='HUMAN', api_role='reader'), dict(role='BOT', api_role='BOT', generate=True)])`,
    question,
    'ValueError: Unsupported role: reader',
  ],
  [
    'LMDeploy with drop_middle looks for a first prompt',
    `type='TurboMindModelwithChatTemplate', drop_middle=True, meta_template=dict(round=[])`,
    `dict(round=[])`,
    'IndexError: list index out of range',
  ],
  ['the chat of Llama 2 knows three roles', `type='Llama2Chat', ${service}`, question, 'ValueError: Unknown role: user'],
  [
    'OpenAI counts the tokens of texts only',
    `type='OpenAISDK'`,
    `[dict(role='user', content=[dict(type='text', text='Q')])]`,
    "TypeError: argument 'text': 'list' object cannot be converted",
  ],
  [
    'however long prompts are treated',
    `type='OpenAISDK', mode='mid'`,
    `[dict(role='user', content=None)]`,
    "TypeError: argument 'text': 'NoneType' object cannot be converted",
  ],
  [
    "Doubao's first class knows three roles",
    `type='opencompass.models.doubao.Doubao', ${service}`,
    question,
    'ValueError: Invalid role: user',
  ],
  [
    'LiteLLM refuses what is longer than the model takes',
    `type='LiteLLMAPI', max_seq_len=3`,
    `'one two 三四'`,
    'ValueError: Input length (4) exceeds max_seq_len (3)',
  ],
  [
    'LiteLLM leaves room for the answer',
    `type='LiteLLMAPI', max_seq_len=103, system_prompt='Be brief.'`,
    `'Q'`,
    'ValueError: max_out_len (0) is less than or equal to 0',
  ],
  ['LMDeploy behind a service takes texts only', `type='TurboMindAPIModel'`, `[]`, 'AssertionError: We only support string'],
  ['ChatGLM3 too', `type='HuggingFaceChatGLM3', ${service}`, question, "KeyError: 'USER'"],
  [
    'ChatGLM3 asks with a last message',
    `type='HuggingFaceChatGLM3', meta_template=dict(round=[])`,
    `dict(round=[])`,
    'IndexError: list index out of range',
  ],
  [
    'the SDK of Claude tries again what goes wrong with the system texts',
    `type='ClaudeSDK'`,
    `[dict(role='system', content=[1]), dict(role='user', content='Q')]`,
    'RuntimeError: Calling Claude API failed',
  ],
  [
    'Gemini wants the user to speak last',
    `type='Gemini', meta_template=dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT')])`,
    question,
    'AssertionError: ',
  ],
])('raises: %s', (_, model, template, expected) => {
  const { error, output } = render(model, template);
  expect(error?.error.slice(0, expected.length)).toBe(expected);
  expect(error?.stage).toBe('parse');
  expect(output).toBeUndefined();
});

it('lets OpenAI for responses take messages in parts', () => {
  expect(messages(`type='OpenAISDKResponse'`, `[dict(role='user', content=[dict(type='text', text='Q')])]`)).toEqual(['user:Q']);
});

it.each(['OpenAISDK', 'OpenAISDKStreaming', 'OpenAISDKResponse', 'LiteLLMAPI', 'ClaudeSDK'])(
  '%s takes plain messages as they are',
  (name) => {
    expect(messages(`type='${name}'`, raw)).toEqual(['user:Q']);
  },
);

it("raises what the base class's parser finds in the meta template first", () => {
  expect(render(`type='HuggingFaceChatGLM3', meta_template=[dict(role='system', content='S')]`, `'Q'`).error).toMatchObject({
    error: expect.stringContaining('AssertionError') as string,
    stage: 'meta',
  });
  expect(render(`type='Llama2Chat', meta_template=[dict(role='system', content='S')]`, `'Q'`).error).toBeUndefined();
});

describe('the chat inferencer', () => {
  it('sends messages as they leave the class', () => {
    const { output } = render(
      `type='Yayi', ${meta}`,
      `dict(round=[dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt='')])`,
      'ChatInferencer',
    );
    expect(output).toMatchObject({ kind: 'messages', messages: [{ role: 'user', text: { text: 'Q' } }] });
  });

  it('takes what comes before a first answer for a batch of none, which only some classes can send', () => {
    const answer = `dict(round=[dict(role='BOT', prompt='A')])`;
    expect(render(`type='OpenAI'`, answer, 'ChatInferencer').error).toMatchObject({ error: 'AssertionError: ', stage: 'parse' });
    expect(render(`type='OpenAISDK'`, answer, 'ChatInferencer').output).toEqual({ kind: 'messages', messages: [] });
  });

  it('asks a model that was made with a parser of its own', () => {
    const twice = `meta_template=dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='HUMAN', api_role='HUMAN')])`;
    for (const type of ['OpenAI', 'HuggingFaceCausalLM'])
      expect(render(`type='${type}', ${twice}`, question, 'ChatInferencer').error).toMatchObject({
        error: expect.stringContaining('AssertionError') as string,
        stage: 'meta',
      });
  });
});

import { expect, it } from 'vitest';
import { fixture } from '../../support/fixture.js';

/** The prompt of a template for a model. */
function render(model: string, template: string) {
  const type = template.startsWith('[') ? 'RawPromptTemplate' : 'PromptTemplate';
  const key = template.startsWith('[') ? 'messages' : 'template';
  const { project, file } = fixture(`datasets = [dict(abbr='q', path='p', type='JsonlDataset', reader_cfg=dict(input_columns=['q'], output_column='a'),
  infer_cfg=dict(prompt_template=dict(type='${type}', ${key}=${template}), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]
models = [dict(abbr='m', path='x', ${model})]
`);
  const { config, framework } = project.load(file)!;
  return framework.render(framework.targets(config)[0]!);
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
  ["its default takes the system turn for the user's", `type='HuggingFacewithChatTemplate'`, `dict(begin=[dict(role='SYSTEM', prompt='S')], round=[dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt='')])`, ['user:S\nQ\n']],
  ['LMDeploy with drop_middle sends the first prompt only', `type='TurboMindModelwithChatTemplate', drop_middle=True, ${meta}`, dialogue, ['user:S']],
  ['OpenAI takes them one by one', `type='OpenAI', ${meta}`, dialogue, ['system:S', 'user:Q', 'assistant:', 'user:R']],
  ['OpenAI for responses does too', `type='OpenAISDKResponse', ${meta}`, dialogue, ['system:S', 'user:Q', 'assistant:', 'user:R']],
  ['LiteLLM too', `type='LiteLLMAPI', system_prompt='Be brief.', ${meta}`, dialogue, ['system:S', 'user:Q', 'assistant:', 'user:R']],
  ['LiteLLM puts in its system prompt where there is none', `type='LiteLLMAPI', system_prompt='Be brief.', ${meta}`, `'Q'`, ['system:Be brief.', 'user:Q']],
  ["a two-sided service takes the system turn for the user's, and its own system prompt in front", `type='DeepseekAPI', system_prompt='Be brief.', ${meta}`, dialogue, ['system:Be brief.', 'user:S\nQ', 'assistant:', 'user:R']],
  ['which a text gets too', `type='MoonShot', system_prompt='Be brief.', ${meta}`, `'Q'`, ['system:Be brief.', 'user:Q']],
  ['one of them has another name for the model', `type='Yayi', ${meta}`, dialogue, ['user:S\nQ', 'yayi:', 'user:R']],
  ['others leave out what is empty, and so join more', `type='ERNIEBot', ${meta}`, dialogue, ['user:S\nQ\nR']],
  ['Hunyuan does not begin with the model', `type='Hunyuan', ${meta}`, `dict(round=[dict(role='BOT', prompt='A'), dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt='')])`, ['user:Q']],
  ['Qwen keeps a system turn at the begin', `type='Qwen', ${meta}`, dialogue, ['system:S', 'user:Q', 'assistant:', 'user:R']],
  ['ZhiPu leaves out what is empty', `type='ZhiPuV2AI', ${meta}`, dialogue, ['system:S', 'user:Q', 'user:R']],
  ['its first version has no role for the system', `type='ZhiPuAI', ${meta}`, dialogue, [':S', 'user:Q', 'assistant:', 'user:R']],
  ['Bailing keeps names that it does not know', `type='BailingAPI', meta_template=dict(round=[dict(role='HUMAN', api_role='reader'), dict(role='BOT', api_role='BOT', generate=True)])`, `dict(round=[dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt='')])`, ['reader:Q']],
  ['PanGu takes the model for the system', `type='PanGu', ${meta}`, dialogue, [':S', 'user:Q', 'system:', 'user:R']],
  ['MiniMax has senders', `type='MiniMax', ${meta}`, dialogue, [':S', 'USER:Q', 'BOT:', 'USER:R']],
  ['Mistral gives the last turn to the user', `type='Mistral', ${meta}`, `dict(round=[dict(role='HUMAN', prompt='Q')], begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='S')])`, ['system:S', 'user:Q']],
  ['the SDK of Claude takes the system beside the messages', `type='ClaudeSDK', ${meta}`, dialogue, ['system:S', 'user:Q', 'assistant:', 'user:R']],
  ['the SDK of Gemini calls the model so', `type='GeminiSDK', ${meta}`, dialogue, ['system:S', 'user:Q', 'model:', 'user:R']],
  ['Gemini puts the system in front of every message', `type='Gemini', ${meta}`, dialogue, ['user:S\nQ', 'model:S\n', 'user:S\nR']],
  ["a text is the user's", `type='OpenAISDK'`, `'Q'`, ['user:Q']],
  ['of other classes we give what the parser gives', `type='BaseAPIModel', ${meta}`, dialogue, ['SYSTEM:S', 'HUMAN:Q', 'BOT:', 'HUMAN:R']],
])('%s', (_, model, template, expected) => {
  expect(messages(model, template)).toEqual(expected);
});

it('makes one text for the first Claude', () => {
  expect(render(`type='Claude', ${meta}`, dialogue).output).toMatchObject({ kind: 'text', text: { text: '\n\nHuman: S\n\nHuman: Q\n\nAssistant: \n\nHuman: R\n\nAssistant:' } });
  expect(render(`type='Claude', ${meta}`, `'Q'`).output).toMatchObject({ kind: 'text', text: { text: '\n\nHuman: Q\n\nAssistant:' } });
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
  ['the SDK of Claude knows some names', `type='ClaudeSDK', meta_template=dict(round=[dict(role='HUMAN', api_role='reader'), dict(role='BOT', api_role='BOT', generate=True)])`, question, 'ValueError: Unsupported role: reader'],
  ['Gemini wants the user to speak last', `type='Gemini', meta_template=dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT')])`, question, 'AssertionError: '],
])('raises: %s', (_, model, template, expected) => {
  const { error, output } = render(model, template);
  expect(error).toMatchObject({ error: expected, stage: 'parse' });
  expect(output).toBeUndefined();
});

it.each(['OpenAISDK', 'OpenAISDKStreaming', 'OpenAISDKResponse', 'LiteLLMAPI', 'ClaudeSDK'])('%s takes plain messages as they are', (name) => {
  expect(messages(`type='${name}'`, raw)).toEqual(['user:Q']);
});

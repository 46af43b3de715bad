import { expect, it } from 'vitest';
import { fixture } from '../../support/fixture.js';

/** The messages that leave a model class for a dialogue with a system turn, two user turns and an empty one. */
function messages(model: string, template: string): string[] | undefined {
  const { project, file } = fixture(`datasets = [dict(abbr='q', path='p', type='JsonlDataset', reader_cfg=dict(input_columns=['q'], output_column='a'),
  infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template=${template}), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]
models = [dict(abbr='m', path='x', ${model})]
`);
  const { config, framework } = project.load(file)!;
  const { output } = framework.render(framework.targets(config)[0]!);
  return output?.kind === 'messages' ? output.messages.map(({ role, text }) => `${role}:${text.text}`) : undefined;
}

const meta = `meta_template=dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)], reserved_roles=[dict(role='SYSTEM', api_role='SYSTEM')])`;
const dialogue = `dict(begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='S')], round=[dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt=''), dict(role='HUMAN', prompt='R'), dict(role='BOT', prompt='')])`;

it.each([
  ['a wrapper leaves out what is empty and joins what meets', `type='VLLMwithChatTemplate', ${meta}`, dialogue, ['system:S', 'user:Q\nR']],
  ["its default takes the system turn for the user's", `type='HuggingFacewithChatTemplate'`, `dict(begin=[dict(role='SYSTEM', prompt='S')], round=[dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt='')])`, ['user:S\nQ\n']],
  ['OpenAI takes them one by one', `type='OpenAI', ${meta}`, dialogue, ['system:S', 'user:Q', 'assistant:', 'user:R']],
  ["a two-sided service takes the system turn for the user's, and its own system prompt in front", `type='DeepseekAPI', system_prompt='Be brief.', ${meta}`, dialogue, ['system:Be brief.', 'user:S\nQ', 'assistant:', 'user:R']],
  ["a text is the user's", `type='OpenAISDK'`, `'Q'`, ['user:Q']],
  ['of other classes we give what the parser gives', `type='Gemini', ${meta}`, dialogue, ['SYSTEM:S', 'HUMAN:Q', 'BOT:', 'HUMAN:R']],
])('%s', (_, model, template, expected) => {
  expect(messages(model, template)).toEqual(expected);
});

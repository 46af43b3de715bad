import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

// The preview and the diagnostics must never disagree: a pair whose prompt raises has a finding of severity error, and no other pair has.

const humanBot = `dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='{answer}')`;

const prompts: Record<string, string> = {
  'a text': `'Q: {question}'`,
  'a text with the token': `'</E>Q: {question}'`,
  'a dialogue': `dict(round=[${humanBot}])`,
  'a dialogue with the token': `dict(begin='</E>', round=[${humanBot}])`,
  'a dialogue that begins with a text': `dict(begin='Answer.', round=[${humanBot}])`,
  'a system turn without fallback': `dict(begin=[dict(role='SYSTEM', prompt='s')], round=[${humanBot}])`,
  'a system turn with fallback': `dict(begin=['</E>', dict(role='SYSTEM', fallback_role='HUMAN', prompt='s')], round=[${humanBot}])`,
  'a system turn with a fallback that nobody has': `dict(begin=[dict(role='SYSTEM', fallback_role='X', prompt='s')], round=[${humanBot}])`,
  'a system turn in the round': `dict(round=[dict(role='SYSTEM', prompt='s'), ${humanBot}])`,
  'a system turn with fallback in the round': `dict(begin='</E>', round=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='s'), ${humanBot}])`,
  'other roles': `dict(round=[dict(role='user', prompt='{question}'), dict(role='assistant', prompt='')])`,
  labels: `{'A': '</E>{question} A', 'B': '</E>{question} B'}`,
  'labels of which one lacks the token': `{'A': '</E>{question} A', 'B': '{question} B'}`,
  'labels of dialogues': `{'A': dict(begin='</E>', round=[${humanBot}]), 'B': dict(begin='</E>', round=[dict(role='SYSTEM', prompt='s')])}`,
  'an end section': `dict(round=[${humanBot}], end=[dict(role='SYSTEM', prompt='s')])`,
  'an answering turn in begin': `dict(begin=[dict(role='BOT', prompt='b')], round=[${humanBot}])`,
  'a turn without role': `dict(round=[dict(prompt='{question}')])`,
  'no round': `dict(begin='</E>')`,
};

const ices: Record<string, string> = {
  'no examples': '',
  'examples as text': `ice_template=dict(type='PromptTemplate', template='{question} {answer}'),`,
  'examples as dialogue': `ice_template=dict(type='PromptTemplate', template=dict(round=[${humanBot}])),`,
  'examples with a system turn': `ice_template=dict(type='PromptTemplate', template=dict(round=[dict(role='SYSTEM', prompt='s'), ${humanBot}])),`,
};

const zero = `dict(type='ZeroRetriever')`;
const few = `dict(type='FixKRetriever', fix_id_list=[0, 1])`;

/** Which examples, whether the prompt template declares the token, and the retriever. */
const fewShot: readonly (readonly [keyof typeof ices, boolean, string])[] = [
  ['no examples', true, zero],
  ['no examples', false, few],
  ['examples as text', true, few],
  ['examples as text', false, zero],
  ['examples as dialogue', true, few],
  ['examples as dialogue', false, few],
  ['examples with a system turn', true, few],
  ['examples with a system turn', true, zero],
];

/** What these rules say is about the model alone: it holds for the first dialogue that the model gets. */
const aboutModels = /^(?:duplicate-role|api-role-missing)/;

const lm = (roles: string, more = ''): string =>
  `dict(type='HuggingFaceCausalLM', abbr='m', path='m', meta_template=dict(round=[${roles}]${more}))`;
const api = (roles: string, more = ''): string => `dict(type='OpenAISDK', abbr='m', path='m', meta_template=dict(round=[${roles}]${more}))`;
const lmRoles = `dict(role='HUMAN', begin='H'), dict(role='BOT', begin='B', generate=True)`;
const apiRoles = `dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)`;

const models: Record<string, string> = {
  'an LM': lm(lmRoles),
  'an LM with SYSTEM reserved': lm(lmRoles, `, reserved_roles=[dict(role='SYSTEM')]`),
  'an LM with SYSTEM in the round': lm(`dict(role='SYSTEM'), ${lmRoles}`),
  'an LM without generate role': lm(`dict(role='HUMAN'), dict(role='BOT')`),
  'an LM with other roles': lm(`dict(role='user'), dict(role='assistant', generate=True)`),
  'an LM with a role twice': lm(`dict(role='HUMAN'), ${lmRoles}`),
  'an API': api(apiRoles),
  'an API with SYSTEM reserved': api(apiRoles, `, reserved_roles=[dict(role='SYSTEM', api_role='SYSTEM')]`),
  'an API without api_role': api(lmRoles),
  'a chat wrapper': `dict(type='HuggingFacewithChatTemplate', abbr='m', path='m')`,
  'a model without meta template': `dict(type='OpenAISDK', abbr='m', path='m')`,
};

function config(prompt: string, ice: string, token: boolean, retriever: string, inferencer: string, model: string): string {
  return `datasets = [dict(
    abbr='d', type='JsonlDataset', path='d',
    reader_cfg=dict(input_columns=['question'], output_column='answer'),
    infer_cfg=dict(${ice}
        prompt_template=dict(type='PromptTemplate', template=${prompt}${token ? `, ice_token='</E>'` : ''}),
        retriever=${retriever}, inferencer=dict(type='${inferencer}')))]
models = [${model}]
`;
}

const combinations = Object.entries(prompts).flatMap(([promptName, prompt]) =>
  Object.entries(models).map(([modelName, model]) => ({ name: `${promptName} for ${modelName}`, prompt, model })),
);

describe('a finding of severity error stands exactly where the prompt raises', () => {
  it.each(combinations)('$name', ({ prompt, model }) => {
    for (const inferencer of ['GenInferencer', 'PPLInferencer']) {
      for (const [ice, token, retriever] of fewShot) {
        const text = config(prompt, ices[ice]!, token, retriever, inferencer, model);
        const { raises, errors } = judge(text);
        if (raises === undefined)
          expect(
            errors.filter((error) => !aboutModels.test(error)),
            text,
          ).toEqual([]);
        else expect(errors, `${raises}\n${text}`).not.toEqual([]);
      }
    }
  });
});

/** What rendering the pair raises, for any of its labels, and the messages of severity error. */
function judge(text: string): { raises: string | undefined; errors: string[] } {
  const project = createProject(new MemoryWorkspace({ '/ws/eval.py': text }), defaultSettings);
  const { framework, config: read } = project.load('/ws/eval.py')!;
  const target = framework.targets(read)[0]!;
  const first = framework.render(target);
  const all = [first, ...first.labels.slice(1).map((label) => framework.render(target, { label }))];
  const errors = project
    .check('/ws/eval.py')
    .flatMap(({ severity, rule, message }) => (severity === 'error' ? [`${rule}: ${message}`] : []));
  return { raises: all.find(({ error }) => error)?.error?.error, errors };
}

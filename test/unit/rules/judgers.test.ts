import { expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const config = (api: string, role: string): string => `
from opencompass.datasets import ATLASDataset, ATLASLLMEvaluator
from opencompass.models import OpenAISDK
judge = dict(type=OpenAISDK, abbr='j', path='j', meta_template=dict(round=[${role}, dict(role='BOT', api_role='BOT', generate=True)]))
a_datasets = [dict(abbr='a', type=ATLASDataset, reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    prompt_template=dict(type='PromptTemplate', template='{q}'), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')),
    eval_cfg=dict(evaluator=dict(type=ATLASLLMEvaluator, judge_cfg=dict(${api}=[judge]))))]
`;

function found(text: string): string[] {
  const project = createProject(new MemoryWorkspace({ '/ws/a.py': text }), defaultSettings);
  return project.check('/ws/a.py').flatMap(({ rule }) => (rule.startsWith('api-role') ? [rule] : []));
}

it('The roles of each of the judges that one evaluator asks are looked at', () => {
  expect(found(config('judgers', "dict(role='HUMAN', api_role='HUMAN')"))).toEqual([]);
  expect(found(config('judgers', "dict(role='HUMAN', api_role='HUUMAN')"))).toEqual(['api-role-invalid']);
  expect(found(config('judgers', "dict(role='HUMAN')"))).toEqual(['api-role-missing']);
});

it('The roles of the judge that an evaluator of the user is given are there for its prompt', () => {
  const own = (roles: string): string => `
from opencompass.datasets import JsonlDataset, ArenaEvaluator
judge = dict(type='OpenAI', abbr='j', path='j', meta_template=dict(round=[${roles}dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)]))
a_datasets = [dict(abbr='a', type=JsonlDataset, reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    prompt_template=dict(type='PromptTemplate', template='{q}'), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')),
    eval_cfg=dict(evaluator=dict(type=ArenaEvaluator, judge_cfg=judge, prompt_template=dict(type='PromptTemplate', template=dict(round=[
        dict(role='SYSTEM', prompt='Judge.'), dict(role='HUMAN', prompt='{q}')])))))]
`;
  const told = (text: string): string[] =>
    createProject(new MemoryWorkspace({ '/ws/a.py': text }), defaultSettings)
      .check('/ws/a.py')
      .flatMap(({ rule }) => (rule === 'missing-fallback-role' ? [rule] : []));
  expect(told(own(''))).toEqual(['missing-fallback-role']);
  expect(told(own("dict(role='SYSTEM', api_role='SYSTEM'), "))).toEqual([]);
});

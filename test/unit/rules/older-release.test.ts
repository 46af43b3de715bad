import { describe, expect, test } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const config = `from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever

pond_datasets = [
    dict(
        type='PondDataset',
        abbr='pond',
        reader_cfg=dict(input_columns=['question'], output_column='answer'),
        infer_cfg=dict(
            ice_template=dict(type=PromptTemplate, template='</E>{question}', ice_token='</E>'),
            retriever=dict(type=FixKRetriever),
            inferencer=dict(type=GenInferencer, fix_id_list=[0, 1]))),
]
`;
const retriever = (more: string): string =>
  `class FixKRetriever:\n    def __init__(self, dataset, ${more}ice_num: int = 1) -> None:\n        pass\n`;

function found(more: string): string[] {
  const files = { '/ws/opencompass/openicl/icl_retriever/__init__.py': retriever(more), '/ws/configs/pond.py': config };
  return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
    .check('/ws/configs/pond.py')
    .map(({ rule }) => rule);
}

test('the ids of a release whose inferencer takes them are no fault', () => expect(found('')).toEqual([]));
test('they are one where the retriever wants them', () => expect(found('fix_id_list, ')).toEqual(['prompt-raises']));

const asked = `from opencompass.models import OpenAI

datasets = [
    dict(
        type='PondDataset',
        abbr='pond',
        reader_cfg=dict(input_columns=['question'], output_column='answer'),
        infer_cfg=dict(
            prompt_template=dict(type='PromptTemplate', template=dict(round=[dict(role='HUMAN', prompt='{question}')])),
            retriever=dict(type='ZeroRetriever'),
            inferencer=dict(type='GenInferencer')),
        eval_cfg=dict(evaluator=dict(type='AccEvaluator'))),
]
meta = dict(round=[dict(role='HUMAN', api_role='user'), dict(role='BOT', api_role='BOT', generate=True)])
models = [dict(type=OpenAI, abbr='api', path='gpt', max_out_len=16, meta_template=meta)]
`;

describe('an api_role that is the name of a service', () => {
  const parser = `class APITemplateParser:
    def __init__(self, meta_template=None):
        self.meta_template = meta_template
        prompt = self.meta_template['begin']
`;
  const rulesWith = (source: string): string[] =>
    createProject(
      new MemoryWorkspace({ '/ws/opencompass/models/base_api.py': source, '/ws/configs/eval_pond.py': asked }, ['/ws']),
      defaultSettings,
    )
      .check('/ws/configs/eval_pond.py')
      .map(({ rule }) => rule);

  test('is looked up as a message of its own where the release has plain messages, and raises', () =>
    expect(rulesWith(`${parser}        isinstance(meta_template, list)\n`)).toEqual(['prompt-raises', 'api-role-invalid']));
  test('is a turn without a role where it has none', () => expect(rulesWith(parser)).toEqual(['api-role-invalid']));
});

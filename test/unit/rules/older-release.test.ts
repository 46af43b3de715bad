import { expect, test } from 'vitest';
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

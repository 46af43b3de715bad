import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/eval.py';

const birds = `from opencompass.datasets.base import BaseDataset

kinds = {'frog': 1, 'newt': 2}


class BirdDataset(BaseDataset):
    @staticmethod
    def load(path, kind):
        assert kind in kinds
        return []
`;

function config(kinds: string, more = ''): string {
  return `from pond.birds import BirdDataset
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
${more}
datasets = [
    dict(
        abbr=kind,
        type=BirdDataset,
        path='a',
        kind=kind,
        reader_cfg=dict(input_columns=['question'], output_column='answer'),
        infer_cfg=dict(
            prompt_template=dict(type=PromptTemplate, template='{question}'),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=GenInferencer),
        ),
    )
    for kind in ${kinds}
]
`;
}

/** What is said of the argument, with what stands at each place. */
function refused(text: string): readonly string[] {
  return createProject(
    new MemoryWorkspace({ '/ws/pond/birds.py': birds, '/ws/pond/__init__.py': '', [file]: text }, ['/ws']),
    defaultSettings,
  )
    .check(file)
    .flatMap(({ rule, span }) => (rule === 'refused-argument' ? text.slice(span.start, span.end) : []));
}

const task = (name: string): string => `infer = dict(runner=dict(task=dict(type='${name}')))\n`;

describe('an argument that a class refuses', () => {
  it('is none where all are taken', () => expect(refused(config("['frog', 'newt']"))).toEqual([]));

  it.each([["['toad', 'newt']"], ["['frog', 'toad']"], ["['frog', 'toad', 'newt', 'toad']"]])(
    'is told once where a loop puts it in: %s',
    (kinds) => expect(refused(config(kinds))).toEqual(['toad']),
  );

  it('is told where a task builds datasets as they always are', () => {
    expect(refused(config("['toad']", task('SWEBenchInferTask')))).toEqual(['toad']);
    expect(refused(config("['toad']", task('PondInferTask')))).toEqual([]);
  });
});

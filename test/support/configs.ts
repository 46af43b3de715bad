/** Configs for tests: small, whole, and clean. */

export const modelConfig = `from opencompass.models import HuggingFaceCausalLM

meta_template = dict(
    round=[
        dict(role='HUMAN', begin='<user>', end='</user>'),
        dict(role='BOT', begin='<bot>', end='</bot>', generate=True),
    ],
    reserved_roles=[dict(role='SYSTEM', begin='<system>', end='</system>')],
)

models = [
    dict(type=HuggingFaceCausalLM, abbr='river-7b', path='river', meta_template=meta_template, max_out_len=32, batch_size=1),
]
`;

export const datasetConfig = `from opencompass.datasets import JsonlDataset
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

demo_reader_cfg = dict(input_columns=['question'], output_column='answer')

demo_infer_cfg = dict(
    prompt_template=dict(
        type=PromptTemplate,
        template=dict(
            begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='Be brief.')],
            round=[
                dict(role='HUMAN', prompt='Question: {question}\\n'),
                dict(role='BOT', prompt='{answer}'),
            ],
        ),
    ),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=GenInferencer),
)

demo_datasets = [
    dict(abbr='demo', type=JsonlDataset, path='demo', reader_cfg=demo_reader_cfg, infer_cfg=demo_infer_cfg, eval_cfg=dict(evaluator=dict(type='AccEvaluator'))),
]
`;

export const evalConfig = `from mmengine.config import read_base

with read_base():
    from .datasets.demo import demo_datasets
    from .models.river import models

datasets = [*demo_datasets]
`;

/** The three together, as paths of a workspace. */
export const workspaceFiles = { 'eval.py': evalConfig, 'datasets/demo.py': datasetConfig, 'models/river.py': modelConfig } as const;

/** The three as the text of a fixture; the first is the one that is opened unless another has the cursor. */
export function workspaceFixture(replace: Partial<Record<keyof typeof workspaceFiles, string>> = {}): string {
  return Object.entries({ ...workspaceFiles, ...replace })
    .map(([name, text]) => `# file: ${name}\n${text}`)
    .join('');
}

/** The source of a dataset class that reads JSON Lines, as a package within reach. */
export const customDatasetSource = {
  '/ws/opencompass/__init__.py': '',
  '/ws/opencompass/datasets/__init__.py': 'from .custom import CustomDataset\n',
  '/ws/opencompass/datasets/base.py': 'class BaseDataset:\n    pass\n',
  '/ws/opencompass/datasets/custom.py': `import json
from datasets import Dataset
from .base import BaseDataset


class CustomDataset(BaseDataset):
    @staticmethod
    def load(path):
        with open(path) as f:
            return Dataset.from_list([json.loads(line) for line in f])
`,
};

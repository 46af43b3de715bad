import { describe, expect, it } from 'vitest';
import { looksLikeTask } from '../../../server/src/engine/frameworks/lm-eval/sniff.js';
import { looksLikeConfig } from '../../../server/src/engine/frameworks/registry.js';

describe('looksLikeConfig', () => {
  it.each([
    ['an eval config', 'from mmengine.config import read_base\n\nwith read_base():\n    from .datasets.demo import demo_datasets\n'],
    ['an eval config that does not call read_base', 'with read_base:\n    from .datasets.demo import demo_datasets\n'],
    ['a dataset config', "demo_reader_cfg = dict(input_columns=['q'], output_column='a')\n"],
    [
      'a config that registers a class',
      'with read_base():\n    from .demo import demo_datasets\n\n@MODELS.register_module()\nclass Mine:\n    pass\n',
    ],
    [
      'a dataset config around a long prompt',
      "prompt = '''\n{question}\n'''\ndemo_infer_cfg = dict(prompt_template=dict(template=prompt))\n",
    ],
    ['a list of datasets that is filled', 'demo_datasets = []\nfor name in names:\n    demo_datasets.append(dict(abbr=name))\n'],
    [
      'a copy of datasets',
      "demo_datasets = deepcopy(other_datasets)\ndemo_datasets[0]['infer_cfg']['retriever'] = 1\nfor d in demo_datasets:\n    d['abbr'] = 'a'\nfew = dict(abbr='demo')\n",
    ],
    ['a list of datasets that is broken', 'demo_datasets = [[[['],
    ['a dataset list', "demo_datasets = [dict(abbr='demo')]\n"],
    ['a model config', "models = [\n    dict(type=HuggingFaceCausalLM, abbr='m'),\n]\n"],
    ['a model config without names', "from opencompass.models import VLLM\n\nmodels = [\n    dict(type=VLLM, path='m'),\n]\n"],
    ['a model config that has hardly begun', "models = [\n    dict(type='Claude', key='', "],
    ['a model config in braces', "models = []\nmodels.append({'abbr': 'm', 'meta_template': None})\n"],
    [
      'a model config that reads a file',
      "with open('names.txt', 'r') as file:\n    names = file.read()\nmodels = []\nmodels.append({'abbr': names})\n",
    ],
    ['a config with Windows line ends', 'import os\r\nmeta_template = dict(\r\n    round=[])\r\n'],
    ['a config that only passes on another one', 'from .demo_gen import *\n'],
    ['a config that imports read_base and does not use it', 'from mmengine.config import read_base\n\nfrom .demo import demo_datasets\n'],
    [
      'a config that imports read_base by the name that mmengine passes on',
      "from mmengine import read_base\n\nfrom .demo import demo_datasets\n\ndemo_datasets[0]['abbr'] = 'a'\n",
    ],
    [
      'a broken list of ChatML datasets',
      'datasets = []\nfor name in names:\n    datasets.append(dict(abbr: name, evaluator=dict(judge_cfg=dict())))\n',
    ],
    ['a broken config', 'demo_infer_cfg = dict(\n    prompt_template=dict(type=\n'],
  ])('is true for %s', (_name, text) => expect(looksLikeConfig(text, 'python')).toBe(true));

  it.each([
    [
      'a script that reads configs within a function',
      'from mmengine.config import read_base\n\n\ndef load():\n    with read_base():\n        from .demo import demo_datasets\n\n\ndef check(a: int | str):\n    pass\n',
    ],
    ['an ordinary script', 'import argparse\n\nmodels = load()\n\ndef main():\n    return 0\n'],
    [
      'a module of a framework',
      'class Inferencer:\n    def run(self, infer_cfg, meta_template=None):\n        reader_cfg = self.reader_cfg\n',
    ],
    ['a Django model', 'from django.db import models\n\nclass A(models.Model):\n    pass\n'],
    ['a module that lists names of datasets', "english_datasets = ['a', 'b']\n\ndef load(name):\n    return name in english_datasets\n"],
    [
      'a module that registers a class',
      '@LOAD_DATASET.register_module()\nclass Demo(BaseDataset):\n    pass\n\napi_meta_template = dict(round=[])\n',
    ],
    [
      'a script around a prompt',
      'from langchain.prompts import PromptTemplate\n\nprompt_template = "Answer: {question}"\nchain = PromptTemplate.from_template(prompt_template)\n',
    ],
    ['a script with a long prompt', "custom_prompt_template = '''\n{question}\n'''\n"],
    [
      'a training script',
      'from datasets import load_dataset\n\nraw_datasets = load_dataset("glue")\ntokenized_datasets = raw_datasets.map(tokenize)\ntrain_datasets = []\ntrain_datasets.append(raw_datasets["train"])\n',
    ],
    [
      'a script with a list of what it loads',
      'from datasets import load_dataset\n\nname_datasets = [\n    {"path": "textvqa", "num_examples": 9},\n]\nfor config in name_datasets:\n    load_dataset(config["path"])\n',
    ],
    [
      'a script with a list of what it asks',
      'models = [\n    dict(name="gpt-4o", provider="openai"),\n]\nfor model in models:\n    ask(**model)\n',
    ],
    ['a script with settings', 'eval_cfg = EvalConfig(batch_size=1)\ninfer_cfg = load("infer.yaml")\n'],
    [
      'a script that fills a list and writes it to a file',
      "models = []\nfor name in refs:\n    models.append({'abbr': name})\n\nwith open(target, 'w') as file:\n    file.write(f'models = {models}')\n",
    ],
    [
      'a script that writes configs',
      "def write(name):\n    text = f'''from opencompass.models import VLLM\n\nmodels = [\n    dict(type=VLLM, abbr=\"{name}\"),\n]\n'''\n    open(name, \"w\").write(text)\n",
    ],
    ['a script with several prompts', "prompt_templates = {\n    'a': 'Answer: {question}',\n}\n"],
    [
      'a config that trains a detector',
      'from mmengine.config import read_base\n\nwith read_base():\n    from mmdet.configs._base_.models.faster_rcnn import *\n\nmodel.update(dict(backbone=dict(depth=101)))\n',
    ],
    [
      'a config that fine-tunes a model',
      'from mmengine.config import read_base\nfrom xtuner.dataset import process_hf_dataset\n\nwith read_base():\n    from .common import *\n',
    ],
    ['an empty text', ''],
  ])('is false for %s', (_name, text) => expect(looksLikeConfig(text, 'python')).toBe(false));

  it('tells YAML and JSON configs from others', () => {
    expect(looksLikeConfig('datasets:\n  - abbr: demo\n    infer_cfg:\n      retriever: {}\n', 'yaml')).toBe(true);
    expect(looksLikeConfig('{"models": [{"abbr": "m", "meta_template": null}]}', 'json')).toBe(true);
    expect(looksLikeConfig('services:\n  db:\n    image: postgres\n', 'yaml')).toBe(false);
    expect(looksLikeConfig('{"name": "x", "dependencies": {}}', 'json')).toBe(false);
  });

  it('takes time in proportion to the text', () => {
    expect(looksLikeConfig('models = [\n' + '#\n'.repeat(200_000), 'python')).toBe(false);
    expect(looksLikeConfig('a_'.repeat(500_000), 'python')).toBe(false);
  });
});

describe('looksLikeTask', () => {
  it.each([
    ['a task', 'task: demo\ndataset_path: json\noutput_type: multiple_choice\n'],
    ['a task that is still being written', 'task: demo\ndoc_to_text: "{{question'],
    ['a task without its name', 'include: _base\ndataset_name: a\n'],
    ['a task whose name lost its colon', 'include: _base\ntask demo_a\n'],
    ['a task whose include lost its colon', 'include _base\ntask: demo_a\n'],
    ['a task whose include has no blank behind its colon', 'dataset_name: a\ninclude:../_base\ntask: demo_a\n'],
    ['a task that includes a base', 'include: _base\ntask: demo_a\n'],
    ['a task with quoted keys', '"dataset_name": "a"\n"include": "_base"\n"task": "demo_a"\n'],
    ['a group', '# All of it.\ngroup: demo\ntask:\n  - demo_a\n'],
    ['a task in Python', 'task: demo\nclass: !function task.Demo\n'],
    ['a base', 'dataset_path: json\ntest_split: test\nmetric_list:\n  - metric: acc\n'],
    ['a task with Windows line ends', 'task: demo\r\ninclude: _base\r\n'],
  ])('is true for %s', (_name, text) => {
    expect(looksLikeTask(text, 'yaml')).toBe(true);
    expect(looksLikeConfig(text, 'yaml')).toBe(true);
  });

  it.each([
    ['docker-compose', 'version: "3"\ninclude:\n  - other.yaml\nservices:\n  db:\n    image: postgres\n'],
    [
      'a workflow',
      'name: CI\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    strategy:\n      matrix:\n        include:\n          - task: lint\n',
    ],
    ['a pipeline', 'include:\n  - local: /ci.yml\nstages: [build]\n'],
    ['a Taskfile', 'version: 3\nincludes:\n  docs: ./docs\ntasks:\n  build: make\n'],
    ['a training config', 'task: classification\nclass: Trainer\ndataset_name: imagenet\nlr: 0.1\n'],
    ['a config of the OpenCompass family', '_base_: base.yaml\ndatasets:\n  - abbr: demo\n    infer_cfg:\n      metric_list: []\n'],
    ['keys further down', 'steps:\n  - doc_to_text: x\n    task: y\n    include: z\n'],
    ['an empty text', ''],
  ])('is false for %s', (_name, text) => expect(looksLikeTask(text, 'yaml')).toBe(false));
});

import { describe, expect, it } from 'vitest';
import { looksLikeConfig } from '../../../server/src/sniff.js';

describe('looksLikeConfig', () => {
  it.each([
    ['an eval config', 'from mmengine.config import read_base\n\nwith read_base():\n    from .datasets.demo import demo_datasets\n'],
    ['a dataset config', "demo_reader_cfg = dict(input_columns=['q'], output_column='a')\n"],
    ['a dataset list', "demo_datasets = [dict(abbr='demo')]\n"],
    ['a model config', "models = [\n    dict(type=HuggingFaceCausalLM, abbr='m'),\n]\n"],
    ['a model config in braces', "models = []\nmodels.append({'abbr': 'm', 'meta_template': None})\n"],
    ['a config with Windows line ends', "import os\r\nmeta_template = dict(\r\n    round=[])\r\n"],
    ['a broken config', 'demo_infer_cfg = dict(\n    prompt_template=dict(type=\n'],
  ])('is true for %s', (_name, text) => expect(looksLikeConfig(text, 'python')).toBe(true));

  it.each([
    ['an ordinary script', 'import argparse\n\nmodels = load()\n\ndef main():\n    return 0\n'],
    ['a module of a framework', 'class Inferencer:\n    def run(self, infer_cfg, meta_template=None):\n        reader_cfg = self.reader_cfg\n'],
    ['a Django model', 'from django.db import models\n\nclass A(models.Model):\n    pass\n'],
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

import { describe, expect, it } from 'vitest';
import { looksLikeConfig } from '../../../server/src/engine/frameworks/registry.js';
import { datasetConfig, evalConfig, modelConfig } from '../../support/configs.js';

describe('a text that looks like a config', () => {
  it.each([
    evalConfig,
    datasetConfig,
    modelConfig,
    'with read_base():\n',
    "infer_cfg = dict(\n    prompt_template=dict(type='Prompt",
    "models = [dict(abbr='a', type='OpenAI')]",
    "x = 1\nmy_datasets.append(dict(abbr='a'))",
    'models = [\n    # one\n    ## two\n    dict(abbr="a"),\n]',
  ])('is one in Python: %#', (text) => {
    expect(looksLikeConfig(text, 'python')).toBe(true);
  });

  it.each(['models:\n  - abbr: a\n', 'infer_cfg:\n  retriever: x\n', '{"datasets": [{"abbr": "a"}]}', '{"meta_template" : {}}'])(
    'is one in YAML and JSON: %#',
    (text) => {
      expect(looksLikeConfig(text, 'yaml')).toBe(true);
      expect(looksLikeConfig(text, 'json')).toBe(true);
    },
  );

  it.each([
    '',
    'import os\nmodels = os.listdir()\n',
    'def f():\n    datasets = load()\n',
    'class models: pass',
    'class Reader:\n    reader_cfg = None\n',
    'from opencompass.models import OpenAI\n',
  ])('is not ordinary Python: %#', (text) => {
    expect(looksLikeConfig(text, 'python')).toBe(false);
  });

  it('is told of long texts on which a careless pattern would never end', () => {
    for (const text of [
      `models = [ ${'#'.repeat(100_000)}\n`,
      `models = [${'\n#'.repeat(50_000)}`,
      ' '.repeat(190_000),
      '\n'.repeat(190_000),
      '{'.repeat(190_000),
    ])
      for (const language of ['python', 'yaml', 'json'] as const) expect(looksLikeConfig(text, language)).toBe(false);
  });

  it.each(['models: [a, b]\n', 'services:\n  models: x\n', '{"name": "infer_cfg"}', 'abbr: x'])('is not ordinary YAML: %#', (text) => {
    expect(looksLikeConfig(text, 'yaml')).toBe(false);
  });
});

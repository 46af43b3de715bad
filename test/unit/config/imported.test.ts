import { describe, expect, it } from 'vitest';
import type { Config } from '../../../server/src/engine/config/config.js';
import { evaluateDocument } from '../../../server/src/engine/project/evaluate-document.js';
import { openCompass } from '../../../server/src/engine/frameworks/opencompass/index.js';
import { original, textOf } from '../../../server/src/engine/core/value.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const base = `
infer = dict(inferencer=dict(type='GenInferencer'), retriever=dict(type='ZeroRetriever'))
base_datasets = [dict(abbr=f'd{i}', infer_cfg=infer, reader_cfg=dict(input_columns=['a'])) for i in range(3)]
`;

function readWith(rest: string): Config {
  const text = `with read_base():\n    from .base import base_datasets\n${rest}`;
  const workspace = new MemoryWorkspace({ '/ws/base.py': base, '/ws/a.py': text });
  return openCompass.read(evaluateDocument('/ws/a.py', text, 'python', workspace));
}

describe('what comes from a base', () => {
  it('is one value, however often it was copied on its way', () => {
    const config = readWith('datasets = base_datasets\n');
    expect(config.datasets.map(({ abbr }) => abbr)).toEqual(['d0', 'd1', 'd2']);
    expect(new Set(config.datasets.map(({ inferCfg }) => inferCfg)).size).toBe(1);
    expect(config.places.filter(({ kind }) => kind === 'infer-cfg')).toHaveLength(1);
    expect(config.places.filter(({ kind }) => kind === 'dataset')).toHaveLength(3);
  });

  it('is another one where the config changes it', () => {
    const config = readWith(
      "datasets = base_datasets\ndatasets[1]['infer_cfg']['retriever']['type'] = 'Other'\ndatasets[1].abbr = 'other'\n",
    );
    expect(config.datasets.map(({ abbr }) => abbr)).toEqual(['d0', 'other', 'd2']);
    const types = config.datasets.map(({ inferCfg }) => {
      const retriever = inferCfg?.kind === 'dict' ? inferCfg.get('retriever') : undefined;
      return retriever?.kind === 'dict' ? textOf(retriever.get('type')) : undefined;
    });
    expect(types).toEqual(['ZeroRetriever', 'Other', 'ZeroRetriever']);
    expect(config.places.filter(({ kind }) => kind === 'infer-cfg')).toHaveLength(2);
  });

  it('is still there as the copy that the config has', () => {
    const { evaluation } = readWith('datasets = base_datasets\n');
    const datasets = evaluation.value.get('datasets')!;
    expect(original(datasets)).not.toBe(datasets);
    expect(original(original(datasets))).toBe(original(datasets));
    expect(datasets.kind === 'list' && datasets.items[0]).toMatchObject({ className: 'ConfigDict' });
    expect(original(datasets)).toBe(datasets);
  });
});

import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/configs/eval.py';

const base = {
  '/ws/configs/base.py': "from opencompass.models import VLLM\nmodels = [dict(type=VLLM, abbr='small', path='small', max_out_len=8)]\n",
};

const config = `from mmengine.config import read_base

with read_base():
    from .base import models

datasets = []
`;

function found(lines: string, rule: string): readonly string[] {
  const text = `${config}${lines}\n`;
  const all = createProject(new MemoryWorkspace({ ...base, [file]: text }, ['/ws']), defaultSettings).check(file);
  return all.flatMap((one) => (one.rule === rule ? `${one.severity} ${text.slice(one.span.start, one.span.end)}` : []));
}

describe('what a run writes of a config', () => {
  it('is no iterator, and no view of a dict', () => {
    expect(found("names = (model['abbr'] for model in models)", 'own-code')).toEqual(["error (model['abbr'] for model in models)"]);
    expect(found('keys = dict(a=1).keys()', 'own-code')).toEqual(['error dict(a=1).keys()']);
    expect(found('pairs = map(dict, models)', 'own-code')).toEqual(['error map(dict, models)']);
    expect(found("names = [model['abbr'] for model in models]\nkeys = list(dict(a=1).keys())\nturns = range(3)", 'own-code')).toEqual([]);
  });
});

describe('a copy of a model of a base', () => {
  it('has an abbr of its own', () => {
    expect(found('models += [dict(models[0], max_out_len=16)]', 'duplicate-abbr')).toEqual(['warning dict(models[0], max_out_len=16)']);
    expect(found("longer = dict(models[0])\nlonger['max_out_len'] = 16\nmodels.append(longer)", 'duplicate-abbr')).toEqual([
      'warning dict(models[0])',
    ]);
    expect(found('models = [models[0], dict(models[0], max_out_len=16)]', 'duplicate-abbr')).toHaveLength(1);
    expect(found("models += [dict(models[0], abbr='longer', max_out_len=16)]", 'duplicate-abbr')).toEqual([]);
  });
});

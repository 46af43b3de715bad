import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

/** Severities of what is found in a config that imports a class that is there and one that is not. */
function severities(models: string): string[] {
  const workspace = new MemoryWorkspace(
    {
      '/ws/opencompass/models/__init__.py': 'class PondModel:\n    pass\n',
      '/ws/eval.py': `from opencompass.models import PondModel, LakeModel\n${models}\n`,
    },
    ['/ws'],
  );
  return createProject(workspace, defaultSettings)
    .check('/ws/eval.py')
    .map(({ rule, severity }) => `${rule} ${severity}`);
}

describe('class-not-found', () => {
  it('is an error where the config uses the name', () => {
    expect(severities("models = [dict(type=LakeModel, abbr='lake')]")).toEqual(['class-not-found error']);
  });

  it('is a warning where nothing uses it: the config works', () => {
    expect(severities("models = [dict(type=PondModel, abbr='pond')]")).toEqual(['class-not-found warning']);
  });
});

describe('a class that its package does not hand on', () => {
  it.each([
    ['lakes.py', 'opencompass.models.lakes'],
    ['wet/lakes.py', 'opencompass.models.wet.lakes'],
  ])('is in %s', (path, module) => {
    const files = {
      '/ws/opencompass/models/__init__.py': 'class LaneModel:\n    pass\n',
      '/ws/opencompass/models/ponds.py': '# LakeModel\nfrom .lakes import LakeModel\n',
      [`/ws/opencompass/models/${path}`]: 'class LakeModel:\n    pass\n',
      '/ws/eval.py': "from opencompass.models import LakeModel\nmodels = [dict(type=LakeModel, abbr='lake')]\n",
    };
    const [found] = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings).check('/ws/eval.py');
    expect(found?.message).toBe(
      `There is no LakeModel in opencompass.models: what uses it raises ImportError when it is built. It is in ${module}: import it from there.`,
    );
  });
});

describe('a package', () => {
  const found = (name: string, files: Record<string, string> = {}): string[] => {
    const config = `from ${name}.models import OpenAI\nmodels = [dict(type=OpenAI, abbr='pond', path='pond')]\n`;
    const project = createProject(new MemoryWorkspace({ '/ws/eval.py': config, ...files }, ['/ws']), defaultSettings);
    return project
      .check('/ws/eval.py')
      .filter(({ rule }) => rule === 'class-not-found')
      .map(({ message }) => message);
  };

  it.each(['opencompasss', 'opencopass', 'oepncompass', 'open_compass', 'aiss_bench.benchmark'])('%s is a slip', (name) => {
    expect(found(name)).toEqual([
      expect.stringMatching(/raises ModuleNotFoundError when it is built\. Did you mean (?:opencompass|ais_bench)\?$/),
    ]);
  });

  it.each(['opencompass2', 'opencompass_ext', 'compass', 'pond'])('%s may be one', (name) => expect(found(name)).toEqual([]));

  it('that is there is none', () => {
    const files = { '/ws/opencompasss/__init__.py': '', '/ws/opencompasss/models.py': 'class OpenAI:\n    pass\n' };
    expect(found('opencompasss', files)).toEqual([]);
  });
});

describe('the class that is meant', () => {
  const said = (name: string): string => {
    const files = {
      '/ws/opencompass/datasets/__init__.py':
        'class AnliDataset:\n    pass\n\nclass IFEvalDataset:\n    pass\n\nclass HumanevalDataset:\n    pass\n',
      '/ws/eval.py': `from opencompass.datasets import ${name}\ndatasets = [dict(type=${name}, abbr='a')]\n`,
    };
    return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
      .check('/ws/eval.py')
      .find(({ rule }) => rule === 'class-not-found')!.message;
  };

  it.each([
    ['HumanEvalDataset', 'HumanevalDataset'],
    ['IFEvalDatset', 'IFEvalDataset'],
    ['IFevalDataset', 'IFEvalDataset'],
  ])('of %s is %s', (name, meant) => expect(said(name)).toContain(`Did you mean ${meant}?`));

  it.each(['APPSDataset', 'TACODataset', 'RAbd_Dataset'])('is not one that only ends as %s does', (name) =>
    expect(said(name)).not.toContain('Did you mean'),
  );
});

describe('a module that is not there', () => {
  const found = (imported: string) => {
    const files = {
      '/ws/opencompass/openicl/__init__.py': 'from opencompass.openicl.icl_inferencer import GenInferencer\n',
      '/ws/opencompass/openicl/icl_inferencer/__init__.py': 'class GenInferencer:\n    pass\n',
      '/ws/opencompass/openicl/dict_postprocessors.py': '',
      '/ws/eval.py': `${imported}\ndatasets = [dict(type='opencompass.datasets.X', abbr='a', infer_cfg=dict(inferencer=dict(type=GenInferencer)))]\n`,
    };
    return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
      .check('/ws/eval.py')
      .find(({ rule }) => rule === 'class-not-found');
  };

  it('is what is missing, not the name, and is put right where it is written', () => {
    const { message, fixes } = found('from opencompass.openicl.icl_inferenceer import GenInferencer')!;
    expect(message).toContain('There is no icl_inferenceer in opencompass.openicl');
    expect(message).toContain('Did you mean icl_inferencer?');
    expect(fixes[0]!.edits).toEqual([{ span: { file: '/ws/eval.py', start: 5, end: 40 }, newText: 'opencompass.openicl.icl_inferencer' }]);
  });

  it('is not one that only ends alike', () => {
    const { message, fixes } = found('from opencompass.openicl.model_postprocessors import GenInferencer')!;
    expect(message).toMatch(/^There is no model_postprocessors in opencompass\.openicl: [^?]*$/);
    expect(fixes).toEqual([]);
  });

  it('has no advice where none is alike', () => {
    const { message, fixes } = found('from opencompass.openicl.writers.more import GenInferencer')!;
    expect(message).toMatch(/^There is no writers in opencompass\.openicl: [^?]*$/);
    expect(fixes).toEqual([]);
  });
});

describe('a name that a function is registered under', () => {
  const said = (evalCfg: string): string[] => {
    const files = {
      '/ws/opencompass/datasets/__init__.py': 'from .pond import *\n',
      '/ws/opencompass/datasets/pond.py': `from opencompass.registry import ICL_EVALUATORS, TEXT_POSTPROCESSORS

@TEXT_POSTPROCESSORS.register_module('Xsum')
def Xsum_postprocess(text):
    return text

@TEXT_POSTPROCESSORS.register_module(name="gsm8k")
def gsm8k_postprocess(text):
    return text

class LawBenchEvaluator:
    pass

for index in ['1-1']:
    ICL_EVALUATORS.register_module(
        name='LawBenchEvaluator_' + index.replace('-', '_'),
        module=lambda: LawBenchEvaluator())
`,
      '/ws/eval.py': `from opencompass.datasets import LawBenchEvaluator\ntasks = ['1_1', '1_2']\ndatasets = [dict(type='PondDataset', abbr=t, eval_cfg=${evalCfg}) for t in tasks]\n`,
    };
    return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
      .check('/ws/eval.py')
      .filter(({ rule }) => rule === 'class-not-found')
      .map(({ message, span }) => `${files['/ws/eval.py'].slice(span.start, span.end)}: ${message}`);
  };

  it.each([
    ["dict(evaluator=dict(type='AccEvaluator'), pred_postprocessor=dict(type='Xsuum'))", ["'Xsuum'|Xsum"]],
    ["dict(evaluator=dict(type='AccEvaluator'), pred_postprocessor=dict(type='gs8k'))", ["'gs8k'|gsm8k"]],
    ["dict(evaluator=dict(type='LawenchEvaluator_' + t))", ['LawenchEvaluator_|LawBenchEvaluator_1_1']],
    ["dict(evaluator=dict(type='LawBenchEvaluator' + t))", ['LawBenchEvaluator|LawBenchEvaluator_1_1']],
    ["dict(evaluator=dict(type='LawBenchEvaluator_' + t), pred_postprocessor=dict(type='Xsum'))", []],
    ["dict(evaluator=dict(type='PikeEvaluator_' + t), pred_postprocessor=dict(type='gsm9k'))", []],
  ])('is meant by a slip of it: %s', (evalCfg, expected) => {
    expect(said(evalCfg).map((line) => line.replace(/: Nothing.*Did you mean (.*)\?$/, '|$1'))).toEqual(expected);
  });
});

describe('a class in a module whose names its package does not gather', () => {
  const said = (type: string): string[] => {
    const files = {
      '/ws/opencompass/datasets/__init__.py': 'from .lake import *\n',
      '/ws/opencompass/datasets/lake.py': 'class LakeDataset:\n    pass\n',
      '/ws/opencompass/datasets/pond/__init__.py': '',
      '/ws/opencompass/datasets/pond/origin.py': 'class PondOriginDataset:\n    pass\n',
      '/ws/eval.py': `from opencompass.datasets.pond.origin import PondOriginDataset\ndatasets = [dict(type=${type}, abbr='d', infer_cfg=dict())]\n`,
    };
    return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
      .check('/ws/eval.py')
      .filter(({ rule }) => rule === 'class-not-found')
      .map(({ message }) => message.replace(/^.*Did you mean (.*)\?$/, '$1'));
  };

  it.each([
    ["'PonndOriginDataset'", ['PondOriginDataset']],
    ["'PondOrigniDataset'", ['PondOriginDataset']],
    ["'PondOriginDataset'", []],
    ["'PondOriginDatasetV2'", []],
    ['PondOriginDataset', []],
  ])('is meant by a slip of its name where it is imported: %s', (type, expected) => expect(said(type)).toEqual(expected));
});

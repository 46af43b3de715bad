import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/eval.py';

const framework = {
  '/ws/opencompass/__init__.py': '',
  '/ws/opencompass/models.py': 'class VLLM:\n    def __init__(self, path, max_seq_len=2048, meta_template=None):\n        pass\n',
  '/ws/opencompass/utils/__init__.py': '',
  '/ws/opencompass/utils/text_postprocessors.py': `from opencompass.registry import TEXT_POSTPROCESSORS


@TEXT_POSTPROCESSORS.register_module('first-capital')
def first_capital_postprocess(text):
    return text


def first_number_postprocess(text):
    return text
`,
  '/ws/opencompass/tasks/__init__.py': '',
  '/ws/opencompass/tasks/openicl_eval.py': `kwargs = copy.deepcopy(self.model_cfg['pred_postprocessor'])
proc = kwargs.pop('type')
`,
};

function found(postprocessor: string, more = ''): readonly string[] {
  const text = `from opencompass.models import VLLM
models = [dict(type=VLLM, abbr='small', path='small', max_out_len=8, pred_postprocessor=${postprocessor})]
${more}`;
  const all = createProject(new MemoryWorkspace({ ...framework, [file]: text }, ['/ws']), defaultSettings).check(file);
  return all.flatMap(({ rule, severity, message, fixes }) =>
    rule === 'class-not-found' || rule === 'wrong-type'
      ? `${severity} ${rule}: ${message} [${fixes.map(({ title }) => title).join()}]`
      : [],
  );
}

describe('the postprocessor of a model', () => {
  it('is registered under its name', () => {
    expect(found("dict(type='first_capital')")).toEqual([
      'error class-not-found: Nothing is registered as first_capital: building it raises an exception. Did you mean first-capital? [Change to first-capital]',
    ]);
    expect(found("dict(type='first_capital_postprocess')")).toHaveLength(1);
    expect(found("dict(type='first-capital')")).toEqual([]);
    expect(found("dict(type='my-own')")).toEqual([]);
  });

  it('is no function that nothing registers', () => {
    expect(found("dict(type='first_number_postprocess')")).toEqual([
      "error class-not-found: Nothing is registered as first_number_postprocess, and the function of this name is found by its whole path alone: the evaluation raises TypeError, after all answers were generated. Write 'opencompass.utils.text_postprocessors.first_number_postprocess'. [Change to opencompass.utils.text_postprocessors.first_number_postprocess]",
    ]);
    expect(found("dict(type='opencompass.utils.text_postprocessors.first_number_postprocess')")).toEqual([]);
  });

  it('is one, but where a model judges', () => {
    const several = "{'quiz*': dict(type='first-capital')}";
    expect(found(several, 'datasets = []\n')).toEqual([
      'error wrong-type: `pred_postprocessor` of a model is one postprocessor for OpenICLEvalTask, and this is a dict of several, by datasets: the evaluation raises an exception, after all answers were generated. []',
    ]);
    expect(found(several)).toEqual([]);
    expect(found(several, "datasets = []\neval = dict(runner=dict(task=dict(type='SubjectiveEvalTask')))\n")).toEqual([]);
  });
});

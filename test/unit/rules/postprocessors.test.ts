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

describe('the regular expression of a postprocessor', () => {
  const text_postprocessors = `import re


def match_answer_pattern(response_text: str, answer_pattern: str):
    match = re.search(answer_pattern, response_text)
    return match.group(1) if match else ''


def last_letter(text: str, letters: str):
    letters = f'[{letters}]'
    return re.findall(letters, text)[-1]


def first_of(text: str, pattern: str):
    return re.findall(pattern, text)[0]
`;

  function refused(type: string, keys: string): readonly string[] {
    const config = `from opencompass.openicl.icl_evaluator import AccEvaluator
from opencompass.utils.text_postprocessors import ${type}
pond_eval_cfg = dict(evaluator=dict(type=AccEvaluator), pred_postprocessor=dict(type=${type}, ${keys}))
`;
    const files = { ...framework, '/ws/opencompass/utils/text_postprocessors.py': text_postprocessors, [file]: config };
    const all = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings).check(file);
    return all.flatMap(({ rule, message, span, fixes }) =>
      rule === 'refused-argument'
        ? `${config.slice(span.start, span.end)}: ${message} [${fixes.flatMap((fix) => fix.edits.map(({ newText }) => newText)).join()}]`
        : [],
    );
  }

  it('has the group that the function takes', () => {
    expect(refused('match_answer_pattern', "answer_pattern=r'ANSWER: [A-D]'")).toEqual([
      "r'ANSWER: [A-D]': Group 1 of what this regular expression finds is what match_answer_pattern takes, and it has none: the evaluation raises IndexError: no such group, after all answers were generated. Put the part that is the answer in ( ). [([A-D])]",
    ]);
    expect(refused('match_answer_pattern', "answer_pattern=r'(?:ANSWER): \\(([(]?)'")).toHaveLength(0);
    expect(refused('match_answer_pattern', "answer_pattern=r'(?i)(?:ANSWER|\\(): [(][A-D]'")).toHaveLength(1);
    for (const pattern of ["r'ANSWER: ([A-D])'", "r'(?P<letter>[A-D])'", "'A(B)(C)'"])
      expect(refused('match_answer_pattern', `answer_pattern=${pattern}`), pattern).toEqual([]);
  });

  it('can be read by Python, where it is handed on as it is', () => {
    expect(refused('match_answer_pattern', "answer_pattern=r'ANSWER: ([A-D'")[0]).toMatch(
      /^\[: Python cannot read this regular expression/,
    );
    expect(refused('first_of', "pattern='(a'")).toHaveLength(1);
    expect(refused('first_of', "pattern='a'")).toEqual([]);
    expect(refused('last_letter', "letters='A-'")).toEqual([]);
    expect(refused('last_letter', "letters='('")).toEqual([]);
  });
});

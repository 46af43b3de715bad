import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

// A fork of OpenCompass, or another release of it, reads keys that the one that we know does not.

const config = (keys = '', inferKeys = ''): string => `from opencompass.openicl.icl_evaluator import AccEvaluator

quiz_infer_cfg = dict(retriever=dict(type='ZeroRetriever'), prompt_template=dict(type='PromptTemplate', template='{q}'), inferencer=dict(type='GenInferencer')${inferKeys})
quiz_eval_cfg = dict(evaluator=dict(type=AccEvaluator)${keys})
`;

function found(source: Readonly<Record<string, string>>, text = config(', sc_size=4')): readonly string[] {
  const files = Object.fromEntries(Object.entries(source).map(([path, text]) => [`/ws/opencompass/${path}`, text]));
  return createProject(new MemoryWorkspace({ ...files, '/ws/configs/quiz.py': text }, ['/ws']), defaultSettings)
    .check('/ws/configs/quiz.py')
    .map(({ rule, severity }) => `${severity} ${rule}`);
}

describe('a key of an eval_cfg that the release does not have', () => {
  it('is told where the source is out of reach, or does not read it', () => {
    expect(found({})).toEqual(['hint unknown-key']);
    expect(found({ 'tasks/openicl_eval.py': "score = self.eval_cfg.get('evaluator')\n" })).toEqual(['hint unknown-key']);
    expect(found({ 'tasks/openicl_eval.py': 'def score(sc_size):\n    pass\n' })).toEqual(['hint unknown-key']);
  });

  it('is not told where the task of the evaluation, or one beside it, reads it', () => {
    expect(found({ 'tasks/openicl_eval.py': "self.sc_size = self.eval_cfg.get('sc_size')\n" })).toEqual([]);
    expect(found({ 'tasks/openicl_eval.py': '', 'tasks/vote_eval.py': 'size = eval_cfg["sc_size"]\n' })).toEqual([]);
  });

  it('counts as read of an infer_cfg only where it is read of one', () => {
    const text = config('', ', max_out_len=100');
    expect(found({ 'tasks/openicl_infer.py': "length = model_cfg.get('max_out_len')\n" }, text)).toEqual(['warning unknown-key']);
    expect(found({ 'tasks/openicl_infer.py': "length = self.infer_cfg.get('max_out_len')\n" }, text)).toEqual([]);
    expect(found({ 'tasks/openicl_infer.py': "length = cfg['infer_cfg']['max_out_len']\n" }, text)).toEqual([]);
  });
});

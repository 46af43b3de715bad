import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

// A fork of OpenCompass, or another release of it, reads keys that the one that we know does not.

const config = `from opencompass.openicl.icl_evaluator import AccEvaluator

quiz_eval_cfg = dict(evaluator=dict(type=AccEvaluator), sc_size=4)
`;

function found(source: Readonly<Record<string, string>>): readonly string[] {
  const files = Object.fromEntries(Object.entries(source).map(([path, text]) => [`/ws/opencompass/${path}`, text]));
  return createProject(new MemoryWorkspace({ ...files, '/ws/configs/quiz.py': config }, ['/ws']), defaultSettings)
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
});

import { describe, expect, it } from 'vitest';
import type { Framework } from '../../../server/src/engine/frameworks/face/framework.js';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { raisesOf } from '../../../server/src/engine/checks/support/known-raises.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const base = (template: string): string => `
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
from opencompass.openicl.icl_inferencer import GenInferencer
infer_cfg = dict(prompt_template=dict(type=PromptTemplate, template='${template}'), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer))
a_datasets = [dict(abbr='a', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=infer_cfg)]
`;
const models = `
from opencompass.models import OpenAI
models = [dict(type=OpenAI, abbr='m', meta_template=dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)]))]
`;
const evaluation = (dir: string, rest = ''): string => `
from mmengine.config import read_base
with read_base():
    from .a import a_datasets
    from .models import models
datasets = a_datasets
work_dir = '${dir}'
${rest}`;

describe('What pairs raise', () => {
  it('is found anew only for what an edit has to do with', () => {
    const workspace = new MemoryWorkspace({ '/ws/a.py': base('{q}'), '/ws/models.py': models, '/ws/eval.py': evaluation('x') });
    const project = createProject(workspace, defaultSettings);
    const count = counter(project);
    expect(count()).toBe(1);
    expect(count()).toBe(0);
    project.update('/ws/eval.py', evaluation('y'), 1, 'python');
    expect(count()).toBe(0);
    project.update('/ws/eval.py', evaluation('y', "models[0]['meta_template']['round'][0]['begin'] = 'B'"), 2, 'python');
    expect(count()).toBe(1);
    project.update('/ws/a.py', base('{q'), 1, 'python');
    expect(count()).toBe(1);
  });

  it('is found anew where the class of the model says something else now', () => {
    const project = createProject(
      new MemoryWorkspace({ '/ws/a.py': base('{q}'), '/ws/models.py': models, '/ws/eval.py': evaluation('x') }),
      defaultSettings,
    );
    const { framework, config } = project.load('/ws/eval.py')!;
    const [dataset] = config.datasets;
    const [model] = config.models;
    let asked = 0;
    const counting: Framework = { ...framework, raises: (of, models_) => (asked++, framework.raises(of, models_)) };
    raisesOf(counting, dataset!, [model], project);
    raisesOf(counting, dataset!, [{ ...model! }], project);
    expect(asked).toBe(1);
    raisesOf(counting, dataset!, [{ ...model!, parser: 'lm' }], project);
    expect(asked).toBe(2);
    raisesOf(counting, dataset!, [undefined, model], project);
    expect(asked).toBe(3);
  });
});

/** @returns asks for all pairs of the evaluation, and tells how many had to be rendered */
function counter(project: Project): () => number {
  let rendered = 0;
  let counting: Framework | undefined;
  return () => {
    rendered = 0;
    const { framework, config, surroundings } = project.load('/ws/eval.py')!;
    counting ??= { ...framework, raises: (dataset, of) => ((rendered += of.length), framework.raises(dataset, of)) };
    for (const dataset of config.datasets) raisesOf(counting, dataset, config.models, surroundings);
    return rendered;
  };
}

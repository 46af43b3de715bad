import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

describe('a dataset without reader_cfg', () => {
  it('has what its prompt raises at the dataset', () => {
    const source = `datasets = [dict(abbr='a', infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='{q}'), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]\n`;
    const found = createProject(new MemoryWorkspace({ '/ws/eval.py': source }, ['/ws']), defaultSettings).check('/ws/eval.py');
    const raised = found.find(({ rule }) => rule === 'prompt-raises');
    expect(raised?.span.start).toBe(source.indexOf('dict(abbr'));
    expect(raised?.message).toContain('the dataset has no reader_cfg');
  });
});

describe('an error elsewhere', () => {
  const dialogue = `dict(round=[dict(role='HUMAN', prompt='{q}')])`;
  const config = (template: string, round: string) => `
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever
from opencompass.models import HuggingFaceCausalLM
datasets = [
    dict(
        abbr='a',
        reader_cfg=dict(input_columns=['q'], output_column='a'),
        infer_cfg=dict(
            ice_template=dict(type=PromptTemplate, template=${dialogue}),
            prompt_template=dict(type=PromptTemplate, template=${template}, ice_token='</E>'),
            retriever=dict(type=FixKRetriever, fix_id_list=[0]),
            inferencer=dict(type=GenInferencer),
        ),
    )
]
models = [dict(type=HuggingFaceCausalLM, abbr='m', path='m', meta_template=dict(round=[${round}, dict(role='BOT', generate=True)]))]
`;
  const errorsOf = (source: string): string[] => {
    const project = createProject(new MemoryWorkspace({ '/ws/eval.py': source }, ['/ws']), defaultSettings);
    return project
      .check('/ws/eval.py')
      .filter(({ severity }) => severity === 'error')
      .map(({ rule }) => rule);
  };

  it('of the model tells nothing of what the template raises', () => {
    expect(errorsOf(config(`'</E>Q: {q}'`, `dict(role='HUMAN'), dict(role='HUMAN')`))).toEqual(['prompt-raises', 'duplicate-role']);
  });

  it('of a role that the model lacks is what parsing raises', () => {
    expect(errorsOf(config(`dict(begin=['</E>'], round=[dict(role='HUMEN', prompt='{q}')])`, `dict(role='HUMAN')`))).toEqual([
      'unknown-role',
    ]);
  });
});

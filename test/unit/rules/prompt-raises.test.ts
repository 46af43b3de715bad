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

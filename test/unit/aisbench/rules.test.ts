import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/settings.js';
import { createProject } from '../../../server/src/project.js';
import { MemoryWorkspace } from '../../../server/src/workspace.js';
import { imports } from './support.js';

function messages(config: string): string[] {
  const project = createProject(new MemoryWorkspace({ '/ws/config.py': imports + config }, ['/ws']), defaultSettings);
  return project.check('/ws/config.py').map(({ rule, message }) => `${rule}: ${message}`);
}

const dataset = (infer: string): string =>
  `demo_datasets = [dict(abbr='demo', type='Demo', path='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(${infer}, inferencer=dict(type=GenInferencer)))]\n`;
const chat = "models = [dict(attr='service', type=VLLMCustomAPIChat, abbr='m', path='')]\n";
const prompt = (template: string): string => `prompt_template=dict(type=PromptTemplate, template=${template})`;

describe('diagnostics quote what AISBench raises', () => {
  it.each([
    ['ice-token-missing', `${prompt("'{q}', ice_token='</E>'")}, retriever=dict(type=ZeroRetriever)`, 'AISBenchValueError [ICLR-PARAM-001]'],
    ['missing-ice-template', `${prompt("'{q}'")}, retriever=dict(type=FixKRetriever, fix_id_list=[0])`, 'AISBenchValueError [ICLR-PARAM-002]'],
    ['ice-token-undefined', `ice_template=dict(type=PromptTemplate, template='{q}'), ${prompt("'{q}'")}, retriever=dict(type=ZeroRetriever)`, 'AISBenchImplementationError [ICLR-IMPL-002]'],
    ['missing-fallback-role', `${prompt("dict(round=[dict(role='SYSTEM', prompt='s'), dict(role='HUMAN', prompt='{q}')])")}, retriever=dict(type=ZeroRetriever)`, 'AISBenchKeyError [MODEL-PARAM-002]'],
    ['prompt-raises', `${prompt("dict(round=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='s'), dict(role='HUMAN', prompt='{q}')])")}, retriever=dict(type=ZeroRetriever)`, 'AISBenchValueError: [MODEL-DATA-002]'],
  ])('%s', (rule, infer, exception) => {
    expect(messages(dataset(infer) + chat)).toEqual([expect.stringMatching(`^${rule}: `)]);
    expect(messages(dataset(infer) + chat)[0]).toContain(exception);
  });
  it('and are silent on what AISBench takes', () => {
    expect(messages(dataset(`${prompt("'{q}'")}, retriever=dict(type=ZeroRetriever, ice_separator='-')`) + chat)).toEqual([]);
  });
});

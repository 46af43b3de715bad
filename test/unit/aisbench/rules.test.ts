import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { imports } from './support.js';

function messages(config: string): string[] {
  const project = createProject(new MemoryWorkspace({ '/ws/config.py': imports + config }, ['/ws']), defaultSettings);
  return project.check('/ws/config.py').map(({ rule, message }) => `${rule}: ${message}`);
}

const dataset = (infer: string): string =>
  `demo_datasets = [dict(abbr='demo', type='Demo', path='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(${infer}, inferencer=dict(type=GenInferencer)))]\n`;
const chat = "models = [dict(attr='service', type=VLLMCustomAPIChat, abbr='m', path='', generation_kwargs=dict())]\n";
const prompt = (template: string): string => `prompt_template=dict(type=PromptTemplate, template=${template})`;

describe('diagnostics quote what AISBench raises', () => {
  it.each([
    [
      'ice-token-missing',
      `${prompt("'{q}', ice_token='</E>'")}, retriever=dict(type=ZeroRetriever)`,
      'AISBenchValueError [ICLR-PARAM-001]',
    ],
    [
      'missing-ice-template',
      `${prompt("'{q}'")}, retriever=dict(type=FixKRetriever, fix_id_list=[0])`,
      'AISBenchValueError [ICLR-PARAM-002]',
    ],
    [
      'ice-token-undefined',
      `ice_template=dict(type=PromptTemplate, template='{q}'), ${prompt("'{q}'")}, retriever=dict(type=ZeroRetriever)`,
      'AISBenchImplementationError [ICLR-IMPL-002]',
    ],
    [
      'missing-fallback-role',
      `${prompt("dict(round=[dict(role='SYSTEM', prompt='s'), dict(role='HUMAN', prompt='{q}')])")}, retriever=dict(type=ZeroRetriever)`,
      'AISBenchKeyError [MODEL-PARAM-002]',
    ],
    [
      'prompt-raises',
      `${prompt("dict(round=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='s'), dict(role='HUMAN', prompt='{q}')])")}, retriever=dict(type=ZeroRetriever)`,
      'AISBenchValueError: [MODEL-DATA-002]',
    ],
  ])('%s', (rule, infer, exception) => {
    expect(messages(dataset(infer) + chat)).toEqual([expect.stringMatching(`^${rule}: `)]);
    expect(messages(dataset(infer) + chat)[0]).toContain(exception);
  });
  const reader = (entries: string): string =>
    `demo_datasets = [dict(abbr='demo', type='Demo', path='d', reader_cfg=dict(${entries}), infer_cfg=dict(${prompt("'{q}'")}, retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))]\n`;
  const metas = (parser: string, meta: string): string =>
    `models = [dict(attr='service', type=${parser}, abbr='m', path='', generation_kwargs=dict(), meta_template=${meta})]\n`;

  it.each([
    ['a range', reader("input_columns=['q'], output_column='a', test_range=['[:3]']"), 'AISBenchInvalidTypeException [UTILS-TYPE-001]'],
    ['an output column', reader("input_columns=['q'], output_column=['a']"), 'AISBenchInvalidTypeException [UTILS-TYPE-004]'],
    ['a template', dataset(`${prompt("['{q}']")}, retriever=dict(type=ZeroRetriever)`), 'AISBenchValueError [ICLR-TYPE-001]'],
    [
      'the template of a label',
      dataset(`${prompt("{'a': 1, 'b': '{q}'}")}, retriever=dict(type=ZeroRetriever)`),
      'AISBenchValueError [ICLR-TYPE-002]',
    ],
    ['the round of a chat model', metas('VLLMCustomAPIChat', "dict(round='HUMAN')"), 'AISBenchTypeError [MODEL-TYPE-004]'],
    ['the round of a model of texts', metas('VLLMCustomAPI', "dict(round='HUMAN')"), 'raises AssertionError'],
  ])('of a wrong type for %s', (_, config, exception) => {
    const found = messages(config).filter((message) => message.startsWith('wrong-type: '));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(exception);
  });

  it('and hold no template against an inferencer that uses none', () => {
    const infer = `ice_template=dict(type=PromptTemplate, template='{q}'), ${prompt("'{q}'")}, retriever=dict(type=FixKRetriever, fix_id_list=[0]), inferencer=dict(type=BFCLV3FunctionCallInferencer)`;
    const config = `demo_datasets = [dict(abbr='demo', type='Demo', path='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(${infer}))]\n`;
    expect(messages(config + chat)).toEqual([]);
  });

  it('and are silent on what AISBench takes', () => {
    expect(messages(dataset(`${prompt("'{q}'")}, retriever=dict(type=ZeroRetriever, ice_separator='-')`) + chat)).toEqual([]);
  });
});

describe('a summarizer without attr', () => {
  const run = (client: string): string[] => {
    const models = `models = [dict(attr='service', type='mine.Streams', abbr='m', path=''${client})]\n`;
    const written = dataset(`${prompt("'{q}'")}, retriever=dict(type=ZeroRetriever)`).replace('demo_datasets', 'datasets');
    return messages(`${written}${models}summarizer = dict(type='mine.Sums')\n`).filter((message) =>
      message.includes('The summarizer needs attr'),
    );
  };

  it('is refused, but by releases in which the client of a model is a part of its own', () => {
    expect(run('')).toHaveLength(1);
    expect(run(", custom_client=dict(type='mine.Client')")).toEqual([]);
  });
});

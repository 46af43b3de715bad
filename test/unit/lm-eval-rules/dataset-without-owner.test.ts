import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { taskWith } from './pond-task.js';

const file = '/ws/tasks/pond/pond.yaml';

/** The severities of what is found, and what the first fix writes. */
function found(path: string, around: Readonly<Record<string, string>> = {}, more: Readonly<Record<string, string>> = {}): string[] {
  const text = taskWith({ dataset_path: path, ...more });
  const workspace = new MemoryWorkspace({ ...around, [file]: text }, ['/ws']);
  return createProject(workspace, defaultSettings)
    .check(file)
    .filter(({ rule }) => rule === 'dataset-without-owner')
    .map(({ severity, fixes }) => `${severity} ${fixes[0]?.edits[0]?.newText ?? ''}`.trim());
}

const withHub = (version: string): Readonly<Record<string, string>> => ({
  '/ws/pyarrow/__init__.py': '',
  [`/ws/huggingface_hub-${version}.dist-info/METADATA`]: '',
});

describe('a dataset of the Hub without its owner', () => {
  it.each([
    ['a well-known one', 'gsm8k', ['warning openai/gsm8k']],
    ['a well-known one in quotes', '"gsm8k"', ['warning "openai/gsm8k"']],
    ['one that nobody knows', 'pond_facts', ['warning']],
    ['one with its owner', 'openai/gsm8k', []],
    ['a format of files', 'parquet', []],
    ['a file', 'pond.jsonl', []],
    ['nothing', 'null', []],
  ])('is told of: %s', (_, path, expected) => expect(found(path)).toEqual(expected));

  it('is told of by the library that is installed within reach', () => {
    expect(found('gsm8k', withHub('1.15.0'))).toEqual([]);
    expect(found('gsm8k', withHub('1.16.0'))).toEqual(['error openai/gsm8k']);
  });

  it('is a folder where the run is started', () => {
    expect(found('pond_facts', { '/ws/pond_facts/test.jsonl': '{}\n' })).toEqual([]);
  });

  it('is read by nobody where a function makes the dataset', () => {
    const code = { '/ws/tasks/pond/utils.py': 'def load(**kwargs):\n    return {}\n' };
    expect(found('gsm8k', code, { custom_dataset: '!function utils.load' })).toEqual([]);
  });
});

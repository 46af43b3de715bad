import { describe, expect, it } from 'vitest';
import { effectiveConfig } from '../../../server/src/engine/editor/effective-config.js';
import { fixture } from '../../support/fixture.js';

const task =
  '# file: a/demo.yaml\ninclude: ../base/_base\ntask: demo   # mine$0\ndoc_to_text: |\n  {{question}}\n\n  Answer:\nnum_fewshot:\n';
const base = '# file: base/_base\ntest_split: test\nnum_fewshot: 5\nmetric_list:\n  - metric: acc\n';

describe('the effective config', () => {
  it('has every key as it is written, under its place, with what it replaces', () => {
    const { project, file } = fixture(task + base);
    const found = effectiveConfig(project, file)!;
    expect(found.text.split('\n').slice(2)).toEqual([
      ...['# _base:1', 'test_split: test', ''],
      ...['# demo.yaml:7, in place of _base:2', 'num_fewshot:', ''],
      ...['# _base:3', 'metric_list:', '  - metric: acc', ''],
      ...['# demo.yaml:2', 'task: demo', ''],
      ...['# demo.yaml:3', 'doc_to_text: |', '  {{question}}', '', '  Answer:', ''],
    ]);
    expect(found.links.map(({ line, target }) => [line, target.file])).toEqual([
      [2, '/ws/base/_base'],
      [5, '/ws/a/demo.yaml'],
      [8, '/ws/base/_base'],
      [12, '/ws/a/demo.yaml'],
      [15, '/ws/a/demo.yaml'],
    ]);
  });

  it('shows values of very many lines', () => {
    const { project, file } = fixture(`# file: a/demo.yaml\ntask: demo$0\ntest_split: test\ndoc_to_text: |\n${'  line\n'.repeat(200_000)}`);
    expect(
      effectiveConfig(project, file)!
        .text.split('\n')
        .filter((line) => line === '  line'),
    ).toHaveLength(200_000);
  });

  it('is missing for a config of another framework, and for a broken one', () => {
    const python = fixture("models = [dict(type='M', abbr='m', path='p', meta_template=None)]$0\n");
    expect(effectiveConfig(python.project, python.file)).toBeUndefined();
    const broken = fixture('# file: demo.yaml\ntask: demo\ndoc_to_text: "{{q}}\n');
    expect(effectiveConfig(broken.project, broken.file)).toBeUndefined();
  });
});

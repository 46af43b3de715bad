import { describe, expect, it } from 'vitest';
import { datasetConfig } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';
import { codeActions } from '../../../server/src/engine/editor/code-actions.js';
import { hover } from '../../../server/src/engine/editor/hover.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';

// More values side by side than a call may have arguments, of which the stack holds some 125,000.
const many = 130_000;
const task =
  'task: lake\ndataset_path: lake\ntest_split: test\noutput_type: generate_until\ndoc_to_text: "{{ question }}"\ndoc_to_target: "{{ answer }}"\n';
const digits = '1, '.repeat(many);
// As many as are read of YAML.
const manyOfYaml = 75_000;

describe('very many values side by side', () => {
  it.each([
    ['a Python list that a class is sought in', 'eval.py', `${datasetConfig}from mmengine.nowhere import Pike\nx = [${digits}]\n`],
    ['a Python list that a call may have changed', 'eval.py', `${datasetConfig}from lake import pike\nx = [${digits}]\ny = [x]\npike(y)\n`],
    ['a Python list with an error in it', 'eval.py', `${datasetConfig}x = [${digits} 1 2]\n`],
    ['a Python call', 'eval.py', `${datasetConfig}x = dict(a=max(${digits}))\n`],
    ['a Python function', 'eval.py', `${datasetConfig}def f():\n    return [${digits}]\nx = f()\n`],
    ['Python statements', 'eval.py', `${datasetConfig}${'x = 1\n'.repeat(many)}`],
    ['a list in a task', 'lake.yaml', `${task}metadata:\n  numbers: [${'1, '.repeat(manyOfYaml)}]\n`],
    ['a list in a task, a line each', 'lake.yaml', `${task}metadata:\n${'  - 1\n'.repeat(manyOfYaml)}`],
    ['a JSON list', 'eval.json', `{"datasets": [], "models": [], "x": [${digits.slice(0, -2)}]}`],
  ])('%s', (_what, name, text) => {
    const { project, file } = fixture(`# file: ${name}\n${text}`);
    expect(project.evaluate(file)).toBeDefined();
    expect(Array.isArray(project.check(file))).toBe(true);
    preview(project, file, { selection: {} });
    hover(project, file, 3);
    codeActions(project, file, { file, start: 0, end: 10 });
  });

  it('in a mapping that is merged', () => {
    const keys = Array.from({ length: manyOfYaml }, (_, i) => `k${String(i)}`).join(', ');
    const { project, file } = fixture(`# file: lake.yaml\n${task}metadata:\n  a: &a {${keys}}\n  b:\n    <<: *a\n`);
    expect(project.evaluate(file)!.ok).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { fixture } from '../../support/fixture.js';

function reason(change: string): string {
  const { project, file } = fixture(`# file: configs/t.py
p = dict(type='PromptTemplate', template='{q}')
r = dict(input_columns=['q'], output_column='a')
m = dict(round=[dict(role='HUMAN'), dict(role='BOT', generate=True)])
${change}
datasets = [dict(abbr='d', type='D', path='d', reader_cfg=r, infer_cfg=dict(prompt_template=p, retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]
models = [dict(abbr='m', type='HuggingFaceCausalLM', path='m', meta_template=m)]
`);
  const result = preview(project, file, { selection: {} });
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
  expect(JSON.stringify(result).length).toBeLessThan(1_000_000);
  return result.preview.exactness.reason;
}

describe('a prompt of very many parts is not made at all', () => {
  it.each([
    ['input columns', "r['input_columns'] = [str(i) for i in range(2001)]"],
    ['placeholders', "p['template'] = '{q}' * 20001"],
    ['placeholders', "p['template'] = dict(round=[dict(role='HUMAN', prompt='{x}' * 101) for i in range(200)])"],
    ['turns', "p['template'] = dict(round=[dict(role='HUMAN', prompt='{q}')] * 5001)"],
    ['turns', "p['template'] = {str(i): dict(round=[dict(role='HUMAN', prompt='x')] * 51) for i in range(100)}"],
    ['roles', "m['reserved_roles'] = [dict(role='R%d' % i) for i in range(2001)]"],
  ])('%s: %s', (what, change) => {
    expect(reason(change)).toMatch(new RegExp(`more than \\d+ ${what} is not rendered`));
  });

  it.each([
    ["r['input_columns'] = [str(i) for i in range(2000)]"],
    ["p['template'] = '{q}' * 2000"],
    ["p['template'] = dict(round=[dict(role='HUMAN', prompt='x')] * 200)"],
  ])('but one of many is: %s', (change) => {
    expect(reason(change)).toBe('The rows are placeholders.');
  });
});

import { describe, expect, it } from 'vitest';
import { raw, request, value } from './build.js';
import { imports } from './configs.js';
import { render } from './python.js';
import { renderCase } from './render-case.js';

const config = (template: string, retriever: string): string => `${imports}
demo_datasets = [dict(abbr='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    ice_template=dict(type=PromptTemplate, template='{q}'),
    prompt_template=dict(type=PromptTemplate, template=${template}, ice_token='</E>'),
    retriever=dict(type=${retriever}), inferencer=dict(type=GenInferencer)))]`;

describe('a prompt without measure is given up', () => {
  it('for its number of examples, where all are asked for', () => {
    const many = {
      ...request({ prompt: { template: '</E>', ice_token: '</E>' }, ice: { template: '{q}' } }),
      retriever: value({ type: 'BM25Retriever', ice_num: 3000 }),
    };
    expect(renderCase(many)).toMatchObject({ unknown: 'More than 2000 examples are not rendered.' });
  });
  it('for its length', () => {
    const test = { q: 'x'.repeat(100_000), a: '' };
    expect(raw({ prompt: { template: '{q}'.repeat(1000) }, test })).toMatch(/^unknown: The prompt would be longer than/);
    expect(render(config("'</E>' * 100000", `FixKRetriever, fix_id_list=[${'0, '.repeat(100)}]`)).unknowns[0]).toMatch(
      /^The prompt would be longer than/,
    );
  });
  it('but not for its number of placeholders', () => {
    const result = renderCase(request({ prompt: { template: '{q}-'.repeat(20_000) } }));
    const [prompt] = 'prompts' in result ? result.prompts : [];
    expect(prompt && 'raw' in prompt && prompt.raw.kind === 'str' && prompt.raw.traced.pieces.length).toBe(40_000);
  });
});

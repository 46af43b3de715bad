import { describe, expect, it } from 'vitest';
import { aisBenchDialectOf } from '../../../server/src/engine/frameworks/aisbench/aisbench-dialect.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { buildTemplate } from '../../../server/src/engine/frameworks/opencompass/template/build-template.js';
import { fixture } from '../../support/fixture.js';
import { evaluate } from '../opencompass/python.js';
import { imports } from './support.js';

const config = (template: string): string => `${imports}from telco.texts import PROMPT
demo_datasets = [dict(abbr='demo', type='Demo', path='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    prompt_template=dict(type=PromptTemplate, template=${template}), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))]
models = [dict(attr='service', abbr='m', type=VLLMCustomAPIChat)]
`;

// Asked of the commit 29c363e: it sends the text. Releases before 3.1-20260415 write the name, as OpenCompass does.
describe('a text that is imported outside of read_base', () => {
  const reason = 'telco.texts.PROMPT is what its module holds when the run imports it, which is not followed here.';

  it.each(['PROMPT', "dict(round=[dict(role='HUMAN', prompt=PROMPT)])", 'dict(round=PROMPT)'])(
    'is that of its module in %s',
    (template) => {
      const { project, file } = fixture(`$0${config(template)}`);
      const result = preview(project, file, { selection: {} });
      expect(result.kind === 'preview' && result.preview.exactness).toMatchObject({ level: 'unknown', reason });
      expect(project.check(file).filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  it('is its name for an older release', () => {
    const { value } = evaluate({ 'config.py': `${imports}from telco.texts import PROMPT\nx = dict(type=PromptTemplate, template=PROMPT)` });
    const shown = (release: string): unknown => {
      try {
        return buildTemplate(value.get('x'), aisBenchDialectOf(release).templates)?.template;
      } catch (error) {
        return String(error);
      }
    };
    expect(JSON.stringify(shown('3.1-20260330'))).toContain('telco.texts.PROMPT');
  });
});

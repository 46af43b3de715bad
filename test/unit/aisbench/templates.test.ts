import { describe, expect, it } from 'vitest';
import { DictValue, UnknownValue } from '../../../server/src/engine/core/value.js';
import { nowhere } from '../../../server/src/engine/core/span.js';
import { MultiModalTemplate } from '../../../server/src/engine/frameworks/aisbench/template/multi-modal-template.js';
import { UnknownPrompt } from '../../../server/src/engine/frameworks/opencompass/values/unknown-prompt.js';
import { value } from '../opencompass/build.js';
import { meta, outcomes } from './support.js';

const plain = "dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)])";

describe('MMPromptTemplate', () => {
  const looks =
    "dict(text=dict(type='text', text='Look: {question} {other}'), image=dict(type='image_url', image_url=dict(url='data:,{image}')))";
  const mm = (prompt: string, inferencer = 'GenInferencer'): string =>
    `dict(prompt_template=dict(type=MMPromptTemplate, template=dict(round=[dict(role='HUMAN', prompt_mm=${prompt})])), retriever=dict(type=ZeroRetriever), inferencer=dict(type=${inferencer}))`;
  const reader = "dict(input_columns=['question', 'image'], output_column='answer')";
  const image = { type: 'image_url', image_url: { url: 'data:,⟦image#t⟧' } };
  const text = { type: 'text', text: 'Look: ⟦question#t⟧ {other}' };

  it('puts the parts in the order of the row, and fills the column of each kind only', () => {
    expect(outcomes(mm(looks), 'api', plain, reader)).toEqual([[{ role: 'HUMAN', prompt: [image, text] }]]);
    expect(outcomes(mm(looks), 'api', 'None', reader)).toEqual([[image, text]]);
  });
  it('is nothing to the LM parser', () => {
    expect(outcomes(mm(looks), 'lm', meta, reader)).toEqual(['<H></H><B>']);
    expect(outcomes(mm(looks), 'lm', 'None', reader)).toEqual(['']);
  });
  it('takes an address without a dict of its own', () => {
    const flat = "dict(image=dict(type='image_url', image_url='file://{image}'), text=dict(type='text', text='{question}'))";
    expect(outcomes(mm(flat), 'api', 'None', reader)).toEqual([
      [
        { type: 'image_url', image_url: 'file://⟦image#t⟧' },
        { type: 'text', text: '⟦question#t⟧' },
      ],
    ]);
  });
  it('cannot be scored', () => {
    expect(outcomes(mm(looks, 'PPLInferencer'), 'api', plain, reader)[0]).toMatch(/^AISBenchImplementationError: \[ICLR-UNK-001\]/);
  });
  it('is unknown, and raises nothing, where the content of the row is unknown', () => {
    const columns = new DictValue(nowhere);
    columns.set('content', new UnknownValue('the bytes of a picture are not read', nowhere));
    const template = new MultiModalTemplate(
      value({ template: { round: [{ role: 'HUMAN', prompt_mm: { text: { text: '{question}' } } }] } }) as DictValue,
    );
    expect(() => template.item({ split: 'test', index: 0, columns })).toThrow(UnknownPrompt);
  });
  it('raises for rows without content', () => {
    expect(outcomes(mm('dict(sound=dict())'), 'api', plain, reader)).toEqual(["KeyError: 'content'"]);
  });
});

describe('MultiTurnPromptTemplate', () => {
  const chat = (inferencer: string): string =>
    `dict(prompt_template=dict(type=MultiTurnPromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='{answer}')])), retriever=dict(type=ZeroRetriever), inferencer=dict(type=MultiTurnGenInferencer${inferencer}))`;
  const reader = "dict(input_columns=['question'], output_column='answer')";

  it('asks every turn with what the model answered before', () => {
    expect(outcomes(chat(''), 'lm', meta, reader)).toEqual([
      ['<H>⟦question#t.0⟧</H><B>', '<H>⟦question#t.0⟧</H><B>⟦gen#0⟧</B><H>⟦question#t.1⟧</H><B>'],
    ]);
  });
  it("asks with the row's answers, or the last turn only", () => {
    const last = '<H>⟦question#t.0⟧</H><B>⟦answer#t.0⟧</B><H>⟦question#t.1⟧</H><B>';
    expect(outcomes(chat(", infer_mode='every_with_gt'"), 'lm', meta, reader)).toEqual([['<H>⟦question#t.0⟧</H><B>', last]]);
    expect(outcomes(chat(", infer_mode='last'"), 'lm', meta, reader)).toEqual([[last]]);
  });
  it('has a code for any other way', () => {
    expect(outcomes(chat(", infer_mode='first'"), 'lm', meta, reader)[0]).toMatch(/^ParameterValueError: \[ICLI-PARAM-002\]/);
  });
});

describe('a name that is imported and never loaded', () => {
  it('is not known where a prompt is expected', () => {
    const template = "dict(round=[dict(role='HUMAN', prompt=PPLInferencer)])";
    const inferCfg = `dict(prompt_template=dict(type=PromptTemplate, template=${template}), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer))`;
    expect(outcomes(inferCfg, 'lm', 'None')).toEqual([
      expect.stringContaining('ais_bench.benchmark.openicl.icl_inferencer.PPLInferencer is what its module holds'),
    ]);
  });
});

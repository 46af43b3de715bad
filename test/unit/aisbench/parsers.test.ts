import { describe, expect, it } from 'vitest';
import { meta, outcomes } from './support.js';

const gen = (template: string, extra = ''): string =>
  `dict(prompt_template=dict(type=PromptTemplate, template=${template}${extra}), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer))`;
const question = "dict(role='HUMAN', prompt='{q}')";

// AISBench 3.1.0, established by running its classes.
describe('a system turn', () => {
  const inRound = (fallback: string): string =>
    gen(`dict(round=[dict(role='SYSTEM', prompt='S'${fallback}), ${question}, dict(role='BOT', prompt='')])`);
  const inBegin = gen(`dict(begin=[dict(role='SYSTEM', prompt='S')], round=[${question}, dict(role='BOT', prompt='')])`);

  it('within round has no fallback for the LM parser', () => {
    expect(outcomes(inRound(''), 'lm', meta)).toEqual(["KeyError: 'SYSTEM'"]);
    expect(outcomes(inRound(", fallback_role='HUMAN'"), 'lm', meta)).toEqual(["KeyError: 'SYSTEM'"]);
  });
  it('within round is refused by the API parser, with the code of what is missing', () => {
    expect(outcomes(inRound(''), 'api', meta)[0]).toMatch(/^AISBenchKeyError: \[MODEL-PARAM-002\]/);
    expect(outcomes(inRound(", fallback_role='HUMAN'"), 'api', meta)[0]).toMatch(/^AISBenchValueError: \[MODEL-DATA-002\]/);
  });
  it('in begin is fine with both', () => {
    expect(outcomes(inBegin, 'lm', meta)).toEqual(['<S>S</S><H>⟦q#t⟧</H><B>']);
    expect(outcomes(inBegin, 'api', meta)).toEqual([
      [
        { role: 'SYSTEM', prompt: '<S>S</S>' },
        { role: 'HUMAN', prompt: '<H>⟦q#t⟧</H>' },
      ],
    ]);
  });
});

describe('the API parser', () => {
  it('refuses a role of the round for which there is no prompt, where it is not the one to generate', () => {
    const nobody = "dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT')])";
    expect(outcomes(gen(`dict(round=[${question}])`), 'api', nobody)[0]).toMatch(/^AISBenchValueError: \[MODEL-DATA-002\]/);
    expect(outcomes(gen(`dict(round=[${question}])`), 'api', meta)).toEqual([[{ role: 'HUMAN', prompt: '<H>⟦q#t⟧</H>' }]]);
    expect(outcomes(gen(`dict(round=[dict(role='BOT', prompt='x')])`), 'api', meta)[0]).toMatch(/MODEL-DATA-002/);
  });
  it('has no code for a missing api_role', () => {
    expect(outcomes(gen(`dict(round=[${question}])`), 'api', "dict(round=[dict(role='HUMAN')])")).toEqual(["KeyError: 'api_role'"]);
  });
  it('extends a list begin by the characters of the prompt', () => {
    const listed = "dict(round=[dict(role='HUMAN', begin=['<', 5], api_role='HUMAN')])";
    expect(outcomes(gen("dict(round=[dict(role='HUMAN', prompt='ab')])"), 'api', listed)).toEqual([
      [{ role: 'HUMAN', prompt: ['<', 5, 'a', 'b'] }],
    ]);
  });
  it.each([
    ['no round', 'dict(begin="x")', 'AISBenchTypeError: [MODEL-PARAM-004]'],
    ['a list of messages', "[dict(role='system', content='x')]", 'AISBenchTypeError: [MODEL-PARAM-004]'],
    ['a round that is not a list', 'dict(round={})', 'AISBenchTypeError: [MODEL-TYPE-004]'],
    ['a role twice', "dict(round=[dict(role='A', api_role='A'), dict(role='A', api_role='A')])", 'AISBenchTypeError: [MODEL-PARAM-005]'],
    ['bare text in its round', "dict(round=['-', dict(role='HUMAN', api_role='HUMAN')])", 'AISBenchTypeError: [MODEL-TYPE-001]'],
  ])('refuses a meta template with %s', (_, template, error) => {
    expect(outcomes(gen(`dict(round=[${question}])`), 'api', template)[0]).toContain(error);
  });
  it('is alone in having codes: the LM parser asserts', () => {
    expect(outcomes(gen(`dict(round=[${question}])`), 'lm', 'dict(begin="x")')[0]).toMatch(/^AssertionError/);
  });
});

describe('templates and retrievers raise codes of their own', () => {
  const fewShot = (ids: string, extra: string): string =>
    `dict(ice_template=dict(type=PromptTemplate, template='{q} {a}'), prompt_template=dict(type=PromptTemplate, template='</E>{q}'${extra}), retriever=dict(type=FixKRetriever, fix_id_list=${ids}), inferencer=dict(type=GenInferencer))`;

  it.each([
    ['a template that is no template', gen('3'), 'AISBenchValueError: [ICLR-TYPE-001]'],
    ['a label that is no template', gen('dict(A=3)'), 'AISBenchValueError: [ICLR-TYPE-002]'],
    ['an ice token that is not there', gen("'{q}'", ", ice_token='</E>'"), 'AISBenchValueError: [ICLR-PARAM-001]'],
    ['an ice token that is not text', gen("'{q}'", ', ice_token=3'), 'AISBenchInvalidTypeException: [UTILS-TYPE-001]'],
    ['both templates without an ice token', fewShot('[0]', ''), 'AISBenchImplementationError: [ICLR-IMPL-002]'],
    ['a negative id', fewShot('[-1]', ", ice_token='</E>'"), 'AISBenchValueError: [ICLR-PARAM-004]'],
    [
      'no template at all',
      'dict(retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer))',
      'AISBenchImplementationError: [ICLR-IMPL-003]',
    ],
    [
      'examples without an ice template',
      "dict(prompt_template=dict(type=PromptTemplate, template='{q}'), retriever=dict(type=FixKRetriever, fix_id_list=[0]), inferencer=dict(type=GenInferencer))",
      'AISBenchValueError: [ICLR-PARAM-002]',
    ],
    ['a retriever that only OpenCompass has', gen("'{q}'").replace('type=ZeroRetriever', "type='BM25Retriever'"), 'KeyError'],
    ['messages', gen("'{q}'").replace('type=PromptTemplate', "type='RawPromptTemplate'"), 'KeyError'],
  ])('for %s', (_, inferCfg, error) => {
    expect(outcomes(inferCfg, 'lm', 'None')[0]).toContain(error);
  });
  it('but take what OpenCompass refuses', () => {
    expect(outcomes(gen("'{q}'").replace('type=ZeroRetriever', "type=ZeroRetriever, ice_separator='-'"), 'lm', 'None')).toEqual(['⟦q#t⟧']);
  });
});

import { describe, expect, it } from 'vitest';
import { modeOf } from '../../../server/src/engine/frameworks/opencompass/infer/inferencer.js';
import { renderCase } from './render-case.js';
import { dialogue, parsed, raw, request, turn, value, type SmallCase } from './build.js';
import { plain, type Json } from './case.js';

const human = { role: 'HUMAN', begin: '<u>', end: '</u>' };
const bot = { role: 'BOT', begin: '<b>', end: '</b>', generate: true };
const lm: Json = { begin: '<s>', round: [human, bot], end: '</s>' };
const turns: SmallCase = { prompt: { template: dialogue(turn('HUMAN', '{q}'), turn('BOT', '{a}')) }, meta: lm };

describe('inferencers', () => {
  it('that only score ask with the generating prompt, uncut', () => {
    expect(modeOf('PPLOnlyInferencer')).toBe('ppl_only');
    expect(parsed({ ...turns, mode: 'ppl_only' })).toBe('<s><u>QT</u><b></b></s>');
  });
  it('that score the inference need a column `label`', () => {
    expect(modeOf('InferencePPLOnlyInferencer')).toBe('gen_label');
    expect(raw({ ...turns, mode: 'gen_label' })).toBe("KeyError: 'label' @prompt");
    expect(parsed({ ...turns, mode: 'gen_label', test: { q: 'QT', a: '', label: 1 } })).toBe('<s><u>QT</u><b>');
  });
  it('that attack fill a column of their own', () => {
    const small = request({ prompt: { template: '{adv}: {q}' }, mode: 'adv' });
    const result = renderCase({ ...small, inferencer: { ...small.inferencer, advKey: value('adv') } });
    const [prompt] = 'prompts' in result ? result.prompts : [];
    expect(prompt && 'raw' in prompt && plain(prompt.raw)).toBe('⟦adv⟧: QT');
  });
  it('that measure cross entropy give the prompt to the model unparsed', () => {
    const result = renderCase(request({ prompt: { template: '{q}' }, mode: 'sw_ce_loss' }));
    expect('prompts' in result && result.prompts[0]).toMatchObject({ parsed: [] });
  });
  it('of other classes are not known', () => {
    expect(modeOf('ChatMLInferencer')).toBeUndefined();
    expect(modeOf(undefined)).toBeUndefined();
  });
});

describe('chat inferencers', () => {
  const chat = (small: SmallCase): SmallCase => ({ ...turns, mode: 'chat', ...small });

  it('make messages of the roles SYSTEM, HUMAN and BOT, unmasked, and leave others out', () => {
    const template = { begin: [turn('SYSTEM', 's')], round: [turn('HUMAN', '{q}'), turn('TOOL', 't'), turn('BOT', '{a}')] };
    expect(raw(chat({ prompt: { template } }))).toEqual([
      { role: 'system', content: 's' },
      { role: 'user', content: 'QT' },
      { role: 'assistant', content: 'AT' },
    ]);
  });
  it('know the input and the output column only', () => {
    expect(raw(chat({ prompt: { template: '{q}{x}' }, test: { q: 'QT', a: 'AT', x: 'X' } }))).toEqual([
      { role: 'user', content: 'QT{x}' },
      { role: 'assistant', content: 'AT' },
    ]);
  });
  it('take a single input column as it is where there is no prompt template', () => {
    const alone = { prompt: undefined, ice: { template: 'unused' } } as SmallCase;
    expect(raw(chat(alone))).toEqual([
      { role: 'user', content: 'QT' },
      { role: 'assistant', content: 'AT' },
    ]);
  });
  it('make a round of each item where the columns hold lists', () => {
    expect(raw(chat({ prompt: { template: '{q}' }, test: { q: ['1', '2'], a: ['x', 'y', 'z'] } }))).toEqual([
      { role: 'user', content: '1' },
      { role: 'assistant', content: 'x' },
      { role: 'user', content: '2' },
      { role: 'assistant', content: 'y' },
    ]);
  });
  it('take a column that already is a conversation', () => {
    const history = [
      { role: 'user', content: 'u' },
      { role: 'assistant', content: 'v' },
    ];
    expect(raw(chat({ test: { q: history, a: 'AT' } }))).toEqual(history);
  });
  it('cannot make a conversation of anything else', () => {
    expect(raw(chat({ test: { q: 1, a: 'AT' } }))).toBe('ValueError: Cannot construct chat from the dataset. @prompt');
  });
  it('send all before the last answer, with no rounds and the begin of BOT at the end', () => {
    const test = { q: ['1', '2'], a: ['x', 'y'] };
    expect(parsed(chat({ prompt: { template: '{q}' }, test }))).toBe('<u>1</u><b>x</b><u>2</u><b>');
    expect(parsed(chat({ prompt: { template: '{q}' }, test, meta: null }))).toBe('1\nx\n2');
  });
  it('name the roles as the meta template does for API models, by default HUMAN and BOT', () => {
    const meta = {
      round: [
        { role: 'HUMAN', api_role: 'user' },
        { role: 'BOT', api_role: 'assistant' },
      ],
    };
    expect(parsed(chat({ kind: 'api', meta }))).toEqual([{ role: 'user', prompt: 'QT' }]);
    expect(parsed(chat({ kind: 'api', meta: null }))).toEqual([{ role: 'HUMAN', prompt: 'QT' }]);
  });
  it('need the role BOT in the meta template of a language model', () => {
    expect(parsed(chat({ meta: { round: [human] } }))).toBe("KeyError: 'assistant' @parse");
  });
});

describe('retrievers', () => {
  const small = { prompt: { template: '</E>{q}', ice_token: '</E>' }, ice: { template: '{q}' } };
  const withRetriever = (retriever: Json): Json => {
    const result = renderCase({ ...request(small), retriever: value(retriever) });
    if ('error' in result) return `${result.error} @${result.stage}`;
    const [prompt] = 'prompts' in result ? result.prompts : [];
    return prompt && 'raw' in prompt ? plain(prompt.raw) : 'unknown' in result ? result.unknown : null;
  };

  it('that choose when they run are stood for by the first rows', () => {
    expect(withRetriever({ type: 'opencompass.openicl.icl_retriever.RandomRetriever', ice_num: 1 })).toBe('Q0\nQT');
    expect(withRetriever({ type: 'BM25Retriever' })).toBe('Q0\nQ1\nQT');
  });
  it('use the separators that they are given', () => {
    expect(withRetriever({ type: 'FixKRetriever', fix_id_list: [0, 1], ice_separator: '|', ice_eos_token: '!' })).toBe('Q0|Q1!QT');
    expect(withRetriever({ type: 'ZeroRetriever', ice_eos_token: '!' })).toBe('!QT');
  });
  it('refuse arguments that they do not have, and miss those that they need', () => {
    expect(withRetriever({ type: 'ZeroRetriever', fix_id_list: [] })).toBe(
      "TypeError: ZeroRetriever.__init__() got an unexpected keyword argument 'fix_id_list' @retriever",
    );
    expect(withRetriever({ type: 'FixKRetriever' })).toBe(
      "TypeError: FixKRetriever.__init__() missing 1 required positional argument: 'fix_id_list' @retriever",
    );
  });
  it('must exist', () => {
    expect(withRetriever({ type: 'NoRetriever' })).toMatch(/^KeyError: 'NoRetriever is not in the opencompass::icl_retriever registry/);
  });
});

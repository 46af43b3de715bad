import { describe, expect, it } from 'vitest';
import { dialogue, raw, raws, turn } from './build.js';

const markers = (...items: unknown[]): unknown[] => [{ section: 'round', pos: 'begin' }, ...items, { section: 'round', pos: 'end' }];

describe('columns', () => {
  it("are put in one after the other, in the row's order: a value may hold a later placeholder", () => {
    expect(raw({ prompt: { template: '{q}' }, test: { q: '{x}{p}', x: 'X', a: '' } })).toBe('X{p}');
    expect(raw({ prompt: { template: '{x}' }, test: { q: 'Q', x: '{q}', a: '' } })).toBe('{q}');
  });
  it('that are unknown stay, and double braces are no escape', () => {
    expect(raw({ prompt: { template: '{zz} {{q}}' } })).toBe('{zz} {QT}');
  });
  it('are written as Python writes them', () => {
    expect(raw({ prompt: { template: '{q} {l} {n} {d}' }, test: { q: true, l: ["it's", 1], n: null, d: { k: 0.5 } } })).toBe(
      `True ["it's", 1] None {'k': 0.5}`,
    );
  });
  it('named like a parameter of the framework raise', () => {
    expect(raw({ prompt: { template: '{q}' }, test: { input_str: 'x', q: 'QT', a: 'AT' } })).toBe(
      "TypeError: safe_format() got multiple values for argument 'input_str' @prompt",
    );
    expect(raw({ prompt: { template: dialogue() }, test: { self: 'x', q: 'QT', a: 'AT' } })).toBe(
      "TypeError: PromptList.format() got multiple values for argument 'self' @prompt",
    );
  });
  it("are put into bare text and prompts only, not into a turn's own begin and end", () => {
    expect(raw({ prompt: { template: dialogue(turn('HUMAN', '{q}', { begin: '{q}' })) } })).toEqual(
      markers({ role: 'HUMAN', prompt: 'QT', begin: '{q}' }),
    );
  });
});

describe('the output column', () => {
  it('is masked with the token in gen mode', () => {
    expect(raw({ prompt: { template: '{q}|{a}' }, token: '?' })).toBe('QT|?');
  });
  it('is appended to the row where the row does not have it', () => {
    expect(raw({ prompt: { template: '{q}|{a}' }, test: { q: '{a}' }, token: '?' })).toBe('?|?');
  });
  it('is not masked where it is None', () => {
    expect(raw({ prompt: { template: '{q}|{a}' }, outputColumn: null })).toBe('QT|AT');
  });
  it('is not masked in ppl mode', () => {
    expect(raws({ prompt: { template: { A: '{q}|{a}' } }, mode: 'ppl' })).toEqual(['QT|AT']);
  });
});

describe('a dict template', () => {
  it('is a dialogue where every key is begin, round or end', () => {
    expect(raw({ prompt: { template: dialogue(turn('HUMAN', '{q}')) } })).toEqual(markers({ role: 'HUMAN', prompt: 'QT' }));
  });
  it('is a dict of labels where one key is mistyped; generating takes the first label', () => {
    expect(raw({ prompt: { template: { begin: '{q}', rounds: 'other' } } })).toBe('QT');
  });
  it('without a round raises', () => {
    expect(raw({ prompt: { template: {} } })).toBe("KeyError: 'round' @prompt");
  });
  it('marks the begin of its end section as an end', () => {
    expect(raw({ prompt: { template: { round: [], end: 'x' } } })).toEqual([
      ...markers(),
      { section: 'end', pos: 'end' },
      'x',
      { section: 'end', pos: 'end' },
    ]);
  });
  it('extends by a round that is a dict with its keys, and by a text as one item', () => {
    expect(raw({ prompt: { template: { round: turn('HUMAN', '{q}') } } })).toEqual(markers('role', 'prompt'));
    expect(raw({ prompt: { template: { round: '{q}' } } })).toEqual(markers('QT'));
    expect(raw({ prompt: { template: { round: '' } } })).toEqual(markers());
  });
  it('of labels may hold texts, lists and dicts only', () => {
    expect(raw({ prompt: { template: { A: 3 } } })).toBe(
      "TypeError: dictionary of template expects a str, list or a dict, but got '3' @template",
    );
  });
});

describe('labels', () => {
  it('are the keys of the prompt template', () => {
    expect(raws({ prompt: { template: { A: '{q}a', B: '{q}b' } }, mode: 'ppl' })).toEqual(['QTa', 'QTb']);
  });
  it('are the sections of a dialogue, too', () => {
    expect(raws({ prompt: { template: { begin: '', round: [] } }, mode: 'ppl' })).toHaveLength(2);
  });
  it('given by the inferencer must be in the template', () => {
    expect(raws({ prompt: { template: { A: '{q}' } }, labels: ['A', 'Z'], mode: 'ppl' })).toEqual(['QT', "KeyError: 'Z' @prompt"]);
  });
  it("come from the row's answer where the template is a text", () => {
    expect(raws({ prompt: { template: '{q}' }, mode: 'ppl' })).toEqual(['QT']);
  });
});

describe('the ice token', () => {
  it('must be in a text, and in each text of a dict of labels', () => {
    expect(raw({ prompt: { template: '{q}', ice_token: '</E>' } })).toBe("LookupError: '</E>' not in '{q}' @template");
    expect(raw({ prompt: { template: { A: '</E>', B: '' }, ice_token: '</E>' } })).toBe("LookupError: '</E>' not in '' @template");
  });
  it('may be missing in a dialogue: the examples are lost without a word', () => {
    const small = {
      prompt: { template: dialogue(turn('HUMAN', '{q}')), ice_token: '</E>' },
      ice: { template: dialogue(turn('HUMAN', '{q}')) },
      ids: [0],
    };
    expect(raw(small)).toEqual(markers({ role: 'HUMAN', prompt: 'QT' }));
  });
  it('is needed by the prompt template beside an ice template, even without examples', () => {
    expect(raw({ prompt: { template: '{q}' }, ice: { template: '{q}' } })).toBe(
      'NotImplementedError: ice_token of prompt_template is not provided @prompt',
    );
  });
  it('is needed by an ice template that stands alone', () => {
    expect(raw({ ice: { template: '{q}' } })).toBe('NotImplementedError: ice_token of ice_template is not provided @prompt');
    expect(raw({ ice: { template: '</E>{q}', ice_token: '</E>' } })).toBe('QT');
  });
});

describe('examples', () => {
  const text = { template: 'S:</E>{q}', ice_token: '</E>' };

  it('that are texts are joined by line breaks, with one behind the last', () => {
    expect(raw({ prompt: text, ice: { template: '{q}={a}' }, ids: [0, 2] })).toBe('S:Q0=A0\nQ2=A2\nQT');
  });
  it('may be the same row twice, and count from the end for a negative id', () => {
    expect(raw({ prompt: text, ice: { template: '{q}' }, ids: [1, 1, -1] })).toBe('S:Q1\nQ1\nQ2\nQT');
  });
  it('beyond the train rows raise', () => {
    expect(raw({ prompt: text, ice: { template: '{q}' }, ids: [3] })).toBe('AssertionError: Index 3 is out of range of 3 @retriever');
  });
  it('without an ice template raise', () => {
    expect(raw({ prompt: { template: '{q}' }, ids: [0] })).toMatch(/^AssertionError: You have not specified ice_template .* @ice$/);
  });
  it('need the output column', () => {
    expect(raw({ prompt: text, ice: { template: '{q}' }, ids: [0], outputColumn: null })).toBe('KeyError: None @ice');
  });
  it("of a dict of labels take the template of the row's answer", () => {
    expect(raw({ prompt: text, ice: { template: { A0: '{q}!', A1: '{q}?' } }, ids: [0, 1] })).toBe('S:Q0!\nQ1?\nQT');
    expect(raw({ prompt: text, ice: { template: { A0: '' } }, ids: [1] })).toBe("KeyError: 'A1' @ice");
  });
  it('that are dialogues show no begin and no end, and stand between ice markers', () => {
    const ice = { template: { begin: 'B', round: [turn('HUMAN', '{q}')], end: 'E' } };
    const begin = [{ section: 'begin', pos: 'begin' }];
    expect(raw({ prompt: { template: { begin: '</E>', round: [] }, ice_token: '</E>' }, ice, ids: [0] })).toEqual([
      ...begin,
      { section: 'ice', pos: 'begin' },
      { role: 'HUMAN', prompt: 'Q0' },
      { section: 'ice', pos: 'end' },
      '',
      { section: 'begin', pos: 'end' },
      ...markers(),
    ]);
  });
  it('that are dialogues cannot stand in a text, nor inside a turn', () => {
    const ice = { template: dialogue(turn('HUMAN', '{q}')) };
    expect(raw({ prompt: text, ice, ids: [0] })).toBe('TypeError: replace() argument 2 must be str, not PromptList @prompt');
    expect(raw({ prompt: { template: dialogue(turn('HUMAN', '</E>{q}')), ice_token: '</E>' }, ice, ids: [0] })).toBe(
      "TypeError: Found keyword </E> in a dictionary's prompt key. Cannot replace with a PromptList. @prompt",
    );
  });
  it('are filled a second time, with the row that is asked', () => {
    expect(
      raw({ prompt: text, ice: { template: '{q}' }, ids: [0], train: [{ q: '{x}', a: '' }], test: { q: 'QT', a: '', x: 'late' } }),
    ).toBe('S:late\nQT');
  });
});

describe('the sep token', () => {
  it('is removed from the prompt, and in gen mode from the examples in it', () => {
    const prompt = { template: '</E><S>{q}', ice_token: '</E>', sep_token: '<S>' };
    expect(raw({ prompt, ice: { template: '{q}<S>', sep_token: '<S>' }, ids: [0] })).toBe('Q0\nQT');
    expect(raws({ prompt, ice: { template: '{q}<S>', sep_token: '<S>' }, ids: [0], mode: 'ppl' })).toEqual(['Q0<S>\nQT']);
  });
});

describe('what the config may not say', () => {
  it('no template at all', () => {
    expect(raw({})).toBe('AssertionError: Both ice_template and prompt_template cannot be None simultaneously. @template');
  });
  it('arguments that the template does not take', () => {
    expect(raw({ prompt: { prompt: '{q}' } })).toBe(
      "TypeError: PromptTemplate.__init__() got an unexpected keyword argument 'prompt' @template",
    );
  });
  it('an ice token that is no text', () => {
    expect(raw({ prompt: { template: '', ice_token: 1 } })).toBe(
      "TypeError: Expected an object in [None, 'str'] type, but got 1 @template",
    );
  });
});

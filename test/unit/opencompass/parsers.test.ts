import { describe, expect, it } from 'vitest';
import { dialogue, parsed, turn, type SmallCase } from './build.js';
import type { Json } from './case.js';

const human = { role: 'HUMAN', begin: '[H]', end: '[/H]' };
const bot = { role: 'BOT', begin: '[B]', end: '[/B]', generate: true };
const system = { role: 'SYSTEM', begin: '[S]', end: '[/S]' };
const lm: Json = { begin: '<s>', round: [human, bot], end: '</s>', reserved_roles: [system] };
const oneRound: SmallCase = { prompt: { template: dialogue(turn('HUMAN', '{q}'), turn('BOT', 'x{a}')) } };

describe('without a meta template', () => {
  it('turns are joined by line breaks and the last one is sent, too', () => {
    expect(parsed(oneRound)).toBe('QT\nx');
    expect(parsed({ ...oneRound, kind: 'api' })).toBe('QT\nx');
  });
  it('an empty meta template counts as none', () => {
    expect(parsed({ ...oneRound, meta: {} })).toBe('QT\nx');
  });
  it('an empty first item still makes a line break before the second', () => {
    expect(parsed({ prompt: { template: dialogue(turn('HUMAN', ''), turn('BOT', 'b')) } })).toBe('\nb');
  });
});

describe('the LM parser', () => {
  it('leaves a text prompt as it is', () => {
    expect(parsed({ prompt: { template: '{q}' }, meta: lm })).toBe('QT');
  });
  it("cuts the last round behind the begin of the generate role; the meta template's end is not sent", () => {
    expect(parsed({ ...oneRound, meta: lm })).toBe('<s>[H]QT[/H][B]');
  });
  it('does not cut in ppl mode', () => {
    expect(parsed({ prompt: { template: { A: dialogue(turn('HUMAN', '{q}'), turn('BOT', 'A')) } }, mode: 'ppl', meta: lm })).toBe(
      '<s>[H]QT[/H][B]A[/B]</s>',
    );
  });
  it('does not cut where no role generates', () => {
    expect(parsed({ ...oneRound, meta: { round: [human, { ...bot, generate: false }], end: '</s>' } })).toBe('[H]QT[/H][B]x[/B]</s>');
  });
  it('prints all roles of the meta template in its order, used or not', () => {
    const think = { role: 'THINK', begin: '<T>', prompt: 'none', end: '</T>' };
    expect(parsed({ ...oneRound, meta: { round: [human, think, bot] } })).toBe('[H]QT[/H]<T>none</T>[B]');
  });
  it('starts a new round where a role does not come after the last one', () => {
    expect(parsed({ prompt: { template: dialogue(turn('HUMAN', '1'), turn('HUMAN', '2')) }, meta: lm })).toBe(
      '<s>[H]1[/H][B][/B][H]2[/H][B]',
    );
  });
  it('prints text inside a round before the whole round', () => {
    expect(parsed({ prompt: { template: dialogue(turn('HUMAN', '{q}'), 'text', turn('BOT', '')) }, meta: lm })).toBe('<s>text[H]QT[/H][B]');
  });
  it('lets a turn override begin and end of its role', () => {
    expect(parsed({ prompt: { template: dialogue(turn('HUMAN', '{q}', { begin: '(' })) }, meta: lm })).toBe('<s>(QT[/H][B]');
  });
  it('knows a reserved role in begin but not in a round, fallback or not', () => {
    const inBegin = { template: { begin: [turn('SYSTEM', 'sys')], round: [turn('HUMAN', '{q}')] } };
    expect(parsed({ prompt: inBegin, meta: lm })).toBe('<s>[S]sys[/S][H]QT[/H][B]');
    const inRound = { template: dialogue(turn('SYSTEM', 'sys', { fallback_role: 'HUMAN' }), turn('HUMAN', '{q}')) };
    expect(parsed({ prompt: inRound, meta: lm })).toBe("KeyError: 'SYSTEM' @parse");
  });
  it('takes the fallback role in begin, and raises without one', () => {
    const begin = (more: object): SmallCase => ({
      prompt: { template: { begin: [turn('SYSTEM', 'sys', more)], round: [] } },
      meta: { round: [human, bot] },
    });
    expect(parsed(begin({ fallback_role: 'HUMAN' }))).toBe('[H]sys[/H][H][/H][B]');
    expect(parsed(begin({}))).toBe('KeyError: None @parse');
    expect(parsed(begin({ fallback_role: 'USER' }))).toBe("KeyError: 'USER' @parse");
  });
  it('raises on an end section where nothing was cut', () => {
    const end = { template: { round: [turn('HUMAN', '{q}')], end: [turn('HUMAN', 'tail')] } };
    expect(parsed({ prompt: end, meta: lm })).toBe('<s>[H]QT[/H][B]');
    expect(parsed({ prompt: end, meta: { round: [human, { role: 'BOT' }] } })).toBe('IndexError: pop from empty list @parse');
  });
  it('takes only texts for the begin of a meta template', () => {
    expect(parsed({ ...oneRound, meta: { ...(lm as object), begin: ['<s>'] } as Json })).toBe(
      'TypeError: can only concatenate list (not "str") to list @parse',
    );
    expect(parsed({ ...oneRound, meta: { round: [{ ...human, begin: [1] }, bot] } })).toMatch(/^NotImplementedError: .* @meta$/);
  });
  it('refuses a meta template without a list of rounds, or with a role twice', () => {
    expect(parsed({ ...oneRound, meta: { begin: '' } })).toBe('AssertionError: round is required in meta template @meta');
    expect(parsed({ ...oneRound, meta: { round: { role: 'HUMAN' } } })).toBe('AssertionError:  @meta');
    expect(parsed({ ...oneRound, meta: { round: [human, human] } })).toBe('AssertionError: role in meta prompt must be unique! @meta');
  });
});

describe('the API parser', () => {
  const user = { role: 'HUMAN', api_role: 'HUMAN' };
  const assistant = { role: 'BOT', api_role: 'BOT', generate: true };
  const api: Json = { round: [user, assistant] };
  const chat = (small: SmallCase): Json => parsed({ kind: 'api', meta: api, ...small });

  it('makes a message of each turn and stops before the generate role', () => {
    expect(chat(oneRound)).toEqual([{ role: 'HUMAN', prompt: 'QT' }]);
  });
  it("puts the role's begin and end into the message", () => {
    expect(chat({ ...oneRound, meta: { round: [{ ...user, begin: '<', end: '>' }, assistant] } })).toEqual([
      { role: 'HUMAN', prompt: '<QT>' },
    ]);
  });
  it('merges neighbours of one api role with a line break, even an empty one', () => {
    const meta = { round: [user, { role: 'SYSTEM', api_role: 'HUMAN' }, assistant] };
    expect(chat({ ...oneRound, meta })).toEqual([{ role: 'HUMAN', prompt: 'QT\n' }]);
  });
  it('drops text that stands outside of turns', () => {
    expect(chat({ prompt: { template: { begin: 'intro', round: [turn('HUMAN', '{q}')] } } })).toEqual([{ role: 'HUMAN', prompt: 'QT' }]);
  });
  it("takes the fallback role in a round, where the meta template's round has it", () => {
    const round = dialogue(turn('SYSTEM', 'sys', { fallback_role: 'HUMAN' }), turn('HUMAN', '{q}'));
    expect(chat({ prompt: { template: round } })).toEqual([
      { role: 'HUMAN', prompt: 'sys' },
      { role: 'BOT', prompt: '' },
      { role: 'HUMAN', prompt: 'QT' },
    ]);
    expect(chat({ prompt: { template: dialogue(turn('SYSTEM', 'sys')) } })).toMatch(
      /^KeyError: "\{'role': 'SYSTEM'.* neither has an appropriate role nor a fallback role\." @parse$/,
    );
  });
  it('raises on a generate role in begin', () => {
    expect(chat({ prompt: { template: { begin: [turn('BOT', 'hi')], round: [turn('HUMAN', '{q}')] } } })).toMatch(
      /^TypeError: 'NoneType' object is not subscriptable @parse$/,
    );
  });
  it('needs api_role, and no text between the roles of a meta template', () => {
    expect(chat({ ...oneRound, meta: { round: [{ role: 'HUMAN' }, assistant] } })).toBe("KeyError: 'api_role' @parse");
    expect(chat({ ...oneRound, meta: { round: ['[INST]', user, assistant] } })).toBe(
      'TypeError: Mixing str without explicit role is not allowed in API models! @parse',
    );
  });
  it("inserts the meta template's begin unchanged and ignores its end", () => {
    const meta = { ...(api as object), begin: { role: 'SYSTEM', prompt: 'Be brief.' }, end: 'never' } as Json;
    expect(chat({ ...oneRound, meta })).toEqual([
      { role: 'SYSTEM', prompt: 'Be brief.' },
      { role: 'HUMAN', prompt: 'QT' },
    ]);
  });
  it('raises where nothing is left to send', () => {
    expect(chat({ ...oneRound, meta: { round: [assistant] }, prompt: { template: dialogue(turn('BOT', '')) } })).toBe(
      'IndexError: list index out of range @parse',
    );
  });
  it('reads a list-form meta template for plain messages only', () => {
    const meta = [{ role: 'system', content: 'SYS. ' }];
    expect(chat({ ...oneRound, meta })).toBe('TypeError: list indices must be integers or slices, not str @parse');
    const messages = [{ role: 'user', content: '{q}' }];
    expect(chat({ prompt: { type: 'RawPromptTemplate', messages }, meta })).toEqual([
      { role: 'system', content: 'SYS. ' },
      { role: 'user', content: 'QT' },
    ]);
  });
  it('merges a list-form meta template into messages of the same role', () => {
    const messages = [
      { role: 'system', content: 'own' },
      { role: 'user', content: '{q}' },
    ];
    expect(chat({ prompt: { type: 'RawPromptTemplate', messages }, meta: [{ role: 'system', content: 'SYS. ' }] })).toEqual([
      { role: 'system', content: 'SYS. own' },
      { role: 'user', content: 'QT' },
    ]);
  });
});

describe('plain messages', () => {
  const prompt = { type: 'RawPromptTemplate', messages: [{ role: 'user', content: '{q}{a}' }] };
  it('are not masked', () => {
    expect(parsed({ prompt, kind: 'api', meta: null })).toEqual([{ role: 'user', content: 'QTAT' }]);
  });
  it('raise with a language model', () => {
    expect(parsed({ prompt, meta: lm })).toBe('AssertionError:  @parse');
  });
  it('have no labels', () => {
    expect(parsed({ prompt, mode: 'ppl' })).toBe("AttributeError: 'RawPromptTemplate' object has no attribute 'template' @labels");
  });
});

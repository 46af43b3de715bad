import { describe, expect, it } from 'vitest';
import { placeholderRows } from '../../../server/src/engine/rows/placeholder.js';
import { sentinelRows } from '../../../server/src/engine/rows/sentinel.js';
import { value } from '../opencompass/build.js';
import { plain } from '../opencompass/case.js';

describe('rows made up', () => {
  const infer = value({
    prompt_template: { type: 'PromptTemplate', template: { round: [{ role: 'HUMAN', prompt: '{q} {extra} {not a name}' }] } },
    ice_template: { type: 'PromptTemplate', template: { yes: '{q}', no: '{more}' } },
  });
  const reader = value({ input_columns: 'q  p', output_column: 'a' });

  it('have the input columns, the output column and the placeholders in order', () => {
    expect(plain(sentinelRows(infer, reader).test)).toEqual({ q: '⟦q#t⟧', p: '⟦p#t⟧', a: '⟦a#t⟧', extra: '⟦extra#t⟧', more: '⟦more#t⟧' });
    expect([...placeholderRows(infer, reader).test.entries.values()].map(({ key }) => plain(key))).toEqual([
      'q',
      'p',
      'a',
      'extra',
      'more',
    ]);
  });
  it('repeat as sentinels after ten, with the labels of the ice template as answers', () => {
    const { train } = sentinelRows(infer, reader);
    expect(plain(train.at(13))).toMatchObject({ q: '⟦q#3⟧', a: 'no' });
    expect(plain(train.at(4))).toMatchObject({ a: 'yes' });
  });
  it('exist as placeholders for every index', () => {
    expect(plain(placeholderRows(infer, reader).train.at(1234))).toMatchObject({ q: '⟦q#1234⟧' });
  });
  it('hold a conversation where a template expands the column', () => {
    const raw = value({
      prompt_template: { type: 'RawPromptTemplate', messages: [{ expand_column: 'history' }, { role: 'user', content: '{q}' }] },
    });
    expect(plain(sentinelRows(raw, value({ input_columns: ['q'], output_column: null })).test)).toEqual({
      q: '⟦q#t⟧',
      history: [
        { role: 'user', content: '⟦history#t⟧.0' },
        { role: 'assistant', content: '⟦history#t⟧.1' },
      ],
    });
  });
  it('hold a question and an answer for each turn of a multi-turn template', () => {
    const turns = value({
      prompt_template: {
        type: 'MultiTurnPromptTemplate',
        template: {
          round: [
            { role: 'HUMAN', prompt: '{question}' },
            { role: 'BOT', prompt: '{answer}' },
          ],
        },
      },
    });
    expect(plain(sentinelRows(turns, value({ input_columns: ['question'], output_column: 'answer' })).test)).toEqual({
      question: ['⟦question#t.0⟧', '⟦question#t.1⟧'],
      answer: ['⟦answer#t.0⟧', '⟦answer#t.1⟧'],
    });
  });
  it('hold the segments of several media in one text', () => {
    const segments = value({
      prompt_template: {
        type: 'MMPromptTemplate',
        template: {
          round: [
            {
              role: 'HUMAN',
              prompt_mm: { text: { type: 'text', text: '{question}' }, image: { type: 'image_url', image_url: { url: '{image}' } } },
            },
          ],
        },
      },
    });
    expect(plain(sentinelRows(segments, value({ input_columns: ['content'], output_column: null })).test)).toMatchObject({
      content: '<AIS_IMAGE_START>⟦image#t⟧<AIS_CONTENT_TAG><AIS_TEXT_START>⟦question#t⟧',
    });
  });
  it('of a config that says nothing have no columns', () => {
    expect(plain(placeholderRows(undefined, undefined).test)).toEqual({});
  });
});

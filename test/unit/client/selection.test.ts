import { describe, expect, it } from 'vitest';
import { asKept, ofTheModel, withPick, withShown } from '../../../client/src/preview/selection.js';

/** What is shown where nothing was picked for a chat model. */
const noChat = { chatTemplate: '', systemInstruction: '', multiturn: false };

const current = { dataset: 'a/one', model: 'm/x', mode: 'ppl', label: 'A', shots: 2, row: 7 } as const;

describe('what is asked for', () => {
  it('keeps everything else on a pick of model, label, shots or row', () => {
    expect(withPick(current, { model: 'm/y' })).toEqual({ ...current, model: 'm/y' });
    expect(withPick(current, { label: 'B' })).toEqual({ ...current, label: 'B' });
    expect(withPick(current, { shots: 1 })).toEqual({ ...current, shots: 1 });
    expect(withPick(current, { row: 0 })).toEqual({ ...current, row: 0 });
  });

  it('starts anew, but with the same model, on a pick of another dataset', () => {
    expect(withPick(current, { dataset: 'a/two' })).toEqual({ dataset: 'a/two', model: 'm/x' });
  });

  it('keeps how a chat model is asked, whatever it is asked', () => {
    const chat = { systemInstruction: 'Be brief.', multiturn: true };
    expect(withPick({ ...current, ...chat }, { dataset: 'a/two' })).toEqual({ dataset: 'a/two', model: 'm/x', ...chat });
    expect(ofTheModel({ ...current, ...chat })).toEqual(chat);
  });

  it('keeps a chat template by the model that it was picked for', () => {
    const picked = withPick(current, { chatTemplate: 'chatml' });
    expect(picked).toEqual({ ...current, chatTemplates: { 'm/x': 'chatml' } });
    expect(withPick(picked, { model: 'm/y' })).toEqual({ ...current, model: 'm/y', chatTemplates: { 'm/x': 'chatml' } });
    expect(withPick(withPick(picked, { model: 'm/y' }), { chatTemplate: '' }).chatTemplates).toEqual({ 'm/x': 'chatml', 'm/y': '' });
    expect(ofTheModel(picked)).toEqual({ chatTemplates: { 'm/x': 'chatml' } });
    // What a window kept before.
    expect(withPick({ ...current, chatTemplate: 'chatml' }, { model: 'm/y' }).chatTemplate).toBeUndefined();
  });

  it('keeps the chat template of a page that comes back by its model, also of a task, which has none', () => {
    expect(ofTheModel(asKept({ ...current, chatTemplate: 'chatml' }))).toEqual({ chatTemplates: { 'm/x': 'chatml' } });
    expect(ofTheModel(asKept({ dataset: 'quiz', model: '', chatTemplate: 'chatml' }))).toEqual({ chatTemplates: { '': 'chatml' } });
    expect(asKept(current)).toBe(current);
  });

  it('forgets the label on a pick of another mode', () => {
    expect(withPick(current, { mode: 'gen' })).toEqual({ ...current, mode: 'gen', label: undefined });
  });

  it('stays with the pair that is shown, and with what was picked for it', () => {
    expect(withShown({}, { dataset: 'a/one', model: '', mode: 'gen', label: undefined, shots: 5, row: undefined, ...noChat })).toEqual({
      dataset: 'a/one',
      model: '',
    });
    expect(withShown(current, { ...current, ...noChat, model: 'm/z' })).toEqual({ ...current, model: 'm/z' });
  });
});

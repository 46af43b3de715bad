import { describe, expect, it } from 'vitest';
import { holdsCursor, layOut, markInvisible, pickStage } from '../../../client/webview/view.js';
import type { PreviewStage, PreviewTurn } from '../../../server/src/protocol/preview.js';

function turn(text: string, shot?: number): PreviewTurn {
  return {
    who: 'HUMAN',
    kind: 'user',
    generates: false,
    segments: [{ text, kind: 'prompt', title: '', origins: [] }],
    ...(shot === undefined ? {} : { shot }),
  };
}

function stage(id: string, turns: readonly PreviewTurn[], error?: string): PreviewStage {
  return { id, title: id, summary: '', turns, origins: [], ...(error === undefined ? {} : { error }) };
}

describe('pickStage', () => {
  const stages = [stage('row', [turn('r')]), stage('meta-template', [turn('m')]), stage('chat-template', [])];

  const output = { kind: 'text', text: 'm' } as const;

  it('shows the wanted stage, else the one that the output leaves', () => {
    expect(pickStage({ stages, output }, 'row')?.id).toBe('row');
    expect(pickStage({ stages, output }, undefined)?.id).toBe('meta-template');
    expect(pickStage({ stages, output }, 'gone')?.id).toBe('meta-template');
    expect(pickStage({ stages: [] }, undefined)).toBeUndefined();
  });

  it('shows why there is no output', () => {
    expect(pickStage({ stages: [stages[0]!, stage('meta-template', [], 'KeyError')] }, undefined)?.id).toBe('meta-template');
  });

  it('does not stop at a later stage that cannot be known when there is an output', () => {
    const unknown = { ...stage('chat-template', []), unknown: 'It is applied by the server.' };
    expect(pickStage({ stages: [...stages.slice(0, 2), unknown], output }, undefined)?.id).toBe('meta-template');
    expect(pickStage({ stages: [...stages.slice(0, 2), unknown] }, undefined)?.id).toBe('chat-template');
  });
});

describe('layOut', () => {
  const kinds = (turns: readonly PreviewTurn[], unfolded: boolean, limit = 1000) =>
    layOut(turns, unfolded, limit).map((item) => (item.kind === 'turn' ? item.segments.map(({ text }) => text).join('') : item.kind));

  it('folds the examples after the first', () => {
    const turns = [turn('system'), turn('q0', 0), turn('a0', 0), turn('q1', 1), turn('a1', 1), turn('q2', 2), turn('test')];
    expect(kinds(turns, false)).toEqual(['system', 'q0', 'a0', 'fold', 'test']);
    expect(kinds(turns, true)).toEqual(['system', 'q0', 'a0', 'fold', 'q1', 'a1', 'q2', 'test']);
    expect(layOut(turns, false, 1000).find(({ kind }) => kind === 'fold')).toEqual({ kind: 'fold', shots: 2, open: false });
  });

  it('folds the separators between them, too', () => {
    const turns = [turn('q0', 0), turn('\n'), turn('q1', 1), turn('\n'), turn('q2', 2), turn('\n'), turn('test')];
    expect(kinds(turns, false)).toEqual(['q0', '\n', 'fold', '\n', 'test']);
  });

  it('does not fold a single example', () => {
    expect(kinds([turn('q0', 0), turn('a0', 0), turn('test')], false)).toEqual(['q0', 'a0', 'test']);
  });

  it('shows a long prompt page by page, and says how much is left', () => {
    const turns = [turn('x'.repeat(8)), turn('y'.repeat(8)), turn('z'.repeat(8))];
    expect(kinds(turns, false, 10)).toEqual(['xxxxxxxx', 'yy', 'more']);
    expect(layOut(turns, false, 10).at(-1)).toEqual({ kind: 'more', characters: 14 });
    expect(kinds(turns, false, 24)).toEqual(['xxxxxxxx', 'yyyyyyyy', 'zzzzzzzz']);
  });

  it('keeps an empty turn: the model writes there', () => {
    expect(kinds([turn('x'.repeat(10)), turn('')], false, 10)).toEqual(['xxxxxxxxxx', '']);
  });
});

describe('holdsCursor', () => {
  const range = { start: { line: 2, character: 4 }, end: { line: 3, character: 1 } };
  const from = (uri: string) => ({ uri, range, label: '' });
  const segment = { text: 'x', kind: 'prompt', title: '', origins: [from('file:///a.py'), from('file:///importer.py')] } as const;
  const at = (line: number, character: number, uri = 'file:///a.py') => holdsCursor(segment, { uri, position: { line, character } });

  it('is for a cursor in the literal, its ends included', () => {
    expect([at(2, 4), at(2, 90), at(3, 1)]).toEqual([true, true, true]);
    expect([at(2, 3), at(3, 2), at(1, 9), at(4, 0)]).toEqual([false, false, false, false]);
  });

  it('is not for the import, another document, or no cursor', () => {
    expect(at(2, 5, 'file:///importer.py')).toBe(false);
    expect(holdsCursor(segment, undefined)).toBe(false);
    expect(holdsCursor({ ...segment, origins: [] }, { uri: 'file:///a.py', position: range.start })).toBe(false);
  });
});

describe('markInvisible', () => {
  const marked = (text: string) => markInvisible(text).map(({ text: piece, mark }) => (mark ? `<${mark}>` : piece));

  it('marks what a reader would overlook, and nothing else', () => {
    expect(marked('one two\n')).toEqual(['one two', '<nl>']);
    expect(marked('a \nb')).toEqual(['a', '<sp>', '<nl>', 'b']);
    expect(marked('a  b')).toEqual(['a', '<sp>', '<sp>', 'b']);
    expect(marked(' a\tb ')).toEqual(['<sp>', 'a', '<tab>', 'b', '<sp>']);
    expect(marked('a\r\nb')).toEqual(['a', '<cr>', '<nl>', 'b']);
    expect(marked('a\u00a0b\u200bc')).toEqual(['a', '<odd>', 'b', '<odd>', 'c']);
  });

  it('does not mark a space between two words of two pieces', () => {
    const first = (before: string, after: string) => markInvisible(' ', before, after).map(({ mark }) => mark);
    expect(first('a', 'b')).toEqual([undefined]);
    expect(first('', 'b')).toEqual(['sp']);
    expect(first('a', '')).toEqual(['sp']);
    expect(first('a', ' ')).toEqual(['sp']);
    expect(first('a', '\n')).toEqual(['sp']);
    expect(markInvisible('x', ' ', '\n')).toEqual([{ text: 'x' }]);
    expect(markInvisible(' ', '\n', '\u200b')).toEqual([{ text: ' ', mark: 'sp' }]);
  });

  it('loses nothing', () => {
    const text = '  \n\n x\u3000y \t\r\n𝒳 \ufeff z ';
    expect(
      markInvisible(text)
        .map(({ text: piece }) => piece)
        .join(''),
    ).toBe(text);
  });
});

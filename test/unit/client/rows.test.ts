import { describe, expect, it } from 'vitest';
import { linesOf, RowHeights } from '../../../client/webview/body/heights.js';
import { layOut, rowOfPlace, type Row } from '../../../client/webview/body/rows.js';
import { findAll, firstBehind, StageText } from '../../../client/webview/body/search.js';
import type { PreviewTurn } from '../../../server/src/protocol/preview.js';

function turn(texts: readonly string[], shot?: number): PreviewTurn {
  const segments = texts.map((text) => ({ text, kind: 'prompt', title: '', origins: [] }) as const);
  return { who: 'HUMAN', kind: 'user', generates: false, segments, ...(shot === undefined ? {} : { shot }) };
}

const textOf = (row: Row): string => (row.kind === 'turn' ? row.parts.map(({ text }) => text).join('') : row.kind);
const texts = (turns: readonly PreviewTurn[], unfolded = true): string[] => layOut({ turns }, unfolded).map(textOf);

describe('layOut', () => {
  it('folds the examples after the first, with the separators between them', () => {
    const turns = [turn(['q0'], 0), turn(['-']), turn(['q1'], 1), turn(['-']), turn(['q2'], 2), turn(['test'])];
    expect(texts(turns, false)).toEqual(['q0', '-', 'fold', 'test']);
    expect(texts(turns, true)).toEqual(['q0', '-', 'fold', 'q1', '-', 'q2', 'fold', 'test']);
    expect(texts([turn(['q0'], 0), turn(['a0'], 0), turn(['test'])], false)).toEqual(['q0', 'a0', 'test']);
  });

  it('cuts a long turn at line ends, a long line at spaces, and loses nothing', () => {
    const long = ['start\n', `${'words and more '.repeat(1000)}\n`, 'x'.repeat(10_000), '𝒳'.repeat(3000), '\n\n', '', 'line\n'.repeat(500)];
    const rows = texts([turn(long)]);
    expect(rows.join('')).toBe(long.join(''));
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(2400);
    expect(rows.some((row) => /[\ud800-\udbff]$/.test(row))).toBe(false);
    const turns = texts([turn([`${'a line of text\n'.repeat(2000)}`])]);
    expect(turns.every((row) => row.endsWith('\n'))).toBe(true);
  });

  it('cuts where there are very many segments, and keeps a turn without text', () => {
    const rows = layOut({ turns: [turn(Array.from({ length: 5000 }, (_, i) => `${i} `)), turn([])] }, true);
    expect(Math.max(...rows.map((row) => (row.kind === 'turn' ? row.parts.length : 0)))).toBeLessThanOrEqual(241);
    expect(rows.at(-1)).toMatchObject({ first: true, last: true, length: 0 });
    expect(rowOfPlace(rows, 0, 20_000)).toBeGreaterThan(5);
    expect(rowOfPlace(rows, 1, 0)).toBe(rows.length - 1);
  });
});

describe('heights of rows', () => {
  it('are estimated as text wraps', () => {
    const lines = (text: string, columns = 10) => linesOf({ parts: [{ text }] as never }, columns);
    expect(lines('')).toBe(1);
    expect(lines('a\nb\n')).toBe(2);
    expect(lines('1234567890')).toBe(1);
    expect(lines('12345678901')).toBe(2);
    expect(lines('aaaa bbbb cccc')).toBe(2);
    expect(lines('漢字漢字漢字')).toBe(2);
  });

  it('tell where a row stands, and which row stands somewhere', () => {
    const heights = new RowHeights([10, 20, 30]);
    expect([heights.offset(0), heights.offset(2), heights.total]).toEqual([0, 30, 60]);
    expect([-5, 0, 9, 10, 29, 30, 100].map((y) => heights.rowAt(y))).toEqual([0, 0, 0, 1, 1, 2, 2]);
    heights.set(0, 15);
    expect([heights.offset(1), heights.total, heights.rowAt(12)]).toEqual([15, 65, 0]);
  });

  it('stay as measured for rows that are as they were', () => {
    const before = layOut({ turns: [turn(['a\n']), turn(['b\n'])] }, true);
    const heights = RowHeights.of(before, { columns: 80, lineHeight: 20 });
    heights.set(0, 99);
    const after = layOut({ turns: [turn(['a\n']), turn(['changed\n'])] }, true);
    const kept = RowHeights.of(after, { columns: 80, lineHeight: 20 }, { rows: before, heights });
    expect([kept.height(0), kept.height(1)]).toEqual([99, 24]);
  });
});

describe('a search', () => {
  const stage = { turns: [turn(['one ', 'two']), turn(['Two (three)'])] };

  it('goes from turn to turn in a stage that is one text, and takes the text as it is', () => {
    const text = new StageText(stage, '');
    expect(findAll(text.text, { text: 'twotwo', matchCase: false })).toEqual([{ start: 4, end: 10 }]);
    expect(findAll(text.text, { text: '(three)', matchCase: true })).toHaveLength(1);
    expect(findAll(new StageText(stage, '\n').text, { text: 'twotwo', matchCase: false })).toEqual([]);
    expect([text.placeOf(6), text.placeOf(7), text.startOf(1)]).toEqual([{ turn: 0, offset: 6 }, { turn: 1, offset: 0 }, 7]);
  });

  it('keeps places where a letter has two lengths', () => {
    expect(findAll('İİ x', { text: 'X', matchCase: false })).toEqual([{ start: 3, end: 4 }]);
  });

  it('finds the next match', () => {
    const found = [
      { start: 0, end: 2 },
      { start: 5, end: 6 },
    ];
    expect([0, 2, 5, 6].map((at) => firstBehind(found, at))).toEqual([0, 1, 1, 2]);
  });
});

import { describe, expect, it } from 'vitest';
import { mostPieces, TracedText, type Origin, type Piece } from '../../../server/src/engine/core/traced-text.js';
import { processorMs } from '../../support/processor-time.js';

const source = 'say "hello {name}" twice';
const literal = (start: number, end: number): TracedText =>
  TracedText.of(source.slice(start, end), { kind: 'source', span: { file: '/a.py', start, end }, exact: true });
const data: Origin = { kind: 'row', split: 'test', index: 0, column: 'name' };

/** Every exact piece must be, to the letter, what stands at its span; the pieces must add up to the text. */
function verify(traced: TracedText): void {
  let length = 0;
  const wrong: object[] = [];
  for (const { start, piece } of traced.located()) {
    length += piece.length;
    if (piece.origin.kind !== 'source' || !piece.origin.exact) continue;
    const { span } = piece.origin;
    if (traced.text.slice(start, start + piece.length) !== source.slice(span.start, span.end)) wrong.push({ start, ...piece });
  }
  expect(wrong).toEqual([]);
  expect(length).toBe(traced.length);
}

describe('TracedText', () => {
  it('narrows exact origins when it is sliced', () => {
    const cut = literal(5, 17).slice(2, 7);
    expect(cut.text).toBe('llo {');
    verify(cut);
  });

  it('keeps the origins around what is replaced', () => {
    const filled = literal(5, 17).replace('{name}', TracedText.of('Ada', data));
    expect(filled.text).toBe('hello Ada');
    expect(filled.pieces.map((p) => p.origin.kind)).toEqual(['source', 'row']);
    verify(filled);
  });

  it('replaces as Python does: a count, no overlap, the empty string between all characters', () => {
    const of = (text: string): TracedText => TracedText.of(text, data);
    expect(of('aaaa').replace('aa', of('b')).text).toBe('bb');
    expect(of('aaaa').replace('a', of('b'), 2).text).toBe('bbaa');
    expect(of('aaaa').replace('a', of('b'), 0).text).toBe('aaaa');
    expect(of('a\u{1F600}').replace('', of('-')).text).toBe('-a-\u{1F600}-');
    expect(of('ab').replace('', of('-'), 1).text).toBe('-ab');
  });

  it('becomes coarse when its text is computed anew, and never claims to be exact', () => {
    const upper = TracedText.join([literal(5, 8), literal(9, 11)]).recomputed('HELLO');
    expect(upper.pieces).toEqual([{ length: 5, origin: { kind: 'source', span: { file: '/a.py', start: 5, end: 11 }, exact: false } }]);
  });

  it('lets the inner note stay and adds what the outer one says', () => {
    const noted = literal(5, 8).noted({ role: 'HUMAN', shot: 1 }).noted({ role: 'BOT', turn: 4 });
    expect(noted.pieces[0]?.note).toEqual({ role: 'HUMAN', shot: 1, turn: 4 });
  });

  it('survives a string that a loop of 100,000 rounds grows, cuts and fills', () => {
    let grown = TracedText.empty;
    for (let i = 0; i < 100_000; i++) grown = grown.concat(literal(5, 6));
    expect(grown.pieces.length).toBe(mostPieces);
    let cut = literal(0, 20);
    for (let i = 0; i < 100_000; i++) cut = cut.slice(1).concat(literal(3, 4)).noted({ turn: i });
    verify(cut);
  });
});

describe('substitute', () => {
  it('narrows the pieces around each match and adapts what is put in by what it stands for', () => {
    const text = TracedText.join([literal(0, 11), literal(11, 17), literal(17, 24)]);
    const put = TracedText.of('X', data);
    const noted = text.substitute('l', put, (pieces, found) => pieces.map((piece) => ({ ...piece, note: { turn: found.length } })));
    expect(noted.text).toBe(text.text.replaceAll('l', 'X'));
    verify(noted);
    expect(noted.pieces.filter((piece) => piece.origin.kind === 'row')).toEqual([
      { length: 1, origin: data, note: { turn: 1 } },
      { length: 1, origin: data, note: { turn: 1 } },
    ]);
  });
  it('gives matches over several pieces all of them', () => {
    const text = literal(0, 6).concat(literal(6, 12));
    const seen: number[] = [];
    const result = text.substitute('hello', TracedText.empty, (pieces, found) => (seen.push(found.length), pieces));
    expect(result.pieces.map(({ length }) => length)).toEqual([5, 2]);
    expect(seen).toEqual([2]);
    verify(result);
  });
  it('leaves a text without a match as it is', () => {
    expect(literal(0, 6).substitute('zz', TracedText.empty, (put) => put)).toBeInstanceOf(TracedText);
    expect(literal(0, 6).substitute('zz', TracedText.empty, (put) => put).text).toBe('say "h');
  });
});

describe('a text of very many pieces', () => {
  const many = mostPieces / 5;
  const pieces = Array.from({ length: many }, (_, i): Piece => ({
    length: 1 + (i % 3),
    origin: { kind: 'source', span: { file: '/ws/a.py', start: 10 * i, end: 10 * i + 1 + (i % 3) }, exact: true },
  }));
  const text = new TracedText(
    pieces
      .map(({ length }, i) => 'abc'.slice(i % 3).padEnd(length, '.'))
      .join('')
      .slice(0, 2 * many - 1),
    pieces,
  );

  it('is cut into all of them in no time, each with its origin', () => {
    const spent = processorMs(() => {
      let at = 0;
      for (const piece of pieces) {
        const part = text.slice(at, at + piece.length);
        expect(part.pieces[0]!.origin).toBe(piece.origin);
        at += piece.length;
      }
    });
    expect(spent).toBeLessThan(4_000);
  });

  it('is followed to a limit: what is behind is one piece, which claims nothing but whether anything in it is unknown', () => {
    const three = text.concat(text).concat(text);
    const unknown: Piece = { length: 1, origin: { kind: 'unknown', reason: 'not here' } };
    const whole = three.concat(three).concat(new TracedText('?', [unknown]));
    expect([three.pieces.length, whole.pieces.length]).toEqual([3 * many, mostPieces]);
    expect(three.pieces.at(-1)!.origin.kind).toBe('source');
    const followed = whole.pieces.slice(0, -1).reduce((sum, { length }) => sum + length, 0);
    expect(whole.pieces.at(-1)).toEqual({ length: whole.length - followed, origin: unknown.origin });
  });

  it('is cut within a piece as a short one is', () => {
    const at = 2 * 3_000 + 4;
    expect(text.slice(at, at + 3).pieces).toEqual(
      new TracedText(text.text.slice(6_000, 6_100), pieces.slice(3_000, 3_050)).slice(4, 7).pieces,
    );
  });
});

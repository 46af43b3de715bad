import { describe, expect, it } from 'vitest';
import { markInvisible, withSigns } from '../../../client/webview/body/signs.js';

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

  it('names what has no shape, or changes the order of others', () => {
    const signs = (text: string) => markInvisible(text).flatMap(({ sign }) => sign ?? []);
    expect(signs('a\u0000b\u001bc\u007fd')).toEqual(['␀', '␛', '␡']);
    expect(signs('\u202eevil\u202c \u2066x\u2069 \u061c')).toEqual(['U+202E', 'U+202C', 'U+2066', 'U+2069', 'U+061C']);
    expect(signs('\ud800 \u{e0041} \u3164 \u0085')).toEqual(['U+D800', 'U+E0041', 'U+3164', 'U+0085']);
    // A family is one picture, by joiners; between letters a joiner is overlooked.
    expect(signs('👩‍👩‍👧 👍🏽 ❤️ क्‍ष')).toEqual(['U+200D']);
    expect(withSigns('a\u202eb\u0000\n')).toBe('a⟨U+202E⟩b⟨␀⟩\n');
  });

  it('shows these without marks of white space, too', () => {
    const shown = (text: string) => markInvisible(text, '', '', false).map(({ text: piece, sign }) => sign ?? piece);
    expect(shown(' a \n\u202e b\u0000')).toEqual([' a \n', 'U+202E', ' b', '␀']);
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

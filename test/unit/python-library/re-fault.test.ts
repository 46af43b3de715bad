import { expect, it } from 'vitest';
import { patternFault } from '../../../server/src/engine/python/runtime/modules/re-fault.js';

/** What CPython 3.11 raises; undefined where it takes the pattern. */
const recorded: readonly (readonly [string, string | undefined])[] = [
  ['(a', 'missing ), unterminated subpattern at position 0'],
  ['a)', 'unbalanced parenthesis at position 1'],
  ['[a', 'unterminated character set at position 0'],
  ['*a', 'nothing to repeat at position 0'],
  ['a**', 'multiple repeat at position 2'],
  ['a\\', 'bad escape (end of pattern) at position 1'],
  ['\\y', 'bad escape \\y at position 0'],
  ['[z-a]', 'bad character range z-a at position 1'],
  ['(?<a)', 'unknown extension ?<a at position 1'],
  ['(?P<n>a)(?P=m)', "unknown group name 'm' at position 12"],
  ['(?P<1>a)', "bad character in group name '1' at position 4"],
  ['a{3,2}', 'min repeat greater than max repeat at position 2'],
  ['\\1', 'invalid group reference 1 at position 1'],
  ['(?i', 'missing -, : or ) at position 3'],
  ['x(?i)y', 'global flags not at the start of the expression at position 1'],
  ['[\\q]', 'bad escape \\q at position 1'],
  ['\\x4', 'incomplete escape \\x4 at position 0'],
  ['(?#a', 'missing ), unterminated comment at position 0'],
  ['(?<=a|bc)+?', undefined],
  ['(#### (\\-?[0-9\\.\\,]+)', 'missing ), unterminated subpattern at position 0'],
  ['(?<=The answer is )(.*)(?=.)', undefined],
  ['[\\s\\S]*?\\(([A-Z])\\)', undefined],
  ['[]a-z]+', undefined],
  ['a{,3}{x}', undefined],
  ['(?P<a>x)(?P=a)\\1', undefined],
  ['\\d+(?:,\\d{3})*', undefined],
  ['(?i)a|b', undefined],
  ['\\U0001F600', undefined],
];

it.each(recorded)('%s: %s', (pattern, raised) => expect(patternFault(pattern)?.text).toBe(raised));
it('leaves alone what it does not follow', () =>
  expect(['(?x)( # a', '\\N{DASH}(', '(a)?(?(1)b|c'].map(patternFault)).toEqual([undefined, undefined, undefined]));
it('counts in code points, and points in UTF-16', () =>
  expect(patternFault('😀(')).toEqual({ text: 'missing ), unterminated subpattern at position 1', at: 2 }));

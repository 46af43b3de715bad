import { describe, expect, it, test } from 'vitest';
import { codeBlock, codeSpan, plain } from '../../../server/src/engine/core/markdown.js';
import { shownLine, shownText } from '../../../server/src/engine/core/shown.js';
import { hostileNames } from '../../support/hostile-names.js';
import { activeParts, blocksOf, codeOf, proseOf } from '../../support/markdown.js';

const paragraph = ['paragraph_open', 'inline', 'paragraph_close'];

describe.each(hostileNames.map((name) => [JSON.stringify(name).slice(0, 60), name] as const))('%s', (_shown, name) => {
  it('as a code span is just this text, on one line', () => {
    const markdown = `before ${codeSpan(name)} behind`;
    expect(activeParts(markdown)).toEqual([]);
    expect(blocksOf(markdown)).toEqual(paragraph);
    expect(codeOf(markdown)).toEqual([shownLine(name, 300)]);
    expect(activeParts(codeSpan(name))).toEqual([]);
    expect(blocksOf(codeSpan(name))).toEqual(paragraph);
  });

  it('as a block is just this text', () => {
    const markdown = `before\n\n${codeBlock(name, 'python')}\n\nbehind`;
    expect(activeParts(markdown)).toEqual([]);
    expect(blocksOf(markdown)).toEqual([...paragraph, 'fence', ...paragraph]);
    expect(codeOf(markdown)).toEqual([`${shownText(name, 4000)}\n`]);
  });

  it('as prose is just this text', () => {
    const markdown = `before: ${plain(name)}`;
    expect(activeParts(markdown)).toEqual([]);
    expect(blocksOf(markdown)).toEqual(paragraph);
    expect(proseOf(markdown)).toBe(`before: ${shownLine(name).trim()}`.trimEnd());
  });
});

test('nothing at all is shown as that', () => expect(codeSpan('')).toBe('(empty)'));

test('an ordinary name is set as one writes it by hand', () => {
  expect(codeSpan('river-7b')).toBe('`river-7b`');
  expect(codeBlock("['a']", 'python')).toBe("```python\n['a']\n```");
});

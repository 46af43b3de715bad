import { describe, expect, it } from 'vitest';
import { quoteScalar, removeEntry, replaceScalar, trimScalar } from '../../../server/src/engine/edit/index.js';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import type { TextEdit } from '../../../server/src/engine/core/text-edit.js';
import type { DictEntry, StrValue } from '../../../server/src/engine/core/value.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { evaluateYaml } from '../../../server/src/engine/yaml/read-yaml.js';

function entryOf(text: string, key = 'a'): DictEntry {
  return evaluateYaml('/ws/x.yaml', text, new MemoryWorkspace({}), defaultLimits).value.entry(key)!;
}

function after(text: string, edit: TextEdit | undefined): string | undefined {
  return edit && text.slice(0, edit.span.start) + edit.newText + text.slice(edit.span.end);
}

describe('trimScalar', () => {
  const trimmed = (text: string, side: 'start' | 'end' = 'end'): string | undefined =>
    after(text, trimScalar(text, entryOf(text).value as StrValue, side));

  it.each([
    ['a: "x "\n', 'a: "x"\n'],
    ["a: 'x  '\n", "a: 'x'\n"],
    ['a: "x\\n\\t "\n', 'a: "x"\n'],
    ['a: "x\\\\n "\n', 'a: "x\\\\n"\n'],
    ['a: |\n  x\n', 'a: |-\n  x\n'],
    ['a: >+\n  x\n', 'a: >-\n  x\n'],
    ['a: |2\n   x\n', 'a: |2-\n   x\n'],
    ['a: "x\\\n  \\ \\n\\n"\n', 'a: "x"\n'],
    ['a: "x y\\\n  \\  z \\\n  \\ "\n', 'a: "x y\\\n  \\  z"\n'],
    ['a: "x\\\\\n  "\n', 'a: "x\\\\"\n'],
    ["a: 'x\n  y\n\n\n  '\n", "a: 'x\n  y'\n"],
    ['a: x\n', undefined],
  ])('makes %j end without white space', (text, expected) => {
    expect(trimmed(text)).toBe(expected);
    if (expected !== undefined)
      expect((entryOf(expected).value as StrValue).text).toBe((entryOf(text).value as StrValue).text.replace(/[ \t\n]+$/, ''));
  });

  it('makes a text start without white space', () => {
    expect(trimmed('a: " x "\n', 'start')).toBe('a: "x "\n');
    expect(trimmed("a: ' x'\n", 'start')).toBe("a: 'x'\n");
    expect(trimmed('a: "\\n x"\n', 'start')).toBe('a: "x"\n');
    expect(trimmed('a: "\\\n  \\  x"\n', 'start')).toBe('a: "x"\n');
  });
});

describe('replaceScalar', () => {
  const replaced = (text: string, newText: string): string | undefined =>
    after(text, replaceScalar(text, entryOf(text).value as StrValue, newText));

  it.each([
    ['a: old\n', 'new', 'a: new\n'],
    ['a: old\n', 'yes', 'a: "yes"\n'],
    ['a: old\n', '{{new}}', 'a: "{{new}}"\n'],
    ['a: "old"\n', 'new', 'a: "new"\n'],
    ["a: 'old'\n", "it's", "a: 'it''s'\n"],
    ["a: 'old'\n", 'two\nlines', 'a: "two\\nlines"\n'],
    ['a: |\n  old\n', 'new', undefined],
  ])('writes %j anew as %j', (text, newText, expected) => {
    expect(replaced(text, newText)).toBe(expected);
    if (expected !== undefined) expect((entryOf(expected).value as StrValue).text).toBe(newText);
  });
});

describe('quoteScalar', () => {
  it('puts what is no text in quotes', () => {
    const quoted = (text: string): string | undefined => after(text, quoteScalar(text, entryOf(text).value));
    expect(quoted('a: yes\n')).toBe('a: "yes"\n');
    expect(quoted('a: 010 # eight\n')).toBe('a: "010" # eight\n');
    expect(quoted('a: [1]\n')).toBeUndefined();
  });
});

describe('removeEntry', () => {
  const removed = (text: string, key: string): string | undefined => after(text, removeEntry(text, entryOf(text, key)));

  it('removes the lines of an entry', () => {
    expect(removed('a: 1\nb: 2 # two\nc: 3\n', 'b')).toBe('a: 1\nc: 3\n');
    expect(removed('a: 1\nb:\n  - 2\n  - 3\nc: 3\n', 'b')).toBe('a: 1\nc: 3\n');
    expect(removed('a: 1\r\nb: 2\r\nc: 3\r\n', 'b')).toBe('a: 1\r\nc: 3\r\n');
    expect(removed('a: 1\nb: 2', 'b')).toBe('a: 1\n');
  });

  it('leaves entries alone that share their lines', () => {
    expect(removed('{a: 1, b: 2}\n', 'b')).toBeUndefined();
  });
});

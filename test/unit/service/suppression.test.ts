import { describe, expect, it } from 'vitest';
import { suppressionEdit } from '../../../server/src/engine/editor/suppress-action.js';
import type { Document } from '../../../server/src/engine/core/document.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { LineIndex } from '../../../server/src/engine/core/line-index.js';

/** Silences `some-rule` at the text between `«` and `»`. */
function silence(marked: string, language: Document['language'] = 'python'): string | undefined {
  const start = marked.indexOf('«');
  const text = marked.replace('«', '').replace('»', '');
  const span = { file: '/a', start, end: marked.indexOf('»') - 1 };
  const document: Document = { file: '/a', text, version: 1, language, lines: new LineIndex(text) };
  const diagnostic: Diagnostic = { rule: 'some-rule', severity: 'error', span, message: '', related: [], fixes: [], unnecessary: false };
  const edit = suppressionEdit(document, diagnostic);
  return edit && text.slice(0, edit.span.start) + edit.newText + text.slice(edit.span.end);
}

describe('a suppression comment', () => {
  it.each([
    ['stands behind the line', 'a = «1»\nb = 2\n', 'a = 1  # preflight: ignore[some-rule]\nb = 2\n'],
    ['stands behind another comment', 'a = «1»  # one\n', 'a = 1  # one  # preflight: ignore[some-rule]\n'],
    ['joins one that is there', 'a = «1»  # preflight: ignore[other]\n', 'a = 1  # preflight: ignore[other, some-rule]\n'],
    ['stands behind the first line of many', 'a = «dict(\n    b=1,\n)»\n', 'a = dict(  # preflight: ignore[some-rule]\n    b=1,\n)\n'],
    ['stands above where the line opens a long string', "a = «'''x\ny'''»\n", "# preflight: ignore[some-rule]\na = '''x\ny'''\n"],
    [
      'stands above with the indentation of its line',
      "if a:\r\n    b = «'''x\r\ny'''»\r\n",
      "if a:\r\n    # preflight: ignore[some-rule]\r\n    b = '''x\r\ny'''\r\n",
    ],
    [
      'stands above where the line goes on with a backslash',
      'a = «1» + \\\n    2\n',
      '# preflight: ignore[some-rule]\na = 1 + \\\n    2\n',
    ],
  ])('%s', (_where, before, after) => {
    expect(silence(before)).toBe(after);
  });

  it('has no place within a long string, or in JSON', () => {
    expect(silence("a = '''\n«x»\n'''\n")).toBeUndefined();
    expect(silence('{"a": «1»}', 'json')).toBeUndefined();
  });

  it('stands behind a line of YAML, and above a block scalar', () => {
    expect(silence('a: «1»\n', 'yaml')).toBe('a: 1  # preflight: ignore[some-rule]\n');
    expect(silence('a: |\n  «x»\n', 'yaml')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { findComments } from '../../../server/src/engine/checks/run/comments.js';

function comments(text: string, language: 'python' | 'yaml' | 'json'): string[] {
  return findComments(text, language).map(({ start, end }) => text.slice(start, end));
}

describe('comments of Python', () => {
  it('stand behind code and on lines of their own', () => {
    expect(comments('# a\nx = 1  # b\n', 'python')).toEqual(['# a', '# b']);
  });

  it('are none within strings of any kind', () => {
    expect(comments(`x = '# a'  # 1\ny = "\\"# b"  # 2\nz = '''\n# c\n'''  # 3\nw = r"\\"  # d\n`, 'python')).toEqual([
      '# 1',
      '# 2',
      '# 3',
    ]);
  });

  it('are found again behind a string that is never closed', () => {
    expect(comments(`x = 'oops # a\ny = 2  # b\n`, 'python')).toEqual(['# b']);
  });

  it('end with the text where a long string is never closed', () => {
    expect(comments(`x = """\n# a\n`, 'python')).toEqual([]);
    expect(comments(`# a\nx = """\n# b`, 'python')).toEqual(['# a']);
  });
});

describe('comments of YAML', () => {
  it('need a blank before them', () => {
    expect(comments('a: b#c\nd: e # f\n# g\n', 'yaml')).toEqual(['# f', '# g']);
  });

  it('are none within quotes and block scalars', () => {
    expect(comments(`a: '# x' # 1\nb: |\n  # text\n\n  more # text\nc: "d # e" # 2\nf: it's # 3\n`, 'yaml')).toEqual(['# 1', '# 2', '# 3']);
  });

  it('are none within a quoted text of several lines', () => {
    expect(comments(`a: "b\n  # c\n  d" # 1\n`, 'yaml')).toEqual(['# 1']);
  });
});

it('JSON has no comments', () => {
  expect(comments('{"a": "# b"} # c', 'json')).toEqual([]);
});

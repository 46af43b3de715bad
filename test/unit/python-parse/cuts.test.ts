import { describe, expect, it } from 'vitest';
import { cutsOf } from '../../../server/src/engine/python/syntax/tokens/cuts.js';
import { lex } from '../../../server/src/engine/python/syntax/tokens/lex.js';

const texts = [
  '',
  'import a\nfrom b import (\n  c,\nd)\n\n@e\n# f\nclass G:\n    x = """\ny = 1\n"""\nz = 2',
  'if a:\n  b\nelif c:\n  d\nelse:\n  e\ntry:\n  f\nexcept g:\n  h\nfinally:\n  i\nj',
  'a = 1 + \\\nb\nc = "d\\\ne"\nf',
  'a\r\nb = [\r\n1]\r\n# c\r\nd \\\r\n+ e\r\nf',
  'a = "b\nc = 1\nd',
  'a = (\nb = 1\ndef c(): pass\nd',
  'a = (]\nb\n)\nc',
  'a = “b\nc”\nd',
  'é = 1\n\fa\n \fb\n\x00\nc',
  '  a\nb\n@c\n  \n\nd\n@e #f\ng',
  `${'['.repeat(150)}\na${']'.repeat(150)}\nb`,
  `${'['.repeat(250)}\na${']'.repeat(250)}\nb`,
  'a = """b\nc\nd = 1',
  'a \\',
];

describe('the beginnings of statements', () => {
  it.each(texts)('are those that the lexer finds: %j', (text) => {
    expect(cutsOf(text)).toEqual(lex(text).cuts);
  });
});

import { describe, expect, it } from 'vitest';
import { parse, problems } from './support.js';

/** The first problem as its source text and its message. */
function first(text: string): [string, string] {
  const [problem] = parse(text).errors;
  if (!problem) throw new Error(`${text} has no problem`);
  return [text.slice(problem.start, problem.end), problem.message];
}

describe('syntax problems', () => {
  it.each([
    ['x = dict(a=1', '(', "'(' was never closed"],
    ['x = [1, 2)', ')', "closing parenthesis ')' does not match opening parenthesis '['"],
    ['x = 1)', ')', "unmatched ')'"],
    ["x = 'abc", "'abc", 'unterminated string literal'],
    ['x = """abc\n', '"""abc', 'unterminated triple-quoted string literal'],
    ['x = 1\n  y = 2', '  ', 'unexpected indent'],
    ['if a:\nb', 'b', "expected an indented block after 'if' statement"],
    ['def f():\n', '', 'expected an indented block after function definition'],
    ['if a:\n    b\n  c', '  ', 'unindent does not match any outer indentation level'],
    ['if a:\n        b\n\tc', '\t', 'inconsistent use of tabs and spaces in indentation'],
    ['if a\n  b', '', "expected ':'"],
    ['x = dict(a=1 b=2)', '1 b', 'invalid syntax. Perhaps you forgot a comma?'],
    ["x = ['a' b]", "'a' b", 'invalid syntax. Perhaps you forgot a comma?'],
    ['x = dict("A": 1)', ':', 'invalid syntax: a call takes name=value'],
    ["x = dict('a'=1)", "'a'=", 'expression cannot contain assignment'],
    ['x = {a=1}', '=', "invalid syntax: inside braces write 'key': value"],
    ["x = {'a': 1, 'b'}", "'b'", "':' expected after dictionary key"],
    ["x = {'a': }", ':', "expression expected after dictionary key and ':'"],
    ['x = dict(a=)', '=', "invalid syntax: a value is missing after '='"],
    ['x =', '=', "invalid syntax: a value is missing after '='"],
    ['x = [1,, 2]', ',', 'invalid syntax'],
    ['x = [*not a]', 'not a', 'invalid syntax'],
    ['x = {**a or b}', 'a or b', 'invalid syntax'],
    ['x = {*not a}', 'not a', 'invalid syntax'],
    ['f() = 1', 'f()', 'cannot assign to function call here'],
    ["'a' = 1", "'a'", 'cannot assign to literal here'],
    ['None = 1', 'None', 'cannot assign to None'],
    ['for f() in x: pass', '', ''],
    ['del f()', 'f()', 'cannot delete function call'],
    ['a, b += 1', 'a, b', "'tuple' is an illegal expression for augmented assignment"],
    ['f(a=1, a=2)', 'a=2', 'keyword argument repeated: a'],
    ['f(a=1, 2)', '2', 'positional argument follows keyword argument'],
    ['f(**a, 2)', '2', 'positional argument follows keyword argument unpacking'],
    ['return 1', 'return 1', "'return' outside function"],
    ['yield', 'yield', "'yield' outside function"],
    ['break', 'break', "'break' outside loop"],
    ['def f():\n  continue', 'continue', "'continue' not properly in loop"],
    ['while a:\n  def f():\n    break', 'break', "'break' outside loop"],
    ['await x', 'await x', "'await' outside function"],
    ['print "a"', 'print "a"', "Missing parentheses in call to 'print'"],
    ['x = 012', '012', 'leading zeros in decimal integer literals are not permitted'],
    ['x = 1__0', '1__0', 'invalid decimal literal'],
    ['x = 1abc', '1abc', 'invalid decimal literal'],
    ["x = '\\x4'", '\\x4', '(unicode error)'],
    ['def f(a, a): pass', 'a', "duplicate argument 'a' in function definition"],
    ['def f(a=1, b): pass', 'b', 'non-default argument follows default argument'],
    ['def f(*): pass', '*', 'named arguments must follow bare *'],
    ['x = *a', '*a', "can't use starred expression here"],
    ['*a = b', '*a', 'starred assignment target must be in a list or tuple'],
    ['*a, *b = c', '*b', 'multiple starred expressions in assignment'],
    ['x := 1', 'x := 1', "invalid syntax: ':=' needs parentheses here"],
    ['x = a as b', 'a as b', "invalid syntax: 'as' can only appear in"],
    ['a <> b', '<>', "invalid syntax: write '!='"],
    ['try:\n  a', 'try', "expected 'except' or 'finally' block"],
    ['try:\n  a\nexcept A, B:\n  b', 'A, B', 'multiple exception types must be parenthesized'],
    ['from a import b,', ',', 'trailing comma not allowed without surrounding parentheses'],
    ['from a import b.c', 'b.c', 'invalid syntax'],
    ['def f():\n  from a import *', '*', 'import * only allowed at module level'],
    ['x = 1 \\ # c', '\\', 'unexpected character after line continuation character'],
    ['x\0', '\0', 'source code cannot contain null bytes'],
    ['\ufeffx = 1', '\ufeff', 'invalid non-printable character U+FEFF'],
    ['x = 1 $ 2', '$', 'invalid syntax'],
  ])('%s', (text, place, message) => {
    const [source, found] = first(text);
    expect(found).toContain(message);
    if (message !== '') expect(source).toBe(place);
  });

  it.each([
    ['def f():\n  try:\n    a\n  except:\n    b\n  c d\n', 'd'],
    ['x = {k: v for k, v in y}, 1 2', '2'],
    ['if a:\n  x, = y;\n  c d\n', 'd'],
  ])('passes over what is right before it: %s', (text, place) => expect(first(text)[0]).toBe(place));

  it('offers the character that is meant for one that looks like it', () => {
    const { errors, body } = parse('x = dict（a=1，b=“c”）\n');
    expect(errors.map(({ start, end, replacement }) => [start, end, replacement])).toEqual([
      [8, 9, '('],
      [12, 13, ','],
      [15, 16, '"'],
      [17, 18, '"'],
      [18, 19, ')'],
    ]);
    expect(errors[1]!.message).toBe("invalid character '，' (U+FF0C): write , instead");
    expect(body).toMatchObject([
      { value: { type: 'Call', keywords: [{ name: { name: 'a' } }, { value: { type: 'String', traced: { text: 'c' } } }] } },
    ]);
    expect(parse('x\u00a0= 1')).toMatchObject({ errors: [{ replacement: ' ' }], body: [{ type: 'Assign' }] });
  });

  it('leaves such characters in strings and comments alone', () => expect(problems("x = '，：（）'  # ，")).toEqual([]));
});

describe('an indented line below a broken one', () => {
  it.each([
    ["'x' read_base()\n    from .b import c\n", ['invalid syntax', 'unexpected indent']],
    ['x = dict(\n  a=dict\n  b=1)\n  c=2)\n', ['invalid syntax. Perhaps you forgot a comma?', 'unexpected indent', "unmatched ')'"]],
    ['from a.b import c\n\n    from .d import e  # why\n', ['unexpected indent']],
    ['from a. import b\n\n    from .d import e\n', ['invalid syntax', 'unexpected indent']],
    ['if a:\n    from a.[] import b\n        c = 1\n', ['invalid syntax', 'unexpected indent']],
  ])('is not all that is wrong: %j', (text, messages) => expect(parse(text).errors.map(({ message }) => message)).toEqual(messages));
});

describe('what a call unpacks', () => {
  it.each([
    'f(*not a)',
    'f(*a or b)',
    'f(*a if b else c)',
    'f(*lambda: 1)',
    'f(*a < b)',
    'f(**not a)',
    'f(**a if b else c)',
    '[*(not a), *a | b]',
  ])('may be any expression: %s', (text) => {
    expect(parse(text).errors).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const task = `task: pond
dataset_path: example/pond
output_type: generate_until
training_split: train
test_split: test
process_docs: !function utils.clean
doc_to_text: !function utils.ask
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["\\n"]}
`;
const ask = 'def ask(doc):\n    return doc["question"]\n';
const clean = 'def clean(dataset):\n    return dataset\n';

function found(utils: string): readonly (readonly [string, string, string])[] {
  const workspace = new MemoryWorkspace({ '/ws/tasks/pond.yaml': task, '/ws/tasks/utils.py': utils }, ['/ws']);
  return createProject(workspace, defaultSettings)
    .check('/ws/tasks/pond.yaml')
    .filter(({ rule }) => rule === 'module-broken')
    .map(({ severity, span, message }) => [severity, task.slice(span.start, span.end), message]);
}

const error = (said: string): readonly (readonly [string, string, string])[] => [
  ['error', 'utils.clean', `Building the task raises ${said}.`],
];

describe('a module of functions', () => {
  it('is not read by Python', () => {
    expect(found(`${clean}${ask}x = f"{1}}"\n`)).toEqual(
      error("SyntaxError: f-string: single '}' is not allowed: write '}}' for the character itself (utils.py, line 5)"),
    );
    expect(found(`${clean}def ask(doc):\n    return (doc\n`)).toHaveLength(1);
  });

  it('uses a name while it is loaded that nothing gives', () => {
    const said = "NameError: name 'datasets' is not defined (utils.py, line 2)";
    expect(found(`from datasets import Dataset\ndef clean(dataset: datasets.Dataset):\n    return dataset\n${ask}`)).toEqual(error(said));
    expect(found(`from __future__ import annotations\ndef clean(dataset: datasets.Dataset):\n    return dataset\n${ask}`)).toEqual([]);
    expect(found(`${clean}${ask}@cached\ndef other():\n    pass\n`)).toHaveLength(1);
  });

  it('uses a name in a function that is called', () => {
    expect(
      found(`${clean}LETTERS_AR = []\ndef helper(doc):\n    return LETTERS[doc["i"]]\ndef ask(doc):\n    return helper(doc)\n`),
    ).toEqual([
      [
        'warning',
        'utils.ask',
        "The function ask uses LETTERS (utils.py, line 5), and nothing in the module gives that name: where it is reached, it raises NameError: name 'LETTERS' is not defined.",
      ],
    ]);
  });

  it.each([
    ['another function that is not called', `${clean}${ask}def other():\n    return missing\n`],
    [
      'what an except may catch',
      `${clean}def ask(doc):\n    try:\n        return unicode(doc)\n    except NameError:\n        return ""\n`,
    ],
    ['names that come from elsewhere', `from .names import *\n${clean}def ask(doc):\n    return LETTERS\n`],
    ['names that the module makes', `globals()["LETTERS"] = []\n${clean}def ask(doc):\n    return LETTERS\n`],
    ['a global of a function', `${clean}def load():\n    global model\n    model = 1\ndef ask(doc):\n    load()\n    return model\n`],
    ['a comprehension', `${clean}def ask(doc):\n    return "".join(a for a, (b, c) in doc if b in [n for n in c])\n`],
    ['what Python has', `${clean}def ask(doc):\n    return str(len(sorted(doc))) + __file__\n`],
    [
      'a method of a class',
      `${clean}class Asking:\n    def of(self, doc, *args, **more):\n        return doc, args, more\ndef ask(doc):\n    return Asking().of(doc)\n`,
    ],
    ['parameters of types', `${clean}def first[T](items: list[T]) -> T:\n    return items[0]\n${ask}`],
    ['a match', `${clean}def ask(doc):\n    match doc:\n        case {"question": text, **rest}:\n            return text, rest\n`],
  ])('is sound in spite of %s', (_, utils) => expect(found(utils)).toEqual([]));
});

it('A module that Python does not read is not said to lack functions besides', () => {
  const workspace = new MemoryWorkspace({ '/ws/tasks/pond.yaml': task, '/ws/tasks/utils.py': `${clean}text = 'open\n` }, ['/ws']);
  const rules = createProject(workspace, defaultSettings)
    .check('/ws/tasks/pond.yaml')
    .flatMap(({ rule, severity }) => (severity === 'error' ? [rule] : []));
  expect(rules).toEqual(['module-broken']);
});

describe('a regular expression in a module', () => {
  it('stops it from being loaded', () => {
    expect(found(`import re\n\nwords = re.compile(r"(a|b", re.IGNORECASE)\n${clean}${ask}`)).toEqual(
      error('re.error: missing ), unterminated subpattern at position 0 (utils.py, line 3)'),
    );
  });

  it('stops the function in which it stands', () => {
    const said =
      'The function ask has a regular expression that Python cannot read (utils.py, line 5): where it is reached, it raises re.error: unbalanced parenthesis at position 1.';
    const broken = 'def ask(doc):\n    return re.sub(r"a)", doc["a"], doc["question"])\n';
    expect(found(`import re\n${clean}\n${broken}`)).toEqual([['warning', 'utils.ask', said.replace('line 5', 'line 6')]]);
  });

  it.each([
    'import re\nx = re.compile(r"(a)", re.I)\n',
    'import re\nx = re.compile("a # (", re.X | re.M)\n',
    'import regex as re\nx = re.compile(r"(a")\n',
    'import re\nflags = re.X\nx = re.compile("a # (", flags)\n',
    'import re\ntry:\n    x = re.compile("(")\nexcept re.error:\n    x = None\n',
    'import re\ndef other(x):\n    return re.sub("(", "", x)\n',
  ])('is none, or harms nothing, in %j', (text) => expect(found(`${text}${clean}${ask}`)).toEqual([]));
});

describe('what a function raises whatever it is given', () => {
  const said = (body: string, more = ''): string[] =>
    found(`import math\nimport re\nimport string\n${more}${clean}\ndef ask(doc):\n${body}\n`).map(([, , message]) =>
      message.replace(/^.* raises (.*), where this is reached .*$/, '$1'),
    );

  it.each([
    ['    return doc.question', "AttributeError: 'dict' object has no attribute 'question'"],
    ['    return doc("question")', "TypeError: 'dict' object is not callable"],
    ['    return "Question " + len(doc["a"])', 'TypeError: can only concatenate str (not "int") to str'],
    [
      '    text = ""\n    for i, a in enumerate(doc["a"]):\n        text += i\n    return text',
      'TypeError: can only concatenate str (not "int") to str',
    ],
    ['    return 1 + ". " + doc["a"]', "TypeError: unsupported operand type(s) for +: 'int' and 'str'"],
    ['    return doc["a"].strip[:-1]', "TypeError: 'builtin_function_or_method' object is not subscriptable"],
    ['    letters = ["A", "B"]\n    return letters(doc["a"])', "TypeError: 'list' object is not callable"],
    ['    letters = ["A", "B"]\n    return letters.join(" ")', "AttributeError: 'list' object has no attribute 'join'"],
    ['    letters = [a for a in doc["a"]]\n    return letters["A"]', 'TypeError: list indices must be integers or slices, not str'],
    ['    return " ".join(a for a in len(doc["a"]))', "TypeError: 'int' object is not iterable"],
    ['    for a in len(doc["a"]):\n        pass\n    return ""', "TypeError: 'int' object is not iterable"],
    ['    words = doc["a"].strip().split()\n    return str(range(words))', "TypeError: 'list' object cannot be interpreted as an integer"],
    ['    return re.findAll("a", doc["a"])[0]', "AttributeError: module 're' has no attribute 'findAll'"],
    ['    return string.punctuations', "AttributeError: module 'string' has no attribute 'punctuations'"],
    ['    return doc["a"].capitalise()', "AttributeError: 'str' object has no attribute 'capitalise'"],
    ['    return doc["a"]["b"].repalce("b", "c")', "AttributeError: 'str' object has no attribute 'repalce'"],
    ['    return math.expp(1)', "AttributeError: module 'math' has no attribute 'expp'"],
    ['    text = ""\n    text =+ "b"\n    return text', "TypeError: bad operand type for unary +: 'str'"],
    ['    return doc["a"].replace("b")', 'TypeError: replace expected at least 2 arguments, got 1'],
    ['    return ", ".join(doc["a"], doc["b"])', 'TypeError: str.join() takes exactly one argument (2 given)'],
    [
      '    text += doc["a"]\n    return text',
      "UnboundLocalError: cannot access local variable 'text' where it is not associated with a value",
    ],
  ])('is found in %j', (body, error) => expect(said(body)).toEqual([error]));

  it.each([
    ['    text = doc["a"]\n    text.replace("b", "c")\n    return text', 'text.replace("b", "c")'],
    ['    doc["a"].strip()\n    return doc["a"]', 'doc["a"].strip()'],
  ])('is not there, and a text is thrown away in %j', (body, written) =>
    expect(said(body)).toEqual([
      `The function ask throws away what ${written} gives (utils.py, line ${written.startsWith('text') ? '9' : '8'}): a text is not changed in place. Assign it to a name.`,
    ]),
  );

  it.each([
    '    table.replace("a", "b", inplace=True)\n    return doc["a"]',
    '    os.replace("a", doc["b"])\n    return doc["a"]',
    '    return doc["a"].strip()',
    '    return doc["a"].convert("RGB")',
    '    return os.environ["a"].capitalise()',
    '    return doc["a"].item()',
    '    number = -1\n    return doc["a"][-number]',
  ])('is nothing in %j', (body) => expect(said(body, 'import os\ntable = None\n')).toEqual([]));

  it('is found in what it calls', () => {
    const helper = 'def helper(doc, number):\n    return doc["a"][number]\n';
    expect(said('    return helper(doc)', helper)).toEqual(["TypeError: helper() missing 1 required positional argument: 'number'"]);
    expect(said('    return helper(doc, nummer=1)', helper)).toEqual(["TypeError: helper() got an unexpected keyword argument 'nummer'"]);
    expect(said('    return helper(doc, 1)', 'def helper(doc, number):\n    return "a" + ord(doc["a"][number])\n')).toEqual([
      'TypeError: can only concatenate str (not "int") to str',
    ]);
  });

  it('is found in the function that is mapped', () => {
    const mapped = (body: string): string[] =>
      found(`def clean(dataset):\n    def one(row):\n${body}\n    return dataset.map(one)\n${ask}`).map(([, , message]) => message);
    expect(mapped('        return {"a": row.a}')).toEqual([
      "The function clean raises AttributeError: 'dict' object has no attribute 'a', where this is reached (utils.py, line 3).",
    ]);
    expect(mapped('        return {"a": row["a"], **row}')).toEqual([]);
    const called = `def clean(dataset):\n    def one(row):\n        return row\n    return dataset.map(one())\n${ask}`;
    expect(found(called).map(([, , message]) => message)).toEqual([
      "The function clean raises TypeError: one() missing 1 required positional argument: 'row', where this is reached (utils.py, line 4).",
    ]);
  });

  it.each([
    ['a document that is another thing', '    doc = parse(doc)\n    return doc.text', 'from elsewhere import parse\n'],
    ['methods of dicts', '    return str(doc.get("a")) + str(doc.keys())', ''],
    ['what an except catches', '    try:\n        return doc.a\n    except AttributeError:\n        return doc["a"]', ''],
    ['texts of all kinds', '    text = doc["a"]\n    text += str(1)\n    return text + "b" + text.strip()', ''],
    ['numbers', '    n = 0\n    for i in range(3):\n        n += i\n    return str(n + 1)', ''],
    ['a name that is two things', '    text = 1 if doc["a"] else ""\n    text = "b"\n    return text + "a"', ''],
    ['arguments that are not known', '    return helper(*doc["a"]) + helper(**doc["b"])', 'def helper(a, b):\n    return a + b\n'],
    ['a function that is wrapped', '    return helper(doc)', '@wrapped\ndef helper(a, b):\n    return a + b\nwrapped = print\n'],
    ['columns of pandas', '    return str(doc["a"].str.strip() + 1)', ''],
    ['a name of its own for a module', '    re = doc["a"]\n    return re.findAll("a")', ''],
    ['bytes', '    return doc["a"].strip().decode()', ''],
    ['dates', '    return str(doc["a"].replace(year=2000))', ''],
  ])('is none in %s', (_, body, more) => expect(said(body, more)).toEqual([]));

  it('is not said of documents in a function that is given a dataset', () => {
    expect(found(`def clean(doc):\n    return doc.map(lambda one: one)\n${ask}`)).toEqual([]);
  });
});

describe('a column that a function reads', () => {
  const read = (utils: string): string[] =>
    found(`${clean}${utils}`).map(
      ([severity, , message]) => `${severity} ${message.replace(/^.* reads a column (\w+) .* Did you mean (\w+)\?$/, '$1 $2')}`,
    );

  it('is a slip of another', () => {
    expect(read('def ask(doc):\n    return doc["qestion"]\n')).toEqual(['warning qestion question']);
    expect(read('def ask(doc):\n    return doc["goal_x"] + doc["goal_x"].strip() + doc.get("goall_x", "")\n')).toEqual([
      'warning goall_x goal_x',
    ]);
    expect(read('def ask(doc):\n    return doc["part1"] + doc["part2"] + doc["prat3"] + doc["part3"]\n')).toEqual(['warning prat3 part3']);
  });

  it.each([
    'def ask(doc):\n    return doc["questions"] + doc["contexts"]\n',
    'def ask(doc):\n    return doc["qtype"] + doc["qtype"] + doc["type"]\n',
    'def ask(doc):\n    return doc["qestion"] + doc["qestion"]\n',
    'def ask(doc):\n    return doc["question"]\n\ndef other(doc):\n    return doc["qestion"]\n',
    'def ask(doc):\n    return doc["option_a"] + doc["option_b"] + doc["option_e"]\n',
  ])('is none in %j', (utils) => expect(read(utils)).toEqual([]));
});

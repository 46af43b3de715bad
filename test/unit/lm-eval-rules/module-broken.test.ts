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

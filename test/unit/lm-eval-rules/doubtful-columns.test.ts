import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { isNameSlip } from '../../../server/src/engine/checks/support/slip.js';

const rules = new Set(['undefined-var', 'literal-not-column', 'single-brace']);

function check(text: string, around: Readonly<Record<string, string>> = {}, dataset = 'example/pond'): readonly Diagnostic[] {
  const task = `task: pond\ndataset_path: ${dataset}\ntest_split: test\n${text}`;
  const files = Object.fromEntries(Object.entries(around).map(([name, other]) => [`/ws/tasks/pond/${name}`, other]));
  const workspace = new MemoryWorkspace({ ...files, '/ws/tasks/pond/pond.yaml': task }, ['/ws']);
  return createProject(workspace, defaultSettings)
    .check('/ws/tasks/pond/pond.yaml')
    .filter(({ rule }) => rules.has(rule));
}

const said = (text: string, around?: Readonly<Record<string, string>>, dataset?: string): (string | undefined)[] =>
  check(text, around, dataset).map(({ rule, fixes }) => `${rule}: ${fixes[0]?.edits[0]?.newText ?? ''}`);

const neighbour = { 'other.yaml': 'task: other\ndoc_to_text: "{{riddle}} {{hint_a}}"\ndoc_to_target: reply\n' };

describe('a column of which no row is at hand', () => {
  it.each([
    [
      'a slip of one that very many datasets have',
      'doc_to_text: "{{qestion}}"\ndoc_to_target: "{{answer}}"\n',
      ['undefined-var: question'],
    ],
    [
      'a slip of one that another template uses',
      'doc_to_text: "{{ridle}}"\ndescription: "{{riddle}} {{riddle}}"\ndoc_to_target: ""\n',
      ['undefined-var: riddle'],
    ],
    ['a slip of a word', 'doc_to_text: "{{question}}"\ndoc_to_target: anwser\n', ['literal-not-column: answer']],
    ['a document that is asked for its columns', 'doc_to_text: "{{doc.question}}"\ndoc_to_target: "{{answer}}"\n', ['undefined-var: ']],
    ['braces apart', 'doc_to_text: "{ {Pond_name} }: {{question}}"\ndoc_to_target: ""\n', ['single-brace: {{Pond_name}}']],
    ['single braces beside double ones', 'doc_to_text: "{{context}} {question}"\ndoc_to_target: ""\n', ['single-brace: {{question}}']],
  ])('is doubted: %s', (_, text, found) => expect(said(text)).toEqual(found));

  it.each([
    ['a name of its own', 'doc_to_text: "{{pond_depth}}"\ndoc_to_target: fish\n'],
    ['one of a row of names', 'doc_to_text: "{{option_e}} {{choice1}} {{choice2}}"\ndoc_to_target: label2\n'],
    ['a name that is used twice', 'doc_to_text: "{{qestion}}"\ndoc_to_target: "{{qestion}}"\n'],
    ['one that may be missing', 'doc_to_text: "{% if qestion is defined %}{{qestion}}{% endif %}"\ndoc_to_target: ""\n'],
    ['one in place of another that may be missing', 'doc_to_text: "{{context if context is defined else qestion}}"\ndoc_to_target: ""\n'],
    ['a longer name', 'doc_to_text: "{{qtext}}"\ndoc_to_target: ""\n'],
    ['braces of LaTeX', 'doc_to_text: "{{context}} \\\\boxed{answer} x_{answer}"\ndoc_to_target: ""\n'],
  ])('is not doubted: %s', (_, text) => expect(said(text)).toEqual([]));

  it('is held against what the files around use', () => {
    const text = 'doc_to_text: "{{ridddle}}"\ndoc_to_target: rpely\n';
    expect(said(text)).toEqual([]);
    expect(said(text, neighbour)).toEqual(['undefined-var: riddle', 'literal-not-column: reply']);
    expect(said(text, { ...neighbour, 'utils.py': 'def f(doc):\n    return {"ridddle": doc["riddle"], "rpely": 1}\n' })).toEqual([]);
  });

  it('is one of another case only where the task does not write its columns so', () => {
    expect(said('doc_to_text: "{{Riddle}}"\ndoc_to_target: ""\n', neighbour)).toEqual(['undefined-var: riddle']);
    expect(said('doc_to_text: "{{Riddle}} {{Pond}}"\ndoc_to_target: ""\n', neighbour)).toEqual([]);
  });

  it('is known of a dataset that is well known, unless a function makes others', () => {
    const text = 'doc_to_text: "{{question}} {{instruction_text}}"\ndoc_to_target: answer\n';
    expect(said(text, {}, 'cais/mmlu')).toEqual(['undefined-var: ']);
    expect(said('doc_to_text: "{{question}}"\ndoc_to_target: "{{answer if answer is defined else reply}}"\n', {}, 'cais/mmlu')).toEqual([]);
    expect(said(`${text}process_docs: !function utils.f\n`, { 'utils.py': 'def f(docs):\n    return docs\n' }, 'cais/mmlu')).toEqual([]);
  });
});

it.each([
  ['qestion', 'question', true],
  ['questtion', 'question', true],
  ['quesiton', 'question', true],
  ['questian', 'question', true],
  ['answers', 'answer', false],
  ['choice1', 'choice2', false],
  ['option_a', 'option_b', false],
  ['sol1', 'sol2', false],
  ['mc1_targets', 'mc2_targets', false],
  ['text', 'test', false],
  ['question1', 'question', false],
])('%s is a slip of %s: %s', (name, meant, slip) => expect(isNameSlip(name, meant, 'none')).toBe(slip));

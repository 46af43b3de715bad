import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import type { TextEdit } from '../../../server/src/engine/core/text-edit.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const folder = '/ws/';

function check(files: Readonly<Record<string, string>>, file: string, rule: string) {
  const named = Object.fromEntries(Object.entries(files).map(([name, text]) => [folder + name, text]));
  return createProject(new MemoryWorkspace(named, ['/ws']), defaultSettings)
    .check(folder + file)
    .filter((found) => found.rule === rule);
}

/** The file after the first fix of the rule's only finding, which is gone then; undefined where there is no fix. */
function fixed(files: Readonly<Record<string, string>>, file: string, rule: string): string | undefined {
  const found = check(files, file, rule);
  expect(found).toHaveLength(1);
  const fix = found[0]!.fixes[0];
  if (!fix) return undefined;
  const text = apply(files[file]!, fix.edits);
  expect(check({ ...files, [file]: text }, file, rule)).toEqual([]);
  return text;
}

function apply(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end), text);
}

describe('one of two files that include the same is written into the task', () => {
  const base = {
    _base: 'dataset_path: d\ntest_split: test\n',
    _a: 'include: _base\ndoc_to_text: "{{q}}"\n',
    _b: 'include: _base\ndoc_to_target: a\nmetric_list:\n  - metric: acc\n',
  };

  it('from a list in brackets, a block, and from its begin', () => {
    const end = 'doc_to_target: a\nmetric_list:\n  - metric: acc\n';
    expect(fixed({ ...base, 't.yaml': 'include: [_a, _b]\ntask: t\n' }, 't.yaml', 'include-diamond')).toBe(
      `include: [_a]\ntask: t\n${end}`,
    );
    expect(fixed({ ...base, 't.yaml': 'include:\n  - _a\n  - _b\ntask: t\n' }, 't.yaml', 'include-diamond')).toBe(
      `include:\n  - _a\ntask: t\n${end}`,
    );
  });

  it('not where the task says the same, nor where functions would be looked for elsewhere', () => {
    expect(fixed({ ...base, 't.yaml': 'include: [_a, _b]\ntask: t\ndoc_to_target: z\n' }, 't.yaml', 'include-diamond')).toBeUndefined();
    const elsewhere = {
      ...base,
      'x/_b': 'include: ../_base\nprocess_docs: !function utils.f\n',
      'x/utils.py': 'def f(docs):\n    return docs\n',
    };
    expect(fixed({ ...elsewhere, 't.yaml': 'include: [_a, x/_b]\ntask: t\n' }, 't.yaml', 'include-diamond')).toBeUndefined();
  });
});

describe('examples are given one target', () => {
  const task =
    'task: t\ndataset_path: d\noutput_type: multiple_choice\ntraining_split: train\ntest_split: test\ndoc_to_text: "Q {{q}}"\ndoc_to_choice: [a, b]\nnum_fewshot: 1\n';
  const gold = 'doc_to_target: [1, 0]\n';

  it('in a fewshot_config of their own, in the one that is there, or in place of their own', () => {
    expect(fixed({ 't.yaml': task + gold }, 't.yaml', 'list-index-target')).toBe(
      `${task}${gold.trimEnd()}\nfewshot_config: {doc_to_target: 1}\n`,
    );
    expect(fixed({ 't.yaml': `${task}${gold}fewshot_config:\n  sampler: first_n\n` }, 't.yaml', 'list-index-target')).toContain(
      '  sampler: first_n\n  doc_to_target: 1\n',
    );
    expect(
      fixed({ 't.yaml': `${task}doc_to_target: 0\nfewshot_config:\n  doc_to_target: [1, 0]\n` }, 't.yaml', 'list-index-target'),
    ).toContain('  doc_to_target: 1\n');
    expect(fixed({ 't.yaml': `${task}${gold}fewshot_config: {sampler: first_n}\n` }, 't.yaml', 'list-index-target')).toBeUndefined();
  });
});

describe('the pool of examples', () => {
  it('is the training split where there is one', () => {
    const text =
      'task: t\ndataset_path: d\ntraining_split: train\nvalidation_split: dev\nfewshot_split: dev\ndoc_to_text: "{{q}}"\ndoc_to_target: "{{a}}"\n';
    expect(fixed({ 't.yaml': text }, 't.yaml', 'fewshot-leak')).toBe(text.replace('fewshot_split: dev', 'fewshot_split: train'));
  });

  it('is left as it is where the task says that there is none', () => {
    const text = 'task: t\ndataset_path: d\ntest_split: test\nfewshot_split: null\ndoc_to_text: "{{q}}"\ndoc_to_target: "{{a}}"\n';
    expect(fixed({ 't.yaml': text }, 't.yaml', 'fewshot-leak')).toBeUndefined();
  });
});

it('a text that only libyaml reads stays the same on one line', () => {
  const text =
    'task: t\ndataset_path: d\ntest_split: test\nfewshot_split: test\ndoc_to_text: "Q: {{q}}\n\n \\"A\\":"\ndoc_to_target: "{{a}}"\n'.replace(
      '\n \\"A',
      '\n\\"A',
    );
  expect(fixed({ 't.yaml': text }, 't.yaml', 'lenient-quotes')).toContain('doc_to_text: "Q: {{q}}\\n\\"A\\":"\n');
});

it('a tag keeps out of the way of all names', () => {
  const other = {
    'pond.yaml': 'task: pond\ndataset_path: d\ntest_split: test\nfewshot_split: test\ndoc_to_text: "{{q}}"\ndoc_to_target: "{{a}}"\n',
  };
  const tagged = (tag: string) =>
    `task: t\ntag: ${tag}\ndataset_path: d\ntest_split: test\nfewshot_split: test\ndoc_to_text: "{{q}}"\ndoc_to_target: "{{a}}"\n`;
  expect(fixed({ ...other, 't.yaml': tagged('pond') }, 't.yaml', 'tag-collision')).toBe(tagged('pond_tasks'));
  expect(
    fixed({ ...other, 't.yaml': tagged('pond'), 'u.yaml': tagged('u').replace('task: t', 'task: pond_tasks') }, 't.yaml', 'tag-collision'),
  ).toBeUndefined();
});

describe('a filter that Python has under another name', () => {
  const task = (template: string): string => `task: t\ndataset_path: d\ntest_split: test\ndoc_to_text: '${template}'\ndoc_to_target: a\n`;
  it.each([
    ['{{q|strip}}', '{{q|trim}}'],
    ['{{q|stripp}}', '{{q|trim}}'],
    ['{{q | len}}', '{{q | length}}'],
    ['{{q|uppercase}}', '{{q|upper}}'],
    ['{{q | lstrip}}', '{{q.lstrip()}}'],
    ['{{q|rstripp}}', '{{q.rstrip()}}'],
    ['{{(q ~ r)|split(",")|first}}', '{{(q ~ r).split(",")|first}}'],
    ['{{q|trimm}}', '{{q|trim}}'],
    ['{% if q is str %}{{q}}{% endif %}', '{% if q is string %}{{q}}{% endif %}'],
  ])('%s becomes %s', (from, to) =>
    expect(fixed({ 't.yaml': task(from) }, 't.yaml', from.includes(' is ') ? 'unknown-test' : 'unknown-filter')).toBe(task(to)),
  );
  it('is no method in a block', () =>
    expect(
      check({ 't.yaml': task('{% filter lstrip %}{{q}}{% endfilter %}') }, 't.yaml', 'unknown-filter').map(({ fixes }) => fixes),
    ).toEqual([[]]));
});

describe('a slip of a key', () => {
  const base = 'dataset_path: d\ndataset_name: null\ntest_split: test\ndoc_to_text: "{{q}}"\ndoc_to_target: a\n';
  it('of a field that the include gives is written right', () =>
    expect(fixed({ base, 't.yaml': 'datast_name: x\ninclude: base\ntask: t\n' }, 't.yaml', 'unknown-field')).toBe(
      'dataset_name: x\ninclude: base\ntask: t\n',
    ));
  it('of a field that the file gives besides is not taken out', () => {
    const [found] = check({ base, 't.yaml': 'datast_name: x\ndataset_name: y\ninclude: base\ntask: t\n' }, 't.yaml', 'unknown-field');
    expect(found?.message).toContain('Did you mean dataset_name?');
    expect(found?.fixes).toEqual([]);
  });
});

it('a stop text is renamed, and not what is no text of it', () => {
  const task = (stop: string): Readonly<Record<string, string>> => ({
    't.yaml': `task: t\ndataset_path: a/d\ntest_split: test\noutput_type: generate_until\ndoc_to_text: "{{q}}"\ndoc_to_target: a\ngeneration_kwargs:\n  stop: ${stop}\n`,
  });
  expect(fixed(task('["Q:"]'), 't.yaml', 'generation-argument')).toContain('until: ["Q:"]');
  expect(fixed(task('None'), 't.yaml', 'generation-argument')).toBeUndefined();
});

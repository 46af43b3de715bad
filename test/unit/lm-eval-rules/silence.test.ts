import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

function check(files: Readonly<Record<string, string>>, file = Object.keys(files)[0]!): readonly Diagnostic[] {
  const workspace = new MemoryWorkspace(Object.fromEntries(Object.entries(files).map(([name, text]) => [`/ws/tasks/${name}`, text])), [
    '/ws',
  ]);
  const project = createProject(workspace, defaultSettings);
  const open = `/ws/tasks/${file}`;
  project.update(open, files[file]!, 1, 'yaml');
  return project.check(open);
}

/** Rules that find something in a task with these lines. */
function found(lines: string, others: Readonly<Record<string, string>> = {}): string[] {
  return check({ 'pond.yaml': `task: pond\ndataset_path: example/pond\ntraining_split: train\ntest_split: test\n${lines}`, ...others }).map(
    ({ rule }) => rule,
  );
}

const generated = 'doc_to_text: "Q: {{question}}\\nA:"\ndoc_to_target: "{{answer}}"\n';
const choices = 'output_type: multiple_choice\ndoc_to_text: "Q: {{question}}\\nA:"\ndoc_to_target: label\n';

describe('nothing is found', () => {
  it.each([
    ['in a generated task', generated],
    ['with the prompt of a file, which has a text for the answer', `${generated}use_prompt: prompts/pond.yaml:short\n`],
    ['in one with choices from a column', `${choices}doc_to_choice: options\n`],
    ['in one whose choices a template makes', `${choices}doc_to_choice: "{{[a, b]}}"\n`],
    ['in one whose choices a template makes of two lists', `${choices}doc_to_choice: "{{options[:2]}}{{options[2:]}}"\n`],
    ['with choices that print a list as text', `${choices}doc_to_choice: "['{{a}}', '{{b}}']"\n`],
    ['with a word that may be a column', 'doc_to_text: question\ndoc_to_target: answer\n'],
    ['with a text that ends in an expression', 'doc_to_text: "Q: {{question}}"\ndoc_to_target: "{{answer}}"\n'],
    ['with a space behind the question and no delimiter', `${generated.replace('A:"', 'A: "')}target_delimiter: ""\n`],
    ['with white space that a whole text keeps', 'output_type: loglikelihood_rolling\ndoc_to_text: ""\ndoc_to_target: "{{page}}"\n'],
    ['with a line break within a string of Jinja', `doc_to_text: '{{facts | join("\\n")}} A:'\ndoc_to_target: answer\n`],
    ['with LaTeX', `doc_to_text: 'Is $a \\neq b$ for {{question}}?'\ndoc_to_target: answer\n`],
    ['with a backslash that double quotes escape', 'doc_to_text: "Write \\\\n for a line break: {{question}}"\ndoc_to_target: answer\n'],
    ['with a number for a target and no examples', 'doc_to_text: "Q: {{question}}"\ndoc_to_target: 3\n'],
    ['with a number for a target and choices', `${choices.replace('label', '1')}doc_to_choice: ["a", "b"]\nnum_fewshot: 2\n`],
    [
      'with a negative index where the choice of it is looked at',
      `${choices.replace('label', '-1')}doc_to_choice: ["a", "b"]\nmetric_list: [{metric: exact_match, aggregation: mean, higher_is_better: true}]\n`,
    ],
    ['with a temperature that counts', `${generated}generation_kwargs: {until: ["\\n"], do_sample: true, temperature: 0.5}\n`],
    ['with the key of a metric', `${generated}metric_list:\n  - metric: exact_match\n    ignore_case: true\n`],
    ['with null for a field', `${generated}description: null\nfewshot_config: null\ngeneration_kwargs: null\n`],
    ['with functions that may be installed', `${generated}process_docs: !function somewhere.else.clean\n`],
    [
      'with samples that lack what the template does without',
      `${generated.replace('{{question}}', "{{hint|default('')}}{{question}}")}fewshot_config:\n  sampler: first_n\n  samples: [{question: a, answer: b}]\n`,
    ],
  ])('%s', (_, lines) => {
    expect(found(lines)).toEqual([]);
  });

  it('about fields that a function gives', () => {
    const module = { 'pond.py': 'def text(doc):\n    return doc["q"]\n\n\ndef choice(doc):\n    return ["a"]\n' };
    expect(
      found(
        `output_type: multiple_choice\ndoc_to_text: !function pond.text\ndoc_to_target: label\ndoc_to_choice: !function pond.choice\ntarget_delimiter: ""\nnum_fewshot: 2\n`,
        module,
      ),
    ).toEqual([]);
  });

  it('in what a task lacks where it is only a part of one', () => {
    const base = 'dataset_path: example/pond\noutput_type: multiple_choice\ntest_split: test\ndoc_to_text: "Q: {{question}} "\n';
    expect(check({ '_base.yaml': base }).map(({ rule }) => rule)).toEqual([]);
  });

  it('about what whoever includes a file may replace', () => {
    const base =
      'dataset_path: example/pond\noutput_type: multiple_choice\ntest_split: test\ndoc_to_text: "Q: {{question}}"\ndoc_to_target: 7\ndoc_to_choice: ["a", "b"]\nnum_fewshot: 3\n';
    expect(
      check({ '_base.yaml': `${base}fewshot_config: {sampler: first_n, samples: [{question: a}]}\n` }).map(({ rule }) => rule),
    ).toEqual([]);
  });

  it('in a task whose included file cannot be reached', () => {
    expect(check({ 'pond.yaml': 'include: _base\ntask: pond\noutput_type: multiple_choice\n' }).map(({ rule }) => rule)).toEqual([
      'base-not-found',
    ]);
  });

  it('in a task that is a class', () => {
    const files = { 'pond.yaml': 'task: pond\nclass: !function pond.Pond\nanything: [yes]\n', 'pond.py': 'class Pond:\n    pass\n' };
    expect(check(files)).toEqual([]);
  });

  it('in a module that fills its own globals', () => {
    const module = { 'pond.py': 'def fill():\n    for name in ("a", "b"):\n        globals()[f"clean_{name}"] = print\n\n\nfill()\n' };
    expect(found(`${generated}process_docs: !function pond.clean_a\n`, module)).toEqual([]);
  });

  it.each([
    [
      'that takes over all that another file has',
      'm = importlib.util.module_from_spec(spec)\nfor n in dir(m):\n    globals()[n] = getattr(m, n)\n',
    ],
    ['that a function of its own fills so', 'def fill():\n    for n in dir(spec):\n        globals()[n] = getattr(spec, n)\n\n\nfill()\n'],
    ['that it fills where something is there', 'if spec.loader:\n    locals()["clean"] = len\n'],
    ['that runs a text where something is there', 'if spec.loader:\n    exec(spec.loader.get_source("a"))\n'],
    ['that sets its own attributes', 'for n in ("clean", "fill"):\n    setattr(sys.modules[__name__], n, len)\n'],
    ['that knows itself by another name', 'this = sys.modules[__name__]\nthis.clean = len\n'],
    ['that is asked for names which it does not have', 'def __getattr__(name):\n    return len\n'],
  ])('in a module %s', (_, text) => {
    const module = { 'pond.py': `import importlib.util, sys\nspec = importlib.util.spec_from_file_location("a", "b.py")\n${text}` };
    expect(found(`${generated}process_docs: !function pond.clean\n`, module)).toEqual([]);
  });

  it('about a tag that only the task of its name has', () => {
    const tagged = 'task: pond\ntag: [pond]\ndataset_path: example/pond\ntraining_split: train\ntest_split: test\n' + generated;
    expect(check({ 'pond.yaml': tagged })).toEqual([]);
    const other = tagged.replace('task: pond', 'task: lake');
    const lake = { 'quay.yaml': other, 'pond.yaml': tagged };
    expect(check(lake).map(({ rule }) => rule)).toEqual(['tag-collision']);
    expect(check(lake, 'pond.yaml').map(({ rule }) => rule)).toEqual(['tag-collision']);
  });

  it('but of what a module lacks that only changes what is within', () => {
    const text =
      'import sys\n\n\nclass Pond:\n    def __init__(self, depth):\n        setattr(self, "depth", depth)\n        exec("depth = 2")\n\n\ndef fill(doc):\n    return vars(doc)\n';
    expect(found(`${generated}process_docs: !function pond.clean\n`, { 'pond.py': text })).toEqual(['function-missing']);
  });
});

describe('what an included file writes', () => {
  const files = {
    'pond.yaml': 'include: _base\ntask: pond\ntest_split: test\nfewshot_split: dev\n',
    _base:
      'dataset_path: example/pond\noutput_type: multiple_choice\ndoc_to_text: "Q: {{question}}\\nA: "\ndoc_to_target: label\ndoc_to_choice: [yes, no]\n',
  };

  it('is told at the include, with its place and its fix', () => {
    const [space, bool] = check(files);
    expect([space?.rule, bool?.rule]).toEqual(['double-space', 'choice-nonstring']);
    expect(space).toMatchObject({
      span: { file: '/ws/tasks/pond.yaml', start: 9, end: 14 },
      related: [{ span: { file: '/ws/tasks/_base' } }],
    });
    expect(bool?.message).toContain('yes and no as bool');
    expect(bool?.fixes[0]?.edits).toEqual([
      { span: { file: '/ws/tasks/_base', start: 129, end: 132 }, newText: '"yes"' },
      { span: { file: '/ws/tasks/_base', start: 134, end: 136 }, newText: '"no"' },
    ]);
    expect(check(files)).toHaveLength(2);
  });

  it('is told in the file itself as far as it is certain there', () => {
    expect(check(files, '_base').map(({ rule, span }) => [rule, span.start])).toEqual([
      ['choice-nonstring', 129],
      ['choice-nonstring', 134],
    ]);
  });

  it('gives way to what the task writes', () => {
    const own = { ...files, 'pond.yaml': `${files['pond.yaml']}target_delimiter: ""\ndoc_to_choice: ["yes", "no"]\n` };
    expect(check(own)).toEqual([]);
  });
});

describe('a key that stands twice', () => {
  const severities = (lines: string): string[] =>
    check({ 'pond.yaml': `task: pond\ndataset_path: example/pond\ntest_split: test\n${generated}${lines}` })
      .filter(({ rule }) => rule === 'duplicate-key')
      .map(({ severity }) => severity);

  it('is a hint where it changes nothing that the harness reads', () => {
    expect(severities('repeats: 1\nrepeats: 2\n')).toEqual(['warning']);
    expect(severities('repeats: 1\nrepeats: 1\n')).toEqual(['hint']);
    expect(severities('metadata:\n  by: us\n  by: them\n')).toEqual(['hint']);
  });
});

describe('the end of a text', () => {
  it.each([
    ["{{ 'Q: ' + question + ' ' }}", ['double-space']],
    ["{{ 'Q: ' ~ question ~ ' ' }}", ['double-space']],
    ["{{ 'Q: ' ~ question ~ ':' }}", []],
    ["{{ 'Q: ' + question }}", []],
    ["{{ 'Q: %s ' % question }}", []],
  ])('of %s is seen through what puts texts together', (template, rules) => {
    expect(found(`output_type: multiple_choice\ndoc_to_choice: options\ndoc_to_text: "${template}"\ndoc_to_target: answer\n`)).toEqual(
      rules,
    );
  });

  it('counts where an answer follows: not in a prompt without examples to which one is written', () => {
    const spaced = generated.replace('A:"', 'A: "');
    expect(found(spaced)).toEqual([]);
    expect(found(`${spaced}num_fewshot: 2\n`)).toEqual(['double-space']);
    expect(found(`${spaced}num_fewshot: 2\nfewshot_config:\n  target_delimiter: ""\n`)).toEqual([]);
    expect(found(`${spaced}output_type: loglikelihood\n`)).not.toContain('double-space');
  });

  it('of a prefix within fewshot_config is seen too', () => {
    const prefixed = (end: string): string => `${generated}fewshot_config: {sampler: first_n, gen_prefix: "{{ answer | trimm }}${end}"}\n`;
    expect(found(prefixed(''))).toContain('unknown-filter');
  });
});

describe('a group', () => {
  const task = 'task: pond\ndataset_path: example/pond\ntraining_split: train\ntest_split: test\n' + generated;

  it('knows tasks, groups and tags, and what it defines itself', () => {
    const group =
      'group: all\ntask:\n  - pond\n  - water\n  - group: inner\n    task: [pond]\n  - task: own\n    dataset_path: example/own\n';
    expect(check({ 'all.yaml': group, 'pond.yaml': `${task}tag: water\n` })).toEqual([]);
  });

  it('is told which member does not exist, in groups within it too', () => {
    const group = 'group: all\ntask:\n  - group: inner\n    task: [pnod]\n';
    expect(check({ 'all.yaml': group, 'pond.yaml': task }).map(({ rule, severity }) => [rule, severity])).toEqual([
      ['group-member-unknown', 'warning'],
    ]);
    expect(check({ 'all.yaml': group.replace('pnod', 'hellaswag'), 'pond.yaml': task })).toEqual([]);
  });

  it('is not told of a member that is another one by name', () => {
    const meant = (member: string, ...tasks: readonly string[]): readonly string[] => {
      const named = tasks.map((name) => [`/ws/lm_eval/tasks/${name}.yaml`, task.replace('task: pond', `task: ${name}`)] as const);
      const all = '/ws/lm_eval/tasks/all.yaml';
      const files = { ...Object.fromEntries(named), [all]: `group: all\ntask:\n  - ${member}\n`, '/ws/lm_eval/__init__.py': '' };
      const found = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings).check(all);
      return found.map(({ message }) => /Did you mean (.*)\?/.exec(message)?.[1] ?? 'none');
    };
    expect(meant('water_quiz_drop', 'water_quiz_bbh', 'water_quiz_gpqa')).toEqual(['none']);
    expect(meant('water_quiz_prompt_2', 'water_quiz_prompt_1')).toEqual(['none']);
    expect(meant('water_quiz_v2', 'water_quiz_v1', 'water_quiz')).toEqual(['none']);
    expect(meant('water_quiz_frgo', 'water_quiz_toad', 'water_quiz_frog')).toEqual(['water_quiz_frog']);
    expect(meant('wather_quiz_frog', 'water_quiz_toad', 'water_quiz_frog')).toEqual(['water_quiz_frog']);
    expect(meant('water_quiz_long_tasks', 'water_quiz_long')).toEqual(['water_quiz_long']);
  });

  it('may have members that are alike, and that the harness has or a script makes', () => {
    const members = 'group: all\ntask:\n  - water_quiz_frog\n  - water_quiz_en\n';
    const file = task.replace('task: pond', 'task: water_quiz_fish');
    expect(check({ 'all.yaml': members, 'fish.yaml': file, 'es.yaml': file.replace('fish', 'es') })).toEqual([]);
  });
});

it('tells of a hundred choices that are the same, not of all that a script has written', () => {
  const task = `task: pond\ndataset_path: example/pond\ntest_split: test\noutput_type: multiple_choice\ndoc_to_text: "{{q}}"\ndoc_to_target: 0\n`;
  const found = check({ 'pond.yaml': `${task}doc_to_choice: [${'c, '.repeat(300)}]\n` });
  expect(found.filter(({ rule }) => rule === 'choice-duplicate')).toHaveLength(100);
});

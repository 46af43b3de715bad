import { describe, expect, it } from 'vitest';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const older = `@dataclass
class TaskConfig(dict):
    # task naming/registry
    task: str = None
    group: Union[str, list] = None

    dataset_path: str = None
    shuffle_choices: bool = False

    def __post_init__(self) -> None:
        self.inner: int = 1


class Task:
    repeats_of: int = 1
`;
const newer = older
  .replace('    group: Union[str, list] = None\n', '')
  .concat('\n@dataclass\nclass FewshotConfig:\n    sampler: str = "default"\n    seed_column: str = None\n');
const samplers = 'SAMPLER_REGISTRY = {"default": ContextSampler, "by_id": IdSampler}\n';

const task = (more: string): string => `task: pond_quiz
dataset_path: example/pond
output_type: generate_until
training_split: train
test_split: test
doc_to_text: "Question: {{question}}\\nAnswer:"
doc_to_target: "{{answer}}"
generation_kwargs:
  until: ["\\n\\n"]
${more}`;

const file = '/ws/lm_eval/tasks/pond/pond_quiz.yaml';

function projectOf(more: string, harness: Readonly<Record<string, string>>, others: Readonly<Record<string, string>> = {}): Project {
  const modules = Object.entries(harness).map(([name, text]) => [`/ws/lm_eval/${name}`, text] as const);
  return createProject(new MemoryWorkspace({ ...Object.fromEntries(modules), ...others, [file]: task(more) }, ['/ws']), defaultSettings);
}

function found(more: string, harness: Readonly<Record<string, string>>, others: Readonly<Record<string, string>> = {}): string[] {
  return projectOf(more, harness, others)
    .check(file)
    .map(({ rule }) => rule);
}

describe('a harness in which tasks name their groups', () => {
  const harness = { 'api/task.py': older };

  it.each(['group: pond\n', 'group: [pond, lake]\n', 'group:\n  - pond\nshuffle_choices: true\n'])('takes %j for a task', (more) =>
    expect(found(more, harness)).toEqual([]),
  );

  it('may score a text in a way of its own by a metric of choices', () => {
    const metric = 'metric_list:\n  - metric: acc\n    aggregation: mean\n';
    const scoring = `${older}    def process_results(self, doc, results):\n        for metric in self._metric_fn_list:\n            if metric == "acc":\n                pass\n`;
    expect(found(metric, harness)).toEqual(['unknown-metric']);
    expect(found(metric, { 'api/task.py': scoring })).toEqual([]);
  });

  it('may compute metrics of choices that no release does', () => {
    const choices = 'output_type: multiple_choice\ndoc_to_choice: [yes, no]\nmetric_list:\n  - metric: precision\n  - metric: perplexity\n';
    const given = 'if "acc" in use_metric and "perplexity" in use_metric else {}';
    const scoring = (line: string): string => `${older}    def process_results(self, doc, results):\n        return {${line} ${given}}\n`;
    const told = (line: string): string[] =>
      projectOf(choices, { 'api/task.py': scoring(line) })
        .check(file)
        .flatMap(({ message }) => /the metric (\w+) is not computed/.exec(message)?.[1] ?? []);
    expect(told('**({"acc": 1})')).toEqual(['precision', 'perplexity']);
    expect(told('# "precision" in use_metric\n')).toEqual(['precision', 'perplexity']);
    expect(told('**({"precision": 1} if "precision" in use_metric else {}), **({"acc": 1})')).toEqual(['perplexity']);
  });

  it('scores a text by it as right whatever it is, where there are several targets', () => {
    const several = 'metric_list:\n  - metric: acc\n';
    const messages = projectOf(several, harness)
      .check(file)
      .map(({ message }) => message);
    expect(messages).toEqual([expect.stringContaining('where doc_to_target gives a list, every answer counts as right')]);
  });

  it('takes it where the release around knows no tags, and no tag that is written', () => {
    const around = { '/ws/pyproject.toml': '[project]\nname = "lm_eval"\nversion = "0.4.3"\n' };
    expect(found('group: pond\n', harness, around)).toEqual([]);
    expect(found('tag: pond\n', harness, around)).toEqual(['task-raises']);
  });

  it('takes the group of an included file, and lets several tasks have it', () => {
    const others = {
      '/ws/lm_eval/tasks/pond/_base': 'group: pond\ndataset_name: a\n',
      '/ws/lm_eval/tasks/pond/lake.yaml': 'include: _base\ntask: lake\n',
    };
    expect(found('include: _base\n', harness, others)).toEqual([]);
  });

  it('shows the prompt of such a task, and runs it as a member of its group', () => {
    const group = '/ws/lm_eval/tasks/all.yaml';
    const project = projectOf('group: pond\n', harness, { [group]: 'group: everything\ntask:\n  - pond\n' });
    expect(project.load(file)?.config.places.map(({ kind }) => kind)).toContain('task');
    expect(project.check(group)).toEqual([]);
  });

  it('leaves a group that lists its members a group', () => {
    const group = '/ws/lm_eval/tasks/all.yaml';
    const project = projectOf('', harness, { [group]: 'group: everything\ntask:\n  - pond_pond_quiz\n' });
    expect(project.check(group).map(({ rule }) => rule)).toEqual(['group-member-unknown']);
  });

  it('knows a member that is a class beside the group', () => {
    const others = {
      '/ws/lm_eval/tasks/lake/lake.yaml': 'group: lake\ntask:\n  - lake_a\n  - lake_b\n',
      '/ws/lm_eval/tasks/lake/task.py': "@register_task('lake_a')\nclass A(Task):\n    pass\n",
    };
    expect(
      projectOf('', harness, others)
        .check('/ws/lm_eval/tasks/lake/lake.yaml')
        .map(({ message }) => message.slice(0, 42)),
    ).toEqual(['No task, group or tag is called lake_b: th']);
  });

  it('takes any key of fewshot_config', () =>
    expect(found('fewshot_config:\n  sampler: first_n\n  sampler_config: 1\n', harness)).toEqual([]));
});

describe('a harness whose tasks have no groups any more, and are no groups yet', () => {
  const harness = {
    'api/task.py': `class ConfigurableTask:\n    "gen_prefix custom_dataset"\n\n\n${newer}`,
    'api/samplers.py': 'class ContextSampler:\n    pass\n',
    'utils.py': 'def apply_template():\n    pass\n',
  };
  const others = { '/ws/lm_eval/tasks/all.yaml': 'group: everything\ntask:\n  - pond_quiz\n' };

  it('refuses an include in a member of a group in its own words, in the preview too', () => {
    const group = '/ws/lm_eval/tasks/all.yaml';
    const lists = 'group: everything\ntask:\n  - task: pond_quiz\n    include: _base\n  - task: other\n    include: _base\n';
    const project = projectOf('', harness, { [group]: lists, '/ws/lm_eval/tasks/_base': 'num_fewshot: 1\n' });
    const refused = "ValueError: yaml_path must be provided if mode is 'full'";
    expect(project.check(group).flatMap(({ rule, message }) => (rule === 'member-include' ? [message] : []))).toEqual([
      expect.stringContaining(`raises ${refused}. Write the fields here and in 1 more members`),
    ]);
    const { framework, config } = project.load(group)!;
    const { name } = framework.releases!.find(group, project);
    const [target] = framework.targets(config, project);
    expect(framework.render(target!, { release: name }).error?.error).toBe(`${refused}.`);
  });

  it('registers a task with a group as a task, and says that building it raises', () => {
    const project = projectOf('group: pond\n', harness, others);
    expect(project.check(file).map(({ rule, message, fixes }) => [rule, message, fixes.map(({ title }) => title)])).toEqual([
      [
        'unknown-field',
        "Building the task raises TypeError: TaskConfig.__init__() got an unexpected keyword argument 'group'. Did you mean tag?",
        ['Rename to tag', 'Remove the key'],
      ],
    ]);
    expect(project.check('/ws/lm_eval/tasks/all.yaml')).toEqual([]);
  });
});

describe('a harness with fields and names of its own', () => {
  const harness = { 'config/task.py': newer, 'api/samplers.py': samplers };

  it('takes them', () =>
    expect(found('shuffle_choices: true\nfewshot_config:\n  sampler: by_id\n  seed_column: a\n', harness)).toEqual([]));

  it('shows the prompt of a task that has them', () => {
    const { framework, config } = projectOf(
      'shuffle_choices: true\nnum_fewshot: 1\nfewshot_config:\n  sampler: by_id\n  seed_column: a\n',
      harness,
    ).load(file)!;
    const prompt = framework.render(framework.targets(config)[0]!);
    expect(prompt.error).toBeUndefined();
    expect(prompt.notes.join(' ')).toContain('by_id');
  });

  const filters = (name: string): string => `filter_list:\n  - name: a\n    filter:\n      - function: ${name}\n`;
  const metric = (name: string): string => `metric_list:\n  - metric: exact_match\n    aggregation: ${name}\n`;
  const registering = {
    ...harness,
    'filters/mine.py': '@register_filter("mine")\nclass Mine(Filter):\n    pass\n',
    'api/metrics.py': "@register_aggregation('recall')\ndef recall(items):\n    pass\n",
  };

  it('takes what they register, or a module beside the task does', () => {
    expect(found(filters('mine') + metric('recall'), registering)).toEqual([]);
    expect(
      found(filters('grammar'), registering, {
        '/ws/lm_eval/tasks/pond/utils.py': '@register_filter("grammar")\nclass G(Filter):\n    pass\n',
      }),
    ).toEqual([]);
    expect(found(filters('grammar') + metric('avg'), registering)).toEqual(['unknown-value', 'unknown-value']);
    expect(
      found(filters('!function utils.G'), registering, {
        '/ws/lm_eval/tasks/pond/utils.py': 'from lm_eval.api.filter import Filter\n\n\nclass G(Filter):\n    pass\n',
      }),
    ).toEqual([]);
  });

  it.each([
    ['shufle_choices: true\n', 'unknown-field'],
    ['repeats_of: 1\n', 'unknown-field'],
    ['inner: 1\n', 'unknown-field'],
    ['group: pond\n', 'group-in-task'],
    ['group: [pond, lake]\n', 'group-in-task'],
    ['fewshot_config:\n  sampler: by_name\n', 'unknown-value'],
    ['fewshot_config:\n  sampler: first_n\n  sampler_config: 1\n', 'unknown-fewshot-key'],
  ])('and no others: %j', (more, rule) => expect(found(more, harness)).toEqual([rule]));
});

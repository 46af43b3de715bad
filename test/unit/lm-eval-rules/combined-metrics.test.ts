import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const task = (name: string, more: string): string => `task: ${name}
dataset_path: example/pond
training_split: train
test_split: test
doc_to_text: "Question: {{question}}\\nAnswer:"
doc_to_target: "{{answer}}"
${more}`;

const generated = `output_type: generate_until
generation_kwargs: {until: ["\\n"]}
metric_list: [{metric: exact_match, aggregation: mean, higher_is_better: true}]
`;
const filtered = `${generated}filter_list: [{name: first, filter: [{function: take_first}]}]\n`;
const choice = 'output_type: multiple_choice\ndoc_to_choice: [frog, heron]\n';

/** What is said of a group of two tasks, and of what its metric list is written as. */
function found(
  combined: string,
  [first, second]: readonly [string, string],
  release?: string,
  files: Readonly<Record<string, string>> = {},
) {
  const group = `group: ponds\ntask:\n  - frogs\n  - herons\n${combined}`;
  const workspace = new MemoryWorkspace(
    {
      '/ws/tasks/ponds.yaml': group,
      '/ws/tasks/frogs.yaml': task('frogs', first),
      '/ws/tasks/herons.yaml': task('herons', second),
      ...files,
    },
    ['/ws'],
  );
  const settings = release === undefined ? defaultSettings : { ...defaultSettings, release: { 'lm-eval': release } };
  return createProject(workspace, settings)
    .check('/ws/tasks/ponds.yaml')
    .filter(({ rule }) => rule === 'unknown-metric')
    .map(({ span, severity, message, fixes }) => ({
      at: group.slice(span.start, span.end),
      severity,
      message,
      fix: fixes?.[0]?.edits[0]?.newText,
    }));
}

const list = (text: string): string => `aggregate_metric_list:\n  - {${text}}\n`;

describe('a metric that a group combines', () => {
  it('is one that its tasks have', () => {
    expect(found(list('metric: acc'), [generated, generated])).toEqual([
      {
        at: 'acc',
        severity: 'warning',
        message:
          'No task of the group has the metric acc: the group combines nothing, and the table of results shows none for it. What they have: exact_match.',
        fix: 'exact_match',
      },
    ]);
  });

  it('is a note where the list has one that they have, and it looks like no other', () => {
    const both = (metric: string): readonly unknown[] =>
      found(`aggregate_metric_list:\n  - {metric: acc}\n  - {metric: ${metric}}\n`, [choice, choice]).map(({ severity, fix }) => [
        severity,
        fix,
      ]);
    expect(both('perplexity')).toEqual([['information', undefined]]);
    expect(both('acc_nrom')).toEqual([['warning', 'acc_norm']]);
  });

  it('is found in groups within the group', () => {
    const group = 'group: ponds\ntask:\n  - group: small\n    task: [frogs]\n    aggregate_metric_list: [{metric: acc}]\n';
    const workspace = new MemoryWorkspace({ '/ws/tasks/ponds.yaml': group, '/ws/tasks/frogs.yaml': task('frogs', generated) }, ['/ws']);
    const rules = createProject(workspace, defaultSettings)
      .check('/ws/tasks/ponds.yaml')
      .map(({ rule }) => rule);
    expect(rules).toEqual(['unknown-metric']);
  });

  it('may be that of one task', () => {
    expect(found(list('metric: acc'), [generated, choice])).toEqual([]);
    expect(found(list('metric: acc_norm'), [choice, choice])).toEqual([]);
    expect(found(list('metric: exact_match'), [generated, generated])).toEqual([]);
  });

  it('may be given by the harness around them, asked for or not', () => {
    const harness = (line: string): Readonly<Record<string, string>> => ({
      '/ws/lm_eval/api/task.py': `@dataclass\nclass TaskConfig(dict):\n    task: str = None\n\n\nclass Task:\n    def process_results(self, doc, results):\n        return {\n            ${line}\n            **({"acc": 1.0} if "acc" in use_metric else {}),\n        }\n`,
    });
    const told = (line: string): number => found(list('metric: token_mean'), [choice, choice], undefined, harness(line)).length;
    expect(told('**({"token_mean": lls[gold]}),')).toBe(0);
    expect(told('# **({"token_mean": lls[gold]}),')).toBe(1);
    expect(told('**({"token_mean": lls[gold]} if "token_mean" in use_metric else {}),')).toBe(1);
  });

  it('is not known where the scores of a task are not', () => {
    const scored = `${generated}process_results: !function utils.score\n`;
    const made = { '/ws/tasks/utils.py': 'def score(doc, results):\n    return dict(doc)\n' };
    const written = { '/ws/tasks/utils.py': 'def score(doc, results):\n    return {"f1": 1.0}\n' };
    expect(found(list('metric: acc'), [scored, scored], undefined, made)).toEqual([]);
    expect(found(list('metric: acc'), [scored, generated], undefined, written)).toHaveLength(1);
    expect(found(list('metric: f1'), [generated, scored], undefined, written)).toEqual([]);
    const named = (more: string): Readonly<Record<string, string>> => ({
      '/ws/tasks/utils.py': `def score(doc, results):\n    scores = {"f1": 1.0}\n${more}    return scores\n`,
    });
    expect(found(list('metric: acc'), [scored, generated], undefined, named(''))).toHaveLength(1);
    const again = {
      '/ws/tasks/utils.py': 'def score(doc, results):\n    answer = results[0]\n    results = {"f1": answer}\n    return results\n',
    };
    expect(found(list('metric: acc'), [scored, generated], undefined, again)).toHaveLength(1);
    expect(found(list('metric: acc'), [scored, generated], undefined, named('    scores["acc"] = 1.0\n'))).toEqual([]);
    expect(found(list('metric: acc'), [scored, generated], undefined, named('    scores = more(scores)\n'))).toEqual([]);
    expect(found(list('metric: acc'), [`${generated}metric_list: [{metric: rouge}]\n`, generated])).toEqual([]);
    expect(found(list('metric: acc'), [generated, 'class: !function utils.Task\n'])).toEqual([]);
  });
});

describe('the filter of a metric that a group combines', () => {
  it('is one that its tasks have', () => {
    expect(found(list('metric: exact_match, filter_list: custom-extract'), [filtered, filtered])).toEqual([
      {
        at: 'custom-extract',
        severity: 'warning',
        message:
          'No task of the group has the metric exact_match behind the filter custom-extract: the group combines nothing, and the table of results shows none for it. The filters that they have: first.',
        fix: 'first',
      },
    ]);
    expect(found(list('metric: exact_match, filter_list: [none]'), [filtered, filtered])).toHaveLength(1);
    expect(found(list('metric: exact_match, filter_list: [none, first]'), [filtered, filtered])).toEqual([]);
    expect(found(list('metric: exact_match, filter_list: none'), [filtered, generated])).toEqual([]);
  });

  it('is any, where none is named, and was none at all before 0.4.12', () => {
    expect(found(list('metric: exact_match'), [filtered, filtered])).toEqual([]);
    expect(found(list('metric: exact_match'), [filtered, filtered], '0.4.11')).toEqual([
      {
        at: 'exact_match',
        severity: 'warning',
        message:
          'No task of the group has the metric exact_match behind the filter none, which counts where `filter_list` names no other: the group combines nothing, and the table of results shows none for it. The filters that they have: first.',
        fix: undefined,
      },
    ]);
    expect(found(list('metric: exact_match'), [filtered, generated], '0.4.11')).toEqual([]);
  });
});

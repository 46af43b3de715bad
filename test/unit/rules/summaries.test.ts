import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/eval.py';

const config = `from opencompass.datasets import JsonlDataset

models = [dict(abbr='small', type='OpenAI')]
datasets = [
    dict(abbr='north', type=JsonlDataset, path='north.jsonl', n=4),
    dict(abbr='south', type=JsonlDataset, path='south.jsonl'),
]
`;

function checked(summarizer: string): readonly Diagnostic[] {
  const text = `${config}summarizer = dict(${summarizer})\n`;
  const found = createProject(new MemoryWorkspace({ [file]: text }, ['/ws']), defaultSettings).check(file);
  return found.filter(({ rule }) => rule === 'run-part');
}

function found(summarizer: string): readonly string[] {
  return checked(summarizer).map(({ severity, message }) => `${severity} ${message}`);
}

const group = (keys: string): string => `summary_groups=[dict(name='all', ${keys})]`;

describe('the groups of a summary', () => {
  it('have a metric for all of their subsets, or for none', () => {
    expect(found(group("subsets=['north', ['south', 'accuracy']]"))).toEqual([
      'error Some of these subsets have a metric, and some have none: where all have results, summing up raises NotImplementedError: mixed dataset_abbr type is not supported.',
    ]);
    expect(found(group("subsets=[['north', 'accuracy'], ['south', 'accuracy']]"))).toEqual([]);
  });

  it('have weights for their subsets', () => {
    expect(found(group("subsets=['north', 'south'], weights=dict(north=1, sought=2)"))).toEqual([
      "error The weight of sought is that of no subset of this group: where all subsets have results, summing up raises KeyError: 'sought'.",
    ]);
    expect(checked(group("subsets=['north', 'south'], weights=dict(north=1, sought=2)")).flatMap(({ fixes }) => fixes)).toHaveLength(1);
    expect(found(group("subsets=['north', 'south'], weights={'north': 1, 'south@accuracy': 2, 'west': 0}"))).toEqual([]);
  });

  it('are computed after the groups that they are of', () => {
    const [first, second] = ["dict(name='all', subsets=['both', 'north'])", "dict(name='both', subsets=['north', 'south'])"];
    expect(found(`summary_groups=[${first}, ${second}]`)).toEqual([
      'warning The group both is computed after this one, which finds no result of it: its row in the summary stays empty. Put both before all.',
    ]);
    expect(found(`summary_groups=[${second}, ${first}]`)).toEqual([]);
  });

  it('have no other keys than those that are read', () => {
    expect(found(group("subsets=['north', 'south'], weight=dict(north=1)"))).toEqual([
      'warning A group of a summary has no key weight: it is ignored, and the score of the group is another one. Did you mean weights?',
    ]);
    expect(found(group("subsets=['north', 'south'], metrics='accuracy'"))).toHaveLength(1);
    expect(found(group("subsets=['north', 'south'], note='both', metric='accuracy', sum=True"))).toEqual([]);
  });

  it('are dicts, each of them', () => {
    expect(found("summary_groups=[[dict(name='all', subsets=['north', 'south'])]]")).toEqual([
      'error An item of `summary_groups` must be a dict, and this is a list: summing up raises TypeError. `extend` takes the items of a list.',
    ]);
  });

  it('of groups are of those that there are', () => {
    const of = (...names: readonly string[]): string =>
      names.map((name) => `dict(name='${name}', subsets=['${name}-a', '${name}-b'])`).join(', ');
    const all = (...names: readonly string[]): string =>
      `summary_groups=[${of('exam', 'language', 'knowledge')}, dict(name='all', subsets=[${names.map((name) => `'${name}'`).join(', ')}])]`;
    expect(found(all('exam', 'languages', 'knowledge'))).toEqual([
      'warning No dataset and no group is called languages, so the group of this subset is not computed. Did you mean language?',
    ]);
    expect(found(all('exam', 'languages', 'reading'))).toEqual([]);
    expect(found(all('exam', 'reading', 'knowledge'))).toEqual([]);
  });

  it('are of datasets of the run, as far as slips tell', () => {
    expect(found(group("subsets=['north', 'demo_south']"))).toEqual([
      'warning No dataset and no group is called demo_south, so the group of this subset is not computed. Did you mean south?',
    ]);
    expect(found(group("subsets=['demo_north', 'demo_south']"))).toEqual([]);
  });

  it('are a list', () => {
    expect(found("summary_groups=dict(name='all', subsets=['north'])")).toEqual([
      'error `summary_groups` must be a list of dicts, and this is a dict: summing up raises TypeError.',
    ]);
    expect(found("summary_groups='summary_groups'")).toEqual([
      'error `summary_groups` must be a list of dicts, and this is a str: summing up raises TypeError.',
    ]);
  });
});

describe('the rows of a summary', () => {
  it('are a list of names, or of names with a metric', () => {
    expect(found("dataset_abbrs='north'")).toEqual([
      'error `dataset_abbrs` must be a list, and this is a text, of which each letter makes an empty row of the summary.',
    ]);
    expect(found("dataset_abbrs=[['north']]")).toEqual([
      'error A row in brackets is a name with a metric, and this one has none: summing up raises IndexError.',
    ]);
  });

  it('name metrics that there are', () => {
    expect(
      found("dataset_abbrs=[['north', 'accuracy (8 runs average)'], ['south', 'acuracy'], ['west', 'accuracy (8 runs average)']]"),
    ).toEqual([
      "warning No metric of north is called 'accuracy (8 runs average)': its row in the summary stays empty. Write 'accuracy (4 runs average)'.",
      "warning No metric of south is called 'acuracy': its row in the summary stays empty. Write 'accuracy'.",
    ]);
    expect(
      found("dataset_abbrs=[['north', 'accuracy (4 runs average)'], ['south', 'pass@1'], ['south', 'score'], ['south', 'rouge2']]"),
    ).toEqual([]);
  });

  it('name groups', () => {
    expect(found(`dataset_abbrs=['all_birdz'], summary_groups=[dict(name='all_birds', subsets=['north'])]`)).toEqual([
      'warning No dataset and no group is called all_birdz: its row in the summary stays empty. Did you mean all_birds?',
    ]);
  });
});

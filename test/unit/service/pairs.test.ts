import { describe, expect, it } from 'vitest';
import { previewChoices } from '../../../server/src/engine/editor/preview/offer.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { pairStates } from '../../../server/src/engine/editor/preview/states.js';
import type { RequestOf } from '../../../server/src/engine/editor/preview/preview-shape.js';
import { datasetConfig, evalConfig, modelConfig, workspaceFixture } from '../../support/configs.js';
import { fixture, type Fixture } from '../../support/fixture.js';

function shown({ project, file }: Fixture, request: Partial<RequestOf<number>> = {}) {
  const result = preview(project, file, { selection: {}, ...request });
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
  return result.preview;
}

const choicesOf = ({ project, file }: Fixture, request: Partial<RequestOf<number>> = {}) =>
  previewChoices(project, file, { selection: {}, ...request })!;

const statesOf = ({ project, file }: Fixture, datasets: string[], models: string[]) => [...pairStates(project, file, { datasets, models })];

const lake = datasetConfig.replaceAll('demo', 'lake').replace('Question:', 'Lake:');

describe('a document with one half of a pair', () => {
  const model = workspaceFixture({ 'models/river.py': `$0${modelConfig}` }) + `# file: datasets/lake.py\n${lake}`;

  it('that is a model, is shown with a dataset of the workspace', () => {
    const data = shown(fixture(model));
    expect(data.selection).toMatchObject({ dataset: '/ws/datasets/demo.py#demo_datasets/demo', model: 'models/river-7b' });
    expect(data.output?.text).toContain('<user>Question: ');
    expect(data.own).toEqual({ datasets: 0, models: 1 });
    expect(data.portable).toEqual({ dataset: '/ws/datasets/demo.py#demo_datasets/demo', model: '/ws/models/river.py#models/river-7b' });
  });

  it('is shown with the half that was picked, here or with another document', () => {
    const id = '/ws/datasets/lake.py#lake_datasets/lake';
    expect(shown(fixture(model), { selection: { dataset: id } }).output?.text).toContain('Lake:');
    expect(shown(fixture(model), { halves: { dataset: id } }).output?.text).toContain('Lake:');
    // The list has another name where the dataset was seen.
    expect(shown(fixture(model), { halves: { dataset: '/ws/datasets/lake.py#datasets/lake' } }).output?.text).toContain('Lake:');
    expect(shown(fixture(model), { halves: { dataset: '/ws/gone.py#datasets/lake' } }).output?.text).toContain('Question:');
    const dataset = fixture(workspaceFixture({ 'datasets/demo.py': `$0${datasetConfig}` }));
    expect(shown(dataset).selection.model).toBe('');
    const river = { model: '/ws/models/river.py#models/river-7b' };
    expect(shown(dataset, { halves: river }).selection.model).toBe(river.model);
    expect(shown(dataset, { halves: river, selection: { model: '' } }).selection.model).toBe('');
  });

  it('offers the other halves, by the file that they come from', () => {
    const { datasets, models, cut } = choicesOf(fixture(model));
    expect(datasets.map(({ label, group }) => [label, group])).toEqual([
      ['demo', 'datasets/demo.py'],
      ['lake', 'datasets/lake.py'],
    ]);
    expect(models.map(({ label, group }) => [label, group])).toEqual([['river-7b', 'models']]);
    expect(cut).toBeUndefined();
  });

  it('says what is missing where the workspace has none', () => {
    const { project, file } = fixture(`# file: models/river.py\n$0${modelConfig}`);
    expect(preview(project, file, { selection: {} })).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('no dataset') as string,
    });
  });

  it('offers all files of a large workspace, and reads only the nearest and the one that is picked', () => {
    const many = Array.from({ length: 400 }, (_, i) => `# file: datasets/d${i}/set.py\n${datasetConfig.replaceAll('demo', `d${i}`)}`).join(
      '',
    );
    const prepared = fixture(`# file: models/river.py\n$0${modelConfig}${many}`);
    const { datasets } = choicesOf(prepared);
    expect(datasets).toHaveLength(400);
    expect(datasets.filter(({ id }) => id.endsWith('#'))).toHaveLength(380);
    const unread = datasets.at(-1)!;
    expect(unread).toMatchObject({ label: 'set', group: 'datasets/d99' });
    expect(shown(prepared, { selection: { dataset: unread.id } }).selection.dataset).toBe('/ws/datasets/d99/set.py#d99_datasets/d99');
  });
});

describe('the states of pairs', () => {
  const chat = modelConfig.replaceAll('river', 'brook').replace("dict(role='BOT'", "dict(role='BOTT'");
  const two = workspaceFixture({
    'eval.py': `$0${evalConfig
      .replace('import models', 'import models as river\n    from .models.brook import models as brook')
      .replace(/models = .*/, '')}\nmodels = [*river, *brook]\n`,
  });
  const source = `${two}# file: models/brook.py\n${chat}`;

  it('are fine, or what the framework raises', () => {
    const prepared = fixture(source);
    const { datasets, models } = choicesOf(prepared);
    expect(models.map(({ label }) => label)).toEqual(['river-7b', 'brook-7b']);
    const [fine, bad] = statesOf(
      prepared,
      [datasets[0]!.id],
      models.map(({ id }) => id),
    );
    expect(fine).toEqual({ state: 'fine', reason: '' });
    expect(bad?.state).toBe('error');
    expect(bad?.reason).not.toBe('');
    for (const [i, { id }] of models.entries()) {
      const data = shown(prepared, { selection: { model: id } });
      expect(data.exactness.level === 'raises' || data.problems.some(({ severity }) => severity === 'error')).toBe(i === 1);
    }
  });

  it('follow an edit', () => {
    const prepared = fixture(source);
    const { datasets, models } = choicesOf(prepared);
    expect(statesOf(prepared, [datasets[0]!.id], [models[1]!.id])[0]?.state).toBe('error');
    prepared.project.update('/ws/models/brook.py', modelConfig.replaceAll('river', 'brook'), 2, 'python');
    expect(statesOf(prepared, [datasets[0]!.id], [models[1]!.id])[0]).toEqual({ state: 'fine', reason: '' });
  });

  it('of a file that has neither, say so', () => {
    expect(statesOf(fixture(source), ['/ws/gone.py#'], [''])).toEqual([{ state: 'error', reason: 'There is no dataset in this file.' }]);
  });
});

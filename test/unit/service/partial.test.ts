import { expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { pairStates } from '../../../server/src/engine/editor/preview/states.js';
import type { RequestOf } from '../../../server/src/engine/editor/preview/preview-shape.js';
import { evalConfig, modelConfig, workspaceFixture } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

const lists = ['[*gone_datasets, *demo_datasets]', '[*demo_datasets]', 'gone_datasets + demo_datasets'];
const source = (list: string) =>
  fixture(
    workspaceFixture({
      'eval.py': `$0${evalConfig
        .replace('    from .datasets.demo', '    from .datasets.gone import gone_datasets\n    from .datasets.demo')
        .replace('[*demo_datasets]', list)}`,
    }),
  );

it.each(lists)('shows what is known of a config one of whose bases is missing: %s', (list) => {
  const { project, file } = source(list);
  const request: RequestOf<number> = { selection: {}, partial: true };
  const result = preview(project, file, request);
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
  const { output, exactness, notes } = result.preview;
  expect(output?.text).toContain('Question: ⟦question⟧');
  expect(exactness).toMatchObject({ level: 'never-sent', reason: expect.stringMatching(/^The base config is not found/) as string });
  expect(notes[0]).toBe("What depends on 'gone_datasets' is not shown: the base that defines it does not load.");
  expect(project.check(file).filter(({ severity }) => severity === 'error')).toHaveLength(1);
  const { dataset, model } = result.preview.selection;
  expect([...pairStates(project, file, { datasets: [dataset], models: [model] })]).toEqual([
    { state: 'error', reason: expect.stringMatching(/^The base config is not found/) as string },
  ]);
});

it('is out of date where what was picked hangs on that base, where more is wrong, and for whoever wants all of it', () => {
  const { project, file } = source(lists[0]!);
  expect(preview(project, file, { selection: { dataset: 'datasets/gone' }, partial: true }).kind).toBe('broken');
  expect(preview(project, file, { selection: {} }).kind).toBe('broken');
  const both = source('[*demo_datasets, 1 / 0]');
  expect(preview(both.project, both.file, { selection: {}, partial: true }).kind).toBe('broken');
});

it('says of a task that lacks an include what the run comes to first, and not what it would raise behind that', () => {
  const task = (more: string) =>
    fixture(
      `# file: /ws/pond.yaml\n$0task: pond\ninclude: gone.yaml\ndataset_path: pond\noutput_type: generate_until\ntest_split: test\ndoc_to_text: "{{question}}"\ndoc_to_target: "{{answer}}"\n${more}`,
    );
  const shown = task('');
  expect(preview(shown.project, shown.file, { selection: {}, partial: true })).toMatchObject({
    kind: 'preview',
    preview: { exactness: { level: 'never-sent' } },
  });
  const raising = task('num_fewshoot: 5\n');
  expect(preview(raising.project, raising.file, { selection: {}, partial: true })).toMatchObject({
    kind: 'broken',
    reason: expect.stringMatching(/^There is no file gone\.yaml: .*FileNotFoundError/) as string,
  });
});

it('names what is missing as the config does', () => {
  const { project, file } = fixture(
    workspaceFixture({
      'eval.py': `$0${evalConfig.replace('    from .datasets.demo', '    from .datasets.gone import gone_datasets as lost_datasets\n    from .datasets.demo')}`,
    }),
  );
  const result = preview(project, file, { selection: {}, partial: true });
  expect(result.kind === 'preview' && result.preview.notes[0]).toContain("What depends on 'lost_datasets' is not shown");
});

const lacking = (base: string, list: string) =>
  fixture(
    workspaceFixture({
      'eval.py': `$0${evalConfig.replace('from .datasets.demo import demo_datasets', base).replace('[*demo_datasets]', list)}`,
    }),
  );

it.each(['[*things, *ponds]', 'ponds + things', 'sum([things, ponds], [])', '[one for one in things + ponds]'])(
  'shows the datasets that are known, whatever their list is named: %s',
  (list) => {
    const { project, file } = lacking('from .datasets.gone import things\n    from .datasets.demo import demo_datasets as ponds', list);
    const result = preview(project, file, { selection: {}, partial: true });
    if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
    const { selection, own, notes, output } = result.preview;
    expect(selection).toMatchObject({ dataset: 'ponds/demo', model: 'models/river-7b' });
    expect(own).toEqual({ datasets: 1, models: 1 });
    expect(output?.text).toContain('<user>Question: ⟦question⟧');
    expect(notes[0]).toContain("What depends on 'things' is not shown");
  },
);

it.each([
  ['from .datasets.gone import things', 'things'],
  ['from .datasets.gone import things', '[*things]'],
  ['from .datasets.gone import things', '[one for one in things]'],
  ['from .datasets.gone import gone_datasets', "sum((v for k, v in locals().items() if k.endswith('_datasets')), [])"],
  ['from .datasets.gone import *', '[*things]'],
])('lets no dataset of another file stand in for those that it lacks: %s, %s', (base, list) => {
  const { project, file } = lacking(base, list);
  const result = preview(project, file, { selection: {}, partial: true, halves: { dataset: '/ws/datasets/demo.py#demo_datasets/demo' } });
  expect(result).toMatchObject({ kind: 'broken', reason: expect.stringMatching(/^The base config is not found/) as string });
});

it('lets none stand in where all of a missing base is taken, and nothing is written beside it', () => {
  const { project, file } = fixture(
    workspaceFixture({
      'eval.py':
        '$0from mmengine.config import read_base\n\nwith read_base():\n    from .gone import *\n    from .models.river import models\n',
    }),
  );
  expect(preview(project, file, { selection: {}, partial: true }).kind).toBe('broken');
});

it('lets no model of another file stand in for those that it lacks', () => {
  const { project, file } = fixture(
    workspaceFixture({
      'eval.py': `$0${evalConfig.replace('from .models.river import models', 'from .models.gone import rivers')}models = [*rivers]\n`,
    }),
  );
  const halves = { model: '/ws/models/river.py#models/river-7b' };
  const result = preview(project, file, { selection: {}, partial: true, halves });
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
  expect(result.preview.selection).toMatchObject({ dataset: 'datasets/demo', model: '' });
  expect(result.preview.output?.text).toBe('Be brief.\nQuestion: ⟦question⟧\n');
  expect(result.preview.notes[0]).toContain("What depends on 'rivers' is not shown");
});

it('of a file of models that lacks a base is that of a dataset of the workspace, as ever', () => {
  const { project, file } = fixture(
    workspaceFixture({
      'models/river.py': `$0from mmengine.config import read_base\n\nwith read_base():\n    from .gone import sizes\n\n${modelConfig}`,
    }),
  );
  const result = preview(project, file, { selection: {}, partial: true });
  expect(result.kind === 'preview' && result.preview.selection).toMatchObject({
    dataset: '/ws/datasets/demo.py#demo_datasets/demo',
    model: 'models/river-7b',
  });
});

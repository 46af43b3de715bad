import { expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { pairStates } from '../../../server/src/engine/editor/preview/states.js';
import type { RequestOf } from '../../../server/src/engine/editor/preview/preview-shape.js';
import { evalConfig, workspaceFixture } from '../../support/configs.js';
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

it('names what is missing as the config does', () => {
  const { project, file } = fixture(
    workspaceFixture({
      'eval.py': `$0${evalConfig.replace('    from .datasets.demo', '    from .datasets.gone import gone_datasets as lost_datasets\n    from .datasets.demo')}`,
    }),
  );
  const result = preview(project, file, { selection: {}, partial: true });
  expect(result.kind === 'preview' && result.preview.notes[0]).toContain("What depends on 'lost_datasets' is not shown");
});

import { describe, expect, it, vi } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { bracesIn, type Braced } from '../../../server/src/engine/rows/braces.js';
import { datasetConfig } from '../../support/configs.js';

async function shown(config: string, rows?: string): Promise<PreviewData> {
  const files = { '/ws/demo.py': config, ...(rows !== undefined && { '/ws/rows.jsonl': rows }) };
  const settings = { ...defaultSettings, ...(rows !== undefined && { rowFile: 'rows.jsonl' }) };
  const project = createProject(new MemoryWorkspace(files, ['/ws']), settings);
  let result = preview(project, '/ws/demo.py', { selection: {} });
  for (let { pending } = project.reads; pending; { pending } = project.reads) {
    await pending;
    result = preview(project, '/ws/demo.py', { selection: {} });
  }
  if (result.kind !== 'preview') throw new Error(result.reason);
  return result.preview;
}

const faults = ({ stages }: PreviewData) =>
  (stages.at(-1)?.turns ?? []).flatMap(({ segments }) => segments.filter(({ fault }) => fault !== undefined).map(({ text }) => text));

describe('a placeholder that no column fills', () => {
  const misspelt = datasetConfig.replace('{question}', '{qestion}');

  it('stands as the run leaves it, marked, with placeholders', async () => {
    const found = await shown(misspelt);
    expect(found.output?.text).toContain('Question: {qestion}');
    expect(faults(found)).toEqual(['{qestion}']);
    expect(found.exactness.level).toBe('placeholder-rows');
  });

  it('is looked at closer than one that is filled, of which there may be a hundred thousand', async () => {
    const sort = vi.spyOn(Object.getPrototypeOf(bracesIn('{question}')[0]) as Braced, 'sort', 'get');
    try {
      expect(faults(await shown(datasetConfig.replace('{question}', '{question}'.repeat(50))))).toEqual([]);
      const ofFilled = sort.mock.calls.length;
      expect(faults(await shown(datasetConfig.replace('{question}', '{question}'.repeat(500))))).toEqual([]);
      expect(sort.mock.calls.length - ofFilled).toBeLessThanOrEqual(ofFilled);
    } finally {
      sort.mockRestore();
    }
  });

  it('is marked with real rows, too', async () => {
    const found = await shown(misspelt, '{"question": "Why?", "answer": "So."}\n');
    expect(found.output?.text).toContain('Question: {qestion}');
    expect(faults(found)).toEqual(['{qestion}']);
  });

  it('is none where the column is there, or nothing says which there are', async () => {
    expect(faults(await shown(datasetConfig))).toEqual([]);
    const silent = await shown(misspelt.replace("input_columns=['question']", 'input_columns=[]'));
    expect(silent.output?.text).toContain('⟦qestion⟧');
  });
});

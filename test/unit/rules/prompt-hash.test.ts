import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeWorkspace } from '../../../server/src/node/node-workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings, type Settings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { datasetConfig } from '../../support/configs.js';

const rule = 'prompt-hash-mismatch';

function found(file: string, text: string, settings: Partial<Settings> = {}): string[] {
  const project = createProject(new MemoryWorkspace({ [file]: text }, ['/ws']), { ...defaultSettings, ...settings });
  return project.check(file).map(({ rule: id, severity }) => `${severity} ${id}`);
}

describe('the name of a dataset config', () => {
  it('is held against its prompt below configs/datasets only', () => {
    expect(found('/ws/configs/datasets/demo/demo_gen_000000.py', datasetConfig)).toEqual([`warning ${rule}`]);
    expect(found('/ws/configs/datasets/demo_gen_000000.py', datasetConfig)).toEqual([`warning ${rule}`]);
    expect(found('/ws/evaluation/demo_gen_000000.py', datasetConfig)).toEqual([]);
    expect(found('/ws/my-configs/datasets/demo_gen_000000.py', datasetConfig)).toEqual([]);
  });

  it('is held against its prompt everywhere where the settings name the rule, and nowhere where they silence it', () => {
    expect(found('/ws/evaluation/demo_gen_000000.py', datasetConfig, { rules: { [rule]: 'information' } })).toEqual([
      `information ${rule}`,
    ]);
    expect(found('/ws/configs/datasets/demo_gen_000000.py', datasetConfig, { rules: { [rule]: 'off' } })).toEqual([]);
  });

  it.each(['demo_gen.py', 'demo_gen_00000.py', 'demo_gen_0000000.py', 'demo_gen_ABCDEF.py', '000000.py'])(
    'is left alone without digits of a hash: %s',
    (name) => {
      expect(found(`/ws/configs/datasets/${name}`, datasetConfig)).toEqual([]);
    },
  );

  it('is left alone where it is that of each dataset of a list that has one prompt several times', () => {
    const twice = `${datasetConfig}demo_datasets = demo_datasets * 2\n`;
    const digits = '7ec587';
    expect(found(`/ws/configs/datasets/demo_gen_${digits}.py`, datasetConfig)).toEqual([]);
    expect(found('/ws/configs/datasets/demo_gen_000000.py', twice)).toContain(`warning ${rule}`);
    expect(found(`/ws/configs/datasets/demo_gen_${digits}.py`, twice)).not.toContain(`warning ${rule}`);
  });

  it('is left alone where the prompt is not known', () => {
    const text = `import random\n${datasetConfig.replace("prompt='Be brief.'", 'prompt=random.choice(["a", "b"])')}`;
    expect(found('/ws/configs/datasets/demo_gen_000000.py', text)).toEqual([]);
  });
});

describe('a config that does not load', () => {
  it.each(['x = undefined\n', 'x = (1\n', "x = open('/ws/missing.txt').read()\n"])('has no hash: %j', (more) => {
    for (const text of [more + datasetConfig, datasetConfig + more])
      expect(found('/ws/configs/datasets/demo_gen_000000.py', text).filter((one) => one.includes(rule))).toEqual([]);
  });
});

const sources = process.env['PREFLIGHT_SOURCES'];

if (sources === undefined)
  console.log('Skipped: the names of the shipped dataset configs. PREFLIGHT_SOURCES names a checkout of OpenCompass.');

describe.skipIf(sources === undefined)('the names of the shipped dataset configs (PREFLIGHT_SOURCES)', () => {
  it('all match', () => {
    const folder = join(sources!, 'opencompass/configs/datasets');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /_[0-9a-f]{6}\.py$/.test(name));
    const project = createProject(createNodeWorkspace({ folders: [sources!] }), defaultSettings);
    const wrong = files.filter((name) => {
      const file = join(folder, name);
      const mismatch = project.check(file).some((diagnostic) => diagnostic.rule === rule);
      project.release(file);
      return mismatch;
    });
    expect(wrong).toEqual([]);
    expect(files.length).toBeGreaterThanOrEqual(774);
    // The digits are compared at all: the same config under another name does not match.
    const text = readFileSync(join(folder, files[0]!), 'utf8');
    const renamed = join(folder, files[0]!.replace(/[0-9a-f]{6}\.py$/, 'ffffff.py'));
    project.update(renamed, text, 1, 'python');
    expect(project.check(renamed).map((diagnostic) => diagnostic.rule)).toContain(rule);
  }, 300_000);
});

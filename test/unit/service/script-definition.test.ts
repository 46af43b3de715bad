import { describe, expect, it } from 'vitest';
import { foldersAround } from '../../../server/src/engine/core/folder-from.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { definitionsInScript } from '../../../server/src/engine/editor/script-definition.js';
import { createProject } from '../../../server/src/engine/project/project.js';

/** Where what stands at `$0` of a script leads: file, and the text there. */
function leads(files: Readonly<Record<string, string>>, marked: string, file = '/ws/scripts/run.sh'): string[] {
  const inFolder = Object.fromEntries(Object.entries(files).map(([name, text]) => [`/ws/${name}`, text]));
  const text = marked.replace('$0', '');
  const workspace = new MemoryWorkspace({ ...inFolder, [file]: text }, ['/ws']);
  const project = createProject(workspace, defaultSettings);
  const found = definitionsInScript(project, { file, text }, marked.indexOf('$0'));
  return found.map(({ origin, target }) => {
    const read = workspace.read(target.file);
    const there = read.kind === 'text' ? read.text.slice(target.start, target.end) : '?';
    return `${text.slice(origin.start, origin.end)} → ${target.file.replace('/ws/', '')} ${there}`.trimEnd();
  });
}

/** The same of a script at the top of the workspace, whose tasks are those of all its folders. */
const leadsAtTop = (files: Readonly<Record<string, string>>, marked: string): string[] => leads(files, marked, '/ws/run.sh');

const task = (name: string, more = ''): string => `task: ${name}\n${more}doc_to_text: b\noutput_type: generate_until\n`;
const tasks = {
  'lake.yaml': task('lake', 'tag: waters\n'),
  'pond.yaml': task('pond', 'tag: waters\n'),
  'all.yaml': 'group: all_waters\ntask: [lake, pond]\n',
  'own/lake.yaml': task('lake_of_mine'),
};

const models = "models = [dict(type='HuggingFaceCausalLM', abbr='river', path='river')]\n";
const configs = {
  'configs/models/one/river.py': models,
  'configs/datasets/demo/demo_gen.py': 'demo_datasets = []\n',
  'configs/datasets/demo/demo_ppl.py': 'demo_datasets = []\n',
  'configs/dataset_collections/big.py': 'x_datasets = []\n',
};

describe('definition in shell scripts', () => {
  it('leads from a task, a group and a tag', () => {
    expect(leadsAtTop(tasks, 'lm_eval --model hf \\\n  --tasks pond,la$0ke \\\n  --limit 5')).toEqual(['lake → lake.yaml lake']);
    expect(leadsAtTop(tasks, 'lm_eval -t "all_wa$0ters"')).toEqual(['all_waters → all.yaml all_waters']);
    expect(leadsAtTop(tasks, 'lm_eval --tasks=wa$0ters')).toEqual(['waters → lake.yaml lake', 'waters → pond.yaml pond']);
    expect(leadsAtTop(tasks, 'lm_eval --tasks la$0ke@mcqa')).toEqual(['lake → lake.yaml lake']);
    expect(leadsAtTop(tasks, 'for t in pond la$0ke; do lm_eval --tasks $t; done')).toEqual(['lake → lake.yaml lake']);
  });

  it('looks first into the folders that the command names', () => {
    const files = { ...tasks, 'elsewhere/lake.yaml': task('lake') };
    expect(leads(files, 'lm_eval --include_path elsewhere --tasks la$0ke')).toEqual(['lake → elsewhere/lake.yaml lake']);
    expect(leads(files, 'lm_eval --include_path=../elsewhere \\\n --tasks la$0ke')).toEqual(['lake → elsewhere/lake.yaml lake']);
    expect(leadsAtTop(files, 'lm_eval --include_path elsewhere --tasks po$0nd')).toEqual(['pond → pond.yaml pond']);
  });

  it('leads from the names of configs to their files', () => {
    expect(leads(configs, 'opencompass --models ri$0ver --datasets demo_gen')).toEqual(['river → configs/models/one/river.py']);
    expect(leads(configs, 'python run.py --datasets big demo_$0gen')).toEqual(['demo_gen → configs/datasets/demo/demo_gen.py']);
    expect(leads(configs, 'python run.py --datasets bi$0g demo_gen')).toEqual(['big → configs/dataset_collections/big.py']);
    expect(leads(configs, 'opencompass --datasets demo_ge$0n/_sets')).toEqual(['demo_gen/_sets → configs/datasets/demo/demo_gen.py']);
    expect(leads(configs, "opencompass --datasets 'demo_$0*'")).toEqual([
      'demo_* → configs/datasets/demo/demo_gen.py',
      'demo_* → configs/datasets/demo/demo_ppl.py',
    ]);
  });

  it('looks where the command says, else into the nearest folder of that name', () => {
    const files = { ...configs, 'scripts/configs/models/river.py': models, 'own/models/river.py': models };
    expect(leads(files, 'opencompass --models ri$0ver')).toEqual(['river → scripts/configs/models/river.py']);
    expect(leads(files, 'opencompass --config-dir own --models ri$0ver')).toEqual(['river → own/models/river.py']);
  });

  it('looks into the package of the framework whose program is run', () => {
    const packages = {
      'opencompass/__init__.py': '',
      'opencompass/configs/models/river.py': models,
      'ais_bench/__init__.py': '',
      'ais_bench/benchmark/configs/models/river.py': models,
    };
    expect(leads(packages, 'opencompass --models ri$0ver')).toEqual(['river → opencompass/configs/models/river.py']);
    expect(leads(packages, 'ais_bench --models ri$0ver')).toEqual(['river → ais_bench/benchmark/configs/models/river.py']);
    expect(leads(packages, 'python run.py --models ri$0ver')).toEqual(['river → opencompass/configs/models/river.py']);
  });

  it('leads nowhere from what is not there, and from what is no name of a run', () => {
    expect(leadsAtTop(tasks, 'lm_eval --tasks se$0a')).toEqual([]);
    expect(leads(configs, 'opencompass --models se$0a')).toEqual([]);
    expect(leads(configs, 'opencompass --config-dir gone --models ri$0ver')).toEqual([]);
    expect(leadsAtTop({ ...tasks, ...configs }, 'echo la$0ke; rake --models river')).toEqual([]);
  });

  it('looks no further up than the folders that are open', () => {
    const folders = (file: string, open: string): readonly string[] => foldersAround(file, new MemoryWorkspace({}, [open]));
    expect(folders('/ws/a/b/run.sh', '/ws')).toEqual(['/ws/a/b', '/ws/a', '/ws']);
    expect(folders('/ws/a/run.sh', '/other')).toEqual([]);
    expect(folders('/run.sh', '/')).toEqual(['/']);
  });
});

import { expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { doneAtOnce } from '../../../server/src/engine/core/steps.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { readIndex } from '../../../server/src/engine/editor/index/workspace-index.js';
import { highlightsAt, referencesAt } from '../../../server/src/engine/editor/references/references.js';
import { renamableAt, renameAt } from '../../../server/src/engine/editor/references/rename.js';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { offsetIn, textOf } from './places.js';

const files = {
  '/ws/sets/pond.py': `from opencompass.openicl.icl_prompt_template import PromptTemplate
pond_reader_cfg = dict(input_columns=['riddle', 'hint'], output_column='answer')
pond_infer_cfg = dict(
    prompt_template=dict(
        type=PromptTemplate,
        template=dict(
            begin=[dict(role='NARRATOR', fallback_role='HUMAN', prompt='riddle')],
            round=[
                dict(role='HUMAN', prompt='Q: {riddle}\\n{riddle} {hint}'),
                dict(role='BOT', prompt='A: {answer}'),
            ])),
    retriever=dict(type='ZeroRetriever'),
    inferencer=dict(type='GenInferencer'))
pond_datasets = [dict(abbr='pond', type='PondDataset', path='pond', reader_cfg=pond_reader_cfg, infer_cfg=pond_infer_cfg)]
`,
  '/ws/sets/lake.py': `lake_datasets = [dict(abbr='lake', type='LakeDataset', path='lake',
    reader_cfg=dict(input_columns='riddle place', output_column='answer'),
    infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='{riddle} {place}'),
        retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]
`,
  '/ws/models/river.py': `from opencompass.models import HuggingFaceCausalLM
river_models = [dict(type=HuggingFaceCausalLM, abbr='river', path='river', meta_template=dict(
    round=[dict(role='HUMAN', begin='<u>'), dict(role='BOT', begin='<b>', generate=True)],
    reserved_roles=[dict(role='NARRATOR', begin='<s>')]))]
`,
  '/ws/run.py': `from mmengine.config import read_base
with read_base():
    from .sets.pond import pond_datasets
    from .sets.lake import lake_datasets
    from .models.river import river_models
datasets = pond_datasets + lake_datasets
models = river_models
summarizer = dict(dataset_abbrs=['waters', ['pond', 'accuracy']],
    summary_groups=[dict(name='waters', subsets=['pond', 'lake'], weights={'pond': 1, 'lake': 2})])
`,
} as const;

type Files = Readonly<Record<string, string>>;

function projectOf(more: Files = {}): Project {
  return createProject(new MemoryWorkspace({ ...files, ...more }, ['/ws']), defaultSettings);
}

/** The files that differ afterwards, or why it is refused. */
function rename(project: Project, file: string, search: string, to: string): string | Files {
  const renamed = doneAtOnce(renameAt(project, readIndex(project), file, offsetIn(project, file, search), to));
  if ('refused' in renamed) return renamed.refused;
  const texts: Record<string, string> = {};
  for (const { span, newText } of [...renamed.edits].sort((a, b) => b.span.start - a.span.start)) {
    const text = texts[span.file] ?? textOf(project, span.file);
    texts[span.file] = text.slice(0, span.start) + newText + text.slice(span.end);
  }
  return texts;
}

it('renames a role in the meta template and in the turns of datasets that meet it, from any of the places', () => {
  const expected = {
    '/ws/sets/pond.py': files['/ws/sets/pond.py'].replaceAll('NARRATOR', 'TELLER'),
    '/ws/models/river.py': files['/ws/models/river.py'].replaceAll('NARRATOR', 'TELLER'),
  };
  expect(rename(projectOf(), '/ws/sets/pond.py', "role='|NARRATOR", 'TELLER')).toEqual(expected);
  expect(rename(projectOf(), '/ws/models/river.py', "role='NARRA|TOR", 'TELLER')).toEqual(expected);
});

it('renames a fallback role with the role', () => {
  expect(rename(projectOf(), '/ws/sets/pond.py', "fallback_role='|HUMAN", 'ASKER')).toEqual({
    '/ws/sets/pond.py': files['/ws/sets/pond.py'].replaceAll('HUMAN', 'ASKER'),
    '/ws/models/river.py': files['/ws/models/river.py'].replaceAll('HUMAN', 'ASKER'),
  });
});

const loaders = {
  '/ws/opencompass/__init__.py': '',
  '/ws/opencompass/datasets/__init__.py': 'from .lake import *\nfrom .pond import *\n',
  '/ws/opencompass/datasets/lake.py':
    "class LakeDataset(BaseDataset):\n    @staticmethod\n    def load(path):\n        return Dataset.from_list([{'riddle': 1, 'place': 2, 'answer': 3}])\n",
  '/ws/opencompass/datasets/pond.py':
    "class PondDataset(BaseDataset):\n    @staticmethod\n    def load(path):\n        return Dataset.from_list([{'riddle': 1, 'hint': 2, 'answer': 3}])\n",
};

it('renames a column in the reader, in the placeholders of one dataset and in its class, and leaves words and other datasets alone', () => {
  const [lake, pond] = ['/ws/opencompass/datasets/lake.py', '/ws/opencompass/datasets/pond.py'] as const;
  expect(rename(projectOf(loaders), '/ws/sets/pond.py', "['|riddle", 'puzzle')).toEqual({
    '/ws/sets/pond.py': files['/ws/sets/pond.py'].replaceAll('{riddle}', '{puzzle}').replace("['riddle'", "['puzzle'"),
    [pond]: loaders[pond].replace('riddle', 'puzzle'),
  });
  expect(rename(projectOf(loaders), '/ws/sets/lake.py', '{|place}', 'shore')).toEqual({
    '/ws/sets/lake.py': files['/ws/sets/lake.py'].replace('{place}', '{shore}').replace('riddle place', 'riddle shore'),
    [lake]: loaders[lake].replace('place', 'shore'),
  });
});

it('renames the abbr of a dataset where the summarizer names it, and a group', () => {
  const run = files['/ws/run.py'];
  expect(rename(projectOf(), '/ws/sets/pond.py', "abbr='|pond", 'pool')).toEqual({
    '/ws/sets/pond.py': files['/ws/sets/pond.py'].replace("abbr='pond'", "abbr='pool'"),
    '/ws/run.py': run.replaceAll("'pond'", "'pool'"),
  });
  expect(rename(projectOf(), '/ws/run.py', "name='|waters", 'seas')).toEqual({ '/ws/run.py': run.replaceAll('waters', 'seas') });
});

it('renames the abbr of a model where the config names it, from any of the places', () => {
  const more =
    "rs_exist_models = ['river']\ngiven_pred = [dict(abbr='river', path='old')]\nmodel_dataset_combinations = [dict(models=river_models, datasets=datasets)]\n";
  const run = `${files['/ws/run.py']}${more}`;
  const project = projectOf({ '/ws/run.py': run });
  const expected = {
    '/ws/models/river.py': files['/ws/models/river.py'].replace("abbr='river'", "abbr='brook'"),
    '/ws/run.py': run.replaceAll("'river'", "'brook'"),
  };
  expect(rename(project, '/ws/models/river.py', "abbr='|river", 'brook')).toEqual(expected);
  expect(rename(project, '/ws/run.py', "rs_exist_models = ['|river", 'brook')).toEqual(expected);
});

const imports = 'from mmengine.config import read_base\nwith read_base():\n    from .sets.pond import pond_datasets\n';
it.each([
  ['/ws/sets/pond.py', "role='|NARRATOR", 'user', {}, 'takes turns with the role user for messages'],
  ['/ws/sets/pond.py', "role='|NARRATOR", 'BOT', {}, 'something of the name BOT already'],
  ['/ws/sets/pond.py', "role='|NARRATOR", "it's", {}, 'characters that would have to be written differently'],
  [
    '/ws/sets/pond.py',
    "role='|NARRATOR",
    'TELLER',
    {
      '/ws/more.py': `${imports}    from .models.river import river_models\nn = 'NARR'\npond_datasets[0]['infer_cfg']['prompt_template']['template']['begin'][0]['role'] = n + 'ATOR'\ndatasets = pond_datasets\nmodels = river_models\n`,
    },
    'NARRATOR is computed',
  ],
  [
    '/ws/sets/pond.py',
    "role='|NARRATOR",
    'TELLER',
    {
      '/ws/more.py': `import secrets\n${imports}    from .models.river import river_models\nriver_models[0]['meta_template']['reserved_roles'].append(dict(role=secrets.token_hex(2)))\ndatasets = pond_datasets\nmodels = river_models\n`,
    },
    'is not known: it may be NARRATOR',
  ],
  [
    '/ws/sets/pond.py',
    "role='|NARRATOR",
    'TELLER',
    { '/ws/more.py': `${imports}datasets = pond_datasets\nshown = str(datasets)\n` },
    'more.py would be another config',
  ],
  ['/ws/sets/pond.py', "role='|NARRATOR", 'TELLER', { '/ws/more.py': `${imports}datasets = pond_datasets\nx = 1 / 0\n` }, 'does not load'],
  ['/ws/sets/pond.py', "abbr='|pond", 'lake', {}, 'something of the name lake already'],
  ['/ws/sets/lake.py', '{|place}', 'riddle', loaders, 'It gives a column riddle already'],
])('refuses in %s to call %s %s', (file, search, to, more: Files, why) => {
  expect(rename(projectOf(more), file, search, to)).toEqual(expect.stringContaining(why));
});

it('refuses where only datasets, or only models, have the role', () => {
  const alone = (file: keyof typeof files): Project =>
    createProject(new MemoryWorkspace({ [file]: files[file].replace('river_models', 'models') }, ['/ws']), defaultSettings);
  expect(rename(alone('/ws/sets/pond.py'), '/ws/sets/pond.py', "role='|NARRATOR", 'TELLER')).toContain('No connected meta template');
  expect(rename(alone('/ws/models/river.py'), '/ws/models/river.py', "role='|NARRATOR", 'TELLER')).toContain('No connected dataset');
});

it('refuses where a class has the name', () => {
  const chat = files['/ws/models/river.py'].replace(/, meta_template=[^]*\)\)\]/, ')]').replaceAll('CausalLM', 'withChatTemplate');
  const project = projectOf({ '/ws/models/river.py': chat });
  expect(rename(project, '/ws/sets/pond.py', "role='|HUMAN", 'ASKER')).toContain('HuggingFacewithChatTemplate itself has the role HUMAN');
});

it('refuses to rename a role that an inferencer knows by its name', () => {
  const chat = files['/ws/sets/pond.py'].replace('GenInferencer', 'ChatInferencer');
  const project = projectOf({ '/ws/sets/pond.py': chat });
  expect(rename(project, '/ws/models/river.py', "role='|HUMAN", 'ASKER')).toContain('ChatInferencer may read the role HUMAN by its name');
});

it('finds and marks the places', () => {
  const project = projectOf();
  const found = doneAtOnce(referencesAt(project, readIndex(project), '/ws/run.py', offsetIn(project, '/ws/run.py', "subsets=['|pond")));
  expect(found.map(({ span, binds }) => `${span.file.slice(4)} ${binds ? 'binds' : 'reads'}`)).toEqual([
    'run.py reads',
    'run.py reads',
    'run.py reads',
    'sets/pond.py binds',
  ]);
  expect(highlightsAt(project, '/ws/sets/pond.py', offsetIn(project, '/ws/sets/pond.py', '{|riddle'))).toHaveLength(3);
  expect(renamableAt(project, readIndex(project), '/ws/sets/pond.py', offsetIn(project, '/ws/sets/pond.py', '{|hint'))).toMatchObject({
    name: 'hint',
  });
  expect(renamableAt(project, readIndex(project), '/ws/sets/pond.py', offsetIn(project, '/ws/sets/pond.py', 'path=|'))).toBeUndefined();
});

const tasks = {
  '/ws/tasks/_waters_yaml':
    'tag: waters_all\ndataset_path: waters\noutput_type: generate_until\ndoc_to_text: "{{riddle}}"\ndoc_to_target: "{{answer}}"\n',
  '/ws/tasks/pond.yaml': 'include: _waters_yaml\ntask: pond\ndataset_name: pond\n',
  '/ws/tasks/lake.yaml': 'include: _waters_yaml\ntask: "lake"\ntag: [still, deep]\n',
  '/ws/tasks/_group.yaml':
    'group: waters\ntask:\n  - pond\n  - task: lake\n    num_fewshot: 2\n  - group: inner\n    task: [waters_all, deep]\nmetadata:\n  version: 1\n',
};

it('renames a task, a tag of an included file and a group wherever files of tasks name them', () => {
  const workspace = (): Project => createProject(new MemoryWorkspace(tasks, ['/ws']), defaultSettings);
  const group = tasks['/ws/tasks/_group.yaml'];
  expect(rename(workspace(), '/ws/tasks/pond.yaml', 'task: |pond', 'pool')).toEqual({
    '/ws/tasks/pond.yaml': tasks['/ws/tasks/pond.yaml'].replace('task: pond', 'task: pool'),
    '/ws/tasks/_group.yaml': group.replace('- pond', '- pool'),
  });
  expect(rename(workspace(), '/ws/tasks/_group.yaml', 'task: |lake', 'sea')).toEqual({
    '/ws/tasks/lake.yaml': tasks['/ws/tasks/lake.yaml'].replace('"lake"', '"sea"'),
    '/ws/tasks/_group.yaml': group.replace('task: lake', 'task: sea'),
  });
  expect(rename(workspace(), '/ws/tasks/_group.yaml', '[|waters_all', 'all_waters')).toEqual({
    '/ws/tasks/_waters_yaml': tasks['/ws/tasks/_waters_yaml'].replace('waters_all', 'all_waters'),
    '/ws/tasks/_group.yaml': group.replace('waters_all', 'all_waters'),
  });
  expect(rename(workspace(), '/ws/tasks/_group.yaml', 'group: inn|er', 'pond')).toBe('pond.yaml has something of the name pond already.');
  expect(rename(workspace(), '/ws/tasks/lake.yaml', '|still', 'true')).toContain('would be another config');
});

it('refuses to rename a member that no file defines', () => {
  const alone = createProject(new MemoryWorkspace({ '/ws/_group.yaml': tasks['/ws/tasks/_group.yaml'] }, ['/ws']), defaultSettings);
  expect(rename(alone, '/ws/_group.yaml', '- |pond', 'pool')).toBe('No file of the workspace defines a task, a group or a tag pond.');
});

it('finds the columns of a task in all of its templates, and leaves them their names', () => {
  const task =
    'task: pond\ndataset_path: d\noutput_type: multiple_choice\ndoc_to_text: "{{riddle}} {{ riddle|upper }} riddle"\ndoc_to_target: answer\ndoc_to_choice: "{{[answer, riddle]}}"\n';
  const project = createProject(new MemoryWorkspace({ '/ws/pond.yaml': task }, ['/ws']), defaultSettings);
  const at = (search: string): number => offsetIn(project, '/ws/pond.yaml', search);
  const texts = (search: string): string[] =>
    doneAtOnce(referencesAt(project, readIndex(project), '/ws/pond.yaml', at(search))).map(({ span }) =>
      task.slice(span.start - 1, span.end + 1),
    );
  expect(texts('{{|riddle')).toEqual(['{riddle}', ' riddle|', ' riddle]']);
  expect(texts('target: |answer')).toEqual([' answer\n', '[answer,']);
  expect(highlightsAt(project, '/ws/pond.yaml', at('[|answer'))).toHaveLength(2);
  expect(rename(project, '/ws/pond.yaml', '{{|riddle', 'puzzle')).toBe('The rows of the task have the column riddle by this name.');
});

import { describe, expect, it } from 'vitest';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import { MemoryWorkspace, type ReadResult } from '../../../server/src/engine/core/workspace.js';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';

/** A package like the framework's own, as far as datasets need it. */
const framework = {
  'opencompass/__init__.py': '',
  'opencompass/registry.py': `from mmengine.registry import Registry as OriginalRegistry
class Registry(OriginalRegistry):
    def register_module(self, name=None, force=True, module=None):
        return super().register_module(name, force, module)
LOAD_DATASET = Registry('load_dataset', locations=['opencompass.datasets'])
`,
  'opencompass/openicl/__init__.py': '',
  'opencompass/utils/__init__.py': 'from .paths import *\nfrom .heavy import *\n',
  'opencompass/utils/heavy.py': 'import torch\nraise RuntimeError("never run")\n',
  'opencompass/utils/paths.py': `import os
def get_data_path(path, local_mode=False):
    found = os.path.join(os.environ.get('COMPASS_DATA_CACHE', ''), path)
    assert os.path.exists(found), f'{found} is missing'
    return found
`,
  'opencompass/datasets/__init__.py': 'from .base import *\nfrom .riddles import *\n',
  'opencompass/datasets/base.py': `from datasets import Dataset, DatasetDict
from opencompass.openicl import DatasetReader
class BaseDataset:
    def __init__(self, reader_cfg={}, k=1, n=1, **kwargs):
        abbr = kwargs.pop('abbr', 'dataset')
        dataset = self.load(**kwargs)
`,
  'opencompass/datasets/riddles.py': `import glob, json, os
from datasets import Dataset, DatasetDict
from opencompass.registry import LOAD_DATASET
from opencompass.utils import get_data_path
from .base import BaseDataset

@LOAD_DATASET.register_module()
class Riddles(BaseDataset):
    @staticmethod
    def load(path, shout=False):
        data = DatasetDict()
        for split in ['train', 'test']:
            rows = []
            with open(os.path.join(get_data_path(path), f'{split}.jsonl')) as f:
                for line in f:
                    row = json.loads(line)
                    rows.append({'q': row['q'].upper() if shout else row['q'], 'a': row['a']})
            data[split] = Dataset.from_list(rows)
        return data

class Listed(BaseDataset):
    def __init__(self, folder, **kwargs):
        self.folder = folder
        super().__init__(**kwargs)
    def load(self, ending):
        names = [os.path.basename(name) for name in glob.glob(self.folder + '/*' + ending)]
        return Dataset.from_list([{'q': name, 'a': str(os.path.isfile(name))} for name in names])

class Endless(BaseDataset):
    @staticmethod
    def load(path):
        while True:
            path += 'x'
`,
};

const data = {
  'data/riddles/train.jsonl': '{"q": "t0", "a": "A0"}\n{"q": "t1", "a": "A1"}\n{"q": "t2", "a": "A2"}\n',
  'data/riddles/test.jsonl': '{"q": "first", "a": "1"}\r\n{"q": "second", "a": "2"}',
};

function config(type: string, own: string, reader = ''): string {
  return `from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.datasets import ${type}
riddle_datasets = [dict(abbr='riddle', type=${type}, ${own},
    reader_cfg=dict(input_columns=['q'], output_column='a'${reader}),
    infer_cfg=dict(
        ice_template=dict(type=PromptTemplate, template='{q} {a} {idx} {subdivision}'),
        prompt_template=dict(type=PromptTemplate, template='</E>{q} {idx} {subdivision}', ice_token='</E>'),
        retriever=dict(type=FixKRetriever, fix_id_list=[1]), inferencer=dict(type=GenInferencer)))]
`;
}

function projectOf(text: string, files: Readonly<Record<string, string>>, dataRoots: readonly string[] = []): Project {
  const all = Object.entries({ ...framework, ...files, 'cfg.py': text }).map(([name, content]) => [
    name.startsWith('/') ? name : `/ws/${name}`,
    content,
  ]);
  return createProject(
    new MemoryWorkspace(Object.fromEntries(all), ['/ws']),
    { ...defaultSettings, dataRoots },
    { limits: { ...defaultLimits, steps: 100_000 } },
  );
}

function shown(project: Project, row = 0): PreviewData {
  const result = preview(project, '/ws/cfg.py', { selection: { row } });
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
  return result.preview;
}

describe('a dataset whose data is on this machine', () => {
  it('is shown with the rows that its class makes of it', () => {
    const project = projectOf(config('Riddles', "path='data/riddles', shout=True"), data);
    expect(shown(project, 1).output?.text).toBe('T1 A1 1 riddle_train\nSECOND 1 riddle_test');
    expect(shown(project).rows).toMatchObject({
      file: '/ws/data/riddles/test.jsonl',
      count: 2,
      complete: true,
      problem: undefined,
      by: 'own',
      of: 'riddle',
    });
  });

  it('is shown with what its reader leaves of them', () => {
    const project = projectOf(config('Riddles', "path='data/riddles'", ", train_range='[1:]', test_range='[::-1]'"), data);
    expect(shown(project).output?.text).toBe('t2 A2 2 riddle_train\nsecond 1 riddle_test');
  });

  it('has the keys of its dicts in the order in which the installed pyarrow puts them', () => {
    const nested = { ...data, 'data/riddles/test.jsonl': '{"q": {"b": 1, "a": "x"}, "a": "1"}\n' };
    const text = config('Riddles', "path='data/riddles'");
    const installed = (version: string) => ({ 'pyarrow/__init__.py': '', [`pyarrow-${version}.dist-info/METADATA`]: '' });
    const asked = (version: string) => shown(projectOf(text, { ...nested, ...installed(version) })).output?.text;
    expect(asked('23.0.0')).toContain("{'a': 'x', 'b': 1} 0 riddle_test");
    expect(asked('24.0.0')).toContain("{'b': 1, 'a': 'x'} 0 riddle_test");
  });

  it("is a run's where an input column that nothing reads is not there, and where a template names one that is not", () => {
    const unread = config('Riddles', "path='data/riddles'").replace("['q']", "['q', 'max_out_len']");
    expect(shown(projectOf(unread, data))).toMatchObject({ exactness: { level: 'exact' }, notes: [] });
    const named = config('Riddles', "path='data/riddles'").replace('</E>{q} ', '</E>{q} {nobody} ');
    const { exactness, notes, output } = shown(projectOf(named, data));
    expect(output?.text).toContain('first {nobody} 0');
    expect(exactness.level).toBe('exact');
    expect(notes).toContain("The row has no column 'nobody', which the prompt uses; it has 'q', 'a', 'subdivision', 'idx'.");
  });

  /** How far the prompt can be relied on where `load` does this with each row. */
  function levelWith(statements: string, head = 'from PIL import Image'): PreviewData['exactness'] {
    const riddles = framework['opencompass/datasets/riddles.py']
      .replace('import glob', `${head}\nimport glob`)
      .replace(
        '                    rows.append(',
        `${statements.replaceAll(/^/gm, '                    ')}\n                    rows.append(`,
      );
    return shown(projectOf(config('Riddles', "path='data/riddles'"), { ...data, 'opencompass/datasets/riddles.py': riddles })).exactness;
  }

  it('is not called exact where the load calls what is not followed, and may raise: wherever its value goes', () => {
    expect(levelWith("Image.open(row['q']).save('x.png')")).toMatchObject({
      level: 'close',
      reason: 'Image.open(…) in line 18 of riddles.py is not run here: where it raises, a run stops.',
      reasons: [{ kind: 'unfollowed-call' }],
    });
  });

  it.each([
    ['in a try that goes on whatever is raised', "try:\n    Image.open(row['q'])\nexcept Exception:\n    pass", 'from PIL import Image'],
    ['of a logger', "logger.info(row['q'])", 'from loguru import logger'],
    ['of the module, before any data is there', 'pass', 'import torch\ntorch.set_num_threads(1)'],
    ['of a class of loggers', "MMLogger.check_instance_created('x')", 'from mmengine.logging import MMLogger'],
    [
      'within a logger of the code itself',
      'RunLogger()',
      'import logging\nclass RunLogger:\n    def __init__(self):\n        self.handler = logging.StreamHandler(None)\n        self.handler.setLevel(1)',
    ],
    ['of a progress bar', "tqdm([row['q']])", 'from tqdm import tqdm'],
  ])('is exact where such a call is %s', (_, statements, head) => expect(levelWith(statements, head).level).toBe('exact'));

  it('is not where a builtin makes such calls', () => {
    expect(levelWith("list(map(Image.open, [row['q']]))").reason).toBe(
      'What is called in line 18 of riddles.py is not run here: where it raises, a run stops.',
    );
  });

  it.each([
    ['for one kind of exception', "try:\n    Image.open(row['q'])\nexcept ValueError:\n    pass"],
    ['that leaves the row out', "try:\n    Image.open(row['q'])\nexcept Exception:\n    continue"],
    ['that raises', "try:\n    Image.open(row['q'])\nexcept Exception as error:\n    raise ValueError(row['q'])"],
    ['that is behind the call', "Image.open(row['q'])\ntry:\n    pass\nexcept Exception:\n    pass"],
  ])('is not where it is in a try %s', (_, statements) => expect(levelWith(statements).level).toBe('close'));

  it('leads from the prompt to the file', () => {
    const project = projectOf(config('Riddles', "path='data/riddles'"), data);
    const places = JSON.stringify(shown(project).stages);
    expect(places).toContain('/ws/data/riddles/test.jsonl');
  });

  it('is made as its constructor makes it', () => {
    const project = projectOf(config('Listed', "folder='data/riddles', ending='.jsonl'"), data);
    expect(shown(project).output?.text).toBe('train.jsonl False 1 riddle\ntest.jsonl 0 riddle');
  });

  it('is made without its abbr where the release takes that out, as before 0.4.1', () => {
    const older = {
      'opencompass/utils/build.py': "def build_dataset_from_cfg(dataset_cfg):\n    dataset_cfg.pop('abbr', None)\n",
      'opencompass/datasets/base.py': framework['opencompass/datasets/base.py'].replace(
        "        abbr = kwargs.pop('abbr', 'dataset')\n",
        '',
      ),
    };
    const project = projectOf(config('Listed', "folder='data/riddles', ending='.jsonl'"), { ...data, ...older });
    expect(shown(project).output?.text).toBe('train.jsonl False 1 riddle\ntest.jsonl 0 riddle');
  });

  it('is given the keys that the constructor of its base class does not take', () => {
    const riddles = framework['opencompass/datasets/riddles.py']
      .replace('shout=False', 'k, shout=False')
      .replace("row['a']", "row['a'] + str(k)");
    const base = framework['opencompass/datasets/base.py'].replace(' k=1, n=1,', '');
    const files = { ...data, 'opencompass/datasets/riddles.py': riddles };
    const text = config('Riddles', "path='data/riddles', k=1");
    expect(shown(projectOf(text, { ...files, 'opencompass/datasets/base.py': base })).output?.text).toBe(
      't1 A11 1 riddle_train\nfirst 0 riddle_test',
    );
    expect(shown(projectOf(text, files)).notes.join()).toContain("missing 1 required positional argument: 'k'");
  });

  it('is loaded anew when a file changes', () => {
    const files = { ...data };
    const workspace = new MemoryWorkspace(
      Object.fromEntries(
        Object.entries({ ...framework, ...files, 'cfg.py': config('Riddles', "path='data/riddles'") }).map(([name, content]) => [
          `/ws/${name}`,
          content,
        ]),
      ),
      ['/ws'],
    );
    const project = createProject(workspace, defaultSettings);
    expect(shown(project).output?.text).toContain('first');
    workspace.write('/ws/data/riddles/test.jsonl', '{"q": "new", "a": "1"}\n');
    project.fileChanged('/ws/data/riddles/test.jsonl');
    expect(shown(project).output?.text).toContain('new 0');
  });

  it('is looked for in the folders of the setting too', () => {
    const files = Object.fromEntries(Object.entries(data).map(([name, text]) => [`/big/${name}`, text]));
    const project = projectOf(config('Riddles', "path='data/riddles'"), files, ['/big']);
    expect(shown(project).output?.text).toContain('first');
  });
});

describe('a dataset whose rows are not known', () => {
  it('says which file would be read', () => {
    const { notes, output } = shown(projectOf(config('Riddles', "path='data/riddles'"), {}));
    expect(output?.text).toContain('⟦q⟧');
    expect(notes.join()).toContain('data/riddles, which Riddles reads, is not here');
  });

  it('says it without the way that the framework makes to it', () => {
    const { notes } = shown(projectOf(config('Riddles', "path='/ws/opencompass/utils/../../data/./riddles'"), {}));
    expect(notes.join()).toContain(' /ws/data/riddles, which Riddles reads, is not here');
  });

  it('says once which file outside of the workspace it would read, and which setting lets it', () => {
    const text = config('Riddles', "path='/mnt/share/riddles'");
    class Fenced extends MemoryWorkspace {
      override read(file: string): ReadResult {
        return file.startsWith('/mnt')
          ? { kind: 'none', why: 'outside', reason: `${file} is outside, so it is not read.` }
          : super.read(file);
      }
    }
    const files = Object.entries({ ...framework, 'cfg.py': text }).map(([name, content]) => [`/ws/${name}`, content]);
    const { notes } = shown(createProject(new Fenced(Object.fromEntries(files), ['/ws']), defaultSettings));
    expect(notes[0]).toMatch(
      /^Rows are placeholders: \/mnt\/share\/riddles\S*, which Riddles reads, is outside of the workspace, where nothing is read\. The setting dataRoots names further folders with data\.$/,
    );
  });

  it('says what its load raises', () => {
    const { notes } = shown(projectOf(config('Riddles', "path='data/riddles'"), { ...data, 'data/riddles/test.jsonl': '{"q": 1}\n' }));
    expect(notes.join()).toContain('The load of Riddles raises');
  });

  it('says that its load does not end', () => {
    const { notes, output } = shown(projectOf(config('Endless', "path='data'"), data));
    expect(output?.text).toContain('⟦q⟧');
    expect(notes.join()).toContain('Its load is more than is followed here');
  });
});

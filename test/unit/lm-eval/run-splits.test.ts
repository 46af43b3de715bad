import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { pyRepr } from '../../../server/src/engine/python/runtime/semantics.js';
import type { SplitSource } from '../../../server/src/engine/rows/dataset-rows.js';
import { createProject } from '../../../server/src/engine/project/project.js';

/** The rows of a task as they are loaded for a release: those that are asked, and those that shots are drawn from. */
function rowsOf(files: Readonly<Record<string, string>>, release: string): { test: string; train: string } {
  const all = Object.fromEntries(Object.entries(files).map(([name, text]) => [`/ws/tasks/${name}`, text]));
  const project = createProject(new MemoryWorkspace(all, ['/ws']), defaultSettings);
  const { framework, config } = project.load('/ws/tasks/lake.yaml')!;
  const { test, train } = framework.runRows!(framework.targets(config, project)[0]!, project, release)!;
  return { test: shown(test), train: shown(train) };
}

function shown(source: SplitSource | undefined): string {
  if (!source || !('computed' in source)) return JSON.stringify(source);
  return Array.from({ length: source.computed.count }, (_, index) => pyRepr(source.computed.at(index)).text).join(' ');
}

const asClass = {
  'lake.yaml': 'task: lake\nclass: !function task.Lake\n',
  'task.py': `
import datasets
from lm_eval.api.task import ConfigurableTask

class Lake(ConfigurableTask):
    DATASET_PATH = "lake"

    def __init__(self, config=None):
        self.told = "nothing" if config is None else "its file" if "config_source" in config.get("metadata", {}) else "its config"
        super().__init__(config={"test_split": "test", "doc_to_text": "{{q}}", "doc_to_target": "a"})

    def download(self, dataset_kwargs=None):
        self.dataset = {"test": datasets.Dataset.from_list([{"q": self.told}])}
`,
};

describe('the rows of a run are those of the release', () => {
  it('of a class, which is told other things by each', () => {
    expect(['0.4.3', '0.4.4', '0.4.11', '0.4.12', '0.4.13'].map((release) => rowsOf(asClass, release).test)).toEqual([
      "{'q': 'nothing'}",
      "{'q': 'its config'}",
      "{'q': 'its config'}",
      "{'q': 'its file'}",
      "{'q': 'its file'}",
    ]);
  });

  it('of a task, whose examples come from the split that the release goes by', () => {
    const files = {
      'lake.yaml':
        'task: lake\ncustom_dataset: !function task.made\ntraining_split: train\nvalidation_split: validation\ntest_split: test\nfewshot_split: train\nfewshot_config: {split: validation}\ndoc_to_text: "{{q}}"\ndoc_to_target: q\n',
      'task.py':
        'import datasets\n\ndef made(**kwargs):\n    return {name: datasets.Dataset.from_list([{"q": name}]) for name in ("train", "validation", "test")}\n',
    };
    expect(['0.4.9.2', '0.4.12', '0.4.13'].map((release) => rowsOf(files, release).train)).toEqual([
      "{'q': 'train'}",
      "{'q': 'train'}",
      "{'q': 'validation'}",
    ]);
  });

  it('of a function that gives a list, which until 0.4.13 has no features', () => {
    const files = {
      'lake.yaml':
        'task: lake\ncustom_dataset: !function task.made\nprocess_docs: !function task.listed\ntest_split: test\ndoc_to_text: "{{q}}"\ndoc_to_target: q\n',
      'task.py': `import datasets

def made(**kwargs):
    return {"test": datasets.Dataset.from_list([{"q": "x"}])}

def listed(dataset):
    return [dict(row, q=row["q"] + "!") for row in dataset]
`,
    };
    const raised = `{"problem":"Loading the rows of lake raises AttributeError: 'list' object has no attribute 'features'"}`;
    expect(['0.4.9.2', '0.4.13', '0.5.0.dev1'].map((release) => rowsOf(files, release).test)).toEqual([raised, raised, "{'q': 'x!'}"]);
  });

  it('of a function that leaves no rows: the harness tests a task on its first one', () => {
    const files = {
      'lake.yaml':
        'task: lake\ncustom_dataset: !function task.made\nprocess_docs: !function task.none\ntest_split: test\ndoc_to_text: "{{q}}"\ndoc_to_target: q\n',
      'task.py': `import datasets

def made(**kwargs):
    return {"test": datasets.Dataset.from_list([{"q": "x"}])}

def none(dataset):
    return dataset.filter(lambda doc: doc["q"] == "y")
`,
    };
    const raised = '{"problem":"Loading the rows of lake raises IndexError: Invalid key: 0 is out of bounds for size 0"}';
    expect(['0.4.9.2', '0.4.13'].map((release) => rowsOf(files, release).test)).toEqual([raised, raised]);
  });

  it('of a function whose name is written as a text', () => {
    const files = {
      'lake.yaml':
        'task: lake\ncustom_dataset: !function task.made\nprocess_docs: task.none\ntest_split: test\ndoc_to_text: "{{q}}"\ndoc_to_target: q\n',
      'task.py': 'import datasets\n\ndef made(**kwargs):\n    return {"test": datasets.Dataset.from_list([{"q": "x"}])}\n',
    };
    expect(rowsOf(files, '0.4.13').test).toBe(`{"problem":"Loading the rows of lake raises TypeError: 'str' object is not callable"}`);
  });
});

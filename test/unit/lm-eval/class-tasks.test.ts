import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { RenderOptions } from '../../../server/src/engine/frameworks/face/behaviour.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { rowOf } from './task.js';

const head = `
from lm_eval.api.instance import Instance
from lm_eval.api.task import ConfigurableTask

class Lake(ConfigurableTask):
    VERSION = 1
    DATASET_PATH = "lake"

    def __init__(self, config=None):
        super().__init__(config={"metadata": {"version": self.VERSION}, "num_fewshot": 0})

    def has_training_docs(self):
        return False

    def has_validation_docs(self):
        return True

    def has_test_docs(self):
        return False

    def validation_docs(self):
        return self.dataset["validation"]

    def doc_to_text(self, doc):
        return "Q: " + doc["q"]

    def doc_to_target(self, doc):
        return doc["a"]
`;

const asks = `
    def construct_requests(self, doc, ctx, chat_template=None, apply_chat_template=False, **kwargs):
        return [Instance(request_type="loglikelihood", doc=doc, arguments=(ctx, " " + choice), idx=i, **kwargs) for i, choice in enumerate(["a", "b"])]
`;

const row = { train: [], test: rowOf({ q: 'How deep?', a: 'very' }) };

function rendered(source: string, options: RenderOptions = { rows: row }) {
  const files = { '/ws/tasks/lake.yaml': 'task: lake\nclass: !function task.Lake\n', '/ws/tasks/task.py': source };
  const project = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings);
  const { framework, config } = project.load('/ws/tasks/lake.yaml')!;
  const { output, error, unknowns, doubts, labels } = framework.render(framework.targets(config, project)[0]!, options);
  return { text: output?.kind === 'text' ? output.text.text : undefined, error: error?.error, unknowns, doubts, labels };
}

describe('a task that is a class', () => {
  it('asks what its methods make of the row', () => {
    expect(rendered(head)).toMatchObject({ text: 'Q: How deep?', error: undefined, unknowns: [] });
    expect(rendered(head + asks)).toMatchObject({ text: 'Q: How deep? a', labels: [' a', ' b'] });
  });

  it('has a doubt about a row that has not gone through its own methods', () => {
    expect(rendered(head).doubts).toMatchObject([{ kind: 'unprocessed-row' }]);
  });

  it('shows the columns that it reads where there is no row', () => {
    expect(rendered(head, {}).text).toBe('Q: ⟦q⟧');
  });

  it('is called for its shots with the row alone until 0.4.9.2, and has the arguments for generating of the release', () => {
    const shots = head.replace('"num_fewshot": 0', '"num_fewshot": 1');
    const rows = { train: [rowOf({ q: 'How far?', a: 'far' })], test: row.test };
    expect(rendered(shots, { rows, release: '0.4.9.2' })).toMatchObject({ text: 'Q: How far? far\n\nQ: How deep?', error: undefined });
    expect(rendered(head, { rows: row, release: '0.4.3' })).toMatchObject({ text: 'Q: How deep?', error: undefined });
  });

  it('adds to the context of the harness, or makes one without it', () => {
    const context = (body: string): string =>
      `${head}\n    def fewshot_context(self, doc, num_fewshot, **kwargs):\n        return ${body}\n`;
    expect(rendered(context('"[" + super().fewshot_context(doc, num_fewshot, **kwargs) + "]"')).text).toBe('[Q: How deep?]');
    const shots = { train: [rowOf({ q: 'How far?', a: 'far' })], test: row.test };
    const own = context('"Whole: " + doc["q"]').replace('"num_fewshot": 0', '"num_fewshot": 1');
    expect(rendered(own, { rows: shots })).toMatchObject({ text: 'Whole: How deep?', error: undefined });
    expect(rendered(context('super().fewshot_context(doc, 3, **kwargs)')).unknowns).toEqual([
      'What fewshot_context gives for another num_fewshot is not followed.',
    ]);
  });

  it('is called for its shots with two arguments', () => {
    const shots = head.replace('"num_fewshot": 0', '"num_fewshot": 1');
    const rows = { train: [rowOf({ q: 'How far?', a: 'far' })], test: row.test };
    expect(rendered(shots, { rows }).error).toBe('TypeError: Lake.doc_to_text() takes 2 positional arguments but 3 were given');
    const both = shots
      .replace('doc_to_text(self, doc)', 'doc_to_text(self, doc, field=None)')
      .replace('doc_to_target(self, doc)', 'doc_to_target(self, doc, field=None)');
    expect(rendered(both, { rows }).text).toBe('Q: How far? far\n\nQ: How deep?');
  });

  it('raises where it hands on the key class', () => {
    const bare = 'from lm_eval.api.task import ConfigurableTask\nclass Lake(ConfigurableTask):\n    pass\n';
    expect(rendered(bare).error).toBe("TypeError: TaskConfig.__init__() got an unexpected keyword argument 'class'");
  });

  it('may change the context, and make it itself', () => {
    const changed = asks.replace('(ctx, " " + choice)', '(ctx + "!", " " + choice)');
    expect(rendered(head + changed).text).toBe('Q: How deep?! a');
    const own = '\n    def fewshot_context(self, doc, num_fewshot, **kwargs):\n        return "All of " + doc["a"]\n';
    expect(rendered(head + own).text).toBe('All of very');
  });

  it.each([
    ['build_qa_turn', ''],
    ['build_all_requests', '        super().build_all_requests(**kwargs)\n'],
    ['doc_iterator', '        return enumerate(self.eval_docs)\n'],
    ['instances', ''],
    ['set_fewshot_seed', ''],
    ['set_config', ''],
  ])('is unknown with its reason in every release where it has %s, by which the harness does its work', (name, body) => {
    const source = `${head}\n    def ${name}(self, *args, **kwargs):\n${body}        return None\n`;
    for (const release of ['0.4.3', '0.4.8', '0.4.9.2', '0.4.10', '0.4.13'])
      expect(rendered(source, { rows: row, release })).toMatchObject({
        text: undefined,
        unknowns: [`task.Lake has ${name} of its own, which is not followed.`],
      });
  });

  it.each(['sampler', 'doc_to_text', 'construct_requests', 'build_all_requests'])('is unknown where its object has another %s', (name) => {
    const put = head.replace('"num_fewshot": 0})', `"num_fewshot": 0})\n        self.${name} = print`);
    expect(rendered(put)).toMatchObject({ text: undefined, unknowns: [`task.Lake has ${name} of its own, which is not followed.`] });
  });

  it('is unknown in a chat whose text it changes', () => {
    const long = asks.replace('(ctx, ', '(ctx[-100:], ');
    expect(rendered(head + long, { rows: row, asMessages: true }).unknowns[0]).toContain('chat template');
    const scored = 'The messages are exact; what is scored is the text';
    expect(rendered(head + asks, { rows: row, asMessages: true }).unknowns).toEqual([expect.stringContaining(scored)]);
  });
});

import { describe, expect, it } from 'vitest';
import { distinctDatasets } from '../../../server/src/engine/checks/support/look-alikes.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/configs/loop.py';

const head = `from opencompass.datasets import JsonlDataset
from opencompass.openicl.icl_evaluator import AccEvaluator
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
`;

interface Loop {
  /** The list that it runs over. */
  readonly over: string;
  readonly prompt: string;
  readonly output?: string;
  readonly more?: string;
}

/** Datasets that a loop over `over` makes. */
function loop({ over, prompt, output = "'answer'", more = '' }: Loop): string {
  return `${head}
loop_datasets = []
for name in ${over}:
    loop_datasets.append(dict(
        type=JsonlDataset, abbr=f'loop_{name}', path=f'data/{name}.jsonl',
        reader_cfg=dict(input_columns=['question'], output_column=${output}),
        infer_cfg=dict(
            prompt_template=dict(type=PromptTemplate, template=${prompt}),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=GenInferencer${more})),
        eval_cfg=dict(evaluator=dict(type=AccEvaluator))))
`;
}

function looked(text: string): { readonly abbrs: string[]; readonly found: string[] } {
  const project = createProject(new MemoryWorkspace({ [file]: text }, ['/ws']), defaultSettings);
  const loaded = project.load(file)!;
  const context = { ...loaded, file, evaluation: loaded.config.evaluation, everywhere: false, text: () => text };
  const found = project.check(file).map(({ rule, span }) => `${rule} ${text.slice(span.start, span.end)}`);
  return { abbrs: distinctDatasets(context).map(({ abbr }) => abbr), found };
}

describe('datasets that one place of a config makes', () => {
  it('are looked at once where they differ in a name', () => {
    const { abbrs, found } = looked(loop({ over: "['anatomy', 'world history']", prompt: "f'A question on {name}: {{question}}'" }));
    expect(abbrs).toEqual(['loop_anatomy']);
    expect(found).toEqual([]);
  });

  it('are told of once where they have a fault', () => {
    const { abbrs, found } = looked(loop({ over: "['anatomy', 'law']", prompt: "f'On {name}: {{qestion}}'" }));
    expect(abbrs).toEqual(['loop_anatomy']);
    expect(found).toEqual(['unfilled-placeholder {{qestion}}']);
  });

  const apart: readonly (readonly [string, Loop, string[]])[] = [
    ['a name is a placeholder', { over: "['question', 'qestion']", prompt: "f'Q: {{{name}}}'" }, ["unfilled-placeholder f'Q: {{{name}}}'"]],
    ['a name holds one', { over: "['question', '{qestion}']", prompt: "f'Q: {name} {{question}}'" }, ['unfilled-placeholder {qestion}']],
    [
      'a name is a column',
      { over: "['answer', 'anwser']", prompt: "'Q: {question} A: {answer}'", output: 'name' },
      ['unknown-column anwser'],
    ],
    ['a number decides', { over: '[16, 0]', prompt: "'Q: {question}'", more: ', max_out_len=name' }, ['wrong-type name']],
  ];

  it.each(apart)('are looked at one by one where %s', (_what, config, wanted) => {
    const { abbrs, found } = looked(loop(config));
    expect(abbrs).toHaveLength(2);
    expect(found).toEqual(wanted);
  });

  it('are looked at one by one where a branch gives one of them another part', () => {
    const text = loop({ over: "['anatomy', 'law']", prompt: "'Q: {question}' if name == 'anatomy' else 'Q: {qestion}'" });
    expect(looked(text)).toEqual({ abbrs: ['loop_anatomy', 'loop_law'], found: ['unfilled-placeholder {qestion}'] });
  });
});

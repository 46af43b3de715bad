import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { customDatasetSource } from '../../support/configs.js';

/** The answers are those of the framework, run with a model that notes what it is asked. */
interface Small {
  readonly inferencer: string;
  readonly output?: string;
  readonly row?: Record<string, unknown>;
  readonly model?: string;
  readonly mode?: 'gen' | 'ppl';
}

const config = ({ inferencer, output = 'None', model = 'HuggingFaceCausalLM' }: Small): string => `
from opencompass.datasets import CustomDataset
from opencompass.models import ${model}
datasets = [dict(abbr='d', type=CustomDataset, path='d.jsonl', reader_cfg=dict(input_columns=['q'], output_column=${output}), infer_cfg=dict(
    prompt_template=dict(type='PromptTemplate', template=${inferencer === 'LLInferencer' ? "{0: '{q} no', 1: '{q} yes'}" : "'Ask {q}'"}),
    retriever=dict(type='ZeroRetriever'), inferencer=dict(type='${inferencer}')))]
models = [dict(abbr='m', type=${model}, path='x')]
`;

/** How exact a preview is, of the dataset's own first row where there is one. */
async function seal(small: Small): Promise<string> {
  const files = { '/ws/eval.py': config(small), ...(small.row && { '/ws/d.jsonl': JSON.stringify(small.row) + '\n' }) };
  const project = createProject(new MemoryWorkspace({ ...files, ...customDatasetSource }, ['/ws']), defaultSettings);
  const selection = { ...(small.row && { row: 0 }), ...(small.mode && { mode: small.mode }) };
  let result = preview(project, '/ws/eval.py', { selection });
  for (let { pending } = project.reads; pending; { pending } = project.reads) {
    await pending;
    result = preview(project, '/ws/eval.py', { selection });
  }
  if (result.kind !== 'preview') throw new Error(result.reason);
  const { level, reason } = result.preview.exactness;
  return reason === '' ? level : `${level}: ${reason}`;
}

describe('what an inferencer refuses though there is a prompt', () => {
  it.each([
    ['PPLOnlyInferencer', 'PPLOnlyInferencer'],
    ['MinKPercentInferencer', 'PPLOnlyInferencer'],
    ['SWCELossInferencer', 'SWCELossInferencer'],
  ])('is an output column, by %s', async (inferencer, named) => {
    const row = { q: 'a', a: 'b' };
    expect(await seal({ inferencer, output: "'a'", row })).toBe(`raises: AssertionError: ${named} supports \`output_column=None\` only.`);
    expect(await seal({ inferencer, row })).toBe('exact');
  });

  it('is an output column behind the column `label`, which is looked for first', async () => {
    const inferencer = 'InferencePPLOnlyInferencer';
    const refused = 'raises: AssertionError: InferencePPLOnlyInferencer supports `output_column=None` only.';
    expect(await seal({ inferencer, output: "'a'", row: { q: 'a', a: 'b', label: 1 } })).toBe(refused);
    expect(await seal({ inferencer, output: "'a'", row: { q: 'a', a: 'b' } })).toBe("raises: KeyError: 'label'");
  });

  it('is a service, by CLPInferencer', async () => {
    const row = { q: 'a', choices: ['x', 'y'] };
    expect(await seal({ inferencer: 'CLPInferencer', row, model: 'OpenAI' })).toMatch(/^raises: ValueError: API model is not supported/);
    expect(await seal({ inferencer: 'CLPInferencer', row })).toBe('exact');
  });

  it('is a row of a run without the column that it takes by name', async () => {
    expect(await seal({ inferencer: 'CLPInferencer', row: { q: 'a' } })).toBe("raises: KeyError: 'choices'");
    expect(await seal({ inferencer: 'LLInferencer', row: { q: 'a' } })).toBe("raises: KeyError: 'cont'");
    expect(await seal({ inferencer: 'LLInferencer', row: { q: 'a', cont: ' yes' } })).toBe('exact');
    expect(await seal({ inferencer: 'CLPInferencer' })).toMatch(/^placeholder-rows/);
  });

  it('is nothing in a mode that is not its own', async () => {
    expect(await seal({ inferencer: 'PPLOnlyInferencer', output: "'a'", row: { q: 'a', a: 'b' }, mode: 'gen' })).not.toMatch(/^raises/);
  });
});

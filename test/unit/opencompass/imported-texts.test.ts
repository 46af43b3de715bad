import { describe, expect, it } from 'vitest';
import { imports } from './configs.js';
import { render, stage, turns } from './python.js';

const config = (template: string, imported = 'from opencompass.datasets.pond import POND_PROMPT'): string => `${imports}
${imported}

datasets = [
    dict(
        abbr='pond',
        type='Pond',
        path='data/pond.jsonl',
        reader_cfg=dict(input_columns=['question'], output_column='answer'),
        infer_cfg=dict(
            prompt_template=dict(type=PromptTemplate, template=${template}),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=GenInferencer),
        ),
    ),
]
`;

const asked = (text: string): string[] => turns(stage(render(text), 'prompt-list'));

// A run writes its config down and loads that: `run.py`, "Config is intentally reloaded here".
describe('a text that is imported outside of read_base', () => {
  it('is its name in a turn', () => {
    expect(asked(config("dict(round=[dict(role='HUMAN', prompt=POND_PROMPT)])")).join('\n')).toContain(
      ': opencompass.datasets.pond.POND_PROMPT',
    );
  });
  it('is its name in place of a template', () => {
    expect(asked(config('POND_PROMPT')).join('\n')).toContain(': opencompass.datasets.pond.POND_PROMPT');
  });
  it('is its name as an attribute of a module', () => {
    expect(asked(config('pond.POND_PROMPT', 'import opencompass.datasets.pond as pond')).join('\n')).toContain(
      ': opencompass.datasets.pond.POND_PROMPT',
    );
  });
  it('is its name beside the turns of a dialogue', () => {
    const prompt = render(config("dict(begin=[POND_PROMPT], round=[dict(role='HUMAN', prompt='{question}')])"));
    expect(turns(stage(prompt, 'prompt-list')).join('\n')).toContain('opencompass.datasets.pond.POND_PROMPT');
  });
});

import { expect, it } from 'vitest';
import { generativeConfig } from '../../../server/src/engine/editor/refactor/generative-config.js';
import { fixture } from '../../support/fixture.js';

const imports = `from opencompass.datasets import JsonlDataset
from opencompass.openicl.icl_evaluator import AccEvaluator
from opencompass.openicl.icl_inferencer import PPLInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
`;

const config = (template: string): string => `${imports}
pond_datasets = [dict(
    abbr='pond', type=JsonlDataset, path='pond',
    reader_cfg=dict(input_columns=['riddle', 'a', 'b'], output_column='answer'),
    infer_cfg=dict(
        prompt_template=dict(type=PromptTemplate, template=${template}),
        retriever=dict(type=ZeroRetriever),
        inferencer=dict(type=PPLInferencer)),
    eval_cfg=dict(evaluator=dict(type=AccEvaluator)))]
`;

function made(template: string, name = 'configs/datasets/pond_ppl_0123ab.py', more = '') {
  const { project, file } = fixture(`# file: ${name}\n${config(template)}${more}`);
  return generativeConfig(project, file);
}

const dialogue = (said: string): string =>
  `dict(round=[dict(role='HUMAN', prompt='{riddle}\\nAnswer: '), dict(role='BOT', prompt=${said})])`;

it('lists the options of dialogues, and has the letter written', () => {
  const found = made(`{'A': ${dialogue("'{a}'")}, 'B': ${dialogue("'{b}'")}}`)!;
  expect(found.file).toMatch(/^\/ws\/configs\/datasets\/pond_gen_[0-9a-f]{6}\.py$/);
  expect(found.text).toContain(
    "template=dict(round=[dict(role='HUMAN', prompt='{riddle}\\nA. {a}\\nB. {b}\\nAnswer: '), dict(role='BOT', prompt='{answer}')])),",
  );
  expect(found.text).toContain('from opencompass.openicl.icl_inferencer import GenInferencer\n');
  expect(found.text).toContain('from opencompass.utils.text_postprocessors import first_option_postprocess\n');
  expect(found.text).toContain(
    "eval_cfg=dict(evaluator=dict(type=AccEvaluator), pred_postprocessor=dict(type=first_option_postprocess, options='AB')))]",
  );
  expect(found.text).not.toContain('PPL');
});

it('keeps the prompt where it has the options, in dialogues and texts', () => {
  expect(made(`{'A': ${dialogue("'A'")}, 'B': ${dialogue("'B'")}}`)!.text).toContain(`template=${dialogue("'{answer}'")})`);
  expect(made("dict(A='{riddle} {a} {b}: A', B='{riddle} {a} {b}: B')")!.text).toContain("template='{riddle} {a} {b}: {answer}')");
  expect(made("dict(A='{riddle}\\nIt is {a}', B='{riddle}\\nIt is {b}')")!.text).toContain(
    "template='{riddle}\\nA. {a}\\nB. {b}\\nIt is {answer}')",
  );
});

it('has the hash in its name only where the other has one', () => {
  expect(made(`{'A': ${dialogue("'A'")}, 'B': ${dialogue("'B'")}}`, 'pond_ppl.py')!.file).toBe('/ws/pond_gen.py');
});

it.each([
  ['other labels', `{0: ${dialogue("'A'")}, 1: ${dialogue("'B'")}}`, 'pond_ppl.py', ''],
  ['questions that differ', `{'A': ${dialogue("'A'")}, 'B': ${dialogue("'B'").replace('riddle', 'a')}}`, 'pond_ppl.py', ''],
  ['what is computed', `{x: 'Answer: ' + x for x in ['A', 'B']}`, 'pond_ppl.py', ''],
  ['other names', `{'A': ${dialogue("'A'")}, 'B': ${dialogue("'B'")}}`, 'pond.py', ''],
  ['a file that is there', `{'A': ${dialogue("'A'")}, 'B': ${dialogue("'B'")}}`, 'pond_ppl.py', '# file: pond_gen.py\nx = 1\n'],
])('makes nothing of %s', (_, template, name, more) => {
  expect(made(template, name, more)).toBeUndefined();
});

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

function made(template: string, name = 'configs/datasets/pond_ppl_0123ab.py', more = '', evaluator = 'AccEvaluator') {
  const { project, file } = fixture(`# file: ${name}\n${config(template).replaceAll('AccEvaluator', evaluator)}${more}`);
  return generativeConfig(project, file);
}

const dialogue = (said: string): string =>
  `dict(round=[dict(role='HUMAN', prompt='{riddle}\\nAnswer: '), dict(role='BOT', prompt=${said})])`;

it('lists the options of dialogues, and has the letter written', () => {
  const found = made(`{'A': ${dialogue("'{a}'")}, 'B': ${dialogue("'{b}'")}}`)!;
  expect(found.file).toMatch(/^\/ws\/configs\/datasets\/pond_gen_[0-9a-f]{6}\.py$/);
  expect(found.text).toContain(
    "template=dict(\n            round=[dict(role='HUMAN', prompt='{riddle}\\nA. {a}\\nB. {b}\\nAnswer: '), dict(role='BOT', prompt='{answer}')],\n        )),",
  );
  expect(found.title).toBe(`Make ${found.file.split('/').at(-1)!}: the model writes the answer (first_option_postprocess, options='AB')`);
  expect(found.text).toMatch(/^# Made from pond_ppl_0123ab\.py: the model writes the answer.*: first_option_postprocess, options='AB'\.\n/);
  expect(found.text).toContain('from opencompass.openicl.icl_inferencer import GenInferencer\n');
  expect(found.text).toContain('from opencompass.utils.text_postprocessors import first_option_postprocess\n');
  expect(found.text).toContain(
    "eval_cfg=dict(evaluator=dict(type=AccEvaluator), pred_postprocessor=dict(type=first_option_postprocess, options='AB')))]",
  );
  expect(found.text).not.toContain('PPLI');
});

it('keeps the prompt where it has the options, in dialogues and texts', () => {
  expect(made(`{'A': ${dialogue("'A'")}, 'B': ${dialogue("'B'")}}`)!.text).toContain(`template=${dialogue("'{answer}'")})`);
  expect(made("dict(A='{riddle} {a} {b}: A', B='{riddle} {a} {b}: B')")!.text).toContain("template='{riddle} {a} {b}: {answer}')");
  expect(made("dict(A='{riddle}\\nIt is {a}', B='{riddle}\\nIt is {b}')")!.text).toContain(
    "template='{riddle}\\nA. {a}\\nB. {b}\\nIt is {answer}')",
  );
});

it('names options by numbers, where the evaluator compares texts', () => {
  const template = `{0: ${dialogue("'No.'")}, 1: ${dialogue("'Yes.'")}}`;
  const { text } = made(template)!;
  expect(text).toContain("prompt='{riddle}\\n0. No.\\n1. Yes.\\nAnswer: '");
  expect(text).toContain("dict(type=first_option_postprocess, options='01')");
  expect(made(template, 'pond_ppl.py', '', 'AccwithDetailsEvaluator')).toBeUndefined();
});

it('leaves labels that are the answers to the model, words too', () => {
  const { text } = made(`{'calm': ${dialogue("'calm'")}, 'wild': ${dialogue("'wild.'")}}`)!;
  expect(text).toContain(`template=${dialogue("'{answer}'")})`);
  expect(text).toContain('pred_postprocessor=dict(type=general_postprocess)');
  expect(made("{0: '{riddle}\\nResult: 0', 1: '{riddle}\\nResult: 1'}")!.text).toContain("template='{riddle}\\nResult: {answer}')");
});

it('gives the model a turn of its own where the user says the answer, and lists options behind a question', () => {
  const said = (text: string): string => `dict(round=[dict(role='HUMAN', prompt=${text})])`;
  expect(made(`{'A': ${said("'{riddle} {a}'")}, 'B': ${said("'{riddle} {b}'")}}`)!.text).toContain(
    "template=dict(round=[dict(role='HUMAN', prompt='{riddle}\\nA. {a}\\nB. {b}\\n'), dict(role='BOT', prompt='{answer}')])),",
  );
  expect(made("{'A': '{riddle}\\nIs it {a}? No.', 'B': '{riddle}\\nIs it {a}? Yes.'}")!.text).toContain(
    "template='{riddle}\\nIs it {a}?\\nA. No.\\nB. Yes.\\n{answer}')",
  );
});

it('tells answers apart by whole words', () => {
  const { text } = made("{'A': '{riddle}。 所说的毫不相关。', 'B': '{riddle}。 所说是一个意思。'}")!;
  expect(text).toContain("'{riddle}。\\nA. 所说的毫不相关。\\nB. 所说是一个意思。\\n{answer}'");
  expect(made("{'A': '{riddle} trim', 'B': '{riddle} true'}")!.text).toContain("'{riddle}\\nA. trim\\nB. true\\n{answer}'");
});

it('keeps a comprehension as it is written, for each round of a loop', () => {
  const { text } = made("{opt: f'{{riddle}}: {opt}' for opt in ['A', 'B']}")!;
  expect(text).toContain("template=f'{{riddle}}: {{answer}}')");
  const named = "{opt: dict(round=[dict(role='HUMAN', prompt='{riddle}'), dict(role='BOT', prompt=opt)]) for opt in 'AB'}";
  expect(made(named)!.text).toContain("template=dict(round=[dict(role='HUMAN', prompt='{riddle}'), dict(role='BOT', prompt='{answer}')]))");
  const loop = config("{opt: f'{lake} {{riddle}}: {opt}' for opt in 'AB'}")
    .replace('pond_datasets = [dict(', "pond_datasets = []\nfor lake in ['big', 'small']:\n  pond_datasets.append(dict(")
    .replace(/\)\]\n$/, '))\n')
    .replace("abbr='pond'", 'abbr=lake');
  const { project, file } = fixture(`# file: pond_ppl.py\n${loop}`);
  expect(generativeConfig(project, file)!.text).toContain("template=f'{lake} {{riddle}}: {{answer}}')");
});

it('makes the examples ask for the letter, too', () => {
  const labels = (said: (column: string) => string): string => `{'A': '${said('{a}')}', 'B': '${said('{b}')}'}`;
  const examples = labels((column) => `{riddle}\\nAnswer: ${column}`);
  const withExamples = config(labels((column) => `</E>{riddle}\\nAnswer: ${column}`))
    .replace(
      'prompt_template=dict(',
      `ice_template=dict(type=PromptTemplate, template=${examples}),\n        prompt_template=dict(ice_token='</E>', `,
    )
    .replace('type=ZeroRetriever', "type='FixKRetriever', fix_id_list=[0]");
  const { project, file } = fixture(`# file: pond_ppl.py\n${withExamples}`);
  const { text } = generativeConfig(project, file)!;
  expect(text).toContain("ice_template=dict(type=PromptTemplate, template='{riddle}\\nA. {a}\\nB. {b}\\nAnswer: {answer}'),");
  expect(text).toContain("template='</E>{riddle}\\nA. {a}\\nB. {b}\\nAnswer: {answer}')");
  const plain = withExamples.replace(examples, "'{riddle}\\nAnswer: {a}'");
  const other = fixture(`# file: pond_ppl.py\n${plain}`);
  expect(generativeConfig(other.project, other.file)).toBeUndefined();
});

it('has the hash in its name only where the other has one', () => {
  const template = `{'A': ${dialogue("'A'")}, 'B': ${dialogue("'B'")}}`;
  expect(made(template, 'pond_ppl.py')!.file).toBe('/ws/pond_gen.py');
  expect(made(template, 'pond_ppl_0_shot_chat.py')!.file).toBe('/ws/pond_gen_0_shot_chat.py');
  expect(made(template, 'pond_ppl_0_shot_0123ab.py')).toBeUndefined();
});

it.each([
  ['words that are not the answers', `{'calm': ${dialogue("'Yes'")}, 'wild': ${dialogue("'No'")}}`, 'pond_ppl.py', ''],
  ['an answer in the middle', "{'A': '{riddle}? yes, {a}', 'B': '{riddle}? no, {a}'}", 'pond_ppl.py', ''],
  ['an answer before a word', "{'A': '{riddle}: {a} it is', 'B': '{riddle}: {b} it is'}", 'pond_ppl.py', ''],
  ['texts without a question', "{'A': '{a}', 'B': '{b}'}", 'pond_ppl.py', ''],
  ['questions that differ', `{'A': ${dialogue("'A'")}, 'B': ${dialogue("'B'").replace('riddle', 'a')}}`, 'pond_ppl.py', ''],
  ['what is not known', `{'A': input(), 'B': input()}`, 'pond_ppl.py', ''],
  ['other names', `{'A': ${dialogue("'A'")}, 'B': ${dialogue("'B'")}}`, 'pond.py', ''],
  ['a file that is there', `{'A': ${dialogue("'A'")}, 'B': ${dialogue("'B'")}}`, 'pond_ppl.py', '# file: pond_gen.py\nx = 1\n'],
])('makes nothing of %s', (_, template, name, more) => {
  expect(made(template, name, more)).toBeUndefined();
});

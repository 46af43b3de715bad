// A config of a given length, of the kind that people write: many datasets, each with few-shot examples, and two models.

/** @param lines the length to reach @returns the text of a Python config with at least as many lines */
export function generateConfig(lines) {
  const text = [head];
  for (let i = 0; count(text) + 40 < lines; i++) text.push(dataset(i));
  text.push(models);
  while (count(text) < lines) text.push('# end');
  return text.join('\n') + '\n';
}

function count(text) {
  return text.join('\n').split('\n').length;
}

const head = `from opencompass.models import HuggingFaceCausalLM, OpenAISDK
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever

datasets = []
`;

function dataset(i) {
  return `
subject_${i} = 'subject number ${i}'
infer_cfg_${i} = dict(
    ice_template=dict(
        type=PromptTemplate,
        template=dict(
            round=[
                dict(role='HUMAN', prompt=f'A question about {subject_${i}}:\\n{{question}}\\nA. {{A}}\\nB. {{B}}'),
                dict(role='BOT', prompt='{answer}'),
            ],
        ),
    ),
    prompt_template=dict(
        type=PromptTemplate,
        template=dict(
            begin=[
                dict(role='SYSTEM', fallback_role='HUMAN', prompt='Answer with a letter.'),
                '</E>',
            ],
            round=[
                dict(role='HUMAN', prompt=f'A question about {subject_${i}}:\\n{{question}}\\nA. {{A}}\\nB. {{B}}'),
                dict(role='BOT', prompt='{answer}'),
            ],
        ),
        ice_token='</E>',
    ),
    retriever=dict(type=FixKRetriever, fix_id_list=[0, 1, 2, 3, 4]),
    inferencer=dict(type=GenInferencer),
)
datasets.append(dict(abbr='set_${i}', path='./data/set_${i}', reader_cfg=dict(input_columns=['question', 'A', 'B'], output_column='answer'), infer_cfg=infer_cfg_${i}))`;
}

const models = `
models = [
    dict(
        type=HuggingFaceCausalLM,
        abbr='lm',
        path='example/lm',
        meta_template=dict(
            round=[
                dict(role='HUMAN', begin='<|user|>\\n', end='<|end|>\\n'),
                dict(role='BOT', begin='<|assistant|>\\n', end='<|end|>\\n', generate=True),
            ],
        ),
    ),
    dict(
        type=OpenAISDK,
        abbr='api',
        path='api',
        meta_template=dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)]),
    ),
]`;

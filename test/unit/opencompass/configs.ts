/** Configs of the tests in this folder: a few-shot dialogue, and models of three kinds. */

export const imports = `from opencompass.models import HuggingFaceBaseModel, HuggingFaceCausalLM, HuggingFacewithChatTemplate, OpenAISDK
from opencompass.openicl.icl_inferencer import ChatInferencer, GenInferencer, PPLInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever, RandomRetriever, ZeroRetriever
`;

export const dataset = `
hint = 'Think.'
demo_reader_cfg = dict(input_columns=['q'], output_column='a')
demo_infer_cfg = dict(
    ice_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='Q: {q}'), dict(role='BOT', prompt='{a}')])),
    prompt_template=dict(
        type=PromptTemplate,
        ice_token='</E>',
        template=dict(
            begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='Be brief.'), '</E>'],
            round=[dict(role='HUMAN', prompt=f'Q: {{q}}\\n{hint}'), dict(role='BOT', prompt='{a}')],
        ),
    ),
    retriever=dict(type=FixKRetriever, fix_id_list=[0, 4]),
    inferencer=dict(type=GenInferencer),
)
demo_datasets = [dict(abbr='demo', type='Demo', path='demo', reader_cfg=demo_reader_cfg, infer_cfg=demo_infer_cfg)]
`;

const meta = `dict(
    begin='<s>',
    round=[dict(role='HUMAN', begin='<u>', end='</u>'), dict(role='BOT', begin='<b>', end='</b>', generate=True)],
    reserved_roles=[dict(role='SYSTEM', begin='<y>', end='</y>')],
    end='</s>',
)`;

export const languageModel = `
models = [dict(type=HuggingFaceCausalLM, abbr='river', path='r', meta_template=${meta})]
`;

export const chatModel = `
models = [dict(type=HuggingFacewithChatTemplate, abbr='lake', path='l')]
`;

export const service = `
models = [dict(type=OpenAISDK, abbr='harbor', path='h', meta_template=dict(
    round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)],
    reserved_roles=[dict(role='SYSTEM', api_role='SYSTEM')],
    end='never',
))]
`;

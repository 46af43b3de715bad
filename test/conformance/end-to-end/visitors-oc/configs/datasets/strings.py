from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever, FixKRetriever, RandomRetriever
from opencompass.openicl.icl_inferencer import GenInferencer, PPLInferencer
from opencompass.openicl.icl_evaluator import AccEvaluator, EDAccEvaluator
from shop.loaders import FruitDataset, CapitalsDataset, NotesDataset

reader = dict(input_columns=['question', 'tags'], output_column='answer')


def _d(abbr, infer, **more):
    return dict(dict(abbr=abbr, type=FruitDataset, path='data/fruit', reader_cfg=reader, infer_cfg=infer, eval_cfg=dict(evaluator=dict(type=AccEvaluator))), **more)


_gen = dict(type=GenInferencer)
_zero = dict(type=ZeroRetriever)
string_datasets = [
    _d('s_plain', dict(prompt_template=dict(type=PromptTemplate, template='{question} {tags} {missing} {{question}}'), retriever=_zero, inferencer=_gen)),
    _d('s_marks', dict(prompt_template=dict(type=PromptTemplate, template='{question} {marks}'), retriever=_zero, inferencer=_gen), marks=dict(two=2, one=1, Zero=[dict(b=1, a=2)])),
    _d('s_marks_odd', dict(prompt_template=dict(type=PromptTemplate, template='{marks}'), retriever=_zero, inferencer=_gen), marks={'to be': 'x', 'é': 1, 'a': ('b', {'d': 1, 'c': 2})}),
    _d('s_columns', dict(prompt_template=dict(type=PromptTemplate, template='Q> {question}\nA>', column_token_map={'question': '{question}'}), retriever=_zero, inferencer=_gen)),
    _d('s_answer', dict(prompt_template=dict(type=PromptTemplate, template='Q> {question}\nA> {answer}'), retriever=_zero, inferencer=_gen)),
    _d('s_replaced', dict(prompt_template=dict(type=PromptTemplate, template='Q> {question}\nA> {answer}.'), retriever=_zero, inferencer=dict(type=GenInferencer, gen_field_replace_token='[?]'))),
    _d('s_ice', dict(ice_template=dict(type=PromptTemplate, template='{question}={answer};'), prompt_template=dict(type=PromptTemplate, template='Before <X> after {question}=', ice_token='<X>'), retriever=dict(type=FixKRetriever, fix_id_list=[7, 6]), inferencer=_gen)),
    _d('s_ice_only', dict(ice_template=dict(type=PromptTemplate, template='</E>{question}={answer}', ice_token='</E>'), retriever=dict(type=FixKRetriever, fix_id_list=[3]), inferencer=_gen)),
    _d('s_labels', dict(prompt_template=dict(type=PromptTemplate, template={k: '{question}\n' + v for k, v in dict(A='sweet', B='sour').items()}), retriever=_zero, inferencer=dict(type=PPLInferencer))),
    _d('s_labels_some', dict(prompt_template=dict(type=PromptTemplate, template={0: '{question} no', 1: '{question} yes', 2: '{question} {answer}'}), retriever=_zero, inferencer=dict(type=PPLInferencer, labels=[1, 2]))),
    _d('s_two', dict(prompt_template=dict(type=PromptTemplate, template='{question}'), retriever=_zero, inferencer=_gen), n=2, reader_cfg=dict(input_columns='question', output_column=None, test_range='[1:3]')),
    _d('s_tenth', dict(prompt_template=dict(type=PromptTemplate, template='{question}'), retriever=_zero, inferencer=_gen), reader_cfg=dict(input_columns=['question'], output_column='answer', test_range=0.4)),
    _d('s_list_range', dict(prompt_template=dict(type=PromptTemplate, template='{question}'), retriever=_zero, inferencer=_gen), reader_cfg=dict(input_columns=['question'], output_column='answer', test_range='[-2:]')),
    dict(abbr='capitals', type=CapitalsDataset, path='data/capitals', continents=['Europe', 'Africa'],
         reader_cfg=dict(input_columns=['country', 'length'], output_column='capital', train_split='dev', test_split='val'),
         infer_cfg=dict(ice_template=dict(type=PromptTemplate, template=dict(begin='</E>', round=[dict(role='HUMAN', prompt='Capital of {country} ({length} letters, {initial}…)?'), dict(role='BOT', prompt='{capital}')]), ice_token='</E>'),
                        retriever=dict(type=RandomRetriever, ice_num=2, seed=1), inferencer=dict(type=GenInferencer, max_out_len=8)),
         eval_cfg=dict(evaluator=dict(type=EDAccEvaluator))),
    dict(abbr='notes', type=NotesDataset, path='data/notes.json', pattern='[^a-z]+',
         reader_cfg=dict(input_columns=['body', 'slug', 'size'], output_column='mood'),
         infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='{id}: {body} [{slug}] {size:>3}'), dict(role='HUMAN', prompt='{size} again'), dict(role='BOT', prompt='{mood}')])),
                        retriever=_zero, inferencer=_gen),
         eval_cfg=dict(evaluator=dict(type=AccEvaluator))),
]

import { python, type HostileInput, type Kind } from '../input.js';

const infer = "c = demo_datasets[0]['infer_cfg']\n";
const few =
  "c['ice_template'] = dict(type='PromptTemplate', template='{question} {answer}', ice_token='</E>')\nc['prompt_template']['ice_token'] = '</E>'\n";
const perplexity = "c['inferencer'] = dict(type='PPLInferencer')\n";

/** Templates of OpenCompass that are much to build. */
const code: Readonly<Record<string, string>> = {
  placeholders: "c['prompt_template']['template'] = '{question}' * 300000",
  'placeholders-different':
    "n = [f'column{i}' for i in range(50000)]\ndemo_datasets[0]['reader_cfg']['input_columns'] = n\nc['prompt_template']['template'] = ''.join('{' + k + '}' for k in n)",
  'placeholders-unknown': "c['prompt_template']['template'] = ''.join('{unknown%d}' % i for i in range(100000))",
  'placeholders-half-open': "c['prompt_template']['template'] = '{question' * 300000",
  braces: "c['prompt_template']['template'] = '{' * 1000000",
  'braces-pairs': "c['prompt_template']['template'] = '{}' * 500000",
  'braces-double': "c['prompt_template']['template'] = '{{question}}' * 200000",
  'text-long': "c['prompt_template']['template'] = 'word ' * 900000",
  'text-emoji': "c['prompt_template']['template'] = '😀{question}' * 100000",
  'columns-many': "demo_datasets[0]['reader_cfg']['input_columns'] = [str(i) for i in range(200000)]",
  'columns-same': "demo_datasets[0]['reader_cfg']['input_columns'] = ['question'] * 1000000",
  'column-long':
    "k = 'k' * 1000000\ndemo_datasets[0]['reader_cfg']['input_columns'] = [k]\nc['prompt_template']['template'] = ('{' + k + '}') * 3",
  'column-in-itself':
    "demo_datasets[0]['reader_cfg']['input_columns'] = ['a', 'aa', 'aaa']\nc['prompt_template']['template'] = '{a}{aa}{aaa}' * 50000",
  rounds: "c['prompt_template']['template'] = dict(round=[dict(role='HUMAN', prompt='{question}')] * 100000)",
  'rounds-different':
    "c['prompt_template']['template'] = dict(round=[dict(role='HUMAN', prompt='{question}' + str(i)) for i in range(100000)])",
  'rounds-unknown-roles': "c['prompt_template']['template'] = dict(round=[dict(role='R' + str(i), prompt='x') for i in range(20000)])",
  'rounds-fallback-roles':
    "c['prompt_template']['template'] = dict(round=[dict(role='R' + str(i), fallback_role='HUMAN', prompt='x') for i in range(50000)])",
  'rounds-with-meta':
    "c['prompt_template']['template'] = dict(round=[dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='x')] * 50000)\nmodels[0]['meta_template'] = dict(round=[dict(role='HUMAN', begin='<u>' * 1000, end='</u>'), dict(role='BOT', begin='<b>', end='</b>', generate=True)])",
  'begin-many':
    "c['prompt_template']['template'] = dict(begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='x')] * 100000, round=[dict(role='HUMAN', prompt='y')])",
  'meta-rounds': "models[0]['meta_template'] = dict(round=[dict(role='R' + str(i), begin='x') for i in range(100000)])",
  'meta-reserved-roles':
    "models[0]['meta_template'] = dict(round=[dict(role='HUMAN')], reserved_roles=[dict(role='R' + str(i)) for i in range(100000)])",
  'meta-long':
    "models[0]['meta_template'] = dict(begin='x' * 4000000, round=[dict(role='HUMAN', begin='y' * 4000000), dict(role='BOT', generate=True)])",
  'meta-same-roles': "models[0]['meta_template'] = dict(round=[dict(role='HUMAN'), dict(role='BOT', generate=True)] * 50000)",
  'meta-word-long':
    "models[0]['meta_template'] = dict(round=[dict(role='HUMAN', begin='<|' + 'a' * 3000000), dict(role='BOT', end='im_sart' * 500000 + '|', generate=True)])",
  'meta-tokens':
    "models[0]['meta_template'] = dict(round=[dict(role='HUMAN', begin=''.join('<|im_sart%d|>' % i for i in range(200000))), dict(role='BOT', end='<|' * 1000000, generate=True)])",
  'meta-tokens-of-roles': "models[0]['meta_template'] = dict(round=[dict(role='R' + str(i), begin='<|im_sart|>') for i in range(50000)])",
  'output-column-many': "c['prompt_template']['template'] = '{answer} {question' * 200000",
  labels: `${perplexity}c['prompt_template']['template'] = {str(i): 'label {question}' for i in range(100000)}`,
  'labels-rounds': `${perplexity}c['prompt_template']['template'] = {str(i): dict(round=[dict(role='HUMAN', prompt='{question}')] * 100) for i in range(1000)}`,
  'labels-long': `${perplexity}c['prompt_template']['template'] = {str(i): 'x' * 1000000 for i in range(1000)}`,
  'labels-given': `${perplexity}c['inferencer']['labels'] = [str(i) for i in range(200000)]`,
  'fix-id-list': `${few}c['retriever'] = dict(type='FixKRetriever', fix_id_list=list(range(1000000)))`,
  'fix-id-list-range': `${few}c['retriever'] = dict(type='FixKRetriever', fix_id_list=range(10**9))`,
  'fix-id-list-same': `${few}c['retriever'] = dict(type='FixKRetriever', fix_id_list=[0] * 1000000)`,
  'fix-id-list-huge': `${few}c['retriever'] = dict(type='FixKRetriever', fix_id_list=[10**18, -10**18, 10**400])`,
  'fix-id-list-long-texts': `${few}c['ice_template']['template'] = 'x' * 100000 + '{question}'\nc['retriever'] = dict(type='FixKRetriever', fix_id_list=list(range(10000)))`,
  'ice-num': `${few}c['retriever'] = dict(type='RandomRetriever', ice_num=1000000)`,
  'ice-num-huge': `${few}c['retriever'] = dict(type='RandomRetriever', ice_num=10**100)`,
  'ice-separator': `${few}c['retriever'] = dict(type='RandomRetriever', ice_num=100000, ice_separator='x' * 100000)`,
  'ice-tokens': `${few}c['prompt_template']['template'] = '</E>' * 100000\nc['retriever'] = dict(type='RandomRetriever', ice_num=1000)`,
  'ice-token-empty': `${few}c['ice_template']['ice_token'] = ''\nc['prompt_template']['ice_token'] = ''\nc['retriever'] = dict(type='RandomRetriever', ice_num=10)`,
  'ice-token-long': `${few}t = 'E' * 1000000\nc['prompt_template']['ice_token'] = t\nc['prompt_template']['template'] = t * 4`,
  'ice-rounds': `${few}c['ice_template']['template'] = dict(round=[dict(role='HUMAN', prompt='{question}')] * 1000)\nc['retriever'] = dict(type='FixKRetriever', fix_id_list=list(range(10000)))`,
  separators: `${few}c['prompt_template']['sep_token'] = ''\nc['prompt_template']['template'] = '</E>{question}' * 100000`,
  'test-split':
    "demo_datasets[0]['reader_cfg']['test_range'] = '[' * 100000\ndemo_datasets[0]['reader_cfg']['train_split'] = '0:' + '9' * 100000",
  'judge-deep':
    "demo_datasets[0]['eval_cfg'] = dict(evaluator=dict(type='LMEvaluator', prompt_template=dict(type='PromptTemplate', template='{question}' * 300000)))",
  'targets-many':
    'models = [dict(models[0], abbr=str(i)) for i in range(300)]\ndemo_datasets = [dict(demo_datasets[0], abbr=str(i)) for i in range(300)]',
  'combinations-many': 'model_dataset_combinations = [dict(models=models * 1000, datasets=demo_datasets * 1000)] * 1000',
  'summary-groups': 'demo_summary_groups = [dict(name=str(i), subsets=[str(j) for j in range(1000)]) for i in range(1000)]',
  dialogue:
    "c['prompt_template']['template'] = dict(round='{dialogue}')\ndemo_datasets[0]['reader_cfg']['input_columns'] = ['dialogue'] * 100000",
  'template-of-nothing': "c['prompt_template']['template'] = {None: {1.5: [()]}, (): {}}\nc['prompt_template'][0] = c",
  'template-itself': "c['prompt_template']['template'] = c['prompt_template']\nc['ice_template'] = c",
};

const inputs: HostileInput[] = Object.entries(code).map(([name, text]) => python(`prompt-${name}`, infer + text));

export const prompts: Kind = { kind: 'prompts', inputs };

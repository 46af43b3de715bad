import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';

// Slips that users make of which no page of a rule has an example, and what is offered for them.

function checked(text: string, file = '/ws/config.py', others: Readonly<Record<string, string>> = {}): readonly Diagnostic[] {
  return createProject(new MemoryWorkspace({ ...others, [file]: text }, ['/ws']), defaultSettings).check(file);
}

/** Rule and severity of what is found, without hints. */
function names(found: readonly Diagnostic[]): readonly string[] {
  return found.flatMap(({ rule, severity }) => (severity === 'hint' ? [] : [`${severity} ${rule}`]));
}

function fixed(text: string, found: readonly Diagnostic[], rule: string): string {
  const edits = found.find((one) => one.rule === rule)!.fixes[0]!.edits.toSorted((a, b) => b.span.start - a.span.start);
  return edits.reduce((result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end), text);
}

const model = (keys: string): string =>
  `from opencompass.models import HuggingFacewithChatTemplate\nmodels = [dict(type=HuggingFacewithChatTemplate, abbr='pond', path='pond/pond-7b', ${keys})]\n`;

const dataset = (reader: string, inferencer = ''): string => `from opencompass.datasets import JsonlDataset
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

quiz_datasets = [
    dict(
        abbr='quiz',
        type=JsonlDataset,
        path='data/quiz.jsonl',
        reader_cfg=dict(input_columns=['question'], output_column='answer'${reader}),
        infer_cfg=dict(
            prompt_template=dict(type=PromptTemplate, template='Q: {question}'),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=GenInferencer${inferencer}),
        ),
    ),
]
`;

const task = (fields: string): string => `task: quiz
dataset_path: example/pond
training_split: train
test_split: test
output_type: generate_until
doc_to_text: "Q: {{question}}"
doc_to_target: "{{answer}}"
${fields}`;

describe('numbers that must be above zero', () => {
  it.each([
    [model('max_out_len=64, batch_size=0'), ['error wrong-type']],
    [model('max_out_len=-1, batch_size=8'), ['warning wrong-type']],
    [model('max_seq_len=0, batch_size=8'), ['warning wrong-type']],
    [dataset('', ', max_out_len=0'), ['warning wrong-type']],
    [model('max_out_len=64, max_seq_len=2048, batch_size=8'), []],
  ])('%#', (text, expected) => {
    expect(names(checked(text))).toEqual(expected);
  });
});

describe('a key that a class swallows and does nothing with', () => {
  it.each([
    [model('max_out_len=64, max_outlen=512'), ['warning unknown-model-key']],
    [model('max_out_len=64, max_new_tokens=512'), ['warning unknown-model-key']],
    [model('batch_size=8, batchsize=16'), ['warning unknown-model-key']],
    [model('temperature=0.5, generation_kwargs=dict(do_sample=True)'), ['warning unknown-model-key']],
    [model("system_prompt='Be kind.'"), []],
    [model('max_out_len=64, min_out_len=1'), []],
    [model('max_out_len=64, max_seq_len=2048'), []],
  ])('%#', (text, expected) => {
    expect(names(checked(text))).toEqual(expected);
  });

  it('is moved to where it belongs', () => {
    const text = model('temperature=0.5, batch_size=8');
    expect(fixed(text, checked(text), 'unknown-model-key')).toBe(model('generation_kwargs=dict(temperature=0.5), batch_size=8'));
  });

  const withSource = (body: string): string[] => {
    const source = `class Pond:\n    def __init__(self, path, generation_kwargs=dict(), **rest):\n        ${body}\n`;
    const config =
      "from opencompass.models import Pond\nmodels = [dict(type=Pond, abbr='p', path='x', system_prompt='Be kind.', top_p=1.0, pth='y')]\n";
    const found = checked(config, '/ws/config.py', { '/ws/opencompass/models/__init__.py': source });
    return found.map(({ severity, rule, message }) => `${severity} ${rule} ${/has no (\w+)/.exec(message)?.[1] ?? message}`);
  };

  it.each([
    'self.path = path',
    "self.out = rest.get('max_out_len')",
    "for k, v in rest.items():\n            if v is not None:\n                self.logger.warning(f'Unused argument {k}={v}')",
  ])('as its source says: %s', (body) => {
    expect(withSource(body)).toEqual([
      'information unknown-model-key system_prompt',
      'warning unknown-model-key top_p',
      'warning unknown-model-key pth',
    ]);
  });

  it.each([
    'self.rest = rest',
    'self.all = locals()',
    'for k, v in rest.items():\n            setattr(self, k, v)',
    'for k in rest:\n            print(k)',
  ])('and not where something is done with it: %s', (body) => {
    expect(withSource(body)).toEqual([]);
  });
});

describe('what a model has its answers made of', () => {
  it.each([
    ['pred_postprocessor=dict()', ['error missing-part']],
    ["pred_postprocessor={'gsm8k*': dict(type='gsm8k')}", []],
    ["pred_postprocessor=dict(type='first-capital')", []],
  ])('%s', (keys, expected) => {
    expect(names(checked(model(keys)))).toEqual(expected);
  });
});

describe('a judge', () => {
  const judged = (
    template: string,
    inputs = "['question']",
  ): string => `from opencompass.datasets import JsonlDataset, generic_llmjudge_postprocess
from opencompass.evaluator import GenericLLMEvaluator
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

reader = dict(input_columns=${inputs}, output_column='answer')
quiz_datasets = [
    dict(
        abbr='quiz',
        type=JsonlDataset,
        path='data/quiz.jsonl',
        reader_cfg=reader,
        infer_cfg=dict(
            prompt_template=dict(type=PromptTemplate, template='Q: {question}'),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=GenInferencer),
        ),
        eval_cfg=dict(
            evaluator=dict(
                type=GenericLLMEvaluator,
                prompt_template=dict(type=PromptTemplate, template='${template}'),
                dataset_cfg=dict(type=JsonlDataset, path='data/quiz.jsonl', reader_cfg=reader),
                judge_cfg=dict(),
                dict_postprocessor=dict(type=generic_llmjudge_postprocess),
            ),
        ),
    ),
]
`;

  it.each([
    ['{question} {answer} {prediction}', []],
    ['{question} {answer}', ['warning row-not-asked']],
    ['Is it right?', ['warning row-not-asked']],
    ['{question} {answer} {response_text}', ['warning unfilled-placeholder']],
    ['{prediction} {prediction22}', ['warning unfilled-placeholder']],
    ['{prediction} {prediction2} {prediction3}', []],
    // The rows may hold a template in which the answer is put in turn.
    ['{judge_prompt}', []],
    ['{question} {rubric}', []],
  ])('must read the answer: %s', (template, expected) => {
    expect(names(checked(judged(template)))).toEqual(expected);
  });

  it('may have prompts in its rows', () => {
    expect(names(checked(judged('{judge_prompt}', "['question', 'judge_prompt']")))).toEqual([]);
  });
});

describe('a text behind the round', () => {
  const withEnd = (end: string): string =>
    `${model("meta_template=dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)])")}${dataset(
      '',
    ).replace("'Q: {question}'", `dict(round=[dict(role='HUMAN', prompt='{question}')], end=${end})`)}datasets = quiz_datasets\n`;

  it.each([
    ["'Think first.'", ['warning dropped-text']],
    ["['Think first.']", ['warning dropped-text']],
    ["'\\n'", []],
    ['[]', []],
  ])('is sent to no model that is asked by messages: %s', (end, expected) => {
    expect(names(checked(withEnd(end)))).toEqual(expected);
  });
});

describe('an input column and a placeholder that nearly have one name', () => {
  const ppl = (inputs: string, template: string): string =>
    dataset('').replace("input_columns=['question']", `input_columns=[${inputs}]`).replace("'Q: {question}'", `'${template}'`);

  it('is the slip of reader_cfg where two templates have the other one', () => {
    const text = ppl("'gola', 'sol'", '{goal} {sol} {goal}');
    const found = checked(text);
    expect(names(found)).toEqual(['warning unknown-column']);
    expect(fixed(text, found, 'unknown-column')).toBe(ppl("'goal', 'sol'", '{goal} {sol} {goal}'));
  });

  it('is the slip of the template where that has it once', () => {
    const text = ppl("'goal', 'sol'", '{gola} {sol}');
    expect(fixed(text, checked(text), 'unfilled-placeholder')).toBe(ppl("'goal', 'sol'", '{goal} {sol}'));
  });

  it('has no fix where both are names of columns', () => {
    const found = checked(ppl("'questions'", '{question}'));
    expect(found.map(({ rule, fixes }) => `${rule} ${String(fixes.length)}`)).toEqual(['unfilled-placeholder 0']);
  });
});

describe('what stands in braces and no column fills', () => {
  const severities = (template: string): readonly string[] => {
    const source = `from datasets import Dataset
from .base import BaseDataset

class PondDataset(BaseDataset):
    @staticmethod
    def load(path):
        return Dataset.from_list([{'question': 1, 'A': 2, 'B': 3, 'answer': 4}])
`;
    const files = {
      '/ws/opencompass/datasets/__init__.py': 'from .pond import *\n',
      '/ws/opencompass/datasets/pond.py': source,
      '/ws/opencompass/datasets/base.py':
        'class BaseDataset:\n    def __init__(self, reader_cfg={}, **kwargs):\n        self.data = self.load(**kwargs)\n',
    };
    const text = dataset('').replaceAll('JsonlDataset', 'PondDataset').replace("'Q: {question}'", `'${template}'`);
    return names(checked(text, '/ws/config.py', files)).filter((name) => name.includes('placeholder'));
  };

  it.each([
    ['{question} Answer as {答案}.', ['information unfilled-placeholder']],
    ['{question} {LETTER}', ['information unfilled-placeholder']],
    ['{question} {final_answer}', ['information unfilled-placeholder']],
    ['{question} <a href="{link_to}">', ['information unfilled-placeholder']],
    ['{question} Use the format {place_name}.', ['information unfilled-placeholder']],
    ['{question} {A} {B} {X}', ['information unfilled-placeholder']],
    ['{question} {A} {B} {C}', ['warning unfilled-placeholder']],
    ['{question} {hint_passage}', ['warning unfilled-placeholder']],
    ['{number}', ['warning unfilled-placeholder']],
    ['{Question}', ['warning unfilled-placeholder']],
  ])('may be the form of an answer: %s', (template, expected) => {
    expect(severities(template)).toEqual(expected);
  });
});

describe('a range', () => {
  it('needs its brackets, and is offered them', () => {
    const text = dataset(", test_range='0:5'");
    const found = checked(text);
    expect(names(found)).toEqual(['error wrong-type']);
    expect(fixed(text, found, 'wrong-type')).toBe(dataset(", test_range='[0:5]'"));
  });

  it('may be anything that stands behind a list', () => {
    expect(names(checked(dataset(", test_range='[:5]', train_range=5")))).toEqual([]);
  });
});

describe('lists in a list of datasets', () => {
  it('are unpacked beside those that are, past comments', () => {
    const text =
      'from opencompass.models import OpenAI\na_datasets = [dict()]\nb_datasets = [dict()]\ndatasets = [\n    a_datasets,  # a, b\n    *b_datasets,\n]\nmodels = []\n';
    const found = checked(text);
    expect(names(found)).toContain('error wrong-type');
    expect(fixed(text, found, 'wrong-type')).toBe(text.replace('    a_datasets', '    *a_datasets'));
  });
});

describe('typographic quotes', () => {
  it('are replaced in pairs', () => {
    const text = 'from opencompass.models import OpenAI\nmodels = [dict(type=OpenAI, abbr=‘pond’, path=“p”)]\n';
    expect(fixed(text, checked(text), 'syntax-error')).toBe(text.replace('‘pond’', "'pond'"));
  });
});

describe('metrics', () => {
  it('of choices give a generated text no number', () => {
    const text = task('metric_list:\n  - metric: acc\n');
    const found = checked(text, '/ws/task.yaml');
    expect(names(found)).toContain('warning unknown-metric');
    expect(fixed(text, found, 'unknown-metric')).toBe(task('metric_list:\n  - metric: exact_match\n'));
  });

  it('may have an aggregation that takes pairs', () => {
    const text = task('metric_list:\n  - metric: acc\n    aggregation: !function utils.accuracy\n');
    const found = checked(text, '/ws/task.yaml', { '/ws/utils.py': 'def accuracy(items):\n    return 1\n' });
    expect(names(found)).not.toContain('warning unknown-metric');
  });

  it('of the library evaluate are not computed for choices', () => {
    const text = task('doc_to_choice: [A, B]\nmetric_list:\n  - metric: accuracy\n').replace('generate_until', 'multiple_choice');
    const found = checked(text, '/ws/task.yaml');
    expect(names(found)).toContain('warning unknown-metric');
    expect(fixed(text, found, 'unknown-metric')).toBe(text.replace('accuracy', 'acc'));
  });

  it('have a direction that is no text', () => {
    const found = checked(task('metric_list:\n  - metric: exact_match\n    higher_is_better: "false"\n'), '/ws/task.yaml');
    expect(names(found)).toContain('warning wrong-field-type');
  });
});

describe('a filter', () => {
  it('is a list', () => {
    const text = task('filter_list:\n  - name: first\n    filter:\n      function: take_first\n');
    const found = checked(text, '/ws/task.yaml');
    expect(names(found)).toContain('error wrong-field-type');
    const after = fixed(text, found, 'wrong-field-type');
    expect(names(checked(after, '/ws/task.yaml'))).not.toContain('error wrong-field-type');
  });
});

describe('a function', () => {
  it('is of a module, not of a file', () => {
    const text = task('process_docs: !function utils.py.docs\n');
    const found = checked(text, '/ws/task.yaml', { '/ws/utils.py': 'def docs(dataset):\n    return dataset\n' });
    expect(names(found)).toContain('error function-missing');
    expect(fixed(text, found, 'function-missing')).toBe(text.replace('utils.py.docs', 'utils.docs'));
  });
});

describe('a run', () => {
  it('reads datasets as lists', () => {
    const text = dataset('')
      .replace('= [\n    dict(', '= dict(')
      .replace(/\),\n\]\n$/, ')\n');
    expect(names(checked(text))).toContain('error run-part');
  });

  it('finds the answer in no prompt that compares labels', () => {
    const text = dataset('')
      .replaceAll('GenInferencer', 'PPLInferencer')
      .replace("template='Q: {question}'", "template={'A': '{answer} A', 'B': '{question} B'}");
    expect(names(checked(text))).toContain('warning output-column-asked');
  });
});

describe('what a meta template is made of', () => {
  const roles = "[dict(role='HUMAN', begin='H: '), dict(role='BOT', begin='B: ', generate=True)]";
  const causal = (meta: string): string =>
    `from opencompass.models import HuggingFaceCausalLM\nmodels = [dict(type=HuggingFaceCausalLM, abbr='pond', path='p', max_out_len=8, batch_size=8, meta_template=${meta})]\n`;

  it('is in its round', () => {
    const found = checked(causal(roles));
    expect(names(found)).toEqual(['error wrong-type']);
    expect(fixed(causal(roles), found, 'wrong-type')).toBe(causal(`dict(round=${roles})`));
    expect(names(checked(causal(`dict(round=${roles})`)))).toEqual([]);
  });

  it('may be a list of messages', () => {
    const text = causal("[dict(role='system', content='s')]").replaceAll('HuggingFaceCausalLM', 'OpenAISDK');
    expect(names(checked(text))).not.toContain('error wrong-type');
  });

  it('is looked at where no model of the document has it', () => {
    const text =
      dataset('') + "api_meta_template = dict(roound=[dict(role='HUMAN', api_rle='HUMAN')], round=[dict(role='BOT', generte=True)])\n";
    expect(names(checked(text))).toEqual(['warning unknown-key', 'warning no-generate-role', 'warning unknown-key']);
  });

  it('is looked at in each of several judges', () => {
    const text = dataset('').replace(
      'inferencer=dict(type=GenInferencer),\n        ),\n',
      "inferencer=dict(type=GenInferencer),\n        ),\n        eval_cfg=dict(evaluator=dict(type='mine.Judges', judge_cfg=dict(judgers=[dict(type='OpenAISDK', batch_size='8', meta_template=dict(rund=[]))]))),\n",
    );
    expect(names(checked(text))).toEqual(['error wrong-type', 'warning unknown-key']);
  });
});

describe('a dataset of Hugging Face', () => {
  const load = (body: string): Readonly<Record<string, string>> => ({
    '/ws/opencompass/datasets/base.py':
      'class BaseDataset:\n    def __init__(self, reader_cfg={}, **kwargs):\n        self.dataset = self.load(**kwargs)\n',
    '/ws/opencompass/datasets/__init__.py': `from datasets import load_dataset\nfrom .base import BaseDataset\n\n\nclass HFDataset(BaseDataset):\n    @staticmethod\n    def load(**kwargs):\n${body}`,
  });
  const pond = (keys: string): string => dataset('').replaceAll('JsonlDataset', 'HFDataset').replace("path='data/quiz.jsonl',", keys);

  it('needs the path that load_dataset needs', () => {
    const source = load('        return load_dataset(**kwargs)\n');
    expect(names(checked(pond(''), '/ws/config.py', source))).toEqual(['error missing-argument']);
    expect(names(checked(pond("path='example/pond', name='frogs',"), '/ws/config.py', source))).toEqual([]);
  });

  it('hands on the keys of load_dataset, and those of its builder', () => {
    const source = load('        return load_dataset(**kwargs)\n');
    for (const key of ['data_file', 'splits', 'datadir'])
      expect(names(checked(pond(`path='json', ${key}='a',`), '/ws/config.py', source))).toEqual(['warning unknown-dataset-key']);
    expect(names(checked(pond("path='csv', data_files='a', split='dev', delimiter='|',"), '/ws/config.py', source))).toEqual([]);
  });

  it('says that the builder of load_dataset refuses a slip of a key', () => {
    const source = load('        return load_dataset(**kwargs)\n');
    const [found] = checked(pond("path='json', data_file='a',"), '/ws/config.py', source);
    expect(found!.message).toBe(
      'HFDataset has no data_file: load_dataset takes it for a setting of its builder, and raises TypeError or ValueError unless that has one of this name. Did you mean data_files?',
    );
  });

  it('needs what the class itself needs, whatever load_dataset says of it', () => {
    const source = load('        return load_dataset(name=name, **kwargs)\n');
    const named = Object.fromEntries(
      Object.entries(source).map(([file, text]) => [file, text.replace('load(**kwargs)', 'load(name, **kwargs)')]),
    );
    expect(names(checked(pond("path='example/pond',"), '/ws/config.py', named))).toEqual(['error missing-argument']);
    expect(names(checked(pond("path='example/pond', name='frogs',"), '/ws/config.py', named))).toEqual([]);
  });

  it('may be given it by its class', () => {
    for (const body of [
      "        kwargs['path'] = 'example/pond'\n        return load_dataset(**kwargs)\n",
      '        if kwargs:\n            return load_dataset(**kwargs)\n',
      "        return load_dataset('example/pond', **kwargs)\n",
    ])
      expect(names(checked(pond(''), '/ws/config.py', load(body)))).toEqual([]);
  });
});

describe('a class that a package gathers from its modules', () => {
  const source = {
    '/ws/opencompass/datasets/__init__.py': 'from .pond import *\n',
    '/ws/opencompass/datasets/pond.py': 'class PondDataset:\n    pass\n\n\ndef clean_v2(text):\n    return text\n',
  };

  it('is what a slip of it means, imported or as a text', () => {
    const imported = dataset('').replaceAll('JsonlDataset', 'PondDatset');
    const found = checked(imported, '/ws/config.py', source);
    expect(names(found)).toEqual(['error class-not-found']);
    expect(fixed(imported, found, 'class-not-found')).toBe(dataset('').replaceAll('JsonlDataset', 'PondDataset'));
    const named = dataset('').replace('type=JsonlDataset', "type='PondDatset'").replace('import JsonlDataset', 'import clean');
    expect(checked(named, '/ws/config.py', source).map(({ message }) => message.replace(/^.*(?=Did)/, ''))).toEqual(
      expect.arrayContaining(['Did you mean PondDataset?', 'Did you mean clean_v2?']),
    );
  });
});

describe('the name of a task or its members', () => {
  it('may be a slip itself', () => {
    const group = 'group: quizzes\ntaask:\n  - quiz\nmetadata:\n  version: 1\n';
    const found = checked(group, '/ws/group.yaml');
    expect(names(found)).toContain('error unknown-field');
    expect(fixed(group, found, 'unknown-field')).toBe(group.replace('taask', 'task'));
    expect(names(checked(group.replace('taask', 'tasks'), '/ws/group.yaml'))).toEqual([]);
  });
});

describe('scores that a function gives', () => {
  const scored = (metric: string): string => task(`process_results: !function utils.score\nmetric_list:\n  - metric: ${metric}\n`);
  const utils = (body: string): Readonly<Record<string, string>> => ({ '/ws/utils.py': `def score(doc, results):\n${body}` });

  it('have the names that it writes', () => {
    const source = utils(
      '    if not results:\n        return {"exact_match": 0}\n    return {"exact_match": int(results[0] == doc["answer"])}\n',
    );
    const found = checked(scored('acc'), '/ws/task.yaml', source);
    expect(names(found)).toContain('warning unknown-metric');
    expect(fixed(scored('acc'), found, 'unknown-metric')).toBe(scored('exact_match'));
    expect(names(checked(scored('exact_match'), '/ws/task.yaml', source))).not.toContain('warning unknown-metric');
  });

  it('may have any where they are made', () => {
    for (const body of [
      '    return {name: 1 for name in results}\n',
      '    return dict(acc=1)\n',
      '    scores = {}\n    return scores\n',
      '    return {"a": 1, **doc}\n',
    ])
      expect(names(checked(scored('acc'), '/ws/task.yaml', utils(body)))).not.toContain('warning unknown-metric');
  });
});

describe('a list that a run reads under a name with a slip', () => {
  const models = model('max_out_len=64, batch_size=8');

  it.each(['datsets', 'datasest', 'dataset', 'Datasets'])('is told of: %s', (name) => {
    const text = `${models}${dataset('')}${name} = quiz_datasets\n`;
    const found = checked(text);
    expect(names(found)).toEqual(['error run-part']);
    expect(names(checked(fixed(text, found, 'run-part')))).toEqual([]);
  });

  it.each([
    `${models}${dataset('')}datsets = quiz_datasets\ndatasets = datsets\n`,
    `${models}${dataset('')}datsets = quiz_datasets\nmore = [*datsets]\n`,
    `${models}${dataset('')}datasets2 = quiz_datasets\n`,
    `${dataset('')}datsets = quiz_datasets\n`,
  ])('is one of its own where the run has the other, or it is used: %#', (text) => expect(names(checked(text))).toEqual([]));
});

describe('a template whose ice_token has a slip in its key', () => {
  const text = dataset('').replace(
    "prompt_template=dict(type=PromptTemplate, template='Q: {question}'),",
    "ice_template=dict(type=PromptTemplate, template='Q: {question} A: {answer}'),\n            prompt_template=dict(type=PromptTemplate, template='</E>Q: {question}', icetoken='</E>'),",
  );

  it('is given no second one', () => {
    const found = checked(text);
    expect(names(found)).toEqual(['error ice-token-undefined', 'error unknown-key']);
    expect(found.map(({ fixes }) => fixes.length)).toEqual([0, 1]);
    expect(names(checked(fixed(text, found, 'unknown-key')))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/configs/eval.py';

const config = `from opencompass.datasets import JsonlDataset
from opencompass.models import VLLM
from opencompass.openicl.icl_evaluator import AccEvaluator
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
from opencompass.partitioners import NaivePartitioner
from opencompass.runners import LocalRunner
from opencompass.tasks import OpenICLInferTask

pond_reader_cfg = dict(input_columns=['question'], output_column='answer')

pond_infer_cfg = dict(
    prompt_template=dict(
        type=PromptTemplate,
        template=dict(
            begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='Be brief.')],
            round=[dict(role='HUMAN', prompt='Q: {question}'), dict(role='BOT', prompt='{answer}')],
        ),
    ),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=GenInferencer, stopping_criteria=['Q:']),
)

pond_eval_cfg = dict(evaluator=dict(type=AccEvaluator), pred_role='BOT')

datasets = [dict(abbr='pond', type=JsonlDataset, path='pond.jsonl', reader_cfg=pond_reader_cfg, infer_cfg=pond_infer_cfg, eval_cfg=pond_eval_cfg)]

models = [
    dict(
        type=VLLM,
        abbr='small',
        path='small',
        max_out_len=8,
        max_seq_len=64,
        batch_size=1,
        stop_words=['#'],
        meta_template=dict(round=[dict(role='HUMAN', begin='<', end='>'), dict(role='BOT', begin='[', end=']', generate=True)]),
        run_cfg=dict(num_gpus=1),
    )
]

work_dir = 'outputs/pond'

infer = dict(partitioner=dict(type=NaivePartitioner), runner=dict(type=LocalRunner, max_num_workers=2, task=dict(type=OpenICLInferTask)))
`;

function checked(text: string, more: Readonly<Record<string, string>> = {}, at = file): readonly Diagnostic[] {
  return createProject(new MemoryWorkspace({ ...more, [at]: text }, ['/ws']), defaultSettings).check(at);
}

/** The config with one place of it changed. */
function changed(from: string, to: string): string {
  expect(config.split(from)).toHaveLength(2);
  return config.replace(from, to);
}

/** The text after the first fix that a diagnostic has. */
function fixed(text: string, diagnostics: readonly Diagnostic[]): string {
  const [fix] = diagnostics.flatMap(({ fixes }) => fixes);
  expect(fix).toBeDefined();
  return [...fix!.edits]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((all, { span, newText }) => all.slice(0, span.start) + newText + all.slice(span.end), text);
}

const shown = (text: string, diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics.map(({ rule, severity, span }) => `${severity} ${rule} ${text.slice(span.start, span.end)}`);

describe('faults that users make', () => {
  it('are none in the config as it stands', () => expect(checked(config)).toEqual([]));

  it.each([
    ["prompt='Q: {question}'", "content='Q: {question}'", 'warning unknown-key content'],
    ["stopping_criteria=['Q:']", "stopping_criteria='Q:'", "error wrong-type 'Q:'"],
    ["stop_words=['#']", "stop_words='#'", "error wrong-type '#'"],
    ["pred_role='BOT'", "pred_role='bot'", "warning unknown-role 'bot'"],
    ["pred_role='BOT'", "pred_role='assistant'", "warning unknown-role 'assistant'"],
    ["pred_role='BOT'", "prediction_role='BOT'", 'warning unknown-key prediction_role'],
    ["pred_role='BOT'", "role='BOT'", 'warning unknown-key role'],
    ["['question']", "['{question}']", 'warning unknown-column {question}'],
    ["fallback_role='HUMAN'", "fallback_role='HUMEN'", "error unknown-role 'HUMEN'"],
    ['reader_cfg=pond_reader_cfg', 'reader_cfg=pond_infer_cfg', 'error wrong-type pond_infer_cfg'],
    ['eval_cfg=pond_eval_cfg', 'eval_cfg=pond_infer_cfg', 'error wrong-type pond_infer_cfg'],
    ["work_dir = 'outputs", "work_dri = 'outputs", 'warning run-part work_dri'],
    ['infer = dict(partitioner', 'inference = dict(partitioner', 'warning run-part inference'],
    ['max_num_workers=2', "max_num_workers='2'", "error run-part '2'"],
    ['question}', 'question｝', 'warning unfilled-placeholder {question｝'],
  ])('%s written as %s is found, and its fix leads back', (from, to, finding) => {
    const text = changed(from, to);
    const found = checked(text);
    expect(shown(text, found)).toContain(finding);
    expect(
      fixed(
        text,
        found.filter((one) => shown(text, [one])[0] === finding),
      ),
    ).toBe(config);
  });

  it.each([
    ['partitioner=dict(type=NaivePartitioner)', 'partitioner=dict(type=LocalRunner)', 'error run-part LocalRunner'],
    ['runner=dict(type=LocalRunner,', 'runner=dict(type=NaivePartitioner,', 'error run-part NaivePartitioner'],
    ['task=dict(type=OpenICLInferTask)', 'task=dict(type=LocalRunner)', 'error run-part LocalRunner'],
    ['task=dict(type=OpenICLInferTask)', 'task=OpenICLInferTask', 'error run-part OpenICLInferTask'],
    ["work_dir = 'outputs/pond'", 'datasets = [one for one in datasets if False]', 'warning run-part datasets'],
    [
      'max_num_workers=2, task=dict(type=OpenICLInferTask))',
      'task=dict(type=OpenICLInferTask)), max_num_workers=2',
      'warning run-part max_num_workers',
    ],
  ])('%s written as %s is found', (from, to, finding) => {
    const text = changed(from, to);
    expect(shown(text, checked(text)).filter((one) => one.includes('run-part'))).toEqual([finding]);
  });

  it.each([
    ["temperature='1'", "'1'"],
    ["model_kwargs=dict(tensor_parallel_size='2')", "'2'"],
    ["gen_config=dict(top_k='5')", "'5'"],
  ])('%s of a model is a number in quotes', (written, at) => {
    const text = changed('max_out_len=8,', `max_out_len=8, ${written},`);
    const found = checked(text).filter(({ rule }) => rule === 'wrong-type');
    expect(shown(text, found)).toEqual([`warning wrong-type ${at}`]);
    expect(checked(fixed(text, found)).filter(({ rule }) => rule === 'wrong-type')).toEqual([]);
  });

  it('a role of a template of pictures is read by the parser of the model as any other', () => {
    const template = (role: string): string => `from ais_bench.benchmark.datasets import PondDataset
from ais_bench.benchmark.openicl.icl_inferencer import GenInferencer
from ais_bench.benchmark.openicl.icl_prompt_template.icl_prompt_template_mm import MMPromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever

pond_infer_cfg = dict(
    prompt_template=dict(type=MMPromptTemplate, template=dict(round=[dict(role='${role}', prompt_mm={'text': {'type': 'text', 'text': '{question}'}})])),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=GenInferencer),
)
pond_datasets = [dict(abbr='pond', type=PondDataset, path='pond', reader_cfg=dict(input_columns=['question'], output_column='answer'), infer_cfg=pond_infer_cfg)]
`;
    const roles = (role: string): readonly string[] => {
      const text = template(role);
      return shown(text, checked(text, {}, '/ws/ais_bench/benchmark/configs/datasets/pond_gen.py')).filter((one) => one.includes('role'));
    };
    expect(roles('HUMAN')).toEqual([]);
    expect(roles('HUMEN')).toEqual(["warning unknown-role 'HUMEN'"]);
    // The models that take pictures have SYSTEM of their own.
    const system = template('HUMAN').replace('round=[', "begin=[dict(role='SYSTEM', prompt='Look.')], round=[");
    expect(checked(system, {}, '/ws/ais_bench/benchmark/configs/datasets/pond_gen.py').filter(({ rule }) => rule.includes('role'))).toEqual(
      [],
    );
  });

  it('says nothing of datasets that the environment chooses', () => {
    const text = changed("work_dir = 'outputs/pond'", "import os\ndatasets = [one for one in datasets if os.environ.get('POND')]");
    expect(shown(text, checked(text)).filter((one) => one.includes('run-part'))).toEqual([]);
  });

  it('an empty list of datasets that is written as such is meant so', () => {
    const text = changed("work_dir = 'outputs/pond'", 'datasets = []');
    expect(shown(text, checked(text))).toEqual([]);
  });

  it.each([
    ['model_dataset_combinations = [dict(models=models, datasets=datasets)]', 'datasets=datasets', 'dataset=datasets', 'dataset'],
    ["pond_summary_groups = [{'name': 'all', 'subsets': ['pond']}]", "'subsets'", "'subset'", "'subset'"],
    ["summarizer = dict(summary_groups=[dict(name='all', subsets=['pond'])])", "name='all'", "nam='all'", 'nam'],
  ])('%s with a slip of a key is found, and its fix leads back', (line, from, to, at) => {
    const whole = `${config}\n${line}\n`;
    expect(checked(whole)).toEqual([]);
    const text = `${config}\n${line.replace(from, to)}\n`;
    const found = checked(text);
    expect(shown(text, found)).toEqual([`error run-part ${at}`]);
    expect(fixed(text, found)).toBe(whole);
  });

  it.each([
    ["dataset_abbrs=['big_pond']", ["'big_pond'"]],
    ["dataset_abbrs=[['pond-x', 'accuracy']]", ["'pond-x'"]],
    ["dataset_abbrs=['pnod']", ["'pnod'"]],
    ["dataset_abbrs=['pnod', 'pond']", []],
    ["dataset_abbrs=['gsm8k', '--- pond ---']", []],
    ["dataset_abbrs=['big_pond'], summary_groups=[dict(name='big_pond', subsets=['pond'])]", []],
  ])('rows of a summary that are nearly called like a dataset are found: %s', (given, places) => {
    const text = `${config}\nsummarizer = dict(${given})\n`;
    const found = checked(text);
    expect(shown(text, found)).toEqual(places.map((at) => `warning run-part ${at}`));
    if (found.length > 0) expect(checked(fixed(text, found))).toEqual([]);
  });

  it.each([
    ["['A', 'B', 'C']", "['A', 'B']", 1],
    ["['A', 'B']", "['A', 'B', 'C']", 0],
    ["['A', 'B']", "['A', 'B']", 0],
    ['unknown()', "['A', 'B']", 0],
  ])('labels %s of the examples beside %s of the template that is asked', (ofShots, asked, count) => {
    const text = `from opencompass.openicl.icl_inferencer import PPLInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever
from ponds import unknown

pond_infer_cfg = dict(
    ice_template=dict(type=PromptTemplate, template={k: '{question} ' + k for k in ${ofShots}}),
    prompt_template=dict(type=PromptTemplate, template={k: '</E>{question} ' + k for k in ${asked}}, ice_token='</E>'),
    retriever=dict(type=FixKRetriever, fix_id_list=[0]),
    inferencer=dict(type=PPLInferencer),
)
`;
    const found = checked(text).filter(({ rule }) => rule === 'labels-not-compared');
    expect(shown(text, found)).toEqual(
      Array<string>(count).fill(`warning labels-not-compared {k: '</E>{question} ' + k for k in ${asked}}`),
    );
  });

  it('a summarizer of another class reads its groups as it likes', () => {
    const text = `${config}\nfrom opencompass.summarizers import PondSummarizer\nsummarizer = dict(type=PondSummarizer, summary_groups=[dict(name='all')])\n`;
    expect(shown(text, checked(text)).filter((one) => one.includes('run-part'))).toEqual([]);
  });

  it('a role that asks and generates ends the prompt where its turn begins', () => {
    const both = changed("begin='<', end='>'", "begin='<', end='>', generate=True");
    const found = checked(both).filter(({ rule }) => rule === 'no-generate-role');
    expect(shown(both, found)).toEqual(['warning no-generate-role generate=True']);
    expect(checked(fixed(both, found))).toEqual([]);
    const moved = both.replace("end=']', generate=True", "end=']'");
    const again = checked(moved).filter(({ rule }) => rule === 'no-generate-role');
    expect(fixed(moved, again)).toContain("dict(role='BOT', begin='[', end=']', generate=True)");
    expect(checked(fixed(moved, again))).toEqual([]);
  });

  it('every fix of a misspelt fallback_role renames it', () => {
    const text = changed("fallback_role='HUMAN'", "fall_back_role='HUMAN'");
    const found = checked(text).filter(({ fixes }) => fixes.length > 0);
    expect(found.map(({ rule }) => rule).sort()).toEqual(['missing-fallback-role', 'unknown-key']);
    for (const one of found) expect(fixed(text, [one])).toBe(config);
  });

  it('a pred_role is not looked up where no model has a meta template', () => {
    const text = changed("pred_role='BOT'", "pred_role='bot'");
    expect(checked(text.replace(/\n +meta_template=.*/, '')).filter(({ rule }) => rule === 'unknown-role')).toEqual([]);
  });

  it('a turn of the one who asks has nothing but its role', () => {
    const text = changed("dict(role='HUMAN', prompt='Q: {question}')", "dict(role='HUMAN')");
    expect(shown(text, checked(text))).toContain("warning missing-part dict(role='HUMAN')");
    const answer = changed("dict(role='BOT', prompt='{answer}')", "dict(role='BOT')");
    expect(checked(answer)).toEqual([]);
  });

  it('a name that the config uses itself, or that holds something else, is no slip of one that a run reads', () => {
    const used = `${changed("work_dir = 'outputs/pond'", "workdir = 'outputs/pond'")}\nlogs = workdir + '/logs'\n`;
    expect(checked(used)).toEqual([]);
    expect(checked(`${config}\nevaluation = dict(a=1)\nsummary = dict(a=1)\n`)).toEqual([]);
    const told = `${config}\nsummary = dict(dataset_abbrs=['pond'])\n`;
    expect(shown(told, checked(told))).toEqual(['warning run-part summary']);
  });

  it('`model` for `models` is found where the command line looks for models', () => {
    const text = config.slice(config.indexOf('models = [')).split('\nwork_dir')[0]!.replace('models =', 'model =');
    const whole = `from opencompass.models import VLLM\n${text}`;
    const inLibrary = checked(whole, {}, '/ws/configs/models/small.py');
    expect(shown(whole, inLibrary)).toEqual(['warning run-part model']);
    expect(checked(whole, {}, '/ws/drafts/small.py').filter(({ rule }) => rule === 'run-part')).toEqual([]);
  });
});

describe('an import from the framework of the like configs', () => {
  const other = changed('from opencompass.openicl.icl_retriever', 'from ais_bench.benchmark.openicl.icl_retriever');

  it('is told of, and the fix leads back where the class is there', () => {
    const package_ = {
      '/ws/opencompass/__init__.py': '',
      '/ws/opencompass/openicl/__init__.py': '',
      '/ws/opencompass/openicl/icl_retriever.py':
        'class ZeroRetriever:\n    def __init__(self, dataset, ice_eos_token=""):\n        pass\n',
    };
    const found = checked(other, package_).filter(({ message }) => message.includes('ais_bench'));
    expect(shown(other, found)).toEqual(['warning class-not-found ZeroRetriever']);
    expect(fixed(other, found)).toBe(config);
    expect(
      checked(other)
        .filter(({ rule }) => rule === 'class-not-found')
        .flatMap(({ fixes }) => fixes),
    ).toEqual([]);
  });

  it('is none where nothing uses it', () => {
    const unused = `from ais_bench.benchmark.models import VLLMCustomAPI\n${config}`;
    expect(checked(unused)).toEqual([]);
  });
});

describe('a keyword that an assert asks for', () => {
  const judge = (body: string): Readonly<Record<string, string>> => ({
    '/ws/opencompass/__init__.py': '',
    '/ws/opencompass/openicl/__init__.py': '',
    '/ws/opencompass/openicl/icl_evaluator.py': `class AccEvaluator:\n    def __init__(self, dataset_cfg=None, k=None):\n${body}`,
  });
  const missing = (body: string): string[] =>
    checked(config, judge(body))
      .filter(({ rule }) => rule === 'missing-argument')
      .map(({ message }) => message);

  it('must be given', () =>
    expect(missing('        self.k = k\n        assert dataset_cfg is not None, "none"\n')).toEqual([
      'AccEvaluator must be given dataset_cfg: building the evaluator raises AssertionError.',
    ]));

  it.each([
    '        dataset_cfg = dataset_cfg or {}\n        assert dataset_cfg is not None\n',
    '        if k is None:\n            return\n        assert dataset_cfg is not None\n',
    '        if k:\n            assert dataset_cfg is not None\n',
    '        assert dataset_cfg is not k\n',
  ])('but not where it may be otherwise: %j', (body) => expect(missing(body)).toEqual([]));
});

describe('a file of models of AISBench', () => {
  const models = (fields: string): string =>
    `from ais_bench.benchmark.models import VLLMCustomAPIChat\n\nmodels = [\n    dict(type=VLLMCustomAPIChat, abbr='small', path='small', host_ip='localhost', host_port=8080, generation_kwargs=dict(), ${fields}),\n]\n`;
  const found = (text: string): readonly Diagnostic[] =>
    checked(text, {}, '/ws/models/small.py').filter(({ rule }) => rule === 'missing-field' || rule === 'wrong-type');

  it('lacks attr', () => {
    expect(found(models('')).map(({ rule, severity }) => [rule, severity])).toEqual([['missing-field', 'warning']]);
    expect(found(models("attr='service'"))).toEqual([]);
    expect(found(`${models('')}infer = dict()\n`)).toEqual([]);
  });

  it('has a text for a truth value', () => {
    const text = models("attr='service', stream='True'");
    const [finding] = found(text);
    expect([finding?.rule, finding?.severity, finding?.fixes[0]?.edits[0]?.newText]).toEqual(['wrong-type', 'warning', 'True']);
    expect(found(models("attr='service', stream=None"))).toEqual([]);
    expect(found(models("attr='service', stream=1"))).toEqual([]);
  });
});

describe('a postprocessor without an argument that its function asks for', () => {
  const framework = {
    '/ws/opencompass/__init__.py': '',
    '/ws/opencompass/openicl/__init__.py': '',
    '/ws/opencompass/openicl/icl_evaluator.py':
      'class AccEvaluator:\n    pass\n\nclass LMEvaluator:\n    def __init__(self, prompt_template, dict_postprocessor=None):\n        pass\n',
    '/ws/opencompass/pond.py': [
      "@TEXT_POSTPROCESSORS.register_module('pond')",
      'def pond_postprocess(text, options, cushion=True):',
      '    return text',
      '',
      'def all_postprocess(output, output_path, dataset, group):',
      '    return output',
      '',
      '@wrapped',
      'def other_postprocess(text, options):',
      '    return text',
    ].join('\n'),
  };
  const missing = (evalCfg: string): string[] => {
    const text = `from opencompass.pond import other_postprocess, pond_postprocess\n${config}`.replace(
      "pred_role='BOT')",
      `pred_role='BOT', ${evalCfg})`,
    );
    return shown(text, checked(text, framework)).filter((one) => one.includes('missing-argument'));
  };

  it('is found', () => {
    expect(missing('pred_postprocessor=dict(type=pond_postprocess)')).toEqual(['error missing-argument pond_postprocess']);
    expect(missing('dataset_postprocessor=dict(type=pond_postprocess, cushion=False)')).toEqual([
      'error missing-argument pond_postprocess',
    ]);
  });

  it('is none with it, and where a decorator may give it', () => {
    expect(missing("pred_postprocessor=dict(type=pond_postprocess, options='AB')")).toEqual([]);
    expect(missing('pred_postprocessor=dict(type=other_postprocess)')).toEqual([]);
  });

  it('is found behind what a judge is given', () => {
    const judged = (rest: string): string[] => {
      const text = `from opencompass.pond import all_postprocess\n${config}`.replace(
        'dict(type=AccEvaluator)',
        `dict(type=AccEvaluator, dict_postprocessor=dict(type=all_postprocess${rest}))`,
      );
      return shown(text, checked(text, framework)).filter((one) => one.includes('missing-argument'));
    };
    expect(judged('')).toEqual(['error missing-argument all_postprocess']);
    expect(judged(", group='a'")).toEqual([]);
  });
});

describe('lists of models in the lists that a partitioner is given', () => {
  const run = (partitioner: string): string =>
    `${config}\njudges = [*models]\neval = dict(partitioner=dict(type=NaivePartitioner, ${partitioner}), runner=dict(type=LocalRunner, task=dict(type=OpenICLInferTask)))\n`;

  it.each(['models', 'base_models', 'compare_models', 'judge_models'])('are found in %s, and taken apart', (key) => {
    const text = run(`${key}=[judges]`);
    const found = checked(text).filter(({ rule }) => rule === 'wrong-type');
    expect(shown(text, found)).toEqual(['error wrong-type [judges]']);
    expect(fixed(text, found)).toBe(run(`${key}=[*judges]`));
  });

  it('are found where the list has a name of its own', () => {
    const text = `${run('judge_models=judge_models')}`.replace('judges = [*models]', 'judges = [*models]\njudge_models = [judges]');
    expect(shown(text, checked(text)).filter((one) => one.includes('wrong-type'))).toEqual(['error wrong-type [judges]']);
  });

  it('are found once in a list that is given twice', () => {
    const text = run('models=models, compare_models=models').replace('judges = [*models]', 'judges = models\nmodels = [judges]');
    expect(shown(text, checked(text)).filter((one) => one.includes('wrong-type'))).toEqual(['error wrong-type [judges]']);
    const twice = run('base_models=all_judges, judge_models=all_judges').replace(
      'judges = [*models]',
      'judges = [*models]\nall_judges = [judges]',
    );
    expect(shown(twice, checked(twice)).filter((one) => one.includes('wrong-type'))).toEqual(['error wrong-type [judges]']);
  });

  it('are none where they are taken apart, and where there is no list', () => {
    for (const list of ['[*judges]', 'judges', '[judges[0]]', 'None', '[]'])
      expect(checked(run(`judge_models=${list}`)).filter(({ rule }) => rule === 'wrong-type')).toEqual([]);
  });
});

describe('what a file of the library defines under another name than the command line reads', () => {
  const library = '/ws/configs/datasets/pond/pond_gen_0a1b2c.py';
  const datasets = config
    .slice(0, config.indexOf('\nmodels = ['))
    .replace(/^from opencompass\.(?:partitioners|runners|tasks|models) .*\n/gm, '');
  const named = (name: string): string => datasets.replace('\ndatasets = [', `\n${name} = [`);
  const runParts = (text: string, at: string): readonly Diagnostic[] => checked(text, {}, at).filter(({ rule }) => rule === 'run-part');

  it.each([
    ['pond_dataset', 'pond_datasets'],
    ['pond_datasets_repeat10', 'pond_repeat10_datasets'],
    ['pond_Datasets', 'pond_datasets'],
  ])('is found: %s', (name, meant) => {
    const found = runParts(named(name), library);
    expect(shown(named(name), found)).toEqual([`information run-part ${name}`]);
    expect(fixed(named(name), found)).toBe(named(meant));
  });

  it('has no fix where no name is known', () => {
    const found = runParts(named('pond'), library);
    expect(shown(named('pond'), found)).toEqual(['information run-part pond']);
    expect(found.flatMap(({ fixes }) => fixes)).toEqual([]);
  });

  it('is none beside a list that is read, in a config that is run, and elsewhere', () => {
    expect(runParts(`${named('pond')}\npond_datasets = [*pond]\n`, library)).toEqual([]);
    expect(runParts(`${named('pond_dataset')}\ndatasets = pond_dataset\n`, library)).toEqual([]);
    expect(runParts(named('pond_dataset'), '/ws/pond/pond_gen.py')).toEqual([]);
    expect(runParts(named('_pond'), library)).toEqual([]);
  });

  it('may be an empty list', () => {
    const sum = (suffix: string): string =>
      `${named('pond_datasets')}\nall_datasets = sum((v for k, v in locals().items() if k.endswith('${suffix}')), [])\n`;
    expect(shown(sum('_ds'), runParts(sum('_ds'), library))).toEqual(['warning run-part all_datasets']);
    expect(runParts(sum('_datasets'), library)).toEqual([]);
    expect(runParts(`${named('pond_datasets')}\nall_datasets = []\n`, library)).toEqual([]);
  });

  it('is found of models', () => {
    const at = '/ws/configs/models/pond/pond.py';
    const models = (name: string): string =>
      `from mmengine.config import read_base\nfrom opencompass.models import VLLM\n${config.slice(config.indexOf('models = ['), config.indexOf('work_dir')).replace('models =', `${name} =`)}`;
    expect(shown(models('pond_model'), runParts(models('pond_model'), at))).toEqual(['information run-part pond_model']);
    expect(fixed(models('pond_model'), runParts(models('pond_model'), at))).toBe(models('models'));
    expect(runParts(models('models'), at)).toEqual([]);
    expect(runParts(models('pond_model'), '/ws/pond/pond.py')).toEqual([]);
    const alone =
      "from mmengine.config import read_base\nfrom opencompass.models import VLLM\npond = dict(type=VLLM, abbr='pond', path='pond')\n";
    expect(shown(alone, runParts(alone, at))).toEqual(['information run-part pond']);
  });
});

describe('groups of a summary of one name', () => {
  const groups = (first: string, second: string): string[] => {
    const text = `${config}\nsummarizer = dict(summary_groups=[dict(name='pond', subsets=['a', 'b']${first}), ${second}])\n`;
    return shown(text, checked(text));
  };

  it('are found where their scores come under one metric', () => {
    expect(groups('', "dict(name='pond', subsets=['c'])")).toEqual(["hint run-part 'pond'"]);
    expect(groups(", metric='acc'", "dict(name='pond', subsets=['c'], metric='acc')")).toEqual(["hint run-part 'pond'"]);
  });

  it('are none where they do not, and where they are the same', () => {
    expect(groups('', "dict(name='pool', subsets=['c'])")).toEqual([]);
    expect(groups('', "dict(name='pond', subsets=['c'], std=True)")).toEqual([]);
    expect(groups(", metric='acc'", "dict(name='pond', subsets=['c'], metric='em')")).toEqual([]);
    expect(groups('', "dict(name='pond', subsets=['a', 'b'])")).toEqual([]);
  });
});

describe('datasets without the mode by which an evaluation is divided', () => {
  const partitioners = (parameters: string): Readonly<Record<string, string>> => ({
    '/ws/opencompass/__init__.py': '',
    '/ws/opencompass/runners.py': 'class LocalRunner:\n    def __init__(self, task, max_num_workers=16):\n        pass\n',
    '/ws/opencompass/tasks.py': 'class OpenICLInferTask:\n    pass\n',
    '/ws/opencompass/partitioners.py': ['NaivePartitioner', 'SubjectiveNaivePartitioner']
      .map((name) => `class ${name}:\n    def __init__(self, out_dir, models=[]${parameters}):\n        pass\n`)
      .join('\n'),
  });
  const run = (partitioner: string): string =>
    `${config.replace('import NaivePartitioner', 'import NaivePartitioner, SubjectiveNaivePartitioner')}eval = dict(partitioner=dict(type=${partitioner}), runner=dict(type=LocalRunner, task=dict(type=OpenICLInferTask)))\n`;
  const found = (text: string, parameters = ''): string[] =>
    shown(
      text,
      checked(text, partitioners(parameters)).filter(({ message }) => message.includes("KeyError: 'mode'")),
    );

  it('are found', () => {
    expect(found(run('SubjectiveNaivePartitioner'))).toEqual(['error run-part SubjectiveNaivePartitioner']);
  });

  it('are none where they have it, where the partitioner is given it, and where none is read', () => {
    expect(found(run('SubjectiveNaivePartitioner').replace("abbr='pond'", "abbr='pond', mode='singlescore'"))).toEqual([]);
    expect(found(run("SubjectiveNaivePartitioner, mode='singlescore'"), ', mode=None')).toEqual([]);
    expect(found(run('NaivePartitioner'))).toEqual([]);
    expect(found(run('SubjectiveNaivePartitioner').replace('datasets = [dict(', 'pond_datasets = [dict('))).toEqual([]);
  });
});

describe('a file of groups of a summary alone', () => {
  it('is a config', () => {
    const text = "pond_summary_groups = [dict(name='pond', subsets=['a']), dict(name='pool', ssubsets=['b'])]\n";
    expect(shown(text, checked(text, {}, '/ws/configs/summarizers/groups/pond.py'))).toEqual(['error run-part ssubsets']);
    const other = "pond_summary_groups = [dict(name='pond', members=['a'])]\n";
    expect(checked(other, {}, '/ws/configs/summarizers/groups/pond.py')).toEqual([]);
  });
});

describe('a dataset without an output_column', () => {
  const evaluator = (body: string): Readonly<Record<string, string>> => ({
    '/ws/opencompass/__init__.py': '',
    '/ws/opencompass/openicl/__init__.py': '',
    '/ws/opencompass/openicl/icl_evaluator.py': `class BaseEvaluator:\n    def score(self, predictions, references):\n${body}\n\nclass AccEvaluator(BaseEvaluator):\n    pass\n`,
  });
  const found = (column: string, body: string): string[] => {
    const text = changed("output_column='answer'", `output_column=${column}`).replace(", dict(role='BOT', prompt='{answer}')", '');
    return shown(
      text,
      checked(text, evaluator(body)).filter(({ rule }) => rule === 'missing-part'),
    );
  };
  const counting = '        seed = 1\n        if len(predictions) != len(references):\n            return {}\n        return {}';

  it('has no references, which an evaluator counts', () => {
    expect(found('None', counting)).toEqual(['error missing-part None']);
    expect(found("''", counting)).toEqual(["error missing-part ''"]);
    expect(found('None', '        assert len(predictions) == len(references), "x"\n        return {}')).toEqual([
      'error missing-part None',
    ]);
  });

  it('is fine with an output_column, and where they are not counted, or not at once', () => {
    expect(found("'answer'", counting)).toEqual([]);
    expect(found('None', '        return {}')).toEqual([]);
    expect(found('None', '        if references:\n            assert len(predictions) == len(references)\n        return {}')).toEqual([]);
    expect(
      found('None', '        if references and len(predictions) != len(references):\n            return {}\n        return {}'),
    ).toEqual([]);
  });
});

describe('an eval_cfg without an evaluator', () => {
  const found = (evalCfg: string): string[] => {
    const text = changed('eval_cfg=pond_eval_cfg', `eval_cfg=${evalCfg}`);
    return shown(
      text,
      checked(text).filter(({ rule }) => rule === 'missing-part'),
    );
  };

  it('is an error, and a warning where it is empty', () => {
    expect(found('dict(num_gpus=1)')).toEqual(['error missing-part dict(num_gpus=1)']);
    expect(found('dict()')).toEqual(['warning missing-part dict()']);
    expect(found("dict(evaluator=dict(type='AccEvaluator'))")).toEqual([]);
  });
});

describe('labels that cannot be told apart', () => {
  const found = (template: string): string[] => {
    const text = config
      .replaceAll('GenInferencer', 'PPLInferencer')
      .replace(/(?<= )template=dict\(\n[^]*?\n {8}\),/, `template=${template},`)
      .replace(", stopping_criteria=['Q:']", '');
    return shown(
      text,
      checked(text).filter(({ rule }) => rule === 'labels-not-compared'),
    );
  };

  it.each([
    ["{'A': '{question} yes', 'B': '{question} yes'}", ["warning labels-not-compared 'B'"]],
    [
      "{0: dict(round=[dict(role='HUMAN', prompt='{question}')]), 1: dict(round=[dict(role='HUMAN', prompt='{question}')])}",
      ['warning labels-not-compared 1'],
    ],
    ["{'A': '{question} yes', 'A': '{question} no'}", ["warning labels-not-compared 'A'"]],
    ["{'A': '{question} yes', \"A\": '{question} no', 'B': '{question}'}", ['warning labels-not-compared "A"']],
    ["{'A': '{question} yes', 'B': '{question} no'}", []],
    ["{k: '{question} ' + k for k in ['A', 'B']}", []],
    ["{k: '{question} {answer}' for k in ['A', 'B', 'C']}", ['warning labels-not-compared k']],
    ["{0: {'round': [dict(role='HUMAN', prompt='{question}')]}, 1: {'round': [dict(role='HUMAN', prompt='{answer}')]}}", []],
  ])('%s', (template, expected) => expect(found(template)).toEqual(expected));
});

describe('the wrong slash of a line break', () => {
  it.each([
    ['Q: {question}/nThink./nAnswer:', 2],
    ['Read this./n{question}', 1],
    ['{question}/n', 1],
    ['Yes/No and/nor {question} in m/n, x/nA of /n or ./nA', 0],
  ])('%s', (prompt, times) => {
    const text = changed("prompt='Q: {question}'", `prompt='${prompt}'`);
    const slashes = checked(text).filter(({ rule }) => rule === 'line-break-escaped');
    expect(shown(text, slashes)).toEqual(Array<string>(times).fill('warning line-break-escaped /n'));
    if (times > 0) expect(fixed(text, slashes)).toContain(prompt.replace('/n', '\\n'));
  });
});

describe('a dict that is added to a list of datasets', () => {
  it.each([
    ['pond_datasets = []\npond_datasets += dict(', 'error wrong-type pond_datasets += dict', undefined],
    ['pond_datasets = []\npond_datasets.extend(dict(', 'error wrong-type pond_datasets.extend(dict', 'pond_datasets.append(dict('],
    ['pond_datasets = []\npond_datasets.append(dict(', undefined, undefined],
  ])('%s', (start, finding, meant) => {
    const text = changed('datasets = [dict(', start).replace(
      'eval_cfg=pond_eval_cfg)]',
      start.includes('+=') ? 'eval_cfg=pond_eval_cfg)' : 'eval_cfg=pond_eval_cfg))',
    );
    const added = checked(text).filter(({ rule }) => rule === 'wrong-type');
    expect(shown(text, added)).toEqual(finding === undefined ? [] : [finding]);
    if (meant !== undefined) expect(fixed(text, added)).toContain(meant);
  });
});

describe('what a template, a model and a reader_cfg name', () => {
  it('a number in braces is no column of the row', () => {
    const text = changed("prompt='Q: {question}'", "prompt='Q: {0}'").replace(", dict(role='BOT', prompt='{answer}')", '');
    expect(checked(text).map(({ rule }) => rule)).toEqual(['row-not-asked']);
  });

  it('two output columns are one that no row has', () => {
    const text = changed("output_column='answer'", "output_column='answer, hint'");
    expect(shown(text, checked(text))).toContain("warning comma-in-column 'answer, hint'");
  });

  it('what a model reads is not read of its run_cfg', () => {
    const text = changed('run_cfg=dict(num_gpus=1)', 'run_cfg=dict(num_gpus=1, batch_size=4)');
    expect(shown(text, checked(text))).toEqual(['warning unknown-key batch_size']);
  });

  it.each([
    ["'2'", 1],
    ['0.5', 0],
    ['2', 0],
  ])('as many requests a second as %s', (rate, times) => {
    const text = changed('batch_size=1,', `batch_size=1, query_per_second=${rate},`);
    const wrong = checked(text).filter(({ rule }) => rule === 'wrong-type');
    expect(shown(text, wrong)).toEqual(Array<string>(times).fill(`error wrong-type ${rate}`));
    if (times > 0) expect(fixed(text, wrong)).toContain('query_per_second=2,');
  });
});

describe('the template of a judge', () => {
  const found = (prompt: string, readerCfg = 'pond_reader_cfg'): string[] => {
    const judge = `evaluator=dict(type='GenericLLMEvaluator', prompt_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='${prompt}')])), dataset_cfg=dict(type=JsonlDataset, path='pond.jsonl', reader_cfg=${readerCfg}), dict_postprocessor=dict(type='generic_llmjudge_postprocess'))`;
    const text = changed('evaluator=dict(type=AccEvaluator)', judge);
    return shown(
      text,
      checked(text).filter(({ rule }) => rule === 'unfilled-placeholder'),
    );
  };

  it.each([
    ['{question} {answer} {prediction}', []],
    ['{question} {answer} {response}', ['warning unfilled-placeholder {response}']],
    ['{question} {gold_target} {prediction}', ['information unfilled-placeholder {gold_target}']],
    ['{question} {answer} {rubric} {prediction}', []],
  ])('%s', (prompt, expected) => expect(found(prompt)).toEqual(expected));
});

import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { createProject } from '../../../server/src/engine/project/project.js';

// What stands within other parts of a config, or comes from its bases.

const file = '/ws/configs/eval.py';

const pond = `pond_datasets = [dict(abbr='pond', type='JsonlDataset', path='pond.jsonl', reader_cfg=dict(input_columns=['question'], output_column='answer'), infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='{question}'), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')), eval_cfg=dict(evaluator=dict(type='AccEvaluator')))]
`;
const bases = {
  '/ws/configs/pond.py': pond,
  '/ws/configs/sums.py': "summarizer = dict(dataset_abbrs=['pond'], summary_groups=[])\n",
};

function checked(text: string): readonly Diagnostic[] {
  return createProject(new MemoryWorkspace({ ...bases, [file]: text }, ['/ws']), defaultSettings).check(file);
}

/** What is found, each with the line that its first fix makes of its own. */
function found(text: string): readonly string[] {
  return checked(text).map(({ rule, severity, span, fixes }) => {
    const edits = [...(fixes[0]?.edits ?? [])].sort((a, b) => b.span.start - a.span.start);
    const after = edits.reduce((all, edit) => all.slice(0, edit.span.start) + edit.newText + all.slice(edit.span.end), text);
    const line = text.slice(0, span.start).split('\n').length - 1;
    return `${severity} ${rule} ${text.slice(span.start, span.end)} → ${after === text ? '' : after.split('\n')[line]!}`;
  });
}

const model = `models = [dict(type='OpenAI', abbr='m', path='gpt-4o', max_out_len=8, batch_size=1)]\n`;
const imports = `from mmengine.config import read_base

with read_base():
    from .pond import pond_datasets
    from .sums import summarizer

`;

describe('lists of datasets', () => {
  it.each([
    ['datasets = pond_datasets', []],
    ['datasets = [[*pond_datasets]]', ['[*pond_datasets] → datasets = [*[*pond_datasets]]']],
    ['datasets = [pond_datasets + pond_datasets]', ['pond_datasets + pond_datasets → datasets = [*pond_datasets + pond_datasets]']],
    ['datasets = []\ndatasets += [pond_datasets]', ['[pond_datasets] → datasets += [*pond_datasets]']],
    ['datasets = []\ndatasets += pond_datasets[0]', ['pond_datasets[0] → datasets += [pond_datasets[0]]']],
    ['datasets = []\ndatasets.extend(pond_datasets[0])', ['pond_datasets[0] → datasets.extend([pond_datasets[0]])']],
    [
      "datasets = []\ndatasets += dict(abbr='a', infer_cfg=dict(retriever=dict()))",
      [
        "datasets += dict → datasets += [dict(abbr='a', infer_cfg=dict(retriever=dict()))]",
        "dict(abbr='a', infer_cfg=dict(retriever=dict())) → ",
      ],
    ],
  ])('%s', (written, expected) =>
    expect(
      found(`${imports}${written}\n${model}`)
        .filter((each) => each.includes('wrong-type'))
        .map((each) => each.replace('error wrong-type ', '')),
    ).toEqual(expected),
  );

  it('of a task, which imports nothing, are lists of lists', () =>
    expect(found(`${pond.replace('pond_datasets = [', 'datasets = [[').trimEnd()}]\n${model}work_dir = 'outputs'\n`)).toEqual([]));
});

describe('a summarizer that a base has, too', () => {
  it.each([
    ["summarizer['dataset_abbr'] = ['pond']", "error run-part 'dataset_abbr' → summarizer['dataset_abbrs'] = ['pond']"],
    ['summarizer.summary_group = []', 'error run-part summary_group → summarizer.summary_groups = []'],
    ["summarizers = dict(dataset_abbrs=['pond'])", "warning run-part summarizers → summarizer = dict(dataset_abbrs=['pond'])"],
    ["summarizer['dataset_abbrs'] = ['pond']", undefined],
  ])('%s', (written, expected) =>
    expect(found(`${imports}datasets = pond_datasets\n${model}${written}\n`)).toEqual(expected === undefined ? [] : [expected]),
  );
});

describe('the model of an agent', () => {
  const agent = (llm: string): string =>
    `from opencompass.models import OpenAI\nfrom opencompass.models.lagent import CodeAgent\nmodels = [dict(type=CodeAgent, abbr='a', batch_size=1, llm=dict(type=OpenAI, ${llm}))]\n`;

  it.each([
    ["path='gpt-4o', max_seq_len=4096", []],
    ["path='gpt-4o', max_seq_len='4096'", ["error wrong-type '4096'"]],
    ["path='gpt-4o', max_sq_len=4096", ['warning unknown-model-key max_sq_len']],
  ])('%s', (keys, expected) => expect(found(agent(keys)).map((each) => each.split(' →')[0])).toEqual(expected));
});

describe('ids of tokens', () => {
  it.each([
    ['2', []],
    ['[2, 3]', []],
    ["'2'", ["'2' → "]],
    ["[2, '3']", ["'3' → "]],
  ])('%s', (id, expected) => {
    const text = `from opencompass.models import HuggingFaceCausalLM
models = [dict(type=HuggingFaceCausalLM, abbr='m', path='p', max_out_len=8, batch_size=1, generation_kwargs=dict(eos_token_id=${id}))]
`;
    const [, fixedLine = ''] = text.split('\n');
    expect(found(text)).toEqual(expected.map((each) => `warning wrong-type ${each}${fixedLine.replace(id, id.replaceAll("'", ''))}`));
  });
});

describe('parts of pictures and texts', () => {
  const dataset = (
    turn: string,
  ): string => `from ais_bench.benchmark.openicl.icl_prompt_template.icl_prompt_template_mm import MMPromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever
from ais_bench.benchmark.openicl.icl_inferencer import GenInferencer
from ais_bench.benchmark.datasets import DocVQADataset, DocVQAEvaluator

docs_datasets = [dict(abbr='docs', type=DocVQADataset, path='docs.tsv', reader_cfg=dict(input_columns=['question', 'image'], output_column='answer'), infer_cfg=dict(prompt_template=dict(type=MMPromptTemplate, template=dict(round=[
    ${turn}
])), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)), eval_cfg=dict(evaluator=dict(type=DocVQAEvaluator)))]
`;
  const right = `dict(role='HUMAN', prompt_mm={'text': {'type': 'text', 'text': '{question}'}, 'image': {'type': 'image_url', 'image_url': {'url': 'file://{image}'}}})`;

  it('are right', () => expect(found(dataset(right))).toEqual([]));

  it.each([
    ["'type': 'image_url'", "'type': 'image'", "warning unknown-key 'image'"],
    ["'image_url': {'url'", "'image': {'url'", "error unknown-key 'image'"],
    ["{'url'", "{'uri'", "error unknown-key 'uri'"],
    ["'text': '{question}'", "'content': '{question}'", "error unknown-key 'content'"],
  ])('%s as %s', (from, to, expected) => expect(found(dataset(right.replace(from, to)))).toEqual([`${expected} →     ${right}`]));

  it('have a role', () =>
    expect(found(dataset(right.replace("role='HUMAN', ", '')))[0]).toContain(
      `→     ${right.replace("role='HUMAN', ", '').replace(/\)$/, ", role='HUMAN')")}`,
    ));

  it('have a type', () =>
    expect(found(dataset(right.replace("'type': 'text', ", '')))[0]).toContain("'text': '{question}', 'type': 'text'}"));
});

describe('models that a task of its own runs', () => {
  it('have as many threads as a number says', () => {
    const text = (size: string): string => `from ais_bench.benchmark.partitioners import NaivePartitioner
from ais_bench.benchmark.runners import LocalRunner
from ais_bench.benchmark.tasks import SWEBenchInferTask

models = [dict(attr='local', abbr='swe', type='LiteLLMChat', model='', url='http://localhost:8000/v1', batch_size=${size})]
infer = dict(partitioner=dict(type=NaivePartitioner), runner=dict(type=LocalRunner, task=dict(type=SWEBenchInferTask)))
`;
    expect(found(text('4'))).toEqual([]);
    expect(found(text("'4'"))).toEqual([`warning wrong-type '4' → ${text('4').split('\n')[4]!}`]);
  });
});

describe('groups of a summary', () => {
  const groups = (subsets: string, more = '_summary_groups'): string =>
    `${imports.replace('    from .sums import summarizer\n', '')}datasets = pond_datasets
${model}pond_summary_groups = [{'name': 'pond_average', 'subsets': [${subsets}]}]
summarizer = dict(
    dataset_abbrs=['pond_average', 'pond'],
    summary_groups=sum([v for k, v in locals().items() if k.endswith('${more}')], []),
)
`;
  const told = (text: string): readonly string[] => found(text).map((each) => each.split(' →')[0]!);

  it.each([
    ["'pond'", undefined, []],
    ["['pond', 'accuracy']", undefined, []],
    ["['pond', 'acuracy']", undefined, ["warning run-part 'acuracy'"]],
    ["['pond']", undefined, ["error run-part ['pond']"]],
    ["'pond'", '_summary_group', ["warning run-part sum([v for k, v in locals().items() if k.endswith('_summary_group')], [])"]],
  ])('%s %s', (subsets, more, expected) => expect(told(groups(subsets, more))).toEqual(expected));

  it('may be called by a short name', () =>
    expect(found(groups("'pond'").replace("['pond_average',", "['pond_avg',"))).toEqual([
      "warning run-part 'pond_avg' →     dataset_abbrs=['pond_average', 'pond'],",
    ]));
});

describe('what a library beneath a model takes', () => {
  const kwargs = (type: string, given: string): string =>
    `from opencompass.models import ${type}\nmodels = [dict(type=${type}, abbr='m', path='p', max_out_len=8, batch_size=1, ${given})]\n`;

  it.each([
    ['HuggingFaceBaseModel', "model_kwargs=dict(device_map='auto', torch_dtype='auto')", []],
    ['HuggingFaceBaseModel', "model_kwargs=dict(device_map='atuo')", ["error library-setting 'atuo'"]],
    ['HuggingFaceBaseModel', "model_kwargs=dict(device_map='gpu')", []],
    ['HuggingFaceBaseModel', "model_kwargs=dict(device_maps='auto')", ['warning library-setting device_maps']],
    ['VLLMwithChatTemplate', 'model_kwargs=dict(tensor_parallel=1)', ['error library-setting tensor_parallel']],
    ['TurboMindModelwithChatTemplate', 'engine_config=dict(session_length=8)', ['warning library-setting session_length']],
    ['HuggingFaceCausalLM', "end_str=['#']", ["error wrong-type ['#']"]],
  ])('%s %s', (type, given, expected) => expect(found(kwargs(type, given)).map((each) => each.split(' →')[0])).toEqual(expected));
});

describe('labels that an inferencer is given', () => {
  const labelled = (labels: string): string =>
    pond
      .replace("template='{question}'", "template={'A': '{question} yes', 'B': '{question} no'}")
      .replace("type='GenInferencer'", `type='PPLInferencer', labels=${labels}`);

  it.each([
    ["['A', 'B']", []],
    ["['A']", ["warning labels-not-compared ['A']"]],
    ["['A', 'C']", ["error labels-not-compared ['A', 'C']"]],
  ])('%s', (labels, expected) =>
    expect(
      found(labelled(labels))
        .filter((each) => each.includes('labels-not-compared'))
        .map((each) => each.split(' →')[0]),
    ).toEqual(expected),
  );
});

describe('answers that lie ready', () => {
  const judged = (given: string): string => `from opencompass.openicl.icl_evaluator import LMEvaluator
from opencompass.summarizers import ArenaHardSummarizer

${pond
  .trimEnd()
  .replace(
    "evaluator=dict(type='AccEvaluator')",
    "evaluator=dict(type=LMEvaluator, prompt_template=dict(type='PromptTemplate', template=dict(round=[dict(role='HUMAN', prompt='{question} {prediction} {prediction2}')])))",
  )
  .replace(/\)\]$/, `, mode='m2n', infer_order='double', base_models=[dict(abbr='gpt4')], ${given})]\n`)}`;

  it.each([
    ["given_pred=[dict(abbr='gpt4', path='data')]", []],
    ["given_pred=[dict(abbr='gpt4', paths='data')]", ['error run-part paths']],
    ["given_pred=[dict(abbr='gpt5', path='data')]", ["warning run-part 'gpt5'"]],
    ['summarizer=ArenaHardSummarizer', ['error run-part ArenaHardSummarizer']],
  ])('%s', (given, expected) =>
    expect(
      found(judged(given))
        .filter((each) => each.includes('run-part'))
        .map((each) => each.split(' →')[0]),
    ).toEqual(expected),
  );
});

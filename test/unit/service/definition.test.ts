import { describe, expect, it } from 'vitest';
import { definitions } from '../../../server/src/engine/editor/definition.js';
import { datasetConfig, evalConfig, modelConfig, workspaceFixture } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

/** Where what stands at `$0` leads: file, line from 1, and the text there. */
function leads(source: string): string[] {
  const { project, file, offset } = fixture(source);
  return definitions(project, file, offset).map(({ target }) => {
    const { lines, text } = project.document(target.file)!;
    return `${target.file.replace('/ws/', '')}:${lines.positionAt(target.start).line + 1} ${text.slice(target.start, target.end)}`;
  });
}

const source = [
  '# file: opencompass/__init__.py\n\n',
  '# file: opencompass/openicl/__init__.py\n\n',
  '# file: opencompass/openicl/icl_retriever/__init__.py\nfrom .zero import *\n',
  '# file: opencompass/openicl/icl_retriever/zero.py\nimport x\n\n@R.register_module()\nclass ZeroRetriever(Base):\n    pass\n',
  '# file: opencompass/datasets/__init__.py\nfrom .jsonl import JsonlDataset, jsonl_clean\n',
  '# file: opencompass/datasets/jsonl.py\nclass JsonlDataset:\n    pass\n\n\ndef jsonl_clean(text):\n    return text\n',
].join('');
const dataset = (text: string) => `# file: eval.py\n${text}${source}`;

describe('definition', () => {
  it('leads from a class to its source', () => {
    expect(leads(dataset(datasetConfig.replace('type=ZeroRetriever', 'type=Zero$0Retriever')))).toEqual([
      'opencompass/openicl/icl_retriever/zero.py:4 ZeroRetriever',
    ]);
    expect(leads(dataset(datasetConfig.replace('import ZeroRetriever', 'import Zero$0Retriever')))).toEqual([
      'opencompass/openicl/icl_retriever/zero.py:4 ZeroRetriever',
    ]);
    expect(leads(dataset(datasetConfig.replace('type=JsonlDataset', 'type=$0JsonlDataset')))).toEqual([
      'opencompass/datasets/jsonl.py:1 JsonlDataset',
    ]);
  });

  it.each([
    ['models', modelConfig, 'HuggingFaceCausalLM'],
    ['datasets', datasetConfig, 'JsonlDataset'],
    ['openicl/icl_prompt_template', datasetConfig, 'PromptTemplate'],
    ['openicl/icl_retriever', datasetConfig, 'ZeroRetriever'],
    ['openicl/icl_inferencer', datasetConfig, 'GenInferencer'],
    ['openicl/icl_evaluator', datasetConfig.replace("'AccEvaluator'", 'AccEvaluator'), 'AccEvaluator'],
  ])('leads from each kind of class, by its name and as a text: %s', (folder, config, name) => {
    const files = [
      '# file: opencompass/__init__.py\n\n',
      '# file: opencompass/openicl/__init__.py\n\n',
      `# file: opencompass/${folder}/__init__.py\nfrom .one import ${name}\n`,
      `# file: opencompass/${folder}/one.py\nimport x\n\nclass ${name}(Base):\n    pass\n`,
    ].join('');
    const imported = `from opencompass.${folder.replace('/', '.')} import ${name}\n`;
    const atClass = (type: string): string => `# file: eval.py\n${imported}${config.replace(`type=${name}`, `type=${type}`)}${files}`;
    const place = [`opencompass/${folder}/one.py:3 ${name}`];
    expect(leads(atClass(`$0${name}`))).toEqual(place);
    expect(leads(atClass(`'$0${name}'`))).toEqual(place);
  });

  it('leads from the name of a class as a text, by what fits the place', () => {
    expect(leads(dataset(datasetConfig.replace('type=ZeroRetriever', "type='Zero$0Retriever'")))).toEqual([
      'opencompass/openicl/icl_retriever/zero.py:4 ZeroRetriever',
    ]);
    expect(leads(dataset(datasetConfig.replace('type=JsonlDataset', "type='opencompass.datasets.$0JsonlDataset'")))).toEqual([
      'opencompass/datasets/jsonl.py:1 JsonlDataset',
    ]);
  });

  it('leads from a function to its source', () => {
    const clean = datasetConfig.replace('import JsonlDataset', 'import JsonlDataset, jsonl_clean');
    expect(leads(dataset(`${clean}x = dict(pred_postprocessor=dict(type=jsonl_$0clean))\n`))).toEqual([
      'opencompass/datasets/jsonl.py:5 jsonl_clean',
    ]);
  });

  it('leads nowhere from words of a prompt, and to no source out of reach', () => {
    expect(leads(dataset(datasetConfig.replace('Be brief.', 'Zero$0Retriever')))).toEqual([]);
    expect(leads(datasetConfig.replace('type=ZeroRetriever', 'type=Zero$0Retriever'))).toEqual([]);
  });

  it('leads from a role to the meta templates of the models', () => {
    const two = evalConfig.replace(
      'from .models.river import models',
      'from .models.river import models as a\n    from .models.lake import models as b',
    );
    const text = `${two.replace('datasets = [*demo_datasets]', '')}models = a + b\nt = dict(infer_cfg=1)\n`;
    const files = workspaceFixture({ 'eval.py': `${text}${datasetConfig.replace("role='HUMAN', prompt", "role='HU$0MAN', prompt")}` });
    expect(leads(`${files}# file: models/lake.py\n${modelConfig}`)).toEqual(["models/river.py:5 'HUMAN'", "models/lake.py:5 'HUMAN'"]);
    expect(leads(datasetConfig.replace("role='BOT'", "role='B$0OT'"))).toEqual([]);
  });

  it('leads from a base and its names, as before', () => {
    expect(leads(workspaceFixture({ 'eval.py': evalConfig.replace('.datasets.demo', '.datasets.d$0emo') }))).toEqual([
      'datasets/demo.py:1 ',
    ]);
    expect(leads(workspaceFixture({ 'eval.py': evalConfig.replace('[*demo_datasets', '[*demo_$0datasets') }))).toEqual([
      'datasets/demo.py:23 demo_datasets',
    ]);
  });

  it('leads from a member of a group to its name', () => {
    const group = '# file: g.yaml\ngroup: g\ntask:\n  - fi$0rst\n';
    expect(leads(`${group}# file: first.yaml\n# A comment.\ntask: first\ndoc_to_text: b\noutput_type: generate_until\n`)).toEqual([
      'first.yaml:2 first',
    ]);
  });

  it('leads from what a run is told to evaluate, in documents that are no configs', () => {
    const task = (name: string): string => `# file: ${name}.yaml\ntask: ${name}\ndoc_to_text: b\noutput_type: generate_until\n`;
    const inFile = (name: string, text: string): string[] => leads(`# file: ${name}\n${text}\n${task('pond')}${task('lake')}`);
    const lake = ['lake.yaml:1 lake'];
    expect(inFile('run.yaml', 'model: hf\ntasks:\n  - pond\n  # Deep.\n  - la$0ke\nbatch_size: 1')).toEqual(lake);
    expect(inFile('run.yaml', 'model: hf\ntasks: [pond, "la$0ke"]')).toEqual(lake);
    expect(inFile('run.yaml', 'model: hf\ntasks: pond,la$0ke')).toEqual(lake);
    expect(inFile('run.yaml', 'jobs:\n  eval:\n    - run: lm_eval --model hf --tasks pond,la$0ke --limit 5')).toEqual(lake);
    expect(inFile('run.py', "subprocess.run(['lm_eval', '--tasks', 'pond,la$0ke'])")).toEqual(lake);
    expect(inFile('run.py', "simple_evaluate(model='hf', tasks=['pond', 'la$0ke@chat'])")).toEqual(lake);
    expect(inFile('run.py', "os.system('lm-eval run --tasks pond la$0ke --limit 5')")).toEqual(lake);
    expect(inFile('run.py', "x = 'la$0ke'")).toEqual([]);
    expect(inFile('run.py', "simple_evaluate(model='la$0ke', tasks=['pond'])")).toEqual([]);
    expect(inFile('run.yaml', 'model: la$0ke\ntasks: pond')).toEqual([]);
    expect(inFile('run.yaml', 'tasks:\n  - pond\nmodel: la$0ke')).toEqual([]);
    expect(inFile('run.yaml', 'jobs:\n  eval:\n    - run: lm_eval --tasks pond --model la$0ke')).toEqual([]);
    expect(inFile('run.yaml', 'model: hf\ntasks: sea$0')).toEqual([]);
  });

  it('leads to tasks in folders that the run is told to look into, which win', () => {
    const task = (file: string, name: string): string => `# file: ${file}\ntask: ${name}\ndoc_to_text: b\noutput_type: generate_until\n`;
    const files = `${task('own/waters/lake.yaml', 'lake')}${task('scripts/own/lake.yaml', 'pond')}${task('scripts/here.yaml', 'lake')}`;
    const inFile = (name: string, text: string): string[] => leads(`# file: ${name}\n${text}\n${files}`);
    const own = ['own/waters/lake.yaml:1 lake'];
    expect(inFile('scripts/run.py', "os.system('lm_eval --include_path own/waters --tasks la$0ke')")).toEqual(own);
    expect(inFile('scripts/run.py', "subprocess.run(['lm_eval', '--tasks', 'la$0ke', '--include_path', '../own'])")).toEqual(own);
    expect(inFile('scripts/run.py', "x = TaskManager(include_path='/ws/own')\nsimple_evaluate(tasks=['la$0ke'])")).toEqual(own);
    expect(inFile('scripts/run.yaml', 'include_path: ../own\ntasks: la$0ke')).toEqual(own);
    // The nearest folder that has the path.
    expect(inFile('scripts/run.py', "os.system('lm_eval --include_path own --tasks po$0nd')")).toEqual(['scripts/own/lake.yaml:1 pond']);
    // What is not there is none, and what lies around the script is found as before.
    expect(inFile('scripts/run.py', "os.system('lm_eval --include_path gone --tasks la$0ke')")).toEqual(['scripts/here.yaml:1 lake']);
  });

  it('leads from a tag among them to the tasks that have it', () => {
    const task = (name: string, more = ''): string =>
      `# file: ${name}.yaml\ntask: ${name}\n${more}doc_to_text: b\noutput_type: generate_until\n`;
    const group = '# file: g.yaml\ngroup: g\ntask:\n  - wa$0ters\n';
    expect(leads(`${group}${task('pond', 'tag: waters\n')}${task('lake', 'tag: [waters, wide]\n')}${task('hill')}`)).toEqual([
      'lake.yaml:1 lake',
      'pond.yaml:1 pond',
    ]);
  });
});

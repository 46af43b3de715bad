import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import type { Severity } from '../../../server/src/engine/core/severity.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

type Files = Record<string, string>;

function check(files: Files, rules: Record<string, Severity | 'off'> = {}, name = 'eval.py'): readonly Diagnostic[] {
  const workspace = new MemoryWorkspace(Object.fromEntries(Object.entries(files).map(([file, text]) => ['/ws/' + file, text])));
  return createProject(workspace, { ...defaultSettings, rules }).check('/ws/' + name);
}

/** Rule, severity and flagged text of each diagnostic. */
function summary(files: Files, rules: Record<string, Severity | 'off'> = {}, name = 'eval.py'): string[] {
  return check(files, rules, name).map(
    ({ rule, severity, span }) => `${rule} ${severity} ${files[span.file.slice(4)]!.slice(span.start, span.end)}`,
  );
}

function dataset(turns: string, options: { abbr?: string; inferencer?: string } = {}): string {
  return `dict(
    abbr='${options.abbr ?? 'quiz'}', type='JsonlDataset', path='p',
    reader_cfg=dict(input_columns=['question'], output_column='answer'),
    infer_cfg=dict(
        prompt_template=dict(type='PromptTemplate', template=dict(${turns})),
        retriever=dict(type='ZeroRetriever'), inferencer=dict(type='${options.inferencer ?? 'GenInferencer'}')))`;
}

const turns = `round=[dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='')]`;
const system = `begin=[dict(role='SYSTEM', prompt='s')], ${turns}`;
const model = (abbr: string, more = ''): string =>
  `dict(type='HuggingFaceCausalLM', abbr='${abbr}', path='p', meta_template=dict(round=[dict(role='HUMAN'), dict(role='BOT', generate=True)]${more}))`;
const withSystem = `, reserved_roles=[dict(role='SYSTEM')]`;
const imports = (module: string, names: string): string =>
  `from mmengine.config import read_base\nwith read_base():\n    from ${module} import ${names}\n`;

describe('severities', () => {
  const files = { 'eval.py': `datasets = [${dataset(system)}]\nmodels = [${model('a')}]\n` };

  it('are those of the rules', () => {
    expect(summary(files)).toEqual(["missing-fallback-role error 'SYSTEM'"]);
  });

  it('are those of the settings where they name the rule', () => {
    expect(summary(files, { 'missing-fallback-role': 'hint' })).toEqual(["missing-fallback-role hint 'SYSTEM'"]);
    expect(summary(files, { 'missing-fallback-role': 'off' })).toEqual([]);
  });
});

describe('findings in a base', () => {
  const quiz = `quiz_datasets = [${dataset(system)}]\n`;
  const evaluation = `${imports('.quiz', 'quiz_datasets')}datasets = quiz_datasets\nmodels = [${model('a')}]\n`;

  it('are shown at the name that brings them in, and lead to their origin', () => {
    const files = { 'quiz.py': quiz, 'eval.py': evaluation };
    expect(summary(files)).toEqual(['missing-fallback-role error quiz_datasets']);
    const [{ related }] = check(files) as [Diagnostic];
    expect(quiz.slice(related[0]!.span.start, related[0]!.span.end)).toBe("'SYSTEM'");
  });

  it('are shown at the import that leads there through another base', () => {
    const files = {
      'quiz.py': quiz,
      'other.py': 'x = 1\n',
      'all.py': imports('.quiz', 'quiz_datasets'),
      'eval.py':
        imports('.other', 'x').replace(/$/, '    from .all import quiz_datasets\n') +
        `datasets = quiz_datasets\nmodels = [${model('a')}]\n`,
    };
    expect(summary(files)).toEqual(['missing-fallback-role error quiz_datasets']);
  });

  it('are left to the base where they are about one document', () => {
    const files = {
      'pond.py': `models = [dict(type='HuggingFaceCausalLM', abbr='a', path='p', meta_template=dict(round=[dict(role='BOT')]))]\n`,
      'eval.py': imports('.pond', 'models'),
    };
    expect(summary(files)).toEqual([]);
    expect(summary(files, {}, 'pond.py')).toEqual(["no-generate-role warning 'BOT'"]);
  });

  it('are left to the base where no model is at hand', () => {
    const files = { 'quiz.py': quiz, 'all.py': imports('.quiz', 'quiz_datasets') };
    expect(summary(files, {}, 'all.py')).toEqual([]);
    expect(summary(files, {}, 'quiz.py')).toEqual(["missing-fallback-role warning 'SYSTEM'"]);
  });

  it('can be silenced at the import and at their origin', () => {
    expect(
      summary({
        'quiz.py': quiz,
        'eval.py': evaluation.replace('import quiz_datasets', 'import quiz_datasets  # preflight: ignore[missing-fallback-role]'),
      }),
    ).toEqual([]);
    expect(summary({ 'quiz.py': `# preflight: ignore-file\n${quiz}`, 'eval.py': evaluation })).toEqual([]);
  });

  it('are not repaired in an installed package', () => {
    const path = 'site-packages/quiz.py';
    const files = { [path]: quiz, 'eval.py': evaluation.replace('.quiz', '.site_packages') };
    expect(check({ ...files, 'site_packages.py': quiz })[0]!.fixes).toHaveLength(1);
    const installed = { 'lib/site-packages/quiz.py': quiz, 'lib/site-packages/eval.py': evaluation, 'lib/eval.py': evaluation };
    expect(check(installed, {}, 'lib/site-packages/eval.py')[0]!.fixes).toEqual([]);
  });
});

describe('what one cause raises', () => {
  const broken = turns.replace("role='HUMAN', prompt", 'prompt');

  it('for models of several kinds is reported once', () => {
    const text = `datasets = [${dataset(broken)}]\nmodels = [${model('a')}, ${model('b', withSystem)}]\n`;
    expect(summary({ 'eval.py': text })).toEqual(["prompt-raises error dict(prompt='{question}')"]);
  });

  it('is reported where each of two causes is', () => {
    const text = `datasets = [${dataset(broken)}, ${dataset(broken, { abbr: 'other' }).replace("'answer'", "'gold'")}]\nmodels = [${model('a')}]\n`;
    expect(summary({ 'eval.py': text })).toEqual([
      "prompt-raises error dict(prompt='{question}')",
      "prompt-raises error dict(prompt='{question}')",
    ]);
  });
});

describe('a literal that is reached many times', () => {
  it('is reported once', () => {
    const text = `datasets = []\nfor name in ['a', 'b', 'c']:\n    datasets.append(${dataset(system).replace("'quiz'", 'name')})\nmodels = [${model('a')}]\n`;
    expect(summary({ 'eval.py': text })).toEqual(["missing-fallback-role error 'SYSTEM'"]);
  });
});

describe('models', () => {
  it('are counted and named', () => {
    const text = `datasets = [${dataset(system)}]\nmodels = [${model('a')}, ${model('b', withSystem)}, ${model('c')}]\n`;
    expect(check({ 'eval.py': text })[0]!.message).toBe(
      "2 of 3 models (a and c) do not have a role SYSTEM, and the turn has no fallback_role: building the prompt raises KeyError: None. Add fallback_role='HUMAN'.",
    );
  });

  it('that all have the role make nothing of it', () => {
    expect(summary({ 'eval.py': `datasets = [${dataset(system)}]\nmodels = [${model('b', withSystem)}]\n` })).toEqual([]);
  });

  it('of a class that is not known, or without meta template, are left out', () => {
    const others = `dict(type='MyModel', abbr='m', path='p', meta_template=dict(round=[dict(role='X')])), dict(type='OpenAI', abbr='o', path='p')`;
    expect(summary({ 'eval.py': `datasets = [${dataset(system)}]\nmodels = [${others}]\n` })).toEqual([
      'no-generate-role warning ' + "'X'",
    ]);
  });
});

describe('silence', () => {
  it('about names that only broken lines hold', () => {
    const files = { 'eval.py': `${imports('.quiz', 'x_datasets):').trimEnd()}\n    from .atl`, 'quiz.py': 'quiz_datasets = [{}]\n' };
    expect(summary(files).filter((found) => !found.startsWith('syntax-error'))).toEqual([]);
  });

  it.each(['ChatInferencer', 'AgentInferencer', 'mine.MyInferencer'])('about roles with %s', (inferencer) => {
    expect(summary({ 'eval.py': `datasets = [${dataset(system, { inferencer })}]\n` })).toEqual([]);
  });

  it('about what is unknown', () => {
    const text = `import random\nrole = random.choice(['SYSTEM', 'HUMAN'])\ndatasets = [${dataset(`begin=[dict(role=role, prompt='s')], ${turns}`)}]\n`;
    expect(summary({ 'eval.py': text })).toEqual([]);
  });

  it('in a document that is no config', () => {
    expect(summary({ 'eval.py': 'print(1)\nx = y\n' })).toEqual([]);
  });
});

it('findings are in the order of the text, the same on every run', () => {
  const text = `models = [dict(type='OpenAISDK', abbr='a', path='p', meta_template=dict(rounds=[], round=[dict(role='BOT'), dict(role='HUMAN', api_role='user')]))]\ndatasets = [${dataset(system.replace('HUMAN', 'user'))}]\n`;
  const first = check({ 'eval.py': text });
  expect(first.length).toBeGreaterThan(3);
  expect(first.map(({ span }) => span.start)).toEqual([...first.map(({ span }) => span.start)].sort((a, b) => a - b));
  expect(check({ 'eval.py': text })).toEqual(first);
});

it('a turn that a config puts into the datasets of a base is its own', () => {
  const files = {
    'quiz.py': `quiz_datasets = [${dataset(turns)}]\n`,
    'all.py': `${imports('.quiz', 'quiz_datasets')}for item in quiz_datasets:\n    template = item['infer_cfg']['prompt_template']['template']\n    template['round'] = [dict(role='SYSTEM', prompt='s')] + template['round']\n`,
  };
  expect(summary(files, {}, 'all.py')).toEqual(["missing-fallback-role warning 'SYSTEM'"]);
});

it('only pairs that are combined are held against each other', () => {
  const combined = (models: string): string =>
    `quiz = [${dataset(system)}]\nold = [${model('old')}]\nnew = [${model('new', withSystem)}]\ndatasets = quiz\nmodels = old + new\nmodel_dataset_combinations = [dict(models=${models}, datasets=quiz)]\n`;
  expect(summary({ 'eval.py': combined('new') })).toEqual([]);
  expect(summary({ 'eval.py': combined('old') })).toEqual(["missing-fallback-role error 'SYSTEM'"]);
  expect(summary({ 'eval.py': combined('[len]') })).toEqual([]);
});

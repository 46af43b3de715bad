import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, openText, until, untilDiagnostic } from './support.js';

/** A dataset config around the two templates that matter here. */
function dataset(promptTemplate: string, ice = ''): string {
  return `from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever, ZeroRetriever
from opencompass.openicl.icl_inferencer import GenInferencer

made_datasets = [
    dict(
        abbr='made',
        type='JsonlDataset',
        path='made.jsonl',
        reader_cfg=dict(input_columns=['question'], output_column='answer'),
        infer_cfg=dict(
${ice}            prompt_template=${promptTemplate},
            retriever=dict(type=${ice ? 'FixKRetriever, fix_id_list=[0]' : 'ZeroRetriever'}),
            inferencer=dict(type=GenInferencer),
        ),
    )
]
`;
}

function model(metaTemplate: string): string {
  return `from opencompass.models import HuggingFaceCausalLM

made_meta_template = ${metaTemplate}

models = [dict(type=HuggingFaceCausalLM, abbr='made', path='made', meta_template=made_meta_template, max_out_len=8)]
`;
}

const ice = `            ice_template=dict(type=PromptTemplate, template='{question} {answer}'),\n`;

const cases: readonly {
  readonly rule: string;
  readonly title: RegExp;
  readonly text: string;
  readonly added?: string;
  readonly removed?: string;
}[] = [
  {
    rule: 'missing-fallback-role',
    title: /fallback_role/,
    text: dataset(
      "dict(type=PromptTemplate, template=dict(begin=[dict(role='SYSTEM', prompt='Be brief.')], round=[dict(role='HUMAN', prompt='{question}')]))",
    ),
    added: "fallback_role='HUMAN'",
  },
  {
    rule: 'no-generate-role',
    title: /generate=True/,
    text: model("dict(round=[dict(role='HUMAN', begin='Q: '), dict(role='BOT', begin='A: ')])"),
    added: 'generate=True',
  },
  {
    rule: 'ice-token-missing',
    title: /<\/E>/,
    text: dataset("dict(type=PromptTemplate, template='Now you: {question}', ice_token='</E>')", ice),
    added: '</E>Now you',
  },
  {
    rule: 'trailing-comma-tuple',
    title: /comma/,
    text: model("dict(round=[dict(role='HUMAN', begin='Q: '), dict(role='BOT', begin='A: ', generate=True)]),"),
    removed: ')]),\n',
  },
  {
    rule: 'unknown-key',
    title: /begin/,
    text: model("dict(round=[dict(role='HUMAN', begn='Q: '), dict(role='BOT', begin='A: ', generate=True)])"),
    added: "begin='Q: '",
    removed: 'begn',
  },
];

const task = (line: string): string => `task: made_ponds
dataset_path: made/ponds
test_split: test
output_type: generate_until
doc_to_text: "Q: {{question}}\\nA:"
doc_to_target: "{{answer}}"
${line}
`;

const more: typeof cases = [
  {
    rule: 'unfilled-placeholder',
    title: /question/,
    text: dataset("dict(type=PromptTemplate, template='Now you: {questio}')"),
    added: '{question}',
    removed: '{questio}',
  },
  {
    rule: 'unknown-role',
    title: /Rename the role to HUMAN/,
    text: dataset("dict(type=PromptTemplate, template=dict(round=[dict(role='HUMN', prompt='{question}')]))"),
    added: "role='HUMAN'",
    removed: 'HUMN',
  },
  { rule: 'generation-argument', title: /until/, text: task('generation_kwargs: {untill: ["x"]}'), added: '{until:', removed: 'untill' },
  { rule: 'unknown-method', title: /strip/, text: task('').replace('{{question}}', '{{question.strpi()}}'), added: '.strip()' },
  { rule: 'unknown-field', title: /generation_kwargs/, text: task('generation_kwarg: {until: ["x"]}'), added: 'generation_kwargs:' },
  { rule: 'unknown-value', title: /generate_until/, text: task('').replace('generate_until', 'generate_untill'), removed: 'untill' },
];

describe('quick fixes', () => {
  afterEach(closeAll);

  it('repair the name that a base does not have', async () => {
    await openText('ponds_base.py', 'pond_datasets = []\n');
    const { document } = await openText(
      'ponds_importer.py',
      'from mmengine.config import read_base\n\nwith read_base():\n    from .ponds_base import pond_dataset\ndatasets = [*pond_dataset]\n',
    );
    const { range } = await untilDiagnostic(document, 'base-name-missing');
    const action = await until('a quick fix', () => quickFix(document, range, /pond_datasets/));
    assert.ok(await vscode.workspace.applyEdit(action.edit!));
    await until('the diagnostic to go', () => diagnosticsOf(document, 'base-name-missing').length === 0);
  });

  it('rename a role to one that the model of the same config has', async () => {
    const text = dataset("dict(type=PromptTemplate, template=dict(round=[dict(role='user', prompt='{question}')]))");
    const both = text + model("dict(round=[dict(role='HUMAN', begin='Q: '), dict(role='BOT', begin='A: ', generate=True)])");
    const { document } = await openText('role_of_model.py', both);
    const { range } = await untilDiagnostic(document, 'unknown-role');
    const action = await until('a quick fix', () => quickFix(document, range, /Rename the role to HUMAN/));
    assert.ok(await vscode.workspace.applyEdit(action.edit!));
    await until('the diagnostic to go', () => diagnosticsOf(document, 'unknown-role').length === 0);
  });

  for (const { rule, title, text, added, removed } of [...cases, ...more]) {
    it(`repair what ${rule} reports`, async () => {
      const { document } = await openText(text.startsWith('task:') ? `${rule}.yaml` : `${rule}.py`, text);
      const { range } = await untilDiagnostic(document, rule);
      const action = await until('a quick fix', () => quickFix(document, range, title));
      assert.ok(action.edit, 'the quick fix is an edit');
      assert.ok(await vscode.workspace.applyEdit(action.edit));
      await until('the diagnostic to go', () => diagnosticsOf(document, rule).length === 0);
      if (added) assert.ok(document.getText().includes(added), document.getText());
      if (removed) assert.ok(!document.getText().includes(removed), document.getText());
    });
  }
});

async function quickFix(document: vscode.TextDocument, range: vscode.Range, title: RegExp): Promise<vscode.CodeAction | undefined> {
  const kind = vscode.CodeActionKind.QuickFix.value;
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    range,
    kind,
    10,
  );
  return actions.find((action) => action.edit && title.test(action.title) && !action.title.startsWith('Ignore'));
}

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, openText, positionOf, until, workspaceUri } from './support.js';

/** Asks one of VS Code's providers until it has something to say: the server may still be reading. */
async function asked<T>(what: string, command: string, wanted: (answer: T) => boolean, ...args: unknown[]): Promise<T> {
  return until(what, async () => {
    const answer = await vscode.commands.executeCommand<T>(command, ...args);
    return answer && wanted(answer) ? answer : undefined;
  });
}

async function write(name: string, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(workspaceUri('made', name), Buffer.from(text));
}

const config = vscode.workspace.getConfiguration('promptPreflight');
const set = (name: string, value: unknown): Thenable<void> => config.update(name, value, vscode.ConfigurationTarget.Workspace);

const imports = `from mmengine.config import read_base
from opencompass.datasets import JsonlDataset
from opencompass.models import HuggingFaceCausalLM
from opencompass.openicl.icl_evaluator import AccEvaluator
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever
`;

const whole = `${imports}
with read_base():
    from ..above import above_reader_cfg

pond_datasets = [
    dict(
        type=JsonlDataset,
        path='data/pond',
        reader_cfg=above_reader_cfg,
        infer_cfg=dict(
            ice_template=dict(type=PromptTemplate, template='{riddle} {answer}'),
            prompt_template=dict(
                type=PromptTemplate,
                template=dict(begin=['</E>'], round=[dict(role='HUMAN', prompt='Q: {riddle}')]),
                ice_token='</E>',
            ),
            retriever=dict(type=FixKRetriever, fix_id_list=[0, 1]),
            inferencer=dict(type=GenInferencer),
        ),
        eval_cfg=dict(evaluator=dict(type=AccEvaluator)),
    )
]
models = [
    dict(
        type=HuggingFaceCausalLM,
        abbr='beck',
        path='beck',
        max_out_len=9,
        meta_template=dict(round=[dict(role='HUMAN', begin='<|u|>'), dict(role='BOT', generate=True)]),
    )
]
datasets = pond_datasets
`;

/** A package of the framework in which each class stands at the second line of a file of its own. */
const classes: Readonly<Record<string, string>> = {
  JsonlDataset: 'datasets',
  HuggingFaceCausalLM: 'models',
  AccEvaluator: 'openicl/icl_evaluator',
  GenInferencer: 'openicl/icl_inferencer',
  PromptTemplate: 'openicl/icl_prompt_template',
  FixKRetriever: 'openicl/icl_retriever',
};

describe('editing a config', () => {
  let editor: vscode.TextEditor;
  beforeEach(async () => {
    await write('above.py', "above_reader_cfg = dict(input_columns=['riddle'], output_column='answer')\n");
    editor = await openText('hints/all.py', whole);
  });
  afterEach(closeAll);

  const at = (text: string): vscode.Position => positionOf(editor.document, text).translate(0, 1);

  async function hints(wanted: (labels: readonly string[]) => boolean): Promise<readonly string[]> {
    const { document } = editor;
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const labels = (found: readonly vscode.InlayHint[]): string[] =>
      found.map(({ label }) => (typeof label === 'string' ? label : label.map(({ value }) => value).join('')));
    return labels(
      await asked<vscode.InlayHint[]>('hints', 'vscode.executeInlayHintProvider', (found) => wanted(labels(found)), document.uri, all),
    );
  }

  it('has hints, each of which can be switched off', async () => {
    const kinds = { abbr: /^abbr=/, parser: /LM parser/, maxOutLen: /max_out_len=9/, shots: /2 shots/, bases: /above\.py/ };
    const has = (labels: readonly string[], kind: RegExp): boolean => labels.some((label) => kind.test(label));
    await hints((labels) => Object.values(kinds).every((kind) => has(labels, kind)));
    for (const [name, kind] of Object.entries(kinds)) {
      await set(`inlayHints.${name}`, false);
      await hints((labels) => !has(labels, kind) && Object.values(kinds).every((other) => other === kind || has(labels, other)));
      await set(`inlayHints.${name}`, undefined);
    }
  });

  it('has a hint of the tokens of shots, which can be switched off', async () => {
    // With rows that are there: examples that are not known have no tokens.
    editor = await openText('../lm-eval/shots.yaml', 'include: harbour_quiz.yaml\ntask: shots_quiz\nnum_fewshot: 2\n');
    const ofTokens = (labels: readonly string[]): boolean => labels.some((label) => /^≈ \d+ tokens$/.test(label));
    await hints(ofTokens);
    await set('inlayHints.shotTokens', false);
    await hints((labels) => !ofTokens(labels));
    // They are counted 300 ms behind a question: none comes later, either.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await hints((labels) => !ofTokens(labels));
    await set('inlayHints.shotTokens', undefined);
    await hints(ofTokens);
  });

  it('leads from each kind of class to its source, from a role to the meta template, from a base to its file', async () => {
    const link = async (text: string): Promise<string> => {
      const [first] = await asked<(vscode.Location | vscode.LocationLink)[]>(
        `the definition of ${text}`,
        'vscode.executeDefinitionProvider',
        (found) => found.length > 0,
        editor.document.uri,
        at(text),
      );
      const [uri, range] =
        'targetUri' in first! ? [first.targetUri, first.targetSelectionRange ?? first.targetRange] : [first!.uri, first!.range];
      return `${uri.path.split('/made/')[1]!}:${String(range.start.line)}`;
    };
    await write('packages/opencompass/__init__.py', '');
    await write('packages/opencompass/openicl/__init__.py', '');
    for (const [name, folder] of Object.entries(classes)) {
      await write(`packages/opencompass/${folder}/__init__.py`, `from .one import ${name}\n`);
      await write(`packages/opencompass/${folder}/one.py`, `\nclass ${name}:\n    pass\n`);
    }
    await set('packageRoots', [workspaceUri('made', 'packages').fsPath]);
    for (const [name, folder] of Object.entries(classes))
      await until(
        `the source of ${name}`,
        async () => (await link(`type=${name}`.slice('type'.length))) === `packages/opencompass/${folder}/one.py:1`,
      );
    await set('packageRoots', undefined);
    assert.equal(await link('.above import'), 'above.py:0');
    assert.equal(await link("'HUMAN', prompt="), `hints/all.py:${String(at("meta_template=dict(round=[dict(role='HUMAN'").line)}`);
  });

  it('folds, and grows a selection from a placeholder to its text', async () => {
    const { uri } = editor.document;
    const folds = await asked<vscode.FoldingRange[]>('folds', 'vscode.executeFoldingRangeProvider', (found) => found.length > 3, uri);
    const line = at('pond_datasets = [').line;
    assert.ok(folds.some(({ start }) => start === line));
    const [selection] = await asked<vscode.SelectionRange[]>(
      'a selection',
      'vscode.executeSelectionRangeProvider',
      (found) => found.length > 0,
      uri,
      [positionOf(editor.document, "riddle}')])").translate(0, 2)],
    );
    const grown: string[] = [];
    for (let range = selection; range; range = range.parent) grown.push(editor.document.getText(range.range));
    const steps = ['riddle', '{riddle}', 'Q: {riddle}'].map((text) => grown.indexOf(text));
    assert.ok(steps[1]! >= 0 && steps[2]! > steps[1]!, grown.slice(0, 6).join('\n'));
  });

  it('tells columns, roles, ice tokens and special tokens', async () => {
    const { uri } = editor.document;
    const legend = (await vscode.commands.executeCommand<vscode.SemanticTokensLegend>('vscode.provideDocumentSemanticTokensLegend', uri))!;
    const { data } = await asked<vscode.SemanticTokens>(
      'tokens',
      'vscode.provideDocumentSemanticTokens',
      ({ data: { length } }) => length > 0,
      uri,
    );
    const found = new Map<string, string>();
    for (let i = 0, line = 0, start = 0; i < data.length; i += 5) {
      start = data[i] === 0 ? start + data[i + 1]! : data[i + 1]!;
      line += data[i]!;
      found.set(editor.document.getText(new vscode.Range(line, start, line, start + data[i + 2]!)), legend.tokenTypes[data[i + 3]!]!);
    }
    assert.equal(found.get('riddle') ?? found.get('{riddle}'), 'parameter');
    assert.ok(found.has('HUMAN') && found.has('</E>') && found.has('<|u|>'), [...found.keys()].join(' '));
  });

  it('completes bases, their names, keys of the class at hand and abbrs, and offers snippets', async () => {
    let count = 0;
    // A file each: what is written over an open one comes into the editor later.
    const labels = async (text: string, wanted: string, name = `hints/all${String(++count)}.py`): Promise<readonly string[]> => {
      const cursor = text.indexOf('$0');
      const { document } = await openText(name, text.replace('$0', ''));
      const named = ({ items }: vscode.CompletionList): string[] =>
        items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      const answer = await asked<vscode.CompletionList>(
        wanted,
        'vscode.executeCompletionItemProvider',
        (list) => named(list).includes(wanted),
        document.uri,
        document.positionAt(cursor),
      );
      return named(answer);
    };
    await labels(whole.replace('from ..above import', 'from ..$0 import'), 'above');
    await labels(whole.replace('import above_reader_cfg', 'import $0'), 'above_reader_cfg');
    const keys = await labels(whole.replace("template='{riddle} {answer}'", '$0'), 'template');
    assert.ok(!keys.includes('messages'));
    const combined = `${whole}model_dataset_combinations = [dict(models=[dict(abbr='$0')], datasets=datasets)]\n`;
    await labels(combined, 'beck');
    for (const snippet of ['generative dataset', 'perplexity dataset', 'chat model']) await labels('$0', snippet, 'configs/new.py');
    for (const snippet of ['task', 'group']) await labels('$0', snippet, 'tasks/new.yaml');
  });

  it('names the keys of a class', async () => {
    const help = await asked<vscode.SignatureHelp>(
      'a signature',
      'vscode.executeSignatureHelpProvider',
      ({ signatures }) => signatures.length > 0,
      editor.document.uri,
      at('fix_id_list'),
    );
    assert.match(help.signatures[0]!.label, /^FixKRetriever\(.*fix_id_list/);
  });
});

describe('refactorings', () => {
  afterEach(closeAll);

  let files = 0;
  /** The config with a part of it written otherwise. */
  async function refactored(title: string, text: string, from: string): Promise<string> {
    const { document } = await openText(`refactored${String(++files)}.py`, text);
    const place = positionOf(document, from).translate(0, 1);
    const kind = vscode.CodeActionKind.Refactor.value;
    const actions = await asked<vscode.CodeAction[]>(
      title,
      'vscode.executeCodeActionProvider',
      (found) => found.some((action) => action.title.startsWith(title)),
      document.uri,
      new vscode.Range(place, place),
      kind,
      20,
    );
    assert.ok(await vscode.workspace.applyEdit(actions.find((action) => action.title.startsWith(title))!.edit!));
    return document.getText();
  }

  const dataset = (template: string): string => `${imports}
mere_datasets = [
    dict(
        abbr='mere',
        type=JsonlDataset,
        path='data/mere',
        reader_cfg=dict(input_columns=['riddle'], output_column='answer'),
        infer_cfg=dict(
            prompt_template=dict(type=PromptTemplate, template=${template}),
            retriever=dict(type='ZeroRetriever'),
            inferencer=dict(type=GenInferencer),
        ),
    )
]
`;

  it('make a text a dialogue, a dialogue a text, and a bare text a turn', async () => {
    const dialogue = "dict(round=[dict(role='HUMAN', prompt='Q: {riddle}')])";
    const made = await refactored('Write the template as a dialogue', dataset("'Q: {riddle}'"), "'Q: {riddle}'");
    assert.ok(made.includes(`template=${dialogue}`), made);
    const text = await refactored('Write the template as a text', dataset(dialogue), "'Q: {riddle}'");
    assert.ok(text.includes("template='Q: {riddle}'"), text);
    const bare = dataset("dict(begin=['Be brief.'], round=[dict(role='HUMAN', prompt='{riddle}')])");
    const turn = await refactored('Write the text as a turn of HUMAN', bare, "'Be brief.'");
    assert.ok(turn.includes("begin=[dict(role='HUMAN', prompt='Be brief.')]"), turn);
  });

  it('extract a part, and put the text of a base in its place', async () => {
    const extracted = await refactored('Extract infer_cfg into mere_infer_cfg', dataset("'Q: {riddle}'"), 'infer_cfg=');
    assert.ok(extracted.includes('mere_infer_cfg = dict(') && extracted.includes('infer_cfg=mere_infer_cfg'), extracted);
    // A file that was there before may be seen as it was.
    await write('sole.py', dataset("'Q: {riddle}'"));
    const importer =
      'from mmengine.config import read_base\n\nwith read_base():\n    from .sole import mere_datasets\n\ndatasets = mere_datasets\n';
    const inlined = await refactored('Put the text of', importer, '.sole import');
    assert.ok(inlined.includes("abbr='mere'") && !inlined.includes('from .sole'), inlined);
  });
});

describe('what a run is told to evaluate', () => {
  afterEach(closeAll);

  it('leads to the tasks, from a script', async () => {
    // The server is started for configs, and answers for what else is open from then on.
    await vscode.window.showTextDocument(workspaceUri('lm-eval', 'harbour_quiz.yaml'));
    const { document } = await openText(
      '../lm-eval/run.py',
      "import os\n\nos.system('lm_eval --model hf --tasks harbour_quiz,harbour_facts')\n",
    );
    const [link] = await asked<vscode.LocationLink[]>(
      'the task',
      'vscode.executeDefinitionProvider',
      (found) => found.length > 0,
      document.uri,
      positionOf(document, 'harbour_facts').translate(0, 2),
    );
    assert.ok(link!.targetUri.path.endsWith('/lm-eval/harbour_facts.yaml'), link!.targetUri.path);
  });

  let scripts = 0;

  /** Where a word of a shell script leads: the end of the path and the line. */
  async function fromShell(script: string, word: string): Promise<string> {
    // What is written over a file that is open is seen late.
    const { document } = await openText(`../lm-eval/run-${String(++scripts)}.sh`, script);
    assert.equal(document.languageId, 'shellscript');
    const [link] = await asked<vscode.LocationLink[]>(
      `where ${word} leads`,
      'vscode.executeDefinitionProvider',
      (found) => found.length > 0,
      document.uri,
      positionOf(document, word).translate(0, 2),
    );
    assert.equal(document.getText(link!.originSelectionRange), word);
    return `${link!.targetUri.path.split('/').slice(-2).join('/')}:${String(link!.targetRange.start.line)}`;
  }

  it('leads from shell scripts to tasks and to configs, and tells nothing else of them', async () => {
    const task = 'lm-eval/harbour_facts.yaml:';
    assert.ok(
      (await fromShell('lm_eval --model hf \\\n  --tasks harbour_quiz,harbour_facts \\\n  --limit 5\n', 'harbour_facts')).startsWith(task),
    );
    assert.ok((await fromShell('for task in harbour_facts; do\n  lm_eval -t "$task"\ndone\n', 'harbour_facts')).startsWith(task));
    await write('configs/models/pool.py', 'models = []\n');
    const run = 'opencompass --config-dir ../made/configs --models pool\n';
    assert.equal(await fromShell(run, 'pool'), 'models/pool.py:0');
    const { document } = vscode.window.activeTextEditor!;
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri);
    assert.deepEqual(lenses, []);
  });

  it('leads from a script as it is now', async () => {
    const editor = await openText('../lm-eval/typed.sh', 'echo\n');
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), 'lm_eval --tasks=harbour_quiz\n'));
    const at = positionOf(editor.document, 'harbour_quiz');
    const [link] = await asked<vscode.LocationLink[]>(
      'the task',
      'vscode.executeDefinitionProvider',
      (found) => found.length > 0,
      editor.document.uri,
      at,
    );
    assert.ok(link!.targetUri.path.endsWith('/lm-eval/harbour_quiz.yaml'), link!.targetUri.path);
    assert.deepEqual(link!.originSelectionRange?.start, at);
  });
});

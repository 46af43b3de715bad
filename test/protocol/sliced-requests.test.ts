import { afterEach, expect, it } from 'vitest';
import { LSPErrorCodes, type CodeAction, type Hover, type Location, type WorkspaceEdit } from 'vscode-languageserver/node';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { datasetConfig, evalConfig, workspaceFiles } from '../support/configs.js';
import { Client, modern } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

const many = Object.fromEntries(
  Array.from({ length: 250 }, (_, i) => [`evals/eval_${String(i)}.py`, evalConfig.replaceAll('from .', 'from ..')]),
);

/** All that names a role that hundreds of configs have. */
function references(token?: CancellationTokenSource['token']): Promise<Location[]> {
  const params = {
    textDocument: { uri: client.uri('datasets/demo.py') },
    position: client.position('datasets/demo.py', 'HUMAN'),
    context: { includeDeclaration: true },
  };
  return token
    ? client.connection.sendRequest<Location[]>('textDocument/references', params, token)
    : client.connection.sendRequest<Location[]>('textDocument/references', params);
}

it('are answered beside others, and end where nobody wants them any more', async () => {
  client = await Client.start({ files: { ...workspaceFiles, ...many, 'eval.py': evalConfig } });
  await client.openText('datasets/demo.py', workspaceFiles['datasets/demo.py']);
  expect(await client.connection.sendRequest('workspace/symbol', { query: 'river-7b' })).toHaveLength(1);
  const order: string[] = [];
  const found = references().then((places) => {
    order.push('references');
    return places;
  });
  await client.connection.sendRequest<Hover>('textDocument/hover', {
    textDocument: { uri: client.uri('datasets/demo.py') },
    position: client.position('datasets/demo.py', 'role='),
  });
  order.push('hover');
  expect(new Set((await found).map(({ uri }) => uri))).toEqual(new Set([client.uri('datasets/demo.py'), client.uri('models/river.py')]));
  expect(order).toEqual(['hover', 'references']);
  const source = new CancellationTokenSource();
  const cancelled = references(source.token);
  setTimeout(() => source.cancel(), 5);
  await expect(cancelled).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
  const outdated = references();
  setTimeout(() => void client.openText('eval.py', `${evalConfig}\n`), 5);
  await expect(outdated).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
});

it('rename a function of a task in its module', async () => {
  const files = {
    'tasks/pond.yaml': 'task: pond\ndataset_path: d\noutput_type: generate_until\ndoc_to_text: !function utils.question\n',
    'tasks/utils.py': 'def question(doc):\n    return doc["q"]\n',
  };
  client = await Client.start({ files });
  await client.openText('tasks/utils.py', files['tasks/utils.py']);
  const edit = await client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
    textDocument: { uri: client.uri('tasks/utils.py') },
    position: client.position('tasks/utils.py', 'question'),
    newName: 'riddle',
  });
  expect(edit.documentChanges).toMatchObject([
    { textDocument: { uri: client.uri('tasks/pond.yaml') }, edits: [{ newText: 'riddle' }] },
    { textDocument: { uri: client.uri('tasks/utils.py'), version: 1 }, edits: [{ newText: 'riddle' }] },
  ]);
});

it('make a generative config, where the editor makes files', async () => {
  const able = {
    ...modern,
    workspace: { ...modern.workspace, workspaceEdit: { documentChanges: true, resourceOperations: ['create' as const] } },
  };
  const name = 'configs/datasets/demo_ppl.py';
  const text = datasetConfig
    .replaceAll('GenInferencer', 'PPLInferencer')
    .replace(/ template=dict\(\n[^]*?\n {8}\),/, " template={'A': '{question} A', 'B': '{question} B'},")
    .replace("'AccEvaluator'", 'AccEvaluator')
    .replace('\n\n', '\nfrom opencompass.openicl.icl_evaluator import AccEvaluator\n\n');
  client = await Client.start({ files: { [name]: text }, capabilities: able });
  await client.openText(name, text);
  const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: client.uri(name) },
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    context: { diagnostics: [], only: ['refactor'] },
  });
  const made = actions.find(
    ({ title }) => title === "Make demo_gen.py: the model writes the answer (first_option_postprocess, options='AB')",
  );
  expect(made?.edit?.documentChanges).toMatchObject([
    { kind: 'create', uri: client.uri('configs/datasets/demo_gen.py') },
    { textDocument: { version: null }, edits: [{ newText: expect.stringContaining("template='{question} {answer}'") as string }] },
  ]);
});

import { afterEach, describe, expect, it } from 'vitest';
import type { Location, LocationLink } from 'vscode-languageserver/node';
import { modelConfig } from '../support/configs.js';
import { Client, modern, simple, until } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

const task = (name: string): string => `task: ${name}\ndataset_path: json\ntest_split: test\ndoc_to_text: "Q"\ndoc_to_target: "b"\n`;
const files = { 'pond.yaml': task('pond'), 'lake.yaml': `# Deep.\n${task('lake')}`, 'configs/models/river.py': modelConfig };
const script = `#!/bin/bash
# Both of them.
lm_eval --model hf \\
    --tasks pond,lake \\
    --limit 5
opencompass --models river --datasets demo
`;

async function definition<R>(name: string, search: string): Promise<R> {
  const textDocument = { uri: client.uri(name) };
  return client.connection.sendRequest<R>('textDocument/definition', { textDocument, position: client.position(name, search, 1) });
}

describe('a shell script', () => {
  it('leads from the names of what it runs', async () => {
    client = await Client.start({ files });
    await client.openText('run.sh', script, 'shellscript');
    const [lake, ...none] = await definition<LocationLink[]>('run.sh', 'lake');
    expect(none).toEqual([]);
    expect(lake).toMatchObject({ targetUri: client.uri('lake.yaml'), targetSelectionRange: { start: { line: 1, character: 6 } } });
    expect(client.textAt('run.sh', lake!.originSelectionRange!)).toBe('lake');
    expect(await definition('run.sh', 'river')).toMatchObject([{ targetUri: client.uri('configs/models/river.py') }]);
    expect([await definition('run.sh', 'demo'), await definition('run.sh', 'hf'), await definition('run.sh', 'Both')]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('leads from the text in the editor, not from that on the disk', async () => {
    client = await Client.start({ files: { ...files, 'run.sh': 'echo\n' } });
    await client.openText('run.sh', 'echo\n', 'shellscript');
    await client.replace('run.sh', 'echo', 'export X=1\nlm_eval --tasks pond');
    const [pond] = await definition<LocationLink[]>('run.sh', 'pond');
    expect(pond!.targetUri).toBe(client.uri('pond.yaml'));
    expect(client.textAt('run.sh', pond!.originSelectionRange!)).toBe('pond');
  });

  it.each([
    ['run.sh', 'sh'],
    ['run', 'bash'],
    ['run.sh', 'plaintext'],
  ])('is known by its language or its ending: %s, %s', async (name, language) => {
    client = await Client.start({ files, capabilities: simple });
    await client.openText(name, script, language);
    expect(await definition<Location[]>(name, 'lake')).toMatchObject([{ uri: client.uri('lake.yaml'), range: { start: { line: 1 } } }]);
  });

  it('has no other answers, whatever stands in it', async () => {
    client = await Client.start({ files, capabilities: modern });
    const text = `${script}cat > eval.py <<END\n${modelConfig.replace(', generate=True', '')}END\n`;
    await client.openText('run.sh', text, 'shellscript');
    const textDocument = { uri: client.uri('run.sh') };
    const range = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };
    const position = client.position('run.sh', 'meta_template', 2);
    const ask = (feature: string, more: object = {}): Promise<unknown> =>
      client.connection.sendRequest(`textDocument/${feature}`, { textDocument, ...more });
    expect(await client.diagnostics('run.sh')).toEqual([]);
    expect([await ask('hover', { position }), await ask('inlayHint', { range }), await ask('foldingRange')]).toEqual([null, null, null]);
    expect(await ask('signatureHelp', { position })).toBeNull();
    expect([await ask('completion', { position }), await ask('documentLink'), await ask('documentSymbol')]).toEqual([[], [], []]);
    expect([await ask('codeLens'), await ask('codeAction', { range, context: { diagnostics: [] } })]).toEqual([[], []]);
    expect(await ask('semanticTokens/full')).toMatchObject({ data: [] });
    expect(await ask('prepareRename', { position })).toBeNull();
    expect(await ask('references', { position, context: { includeDeclaration: true } })).toEqual([]);
  });

  it('is pushed no diagnostics', async () => {
    client = await Client.start({ files, capabilities: simple });
    await client.openText('run.sh', script, 'shellscript');
    await client.openText('lake.yaml', files['lake.yaml'], 'yaml');
    await definition('run.sh', 'lake');
    await until('those of the task', () => client.published.some(({ uri }) => uri === client.uri('lake.yaml')));
    expect(client.published.filter(({ uri }) => uri === client.uri('run.sh'))).toEqual([]);
  });
});

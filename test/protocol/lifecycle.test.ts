import { fork } from 'node:child_process';
import { createProtocolConnection, IPCMessageReader, IPCMessageWriter, type InitializeResult } from 'vscode-languageserver/node';
import { afterEach, describe, expect, it } from 'vitest';
import { workspaceFiles } from '../support/configs.js';
import { Client, simple, until } from './client.js';

let client: Client;
afterEach(async () => {
  await client.stop();
});

describe('the server', () => {
  it('says what it can do, and ends in order', async () => {
    client = await Client.start();
    expect(client.initialized.serverInfo?.name).toBe('Prompt Preflight');
    expect(client.initialized.capabilities).toMatchObject({
      positionEncoding: 'utf-16',
      hoverProvider: true,
      diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
      executeCommandProvider: { commands: expect.arrayContaining(['promptPreflight.renderPreview']) as string[] },
    });
    expect(await client.stop()).toBe(0);
  });

  it('offers no pull to a client that cannot pull', async () => {
    client = await Client.start({ capabilities: simple });
    expect(client.initialized.capabilities.diagnosticProvider).toBeUndefined();
    expect(await client.stop()).toBe(0);
  });

  it('exits with 1 when it is not shut down first', async () => {
    client = await Client.start();
    const ended = new Promise((done) => client.process.once('exit', done));
    await client.connection.sendNotification('exit');
    expect(await ended).toBe(1);
  });

  it('ends when its client is gone without a word', async () => {
    client = await Client.start();
    const ended = new Promise((done) => client.process.once('exit', done));
    client.process.stdin!.end();
    expect(await ended).toBe(1);
  });

  it('speaks over IPC, as the extension does', async () => {
    client = await Client.start();
    const child = fork(client.cli, ['lsp', '--node-ipc'], { silent: true });
    const connection = createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    connection.listen();
    const { serverInfo } = await connection.sendRequest<InitializeResult>('initialize', {
      processId: null,
      rootUri: null,
      capabilities: {},
    });
    expect(serverInfo?.name).toBe('Prompt Preflight');
    const ended = new Promise((done) => child.once('exit', done));
    child.disconnect();
    expect(await ended).toBe(1);
    connection.dispose();
  });

  it('lives on when its client refuses what it asks', async () => {
    client = await Client.start({ files: workspaceFiles });
    client.connection.onRequest('workspace/diagnostic/refresh', () => {
      throw new Error('not now');
    });
    await client.openText('eval.py', workspaceFiles['eval.py']);
    await client.rules('eval.py');
    client.remove('models/river.py');
    await client.filesChanged(['models/river.py', 3]);
    await until('a note in the log', () => client.logged.some((line) => line.includes('not now')));
    expect(await client.alive()).toBe(true);
  });

  it('asks to be told of files and settings', async () => {
    client = await Client.start({ files: workspaceFiles });
    await until('registrations', () => client.registered.length >= 2);
    expect(client.registered).toEqual(expect.arrayContaining(['workspace/didChangeWatchedFiles', 'workspace/didChangeConfiguration']));
    // What tasks include has often no ending.
    expect(client.watched).toContain('**/*_{yaml,yml}');
  });

  it('answers an unknown command with an error and lives on', async () => {
    client = await Client.start({ files: workspaceFiles });
    await expect(
      client.connection.sendRequest('workspace/executeCommand', { command: 'promptPreflight.renderPreview', arguments: [{}] }),
    ).rejects.toThrow(/uri/);
    await expect(client.connection.sendRequest('workspace/executeCommand', { command: 'promptPreflight.dance' })).rejects.toThrow(/dance/);
    expect(await client.alive()).toBe(true);
  });

  it('reads a folder that is added, and no longer one that is removed', async () => {
    client = await Client.start({
      files: Object.fromEntries(Object.entries(workspaceFiles).map(([name, text]) => [`a/${name}`, text])),
      folders: ['b'],
    });
    await client.openText('a/eval.py', workspaceFiles['eval.py']);
    expect(await client.rules('a/eval.py')).toContain('depends-on-environment');
    const folder = { uri: client.uri('a'), name: 'a' };
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event: { added: [folder], removed: [] } });
    await until('found bases', async () => (await client.rules('a/eval.py')).length === 0);
    await until('a refresh', () => client.refreshes > 0);
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [folder] } });
    await until('missing bases', async () => (await client.rules('a/eval.py')).includes('depends-on-environment'));
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import type { SymbolInformation } from 'vscode-languageserver/node';
import { evalConfig, workspaceFiles } from '../support/configs.js';
import { Client } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

describe('symbols of the workspace', () => {
  const symbols = async (query: string) => {
    const found = await client.connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query });
    return found.map(
      ({ name, location }) => `${name} ${location.uri.slice(client.root.length + 'file:///'.length)}:${location.range.start.line}`,
    );
  };

  it('are found in files that nobody has opened, and follow what changes', async () => {
    client = await Client.start({ files: { ...workspaceFiles, 'eval.py': evalConfig } });
    expect(await symbols('river-7')).toEqual(['river-7b models/river.py:11']);
    client.write('tasks/lake.yaml', 'task: lake_qa\ndataset_path: lake\ndoc_to_text: "{{q}}"\noutput_type: generate_until\n');
    await client.filesChanged(['tasks/lake.yaml', 1]);
    expect(await symbols('LAKE')).toEqual(['lake_qa tasks/lake.yaml:0']);
    await client.openText('tasks/lake.yaml', '# lake\ntask: pond_qa\ndataset_path: lake\ndoc_to_text: "{{q}}"\n', 'yaml');
    expect(await symbols('lake')).toEqual([]);
    expect(await symbols('pond')).toEqual(['pond_qa tasks/lake.yaml:1']);
  });
});

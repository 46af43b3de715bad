import type { MarkupContent } from 'vscode-languageserver';
import { afterEach, describe, expect, it } from 'vitest';
import { modelConfig, workspaceFiles } from '../support/configs.js';
import { Client } from './client.js';

let client: Client;
afterEach(() => client.stop());

const noGenerate = modelConfig.replace(', generate=True', '');
const chinese = /[\u4e00-\u9fff]/;

describe('a server for an editor in Simplified Chinese', () => {
  it('says its findings, fixes and previews in it, and leaves prompts and quotations as they are', async () => {
    client = await Client.start({ files: workspaceFiles, locale: 'zh-cn' });
    await client.openText('models/river.py', noGenerate);
    const [diagnostic] = await client.diagnostics('models/river.py');
    expect(diagnostic).toMatchObject({ code: 'no-generate-role', message: expect.stringMatching(chinese) });
    const actions = await client.actions('models/river.py', diagnostic!.range);
    expect(actions.filter(({ title }) => !chinese.test(title))).toEqual([]);
    const hover = await client.hover('models/river.py', client.position('models/river.py', 'max_out_len'));
    expect((hover?.contents as MarkupContent).value).toMatch(/^\*\*max_out_len\*\* · int\b[\s\S]*最多写多少个 token。/);
    await client.openText('broken.py', `${modelConfig}lake = nothing\n`);
    const [raised] = await client.diagnostics('broken.py');
    expect(raised!.message).toBe("加载此配置时会抛出 NameError: name 'nothing' is not defined.");
    const tokens = await client.tokens({ file: `${client.root}/made.txt`, texts: [] });
    expect(tokens).toMatchObject({ kind: 'refused', reason: expect.stringMatching(chinese) });
  });

  it('is the same for what an editor calls zh-CN, and English for all others', async () => {
    client = await Client.start({ files: workspaceFiles, locale: 'zh-CN' });
    await client.openText('models/river.py', noGenerate);
    expect((await client.diagnostics('models/river.py'))[0]!.message).toMatch(chinese);
    await client.stop();
    client = await Client.start({ files: workspaceFiles, locale: 'de' });
    await client.openText('models/river.py', noGenerate);
    expect((await client.diagnostics('models/river.py'))[0]!.message).not.toMatch(chinese);
  });
});

describe('the page of a rule', () => {
  it("is shown by the editor's own command, where it has one", async () => {
    client = await Client.start({ files: workspaceFiles, initializationOptions: { rulePageCommand: 'made.openRule' } });
    await client.openText('models/river.py', noGenerate);
    const [diagnostic] = await client.diagnostics('models/river.py');
    expect(diagnostic!.codeDescription?.href).toBe('command:made.openRule?%5B%22no-generate-role%22%5D');
    const actions = await client.actions('models/river.py', diagnostic!.range);
    expect(actions.map(({ command }) => command)).toContainEqual({
      title: 'Open the page of no-generate-role',
      command: 'made.openRule',
      arguments: ['no-generate-role'],
    });
  });
});

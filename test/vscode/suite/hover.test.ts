import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, openExample, positionOf, until } from './support.js';

describe('hover', () => {
  after(closeAll);

  it('explains a field', async () => {
    const { document } = await openExample('datasets', 'word_problems_gen.py');
    const text = await hoverAt(document, 'fallback_role');
    assert.match(text, /fallback_role/);
    assert.match(text, /role/);
  });

  it('explains a template class', async () => {
    const { document } = await openExample('datasets', 'word_problems_gen.py');
    assert.match(await hoverAt(document, 'FixKRetriever, fix_id_list'), /example/i);
  });
});

async function hoverAt(document: vscode.TextDocument, text: string): Promise<string> {
  const position = positionOf(document, text).translate(0, 1);
  return until(`a hover on ${text}`, async () => {
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, position);
    const contents = hovers.flatMap(({ contents }) => contents).map((content) => (typeof content === 'string' ? content : content.value));
    return contents.join('\n') || undefined;
  });
}

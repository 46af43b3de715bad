import { describe, expect, it } from 'vitest';
import { OpenTexts } from '../../../server/src/lsp/open-texts.js';

const uri = 'file:///a.py';
const at = (character: number, length: number) => ({ start: { line: 0, character }, end: { line: 0, character: character + length } });

describe('the open texts', () => {
  it('are opened again as they are now', () => {
    const texts = new OpenTexts();
    texts.opened({ textDocument: { uri, languageId: 'python', version: 1, text: 'lake' } });
    texts.changed({
      textDocument: { uri, version: 2 },
      contentChanges: [
        { range: at(0, 1), text: 'L' },
        { range: at(4, 0), text: 's' },
      ],
    });
    expect(texts.version(uri)).toBe(2);
    const now = { textDocument: { uri, languageId: 'python', version: 2, text: 'Lakes' } };
    expect([texts.opening(uri), texts.opening(uri)]).toEqual([now, now]);
    texts.changed({ textDocument: { uri, version: 3 }, contentChanges: [{ text: 'pond' }] });
    expect(texts.opening(uri)?.textDocument).toMatchObject({ version: 3, text: 'pond' });
  });

  it('keep up with thousands of changes', () => {
    const texts = new OpenTexts();
    texts.opened({ textDocument: { uri, languageId: 'python', version: 0, text: '' } });
    for (let i = 0; i < 5000; i++)
      texts.changed({ textDocument: { uri, version: i + 1 }, contentChanges: [{ range: at(i, 0), text: String(i % 10) }] });
    expect(texts.opening(uri)?.textDocument.text).toBe('0123456789'.repeat(500));
  });

  it('are handed to nobody where they are too long, until they are no more', () => {
    const texts = new OpenTexts();
    texts.opened({ textDocument: { uri, languageId: 'python', version: 1, text: '#'.repeat(16_000_000) } });
    expect(texts.excess(uri)).toBeUndefined();
    texts.changed({ textDocument: { uri, version: 2 }, contentChanges: [{ range: at(0, 0), text: '##' }] });
    expect(texts.excess(uri)).toBe(16_000_002);
    expect(texts.opening(uri)).toEqual({ textDocument: { uri, languageId: 'python', version: 2, text: '' } });
    texts.changed({ textDocument: { uri, version: 3 }, contentChanges: [{ range: at(1, 16_000_001), text: '' }] });
    expect(texts.excess(uri)).toBeUndefined();
    expect(texts.opening(uri)?.textDocument.text).toBe('#');
  });

  it('know nothing of what is closed or was never opened', () => {
    const texts = new OpenTexts();
    texts.changed({ textDocument: { uri, version: 2 }, contentChanges: [{ text: 'x' }] });
    expect(texts.opening(uri)).toBeUndefined();
    texts.opened({ textDocument: { uri, languageId: 'python', version: 1, text: '' } });
    texts.closed({ textDocument: { uri } });
    expect([texts.opening(uri), texts.version(uri), texts.uris()]).toEqual([undefined, undefined, []]);
  });
});

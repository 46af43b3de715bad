import { expect, it } from 'vitest';
import { previewPage } from '../../../client/src/preview/html.js';

it('allows the one script of the page and nothing else, by a nonce that is used once', () => {
  const [first, second] = [previewPage('vscode-resource:/webview.js'), previewPage('vscode-resource:/webview.js')];
  const nonce = /script-src 'nonce-([\w-]{16,})'/.exec(first)?.[1];
  expect(nonce).toBeDefined();
  expect(first).toContain(`default-src 'none'; script-src 'nonce-${nonce}'"`);
  expect(first.match(/<script/g)).toHaveLength(1);
  expect(first).toContain(`<script nonce="${nonce}" src="vscode-resource:/webview.js"></script>`);
  expect(second).not.toContain(nonce);
});

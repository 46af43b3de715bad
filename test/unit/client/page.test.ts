import { expect, it } from 'vitest';
import { previewPage } from '../../../client/src/preview/html.js';

const script = (name: string): string => `vscode-resource:/${name}`;
const scriptsOf = (page: string): string[] => [...page.matchAll(/<script nonce="[\w-]+" src="([^"]*)">/g)].map(([, source]) => source!);

it('allows the one script of the page and nothing else, by a nonce that is used once', () => {
  const [first, second] = [previewPage(script), previewPage(script)];
  const nonce = /script-src 'nonce-([\w-]{16,})'/.exec(first)?.[1];
  expect(nonce).toBeDefined();
  expect(first).toContain(`default-src 'none'; script-src 'nonce-${nonce}'"`);
  expect(first.match(/<script/g)).toHaveLength(1);
  expect(first).toContain(`<script nonce="${nonce}" src="vscode-resource:/webview.js"></script>`);
  expect(second).not.toContain(nonce);
});

it('is loaded in the language of the editor, or in English', () => {
  expect(previewPage(script, 'zh-cn')).toContain('<html lang="zh-CN">');
  expect(scriptsOf(previewPage(script, 'zh-cn'))).toEqual(['vscode-resource:/l10n/page.zh-cn.js', 'vscode-resource:/webview.js']);
  for (const other of ['en', 'de', 'zh-tw']) expect(scriptsOf(previewPage(script, other))).toEqual(['vscode-resource:/webview.js']);
});

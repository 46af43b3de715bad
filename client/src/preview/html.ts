import { randomBytes } from 'node:crypto';

/**
 * The page that loads the preview. It holds no data: all that it shows comes by messages. Styles are adopted by script, so none are allowed inline.
 * @param scriptUri `dist/webview.js` as the webview sees it
 */
export function previewPage(scriptUri: string): string {
  const nonce = randomBytes(16).toString('base64url');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Prompt preview</title>
</head>
<body>
<prompt-preview></prompt-preview>
<script nonce="${nonce}" src="${scriptUri}"></script>
</body>
</html>
`;
}

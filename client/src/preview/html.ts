/**
 * The page that loads the preview. It holds no data: all that it shows comes by messages. Styles are adopted by script, so none are allowed inline.
 * @param script gives the script of a name in `dist/` as the webview sees it
 * @param language as VS Code names it: a script with the texts of the page in it comes first, for each but English that it speaks
 */
export function previewPage(script: (name: string) => string, language = 'en'): string {
  const chinese = language.toLowerCase() === 'zh-cn';
  const nonce = crypto.randomUUID();
  const tag = (name: string): string => `<script nonce="${nonce}" src="${script(name)}"></script>\n`;
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${chinese ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Prompt preview</title>
</head>
<body>
<prompt-preview></prompt-preview>
${chinese ? tag('l10n/page.zh-cn.js') : ''}${tag('webview.js')}</body>
</html>
`;
}

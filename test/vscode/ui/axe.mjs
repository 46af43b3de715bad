// What axe-core finds in the preview, in the colours that VS Code gives it.
import axe from 'axe-core';

const { source } = axe;

/** The four themes by their names in VS Code, with what each puts on the page's body. */
export const themes = {
  dark: { title: 'Dark Modern', mark: 'body.vscode-dark' },
  light: { title: 'Light Modern', mark: 'body.vscode-light' },
  'contrast-dark': { title: 'Dark High Contrast', mark: 'body.vscode-high-contrast:not(.vscode-high-contrast-light)' },
  'contrast-light': { title: 'Light High Contrast', mark: 'body.vscode-high-contrast-light' },
};

/** Does something in light colours, and again in dark ones. */
export async function inEditorColours(workbench, look) {
  for (const theme of ['light', 'dark']) {
    await workbench.pick('F1', '>Preferences: Color Theme', 'Preferences: Color Theme', { stays: true });
    await workbench.choose(themes[theme].title);
    await workbench.waitFor(theme === 'light' ? '.monaco-workbench.vs' : '.monaco-workbench.vs-dark');
    await workbench.page.mouse.move(0, 0);
    await look(theme);
  }
}

/** @returns one line for each place that a rule of axe complains of */
export async function axeFindings(workbench) {
  let frame;
  for (const candidate of workbench.page.frames()) if (await candidate.locator('body > prompt-preview').count()) frame = candidate;
  // Not through the page itself: its policy allows no script but its own.
  await frame.evaluate(source);
  const { violations } = await frame.evaluate('axe.run(document, { resultTypes: ["violations"] })');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${JSON.stringify(target)} ${any[0]?.message ?? ''}`));
}

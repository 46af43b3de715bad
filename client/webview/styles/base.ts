import { css } from 'lit';

/** Colours come from VS Code's theme alone; the names here say what each is for. Then what links, buttons and small print look like. */
export const baseStyles = css`
  :host {
    --line: var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
    --bar: var(--vscode-sideBar-background, var(--vscode-editor-background));
    --dim: var(--vscode-descriptionForeground);
    --accent: var(--vscode-focusBorder);
    --link: var(--vscode-textLink-foreground);
    --system: var(--vscode-charts-purple);
    --user: var(--vscode-charts-blue);
    --assistant: var(--vscode-charts-green);
    --added: color-mix(in srgb, var(--vscode-editor-foreground) 58%, transparent);
    --mark: color-mix(in srgb, var(--vscode-editor-foreground) 34%, transparent);
    --data: color-mix(in srgb, var(--vscode-charts-yellow) 20%, transparent);
    --fresh: color-mix(in srgb, var(--vscode-diffEditor-insertedTextBackground, transparent) 60%, transparent);
    --data-text: color-mix(in srgb, var(--vscode-charts-yellow) 40%, var(--vscode-editor-foreground));
    --error: var(--vscode-editorError-foreground, var(--vscode-errorForeground));
    --warning: var(--vscode-editorWarning-foreground);
    --information: var(--vscode-editorInfo-foreground);
    display: flex;
    flex-direction: column;
    height: 100%;
    color: var(--vscode-foreground);
    background: var(--vscode-editor-background);
    font: var(--vscode-font-size, 13px) / 1.45 var(--vscode-font-family, sans-serif);
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :focus-visible {
    outline: 1px solid var(--accent);
    outline-offset: 1px;
  }
  button {
    all: unset;
    box-sizing: border-box;
    cursor: pointer;
  }
  button:focus-visible {
    outline: 1px solid var(--accent);
    outline-offset: 1px;
  }
  button:disabled {
    opacity: 0.4;
    cursor: default;
  }
  a,
  .link {
    color: var(--link);
    text-decoration: none;
    cursor: pointer;
  }
  /* Among words a link must be told from them without its colour. */
  p a,
  .banner a,
  .banner .link,
  .tip a,
  .reasons .link {
    text-decoration: underline;
  }
  a:hover,
  .link:hover {
    color: var(--vscode-textLink-activeForeground);
    text-decoration: underline;
  }
  small {
    color: var(--dim);
    font-size: 0.86em;
  }
  .grow {
    flex: 1;
  }
  .offscreen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

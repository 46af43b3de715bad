import { css } from 'lit';

/** Styles of the document itself: VS Code gives a webview's body margins that a full page does not want. */
export const pageStyles = css`
  html,
  body {
    height: 100%;
    margin: 0;
    padding: 0;
    overflow: hidden;
  }
`;

/** Colours come from VS Code's theme alone; the names here say what each is for. */
export const styles = css`
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

  /* the bar */
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    padding: 6px 12px;
    background: var(--bar);
    border-bottom: 1px solid var(--line);
  }
  .pick {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    max-width: 100%;
    height: 26px;
    padding: 0 4px 0 8px;
    border: 1px solid var(--vscode-dropdown-border, var(--line));
    border-radius: 4px;
    background: var(--vscode-dropdown-background);
    color: var(--vscode-dropdown-foreground);
    white-space: nowrap;
  }
  .pick.text {
    padding-right: 8px;
  }
  .pick select {
    min-width: 0;
    max-width: 340px;
    padding: 2px 0;
    border: 0;
    outline-offset: 2px;
    background: var(--vscode-dropdown-background);
    color: inherit;
    font: inherit;
    text-overflow: ellipsis;
    cursor: pointer;
  }
  .pick option {
    background: var(--vscode-dropdown-listBackground, var(--vscode-dropdown-background));
    color: var(--vscode-dropdown-foreground);
  }
  .pair {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    max-width: 100%;
  }
  .step {
    min-width: 18px;
    border-radius: 3px;
    text-align: center;
  }
  .step:hover:not(:disabled),
  .tool:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }
  .switch {
    display: inline-flex;
    height: 26px;
    border: 1px solid var(--vscode-dropdown-border, var(--line));
    border-radius: 4px;
    overflow: hidden;
  }
  .switch button,
  .switch span {
    padding: 0 8px;
    color: var(--dim);
    line-height: 24px;
  }
  .switch button:focus-visible {
    outline-offset: -1px;
  }
  .switch [aria-checked='true'] {
    background: var(--vscode-button-background);
    color: var(--vscode-button-foreground);
  }
  .tools {
    white-space: nowrap;
  }
  .tool {
    padding: 2px 6px;
    border: 1px solid transparent;
    border-radius: 4px;
    color: var(--vscode-foreground);
    line-height: 20px;
  }
  .tool[aria-pressed='true'] {
    background: var(--vscode-inputOption-activeBackground);
    color: var(--vscode-inputOption-activeForeground, inherit);
    border-color: var(--vscode-inputOption-activeBorder, transparent);
  }

  /* the stages */
  .stages {
    display: flex;
    flex: none;
    gap: 20px;
    padding: 0 12px;
    overflow-x: auto;
    scrollbar-width: none;
    border-bottom: 1px solid var(--line);
  }
  .stage {
    padding: 7px 2px 5px;
    border-bottom: 2px solid transparent;
    color: var(--vscode-panelTitle-inactiveForeground, var(--dim));
    white-space: nowrap;
  }
  .stage small {
    margin-left: 5px;
  }
  .stage:hover,
  .stage[aria-selected='true'] {
    color: var(--vscode-panelTitle-activeForeground, inherit);
  }
  .stage[aria-selected='true'] {
    border-color: var(--vscode-panelTitle-activeBorder, var(--accent));
  }
  .stage:focus-visible {
    outline-offset: -2px;
  }
  .stage.bad {
    color: var(--error);
  }

  /* the prompt */
  .body {
    flex: 1;
    min-height: 0;
    padding: 10px 0 24px;
    overflow: auto;
  }
  .body.stale .turn {
    opacity: 0.65;
  }
  .turn {
    display: grid;
    grid-template-columns: 92px minmax(0, 1fr);
  }
  .who {
    padding: 3px 10px 3px 12px;
    overflow-wrap: anywhere;
    color: var(--dim);
    font-size: 0.86em;
    text-align: right;
    user-select: none;
  }
  .who span {
    display: block;
    opacity: 0.8;
  }
  pre {
    min-height: 1.6em;
    margin: 0;
    padding: 2px 12px;
    border-left: 3px solid var(--role, transparent);
    font: var(--vscode-editor-font-size, 13px) / 1.55 var(--vscode-editor-font-family, monospace);
    font-weight: var(--vscode-editor-font-weight, normal);
    color: var(--vscode-editor-foreground);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .system {
    --role: var(--system);
  }
  .user {
    --role: var(--user);
  }
  .assistant {
    --role: var(--assistant);
  }
  .other {
    --role: var(--line);
  }
  .messages .turn {
    margin: 0 0 8px;
  }
  .messages .who {
    padding-top: 7px;
  }
  .messages pre {
    margin-right: 12px;
    padding: 6px 12px;
    border-radius: 0 4px 4px 0;
    background: color-mix(in srgb, var(--role) 7%, transparent);
  }
  .seg {
    border-radius: 2px;
    cursor: default;
  }
  .seg.linked {
    cursor: pointer;
  }
  .seg.meta,
  .seg.framework {
    color: var(--added);
  }
  .seg.framework {
    font-style: italic;
  }
  .seg.data {
    background: var(--data);
    color: var(--data-text);
  }
  .seg.unknown {
    color: var(--warning);
    outline: 1px dashed var(--warning);
    outline-offset: -1px;
  }
  .seg.hot {
    background: var(--vscode-editor-selectionBackground);
  }
  .seg:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 0;
  }
  .nl::before,
  .cr::before,
  .tab::before,
  .sp::before,
  .odd::before {
    color: var(--mark);
    font-style: normal;
  }
  .nl::before {
    content: '↵';
  }
  .cr::before {
    content: '␍';
  }
  .tab::before {
    content: '→';
    position: absolute;
  }
  .sp::before {
    content: '·';
    position: absolute;
  }
  .odd::before {
    content: '¤';
    color: var(--warning);
  }
  .caret {
    display: inline-block;
    padding: 0 7px;
    border-radius: 3px;
    background: var(--assistant);
    color: var(--vscode-editor-background);
    font: 600 0.86em/1.6 var(--vscode-font-family, sans-serif);
    user-select: none;
  }
  .fold {
    margin-left: 92px;
    padding: 3px 12px 3px 15px;
    color: var(--dim);
    font-size: 0.92em;
  }
  .fold:hover {
    color: var(--vscode-foreground);
  }
  .nothing {
    padding: 3px 12px 3px 107px;
    color: var(--dim);
  }

  /* what goes wrong */
  .banner {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 8px;
    margin: 0 12px 10px;
    padding: 6px 10px;
    border: 1px solid var(--tone);
    border-radius: 4px;
    background: color-mix(in srgb, var(--tone) 10%, transparent);
  }
  .banner.failed,
  .banner.stale {
    flex: none;
    margin: 0;
    border-width: 0 0 1px;
    border-radius: 0;
  }
  .banner code {
    overflow-wrap: anywhere;
    font-family: var(--vscode-editor-font-family, monospace);
  }
  .error {
    --tone: var(--error);
  }
  .warning {
    --tone: var(--warning);
  }
  .information,
  .hint {
    --tone: var(--information);
  }
  .icon {
    flex: none;
    width: 1.1em;
    color: var(--tone);
    text-align: center;
  }
  .problems {
    flex: none;
    max-height: 34%;
    padding: 4px 12px;
    overflow: auto;
    border-top: 1px solid var(--line);
    background: var(--bar);
  }
  .problems ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .problems li {
    display: grid;
    grid-template-columns: 1.1em minmax(0, 1fr) fit-content(40%);
    gap: 0 8px;
    padding: 2px 0;
  }
  .problems p {
    margin: 0;
    overflow-wrap: break-word;
  }
  .problems p > * {
    margin-left: 6px;
  }
  .problems p small {
    white-space: nowrap;
  }
  .fix {
    grid-column: 3;
    color: var(--link);
    text-align: right;
  }
  .fix:hover {
    text-decoration: underline;
  }

  /* the foot */
  .foot {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 2px 16px;
    padding: 4px 12px;
    border-top: 1px solid var(--line);
    color: var(--dim);
    font-size: 0.92em;
  }
  .exact {
    color: var(--assistant);
  }
  .unknown-level {
    color: var(--warning);
  }
  .raises {
    color: var(--error);
  }

  /* where a piece comes from */
  .tip {
    position: fixed;
    z-index: 1;
    max-width: min(440px, calc(100vw - 24px));
    padding: 8px 12px;
    border: 1px solid var(--vscode-editorHoverWidget-border, var(--line));
    border-radius: 5px;
    background: var(--vscode-editorHoverWidget-background, var(--vscode-editor-background));
    color: var(--vscode-editorHoverWidget-foreground, var(--vscode-foreground));
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
    font-size: 0.92em;
    overflow-wrap: anywhere;
  }
  .tip b {
    font-family: var(--vscode-editor-font-family, monospace);
    font-weight: 600;
  }
  .tip div {
    margin-top: 3px;
    color: var(--dim);
  }

  /* nothing to show */
  .empty {
    flex: 1;
    max-width: 460px;
    padding: 32px 24px;
  }
  .empty h1 {
    margin: 0 0 8px;
    font-size: 1.25em;
    font-weight: 600;
  }
  .empty p {
    margin: 0 0 10px;
    color: var(--dim);
  }
  .empty code {
    color: var(--vscode-textPreformat-foreground);
    font-family: var(--vscode-editor-font-family, monospace);
  }

  @media (max-width: 600px) {
    .fix {
      grid-column: 2;
      text-align: left;
    }
  }
  @media (max-width: 460px) {
    .turn {
      grid-template-columns: minmax(0, 1fr);
    }
    .who {
      text-align: left;
    }
    .who span {
      display: inline;
      margin-left: 6px;
    }
    .fold,
    .nothing {
      margin-left: 0;
      padding-left: 15px;
    }
  }
  @media (forced-colors: active) {
    .seg.data {
      outline: 1px solid;
    }
  }
  :host(.contrast) {
    --added: color-mix(in srgb, var(--vscode-editor-foreground) 78%, transparent);
    --mark: color-mix(in srgb, var(--vscode-editor-foreground) 55%, transparent);
  }
  :host(.contrast) .seg.data {
    outline: 1px dotted var(--vscode-contrastActiveBorder, var(--vscode-contrastBorder));
    outline-offset: -1px;
  }
  :host(.contrast) .seg.hot {
    outline: 2px solid var(--vscode-contrastActiveBorder, var(--vscode-focusBorder));
  }
  :host(.contrast) .switch [aria-checked='true'] {
    outline: 1px solid var(--vscode-contrastActiveBorder, var(--vscode-focusBorder));
    outline-offset: -2px;
  }
`;

import { css } from 'lit';
import { inputLook, pickLook, toolLook } from './looks.js';

/** The bar of pickers and the tabs of the stages. */
export const barStyles = css`
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
    ${pickLook};
    padding: 0 4px 0 8px;
  }
  .pick.text {
    padding-right: 8px;
  }
  .instruction {
    min-width: 120px;
    max-width: 240px;
    height: 26px;
    padding: 0 8px;
    ${inputLook};
    border-radius: 4px;
  }
  .instruction::placeholder {
    color: var(--vscode-input-placeholderForeground);
  }
  .pair,
  .labels {
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
  .switch button {
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
    display: inline-flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    margin-left: auto;
  }
  .tool {
    ${toolLook};
  }
  .tool[aria-pressed='true'] {
    background: var(--vscode-inputOption-activeBackground);
    color: var(--vscode-inputOption-activeForeground, inherit);
    border-color: var(--vscode-inputOption-activeBorder, transparent);
  }

  /* the stages */
  .tabs {
    position: relative;
    flex: none;
    min-width: 0;
  }
  .more-tabs {
    position: absolute;
    z-index: 1;
    top: 0;
    bottom: 1px;
    display: none;
    width: 22px;
    background: var(--vscode-editor-background);
    text-align: center;
  }
  .more-tabs.before {
    left: 0;
  }
  .more-tabs.behind {
    right: 0;
  }
  .more-tabs:hover {
    background: linear-gradient(var(--vscode-toolbar-hoverBackground), var(--vscode-toolbar-hoverBackground))
      var(--vscode-editor-background);
  }
  .more-before .before,
  .more-behind .behind {
    display: grid;
    place-items: center;
  }
  .stages {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    column-gap: 20px;
    padding: 0 12px;
    border-bottom: 1px solid var(--line);
  }
  .stage {
    padding: 7px 2px 5px;
    border-bottom: 2px solid transparent;
    color: var(--vscode-panelTitle-inactiveForeground, var(--dim));
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* A long one, as the settings of a generation are, would put its tab on a line of its own; its title has all of it. */
  .stage small {
    display: inline-block;
    max-width: 22em;
    margin-left: 5px;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
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
`;

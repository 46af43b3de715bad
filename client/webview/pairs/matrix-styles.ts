import { css } from 'lit';

/** The table of all pairs. */
export const matrixStyles = css`
  :host {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
    background: var(--vscode-editor-background);
  }
  * {
    box-sizing: border-box;
  }
  button {
    all: unset;
    box-sizing: border-box;
    cursor: pointer;
  }
  .counts {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    padding: 8px 12px;
    border-bottom: 1px solid var(--line);
  }
  .counts button {
    padding: 1px 8px;
    border: 1px solid transparent;
    border-radius: 10px;
  }
  .counts button:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }
  .counts [aria-pressed='true'] {
    background: var(--vscode-inputOption-activeBackground);
    color: var(--vscode-inputOption-activeForeground, inherit);
    border-color: var(--vscode-inputOption-activeBorder, transparent);
  }
  .counts .dim {
    color: var(--dim);
  }
  .of-models {
    flex: none;
    max-height: 25%;
    margin: 0;
    padding: 4px 12px;
    border-bottom: 1px solid var(--line);
    overflow: auto;
    overflow-wrap: anywhere;
    list-style: none;
  }
  .of-models b {
    font-weight: 600;
  }
  button:focus-visible {
    outline: 1px solid var(--accent);
    outline-offset: -1px;
  }
  .fine .sign {
    color: var(--vscode-testing-iconPassed, var(--assistant));
  }
  .warning .sign {
    color: var(--warning);
  }
  .error .sign {
    color: var(--error);
  }
  .scroll {
    flex: 1;
    min-height: 60px;
    overflow: auto;
    overscroll-behavior: contain;
  }
  .grid {
    position: relative;
    min-width: 100%;
    width: max-content;
  }
  .row {
    display: flex;
    align-items: stretch;
  }
  .row.head {
    position: sticky;
    top: 0;
    z-index: 2;
    background: var(--vscode-editor-background);
    border-bottom: 1px solid var(--line);
  }
  .row.body {
    position: absolute;
    left: 0;
    right: 0;
    height: 24px;
  }
  .row.body:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .dataset {
    position: sticky;
    left: 0;
    z-index: 1;
    flex: none;
    width: var(--names);
    padding: 0 12px;
    overflow: hidden;
    background: var(--vscode-editor-background);
    line-height: 24px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .model {
    flex: none;
    width: var(--cell);
    padding: 4px 6px;
    color: var(--dim);
    overflow: hidden;
    overflow-wrap: anywhere;
    text-align: center;
  }
  .upright .model {
    max-height: 180px;
    padding: 6px 0;
    writing-mode: vertical-rl;
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: end;
  }
  .cell {
    display: flex;
    flex: none;
    width: var(--cell);
  }
  .cell button {
    flex: 1;
    line-height: 24px;
    text-align: center;
  }
  .cell button:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }
  .cell.shown button {
    background: var(--vscode-list-inactiveSelectionBackground);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .cell .sign.none {
    color: var(--dim);
  }
  .about {
    flex: none;
    min-height: 3.4em;
    max-height: 9em;
    padding: 6px 12px;
    border-top: 1px solid var(--line);
    background: var(--bar);
    color: var(--dim);
    overflow: auto;
    overflow-wrap: anywhere;
  }
  .about b {
    color: var(--vscode-foreground);
    font-weight: 600;
  }
  .about p {
    margin: 2px 0 0;
    color: var(--vscode-foreground);
  }
`;

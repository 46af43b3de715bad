import { css } from 'lit';

/** What the picker of rows has beside that of choices. */
export const rowStyles = css`
  .pick.text {
    padding: 0 4px;
  }
  .rows {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
    padding: 0 4px;
  }
  .step {
    min-width: 18px;
    border-radius: 3px;
    text-align: center;
  }
  .step:disabled,
  .action:disabled {
    opacity: 0.4;
    cursor: default;
  }
  .step:hover:not(:disabled),
  .action:hover:not(:disabled) {
    background: var(--vscode-toolbar-hoverBackground);
  }
  button:focus-visible {
    outline: 1px solid var(--accent);
    outline-offset: 1px;
  }
  .popup {
    gap: 8px;
    padding: 10px;
    overflow-y: auto;
  }
  .source,
  .line-of {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 8px;
  }
  .where {
    flex: 1;
    min-width: 120px;
    overflow-wrap: anywhere;
  }
  .action {
    padding: 1px 8px;
    border: 1px solid var(--vscode-button-border, var(--vscode-dropdown-border, var(--line)));
    border-radius: 3px;
    white-space: nowrap;
  }
  .action.main:not(:disabled) {
    background: var(--vscode-button-background);
    color: var(--vscode-button-foreground);
  }
  .popup input {
    margin: 0;
  }
  .number {
    width: 84px;
    margin-left: 6px !important;
  }
  .search {
    flex: 1;
    min-width: 120px;
  }
  .examples {
    margin: 0;
    padding: 0;
    overflow: auto;
    list-style: none;
  }
  .examples li {
    padding: 2px 0;
  }
  .examples span {
    display: block;
    overflow: hidden;
    font-family: var(--vscode-editor-font-family, monospace);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  textarea {
    flex: none;
    width: 100%;
    min-height: 60px;
    padding: 6px 8px;
    border: 1px solid var(--vscode-input-border, var(--line));
    border-radius: 3px;
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground);
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: var(--vscode-editor-font-size, 12px);
    resize: vertical;
  }
  textarea:focus {
    outline: 1px solid var(--accent);
    outline-offset: -1px;
  }
`;

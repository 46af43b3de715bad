import { css } from 'lit';

/** The turns of the prompt and the pieces that they are made of. */
export const promptStyles = css`
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
  .seg.scored {
    text-decoration: underline 2px var(--assistant);
    text-underline-offset: 4px;
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
  .seg.cursor {
    background: var(--vscode-editor-inactiveSelectionBackground);
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
`;

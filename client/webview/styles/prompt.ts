import { css } from 'lit';
import { inputLook } from './looks.js';

/** The turns of the prompt and the pieces that they are made of. */
export const promptStyles = css`
  /* the prompt */
  main,
  prompt-body {
    position: relative;
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
  }
  .body {
    flex: 1;
    min-height: 0;
    padding: 10px 0 24px;
    overflow: auto;
    /* What is in sight is kept in its place by the rows themselves. */
    overflow-anchor: none;
  }
  .body:focus-visible {
    outline-offset: -1px;
  }
  .probe {
    position: absolute;
    width: 100%;
    height: 0;
    overflow: hidden;
    visibility: hidden;
  }
  .sheet {
    position: relative;
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
    padding: 0 12px;
    border-left: 3px solid var(--role, transparent);
    font: var(--vscode-editor-font-size, 13px) / 1.55 var(--vscode-editor-font-family, monospace);
    font-weight: var(--vscode-editor-font-weight, normal);
    color: var(--vscode-editor-foreground);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .turn.first pre {
    padding-top: 2px;
  }
  .turn.last pre {
    padding-bottom: 2px;
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
  .messages .turn.last {
    padding: 0 0 8px;
  }
  .messages .who {
    padding-top: 7px;
  }
  .messages pre {
    margin-right: 12px;
    background: color-mix(in srgb, var(--role) 7%, transparent);
  }
  .messages .turn.first pre {
    padding-top: 6px;
    border-top-right-radius: 4px;
  }
  .messages .turn.last pre {
    padding-bottom: 6px;
    border-bottom-right-radius: 4px;
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
  .sets-apart .seg.added {
    --added: color-mix(in srgb, var(--vscode-editor-foreground) 74%, transparent);
    background: var(--fresh);
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
  .seg.fault {
    color: var(--error);
    text-decoration: underline wavy var(--error) 1px;
    text-underline-offset: 3px;
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
  /* A character that changes the order of others changes nothing outside of its sign. */
  .odd {
    unicode-bidi: isolate;
  }
  .odd::before {
    content: attr(data-sign);
    padding: 0 2px;
    border: 1px solid var(--warning);
    border-radius: 3px;
    color: var(--warning);
    font-size: 0.82em;
  }
  ::highlight(match) {
    background-color: var(--vscode-editor-findMatchHighlightBackground);
  }
  ::highlight(current-match) {
    background-color: var(--vscode-editor-findMatchBackground);
  }
  .beyond {
    position: absolute;
    left: 50%;
    padding: 2px 10px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 10px;
    background: var(--vscode-badge-background);
    color: var(--vscode-badge-foreground);
    font-size: 0.92em;
    transform: translateX(-50%);
  }
  .beyond.above {
    top: 6px;
  }
  .beyond.below {
    bottom: 6px;
  }
  .label-rows {
    flex: none;
    display: grid;
    grid-template-columns: fit-content(9em) minmax(0, 1fr);
    column-gap: 10px;
    max-height: 30%;
    padding: 4px 12px;
    overflow: auto;
    border-bottom: 1px solid var(--line);
  }
  .label-rows p {
    grid-column: 1 / -1;
    margin: 0 4px 2px;
    color: var(--dim);
    font-size: 0.92em;
  }
  .label-row {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: baseline;
    padding: 1px 4px;
    border-radius: 3px;
  }
  .label-row:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .label-row[aria-pressed='true'] {
    box-shadow: inset 2px 0 var(--accent);
  }
  .label-row small,
  .label-row code {
    overflow: hidden;
    font-family: var(--vscode-editor-font-family, monospace);
    text-overflow: ellipsis;
    white-space: pre;
  }
  .label-row .differs {
    background: var(--vscode-editor-findMatchHighlightBackground, var(--data));
  }
  .label-row .scored {
    text-decoration: underline 2px var(--assistant);
    text-underline-offset: 3px;
  }
  .find {
    position: absolute;
    z-index: 1;
    top: 0;
    right: 18px;
    display: flex;
    align-items: center;
    gap: 2px;
    max-width: calc(100% - 24px);
    padding: 4px 6px;
    border: 1px solid var(--vscode-editorWidget-border, var(--line));
    border-top: 0;
    border-radius: 0 0 4px 4px;
    background: var(--vscode-editorWidget-background);
    color: var(--vscode-editorWidget-foreground);
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
  }
  .find input {
    flex: 1;
    min-width: 60px;
    height: 24px;
    padding: 0 6px;
    ${inputLook};
    border-radius: 2px;
  }
  .find input.none {
    border-color: var(--error);
  }
  .find .count {
    min-width: 8ch;
    color: var(--dim);
    font-size: 0.92em;
    white-space: nowrap;
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
  .folds {
    padding-left: 92px;
  }
  .fold {
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

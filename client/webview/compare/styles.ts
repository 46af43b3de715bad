import { css } from 'lit';
import { toolLook } from '../styles/looks.js';

/** A comparison: its bar, and what is struck and added in the colours of the theme's own diff editor. */
export const comparisonStyles = css`
  :host {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
  }
  .compare-bar {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    padding: 5px 12px;
    border-bottom: 1px solid var(--line);
  }
  .sides {
    display: flex;
    flex: 1 1 200px;
    flex-wrap: wrap;
    gap: 2px 6px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .sides del,
  .sides ins {
    padding: 0 4px;
    border-radius: 3px;
    text-decoration: none;
  }
  .tool {
    ${toolLook};
    white-space: nowrap;
  }
  .tool:hover:not(:disabled) {
    background: var(--vscode-toolbar-hoverBackground);
  }
  .told {
    flex: none;
    margin: 0;
    padding: 4px 12px;
    border-bottom: 1px solid var(--line);
    overflow-wrap: anywhere;
  }
  .told p {
    margin: 2px 0;
  }
  del,
  .turn.removed .who {
    background: var(--vscode-diffEditor-removedTextBackground);
    outline: 1px dashed var(--vscode-diffEditor-removedTextBorder, transparent);
    outline-offset: -1px;
  }
  /* Of an outline around thousands of lines Chromium's time grows with their square. */
  pre :is(del, ins) {
    margin: 0 -1px;
    border: 1px solid var(--vscode-diffEditor-insertedTextBorder, transparent);
    outline: none;
  }
  pre {
    padding: 2px 12px;
  }
  pre del {
    border: 1px dashed var(--vscode-diffEditor-removedTextBorder, transparent);
    text-decoration: line-through;
    text-decoration-color: var(--vscode-editorGutter-deletedBackground, currentColor);
  }
  ins,
  .turn.added .who {
    background: var(--vscode-diffEditor-insertedTextBackground);
    outline: 1px solid var(--vscode-diffEditor-insertedTextBorder, transparent);
    outline-offset: -1px;
    text-decoration: none;
  }
  .who del {
    display: block;
    background: none;
    outline: none;
    text-decoration: line-through;
  }
  .turn.removed .who {
    text-decoration: line-through;
  }
  .here {
    box-shadow: 0 0 0 2px var(--accent);
    border-radius: 2px;
  }
  .unchanged {
    display: inline-block;
    margin: 1px 0;
    padding: 0 6px;
    border-radius: 3px;
    color: var(--dim);
    font: 0.86em/1.6 var(--vscode-font-family, sans-serif);
    white-space: normal;
  }
  .unchanged:hover {
    background: var(--vscode-toolbar-hoverBackground);
    color: var(--vscode-foreground);
  }
  .nothing {
    padding: 16px 24px;
  }
`;

import { css } from 'lit';
import { inputLook, pickLook } from '../styles/looks.js';

/** A picker in the bar, and its list. Colours are VS Code's own for lists and inputs. */
export const pickerStyles = css`
  :host {
    display: inline-flex;
    min-width: 0;
    max-width: 100%;
  }
  * {
    box-sizing: border-box;
  }
  button {
    all: unset;
    box-sizing: border-box;
    cursor: pointer;
  }
  small {
    color: var(--dim);
    font-size: 0.86em;
  }
  .pick {
    ${pickLook};
    min-width: 0;
    padding: 0 6px 0 8px;
  }
  .pick:focus-visible,
  .pick[aria-expanded='true'] {
    outline: 1px solid var(--accent);
    outline-offset: 1px;
  }
  .chosen {
    min-width: 0;
    max-width: 220px;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .arrow {
    color: var(--dim);
  }
  .popup {
    position: fixed;
    z-index: 10;
    display: flex;
    flex-direction: column;
    border: 1px solid var(--vscode-editorWidget-border, var(--vscode-contrastBorder, var(--line)));
    border-radius: 5px;
    background: var(--vscode-quickInput-background, var(--vscode-editorWidget-background));
    color: var(--vscode-quickInput-foreground, var(--vscode-foreground));
    box-shadow: 0 4px 14px var(--vscode-widget-shadow, transparent);
    overflow: hidden;
  }
  input {
    flex: none;
    margin: 6px;
    height: 26px;
    padding: 0 8px;
    ${inputLook};
    border-radius: 3px;
  }
  input::placeholder {
    color: var(--vscode-input-placeholderForeground);
  }
  input:focus {
    outline: 1px solid var(--accent);
    outline-offset: -1px;
  }
  .list {
    position: relative;
    flex: 1;
    min-height: 24px;
    overflow-y: auto;
    overscroll-behavior: contain;
  }
  .all {
    position: relative;
  }
  .line {
    position: absolute;
    left: 0;
    right: 0;
    display: flex;
    align-items: center;
    gap: 7px;
    height: 24px;
    padding: 0 10px;
    white-space: nowrap;
  }
  .line.group {
    color: var(--vscode-pickerGroup-foreground, var(--dim));
    font-size: 0.86em;
  }
  .line.group::after {
    content: '';
    flex: 1;
    border-top: 1px solid var(--vscode-pickerGroup-border, var(--line));
  }
  .line.choice {
    cursor: pointer;
  }
  .line.choice:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .line.active {
    background: var(--vscode-quickInputList-focusBackground, var(--vscode-list-activeSelectionBackground));
    color: var(--vscode-quickInputList-focusForeground, var(--vscode-list-activeSelectionForeground));
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .line.active small {
    color: inherit;
  }
  .name {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .line small {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .line small.from {
    margin-left: auto;
    padding-left: 12px;
  }
  .check {
    flex: none;
    width: 1em;
    color: var(--dim);
  }
  .state {
    flex: none;
    width: 1.1em;
    text-align: center;
  }
  .state.fine {
    color: var(--vscode-testing-iconPassed, var(--assistant));
  }
  .state.warning {
    color: var(--warning);
  }
  .state.error {
    color: var(--error);
  }
  .line.active .state,
  .line.active .check {
    color: inherit;
  }
  b {
    color: var(--vscode-list-highlightForeground);
    font-weight: 600;
  }
  .line.active b {
    color: var(--vscode-list-focusHighlightForeground, inherit);
  }
  .about {
    flex: none;
    max-height: 7.5em;
    padding: 5px 10px 6px;
    border-top: 1px solid var(--line);
    color: var(--dim);
    overflow: auto;
    overflow-wrap: anywhere;
  }
  .about span {
    color: var(--vscode-foreground);
    user-select: text;
  }
  .nothing {
    padding: 4px 12px 8px;
    color: var(--dim);
  }
  @media (max-width: 840px) {
    .pick {
      gap: 4px;
      padding: 0 6px;
    }
    .pick .title {
      display: none;
    }
  }
  @media (max-width: 760px) {
    .pick .detail {
      display: none;
    }
  }
  @media (max-width: 600px) {
    .chosen {
      max-width: 130px;
    }
  }
`;

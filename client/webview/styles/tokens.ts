import { css } from 'lit';

/** The line that counts tokens, and the stage that shows them. */
export const tokensStyles = css`
  .tokens {
    flex: none;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 10px;
    padding: 2px 12px;
    border-bottom: 1px solid var(--line);
    font-variant-numeric: tabular-nums;
  }
  .tokens small {
    opacity: 0.8;
  }
  .tokens .reason {
    flex: 1 1 12em;
    min-width: 0;
    max-width: max-content;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .tokens progress {
    flex: none;
    width: 90px;
    height: 5px;
    border: 0;
    border-radius: 3px;
    overflow: hidden;
    appearance: none;
    background: color-mix(in srgb, var(--vscode-foreground) 18%, transparent);
  }
  .tokens progress::-webkit-progress-bar {
    background: transparent;
  }
  .tokens progress::-webkit-progress-value {
    background: var(--vscode-progressBar-background, var(--information));
  }
  .tokens progress.over::-webkit-progress-value {
    background: var(--warning);
  }
  .fate {
    color: var(--warning);
  }
  .tokens .quiet {
    flex: none;
    padding: 0;
    border: 0;
    background: none;
    color: var(--vscode-textLink-foreground);
    font: inherit;
    cursor: pointer;
  }
  .tokens .quiet[aria-pressed='true'] {
    text-decoration: underline;
  }
  .turn.left-out pre {
    text-decoration: line-through;
    opacity: 0.7;
  }
  [data-stage='tokens'] .seg:nth-child(odd) {
    background: color-mix(in srgb, var(--vscode-foreground) 9%, transparent);
  }
  [data-stage='tokens'] .seg:is(.meta, .framework) {
    border-radius: 2px;
    /* Below the letters: an outline would hide their underscores. */
    box-shadow: 0 0 0 1px var(--line);
    color: var(--vscode-descriptionForeground);
  }
  [data-stage='tokens'] .seg.unknown {
    text-decoration: line-through;
  }
`;

import { css } from 'lit';

/** What stands around the prompt: banners, problems, the foot, the tip, and the page that has nothing to show. */
export const aroundStyles = css`
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
  .banner.failed {
    flex: none;
    margin: 0;
    border-width: 0 0 1px;
    border-radius: 0;
  }
  .banner code {
    overflow-wrap: anywhere;
  }
  :is(.banner, .problems, .foot, .tip) code {
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
  .problems p > :not(code) {
    margin-left: 6px;
  }
  .problems p small {
    white-space: nowrap;
  }
  .fixes {
    display: flex;
    flex-flow: row wrap;
    grid-column: 3;
    gap: 0 12px;
    place-content: start end;
  }
  .fix {
    color: var(--link);
    text-align: right;
  }
  .fix:hover {
    text-decoration: underline;
  }

  .problems.folded {
    padding: 0 12px;
    overflow: hidden;
  }
  .counts,
  .summary {
    display: flex;
    flex: none;
    gap: 8px;
    width: 100%;
    padding: 3px 0;
    overflow: hidden;
    white-space: nowrap;
  }
  .counts > span {
    flex: none;
  }
  .counts > .leading {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    color: var(--dim);
    text-overflow: ellipsis;
  }
  .summary {
    padding: 4px 12px;
    border-bottom: 1px solid var(--line);
    background: var(--bar);
  }
  .summary:focus-visible {
    outline-offset: -1px;
  }
  .pair-name {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  /* the foot: one line, whatever it says */
  .foot {
    position: relative;
    display: flex;
    flex: none;
    gap: 16px;
    height: 26px;
    padding: 0 12px;
    border-top: 1px solid var(--line);
    color: var(--dim);
    font-size: 0.92em;
    line-height: 25px;
    white-space: nowrap;
  }
  /* What the seal leaves. A fact is there whole or not at all: one that has no room goes to a second line, which is not seen; the empty one keeps the first line for itself. */
  .facts {
    display: flex;
    flex: 1 1 0;
    flex-wrap: wrap;
    column-gap: 16px;
    height: 25px;
    min-width: 0;
    overflow: hidden;
  }
  .facts > :first-child {
    height: 25px;
    margin-right: -16px;
  }
  .facts .last {
    margin-left: auto;
  }
  .seal {
    display: flex;
    flex: 0 1 auto;
    gap: 8px;
    min-width: 0;
  }
  .level {
    flex: none;
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .level:hover {
    text-decoration: underline;
  }
  .level:focus-visible {
    outline-offset: -2px;
  }
  .reason {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .reasons {
    position: absolute;
    z-index: 2;
    bottom: 100%;
    left: 8px;
    max-width: min(560px, calc(100% - 16px));
    max-height: 50vh;
    padding: 6px 12px;
    overflow: auto;
    border: 1px solid var(--vscode-editorHoverWidget-border, var(--line));
    border-radius: 5px;
    background: var(--vscode-editorHoverWidget-background, var(--vscode-editor-background));
    color: var(--vscode-editorHoverWidget-foreground, var(--vscode-foreground));
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
    line-height: 1.45;
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .reasons p {
    margin: 3px 0;
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
`;

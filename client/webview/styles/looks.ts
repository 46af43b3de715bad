import { css } from 'lit';

/** What all fields for a text have, beside their size. */
export const inputLook = css`
  border: 1px solid var(--vscode-input-border, var(--line));
  background: var(--vscode-input-background);
  color: var(--vscode-input-foreground);
  font: inherit;
`;

/** What all buttons of the bar that open something have, beside their padding. */
export const pickLook = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  max-width: 100%;
  height: 26px;
  border: 1px solid var(--vscode-dropdown-border, var(--line));
  border-radius: 4px;
  background: var(--vscode-dropdown-background);
  color: var(--vscode-dropdown-foreground);
  white-space: nowrap;
`;

/** A button of few letters that is only framed where it is pressed. */
export const toolLook = css`
  padding: 2px 6px;
  border: 1px solid transparent;
  border-radius: 4px;
  color: var(--vscode-foreground);
  line-height: 20px;
`;

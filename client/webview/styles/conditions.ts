import { css } from 'lit';

/** Narrow panels and high contrast: last, since they override. */
export const conditionsStyles = css`
  @media (max-width: 840px) {
    .bar .name,
    .labels small,
    .pair > small {
      display: none;
    }
  }
  @media (max-width: 600px) {
    .chosen {
      max-width: 150px;
    }
    .bar .detail {
      display: none;
    }
    .fix {
      grid-column: 2;
      text-align: left;
    }
  }
  @media (max-width: 460px) {
    .turn {
      grid-template-columns: minmax(0, 1fr);
    }
    .who {
      text-align: left;
    }
    .who span {
      display: inline;
      margin-left: 6px;
    }
    .fold,
    .nothing {
      margin-left: 0;
      padding-left: 15px;
    }
  }
  @media (forced-colors: active) {
    .seg.data {
      outline: 1px solid;
    }
  }
  :host(.contrast) {
    --added: color-mix(in srgb, var(--vscode-editor-foreground) 78%, transparent);
    --mark: color-mix(in srgb, var(--vscode-editor-foreground) 55%, transparent);
  }
  :host(.contrast) .seg.data {
    outline: 1px dotted var(--vscode-contrastActiveBorder, var(--vscode-contrastBorder));
    outline-offset: -1px;
  }
  :host(.contrast) .seg.cursor {
    outline: 1px dashed var(--vscode-contrastActiveBorder, var(--vscode-focusBorder));
    outline-offset: 0;
  }
  :host(.contrast) .seg.hot {
    outline: 2px solid var(--vscode-contrastActiveBorder, var(--vscode-focusBorder));
  }
  :host(.contrast) .switch [aria-checked='true'] {
    outline: 1px solid var(--vscode-contrastActiveBorder, var(--vscode-focusBorder));
    outline-offset: -2px;
  }
`;

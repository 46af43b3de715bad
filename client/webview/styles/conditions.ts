import { css } from 'lit';

/** Narrow panels and high contrast: last, since they override. */
export const conditionsStyles = css`
  @media (max-width: 840px) {
    .bar {
      gap: 6px 4px;
    }
    .bar .pick {
      gap: 4px;
      padding: 0 6px;
    }
    .bar .name,
    .labels small,
    .pair > small {
      display: none;
    }
  }
  @media (max-width: 760px) {
    .bar .detail,
    .stages:has(.stage:nth-child(5)) .stage:not([aria-selected='true']) small {
      display: none;
    }
  }
  @media (max-width: 600px) {
    .stage small {
      max-width: 13em;
    }
    .chosen {
      max-width: 150px;
    }
    .stage:not([aria-selected='true']) small,
    .stages:has(.stage:nth-child(5)) small {
      display: none;
    }
    .stages {
      column-gap: 12px;
    }
    .fixes {
      grid-column: 2;
      place-content: start;
    }
    .fix {
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
    pre {
      margin: 0 12px;
      padding: 0 8px;
    }
    .who span {
      display: inline;
      margin-left: 6px;
    }
    .folds {
      padding-left: 0;
    }
    .fold,
    .nothing {
      padding-left: 15px;
    }
  }
  /* A low panel is the prompt's: what is around it takes one line each. */
  @media (max-height: 559px) {
    .stages {
      flex-wrap: nowrap;
      overflow-x: auto;
      scrollbar-width: none;
    }
    .stage {
      flex: none;
    }
    .tokens {
      flex-wrap: nowrap;
      overflow-x: auto;
      scrollbar-width: none;
      white-space: nowrap;
    }
    .tokens .reason {
      flex-basis: 0;
    }
  }
  /* A small one has room for the count and what is wrong with it: the rest is told at the count. */
  @media (max-height: 559px) and (max-width: 600px) {
    .tokens :is(progress, small:not(.reason)) {
      display: none;
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
  :host(.contrast) .sets-apart .seg.added {
    text-decoration: underline dotted 1px;
    text-underline-offset: 3px;
  }
  :host(.contrast) .seg.cursor {
    background: none;
    outline: 1px dashed var(--vscode-contrastActiveBorder, var(--vscode-focusBorder));
    outline-offset: 0;
  }
  /* The theme's selection wants text of its own colour. */
  :host(.contrast) .seg.hot {
    background: none;
    outline: 2px solid var(--vscode-contrastActiveBorder, var(--vscode-focusBorder));
  }
  :host(.contrast) .switch [aria-checked='true'] {
    outline: 1px solid var(--vscode-contrastActiveBorder, var(--vscode-focusBorder));
    outline-offset: -2px;
  }
`;

import { css } from 'lit';

/** Styles of the document itself: VS Code gives a webview's body margins that a full page does not want. */
export const pageStyles = css`
  html,
  body {
    height: 100%;
    margin: 0;
    padding: 0;
    overflow: hidden;
  }
`;

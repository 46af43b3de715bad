import { css, html, nothing, type TemplateResult } from 'lit';
import type { FromWebview, ShownComparison } from '../../../server/src/protocol/page.js';

/** In the place of the prompt, where one is asked for: the bar above stays, and so does the foot. */
export function shownComparison(
  compared: ShownComparison | undefined,
  whitespace: boolean,
  post: (message: FromWebview) => void,
): TemplateResult | typeof nothing {
  if (!compared) return nothing;
  return html`<prompt-comparison
    .compared=${compared}
    .whitespace=${whitespace}
    @close=${() => post({ type: 'endCompare' })}
    @choose=${() => post({ type: 'compare' })}
  ></prompt-comparison>`;
}

/** While a comparison is shown, what it takes the place of is not. */
export const comparingStyles = css`
  :host(.comparing) > .problems,
  :host(.comparing) > main > :not(.offscreen, prompt-comparison) {
    display: none;
  }
`;

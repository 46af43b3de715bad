import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../../server/src/engine/core/say.js';
import type { Shown } from '../../server/src/protocol/page.js';
import type { Preview } from '../../server/src/protocol/preview.js';
import { seal, type SealActions, type SealState } from './seal.js';

/** The line at the bottom: how far this prompt can be relied on, by whose rules it is made, and how large it is. It is one line, whatever it says, so that nothing moves. */
export function foot(preview: Preview, shown: Shown | undefined, state: SealState, actions: SealActions): TemplateResult {
  const { framework, characters, output, shots, exactness } = preview;
  const renderMs = shown?.kind === 'preview' ? shown.renderMs : undefined;
  const size =
    output &&
    (output.kind === 'text'
      ? say`${characters.toLocaleString('en')} characters, sent as one text`
      : say`${characters.toLocaleString('en')} characters, sent as messages`);
  const standIn = shots.standIn && exactness.level !== 'stand-in-shots' ? say`examples stand in for those of the run` : undefined;
  return html`<footer class="foot">
    ${seal(preview, shown, state, actions)}
    <span class="facts">
      <span></span>
      <span class="more">${say`${framework.version} rules`}</span>
      ${size ? html`<span class="more">${size}</span>` : nothing} ${standIn ? html`<span class="more">${standIn}</span>` : nothing}
      ${renderMs === undefined ? nothing : html`<span class="more last">${say`rendered in ${renderMs < 10 ? renderMs.toFixed(1) : Math.round(renderMs)} ms`}</span>`}
    </span>
  </footer>`;
}

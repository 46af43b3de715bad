import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../../server/src/engine/core/say.js';
import type { Preview } from '../../server/src/protocol/preview.js';
import { withSigns } from './body/signs.js';
import { withCode } from './with-code.js';

/** What of the prompt is scored; the labels side by side: what differs is marked, what is scored is underlined. A click shows the prompt of that label. */
export function labelRows(
  { labelTexts, scored: says, selection }: Preview,
  pick: (label: string) => void,
): TemplateResult | typeof nothing {
  if (labelTexts.length === 0 && says === undefined) return nothing;
  return html`<section class="label-rows" aria-label=${say`The labels side by side`}>
    ${says === undefined ? nothing : html`<p>${withCode(says)}</p>`}
    ${labelTexts.map(
      ({ label, parts }) =>
        html`<button
          class="label-row"
          aria-pressed=${label === selection.label}
          title=${say`Show the prompt of this label`}
          @click=${() => pick(label)}
        >
          <small>${withSigns(label)}</small
          ><code
            >${parts.map(({ text, differs, scored }) => html`<span class="${differs ? 'differs' : ''} ${scored ? 'scored' : ''}">${oneLine(text)}</span>`)}</code
          >
        </button>`,
    )}
  </section>`;
}

function oneLine(text: string): string {
  return withSigns(text).replaceAll('\n', '↵');
}

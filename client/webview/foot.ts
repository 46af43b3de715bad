import { html, nothing, type TemplateResult } from 'lit';
import type { PlaceLink } from '../../server/src/protocol/place.js';
import type { Preview } from '../../server/src/protocol/preview.js';
import { placeLink } from './turns.js';
import { withCode } from './with-code.js';

const icons = { error: '✖', warning: '⚠', information: 'i', hint: '○' } as const;

/** The problems of the pair that is shown, with their fixes unless the document has moved on; under them what is worth knowing about this prompt. */
export function problems(
  preview: Preview,
  stale: boolean,
  open: (link: PlaceLink) => void,
  apply: (problem: number, fix: number) => void,
): TemplateResult | typeof nothing {
  if (preview.problems.length === 0 && preview.notes.length === 0) return nothing;
  return html`<section class="problems" aria-label="Problems">
    <ul>
      ${preview.problems.map(
        ({ severity, message, rule, href, link, fixes }, index) =>
          html`<li class=${severity}>
            <span class="icon" role="img" aria-label=${severity}>${icons[severity]}</span>
            <p>
              ${withCode(message)}${placeLink(link, open)}<a href=${href}><small>${rule}</small></a>
            </p>
            ${stale ? nothing : fixes.map(({ title }, fix) => html`<button class="fix" @click=${() => apply(index, fix)}>${title}</button>`)}
          </li>`,
      )}
      ${preview.notes.map(
        (note) =>
          html`<li class="information">
            <span class="icon" role="img" aria-label="note">i</span>
            <p>${withCode(note)}</p>
          </li>`,
      )}
    </ul>
  </section>`;
}

const levels = {
  exact: { mark: '●', text: 'exact', style: 'exact' },
  'placeholder-rows': { mark: '◍', text: 'exact · placeholder rows', style: 'unknown-level' },
  'stand-in-shots': { mark: '◍', text: 'exact · stand-in shots', style: 'unknown-level' },
  close: { mark: '◐', text: 'close', style: 'unknown-level' },
  'never-sent': { mark: '✖', text: 'never sent', style: 'raises' },
  unknown: { mark: '◐', text: 'partly unknown', style: 'unknown-level' },
  raises: { mark: '✖', text: 'the framework raises', style: 'raises' },
  stale: { mark: '⚠', text: 'not up to date', style: 'unknown-level' },
} as const;

/**
 * The line at the bottom: how far this prompt can be relied on.
 * @param renderMs undefined for a prompt that is not up to date
 */
export function foot({ exactness, framework, characters, output, shots }: Preview, renderMs: number | undefined): TemplateResult {
  const { mark, text, style } = levels[renderMs === undefined ? 'stale' : exactness.level];
  // What raises is told in full above, where the prompt would be.
  const told = renderMs === undefined || exactness.level === 'raises' || exactness.level === 'placeholder-rows';
  const reason = told ? '' : exactness.reason;
  return html`<footer class="foot">
    <span><span class=${style}>${mark} ${text}</span>${reason ? html` · ${withCode(reason)}` : nothing}</span>
    <span>${framework.version} rules</span>
    ${output ? html`<span>${characters.toLocaleString('en')} characters, sent as ${output.kind === 'text' ? 'one text' : 'messages'}</span>` : nothing}
    ${shots.standIn && exactness.level !== 'stand-in-shots' ? html`<span>examples stand in for those of the run</span>` : nothing}
    <span class="grow"></span>
    ${renderMs === undefined ? nothing : html`<span>rendered in ${renderMs < 10 ? renderMs.toFixed(1) : Math.round(renderMs)} ms</span>`}
  </footer>`;
}

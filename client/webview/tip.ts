import { html, type TemplateResult } from 'lit';
import { say } from '../../server/src/engine/core/say.js';
import type { PlaceLink } from '../../server/src/protocol/place.js';
import type { Preview, PreviewSegment, PreviewTurn } from '../../server/src/protocol/preview.js';
import { withSigns } from './body/signs.js';
import { placeLink } from './turns.js';
import { withCode } from './with-code.js';

/** The piece whose origin is shown, and where on the page it is. */
export interface Tip {
  readonly key: string;
  readonly segment: PreviewSegment;
  readonly turn: Pick<PreviewTurn, 'who' | 'detail'>;
  readonly path: Preview['paths'][number] | undefined;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

const snippetLength = 48;

/** Says what a piece of the prompt is and where it comes from: the key, the variable and the turn, then the places, the nearest first. */
export function tipContent({ segment, turn, path }: Tip, open: (link: PlaceLink) => void): TemplateResult {
  const shown =
    withSigns(JSON.stringify(segment.text.slice(0, snippetLength)).slice(1, -1)) + (segment.text.length > snippetLength ? '…' : '');
  return html`<b>${shown}</b> · ${withCode(segment.title)} ${whereabouts(segment, turn, path)}
    ${segment.fault ? html`<div class="error"><span class="icon" aria-hidden="true">✖</span> ${withCode(segment.fault)}</div>` : ''}
    ${
      segment.origins.length > 0
        ? html`<div>
            ${segment.origins.map((link, index) => html`${index > 0 ? ' → ' : ''}${placeLink(link, open)}`)}
            <span class="offscreen">${say`Enter opens ${segment.origins[0]?.label ?? ''}.`}</span>
          </div>`
        : ''
    }`;
}

/** Under which key of the config it is written, in which variable, and in which turn of the prompt it stands. */
function whereabouts({ title }: PreviewSegment, { who, detail }: Tip['turn'], path: Tip['path']): TemplateResult | string {
  const words = [
    ...(path?.variable === undefined ? [] : [say`variable \`${path.variable}\``]),
    ...(who === '' || title.includes(who) ? [] : [who]),
    ...(detail === undefined || title.includes(detail) ? [] : [detail]),
  ];
  if (!path && words.length === 0) return '';
  return html`<div>
    ${path ? html`<code>${withSigns(path.key)}</code>` : ''}${words.map((word, i) => html`${path || i > 0 ? ' · ' : ''}${withCode(withSigns(word))}`)}
  </div>`;
}

/** Puts the tip under its piece, or above it where there is no room below; always inside the window. */
export function placeTip(element: HTMLElement, { left, top, bottom }: Tip): void {
  const gap = 4;
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = bottom + gap + height <= window.innerHeight;
  element.style.left = `${Math.max(12, Math.min(left, window.innerWidth - width - 12))}px`;
  element.style.top = `${below ? bottom + gap : Math.max(gap, top - gap - height)}px`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { CursorPlace, PlaceLink } from '../../server/src/protocol/place.js';
import type { PreviewSegment, PreviewStage } from '../../server/src/protocol/preview.js';
import { holdsCursor, layOut, markInvisible, type Item } from './view.js';
import { withCode } from './with-code.js';

/** How the prompt is looked at. */
export interface PromptLook {
  readonly whitespace: boolean;
  readonly unfolded: boolean;
  readonly limit: number;
  /** `turn-segment` of the piece that is under the mouse or has the focus. */
  readonly hot: string | undefined;
  /** Where the cursor is in the editor: the pieces that come from there are marked. */
  readonly cursor: CursorPlace | undefined;
  /** The one segment that the tab key reaches; arrow keys go on from there. */
  readonly tabStop: string | undefined;
}

export interface PromptActions {
  toggleFold(): void;
  showMore(): void;
  open(link: PlaceLink): void;
}

type TurnItem = Extract<Item, { kind: 'turn' }>;

/** The turns of one stage, each with its role at the margin. */
export function prompt(stage: PreviewStage, look: PromptLook, actions: PromptActions): TemplateResult {
  const items = layOut(stage.turns, look.unfolded, look.limit);
  return html`${trouble(stage, actions)}
  ${repeat(
    items,
    (item) => (item.kind === 'turn' ? item.index : item.kind),
    (item, at) =>
      item.kind === 'turn' ? turn(item, items[at - 1], look) : item.kind === 'fold' ? fold(item, actions) : more(item, actions),
  )}
  ${items.length === 0 && !stage.error && !stage.unknown ? html`<p class="nothing">This stage adds nothing.</p>` : nothing}`;
}

function trouble(stage: PreviewStage, actions: PromptActions): TemplateResult | typeof nothing {
  const text = stage.error ?? stage.unknown;
  if (!text) return nothing;
  const lead = stage.error ? 'The framework stops here:' : 'This cannot be known before the run:';
  return html`<div class="banner ${stage.error ? 'error' : 'warning'}" role="note">
    <span class="icon" aria-hidden="true">${stage.error ? '✖' : '?'}</span
    ><span>${lead}</span>${stage.error ? html`<code>${text}</code>` : html`<span>${withCode(text)}</span>`}
    ${stage.origins.map((link) => placeLink(link, actions.open))}
  </div>`;
}

/** A link to a place in a config. */
export function placeLink(link: PlaceLink, open: (link: PlaceLink) => void): TemplateResult {
  return html`<a href="#" @click=${(event: Event) => (event.preventDefault(), open(link))}>${link.label}</a>`;
}

// The markup inside <pre> has no line breaks of its own: each would be shown.
function turn(
  { turn: { who, detail, kind, shot, generates }, index, segments }: TurnItem,
  above: Item | undefined,
  look: PromptLook,
): TemplateResult {
  // Which example this is stands beside its first turn.
  const known = shot !== undefined && above?.kind === 'turn' && above.turn.shot === shot && above.turn.detail === detail;
  const small = known ? [] : (detail?.split(' · ') ?? []);
  return html`<div class="turn ${kind}">
    <div class="who">${who}${small.map((words) => html`<span>${words}</span>`)}</div>
    <pre>
${segments.map((segment, at) =>
        piece(segment, `${index}-${at}`, look, segments[at - 1]?.text.at(-1), segments[at + 1]?.text[0]),
      )}${generates ? html`<span class="caret">the model writes from here</span>` : nothing}</pre>
  </div>`;
}

function piece(
  segment: PreviewSegment,
  key: string,
  look: PromptLook,
  before: string | undefined,
  after: string | undefined,
): TemplateResult {
  const classes = `seg ${segment.kind}${segment.origins.length > 0 ? ' linked' : ''}${segment.scored ? ' scored' : ''}${holdsCursor(segment, look.cursor) ? ' cursor' : ''}${look.hot === key ? ' hot' : ''}`;
  const text = look.whitespace
    ? markInvisible(segment.text, before, after).map(({ text, mark }) => (mark ? html`<span class=${mark}>${text}</span>` : text))
    : segment.text;
  return html`<span
    class=${classes}
    data-key=${key}
    role=${segment.origins.length > 0 ? 'link' : nothing}
    tabindex=${look.tabStop === key ? 0 : -1}
    aria-describedby="tip"
    >${text}</span
  >`;
}

function fold({ shots, open }: Extract<Item, { kind: 'fold' }>, actions: PromptActions): TemplateResult {
  const text = `${shots} more ${shots === 1 ? 'example' : 'examples'}`;
  return html`<button class="fold" aria-expanded=${open} @click=${actions.toggleFold}>${open ? '▾' : '▸'} ${text}</button>`;
}

function more({ characters }: Extract<Item, { kind: 'more' }>, actions: PromptActions): TemplateResult {
  return html`<button class="fold link" @click=${actions.showMore}>
    Show more · ${characters.toLocaleString('en')} characters are left
  </button>`;
}

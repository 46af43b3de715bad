import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../../server/src/engine/core/say.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PlaceLink } from '../../server/src/protocol/place.js';
import type { PreviewSegment, PreviewStage, PreviewTurn } from '../../server/src/protocol/preview.js';
import type { FoldRow, Row, RowPart, TurnRow } from './body/rows.js';
import { actionOf, type Control } from './reach.js';
import { markInvisible } from './body/signs.js';
import { visible } from './body/visible.js';
import { withCode } from './with-code.js';

/** How the rows are looked at. */
export interface RowLook {
  readonly whitespace: boolean;
  /** `turn-segment` of the piece that is under the mouse or has the focus. */
  readonly hot: string | undefined;
  /** Whether the tip of a piece is there. */
  readonly described: (key: string) => boolean;
  /** Whether a piece is made where the cursor is in the editor. */
  readonly isMarked: (segment: PreviewSegment) => boolean;
  /** Whether the run leaves a turn out, so that the prompt fits. */
  readonly isLeftOut: (turn: PreviewTurn) => boolean;
  /** The one segment that the tab key reaches; arrow keys go on from there. */
  readonly tabStop: string;
  toggleFold(): void;
}

/** Some of the rows of a stage, each turn with its role at the margin. */
export function promptRows(rows: readonly Row[], first: number, last: number, look: RowLook): unknown {
  const shown = rows.slice(first, last + 1).map((row, i) => ({ row, at: first + i }));
  return repeat(
    shown,
    ({ at }) => at,
    ({ row, at }) => (row.kind === 'turn' ? turn(row, at, { above: rows[at - 1], below: rows[at + 1] }, look) : fold(row, at, look)),
  );
}

/** What leads to the control of the bar that can do something about a stage. */
export interface Remedy {
  readonly control: Control;
  reach(control: Control): void;
}

/** What the framework raises in a stage, or why it cannot be known. */
export function trouble(stage: PreviewStage, open: (link: PlaceLink) => void, remedy?: Remedy): TemplateResult | typeof nothing {
  const text = stage.error ?? stage.unknown;
  if (!text) return nothing;
  const lead = stage.error ? say`The framework stops here:` : say`This cannot be known before the run:`;
  return html`<div class="banner ${stage.error ? 'error' : 'warning'}" role="note">
    <span class="icon" aria-hidden="true">${stage.error ? '✖' : '?'}</span
    ><span>${lead}</span>${stage.error ? html`<code>${text}</code>` : html`<span>${withCode(text)}</span>`}
    ${stage.origins.map((link) => placeLink(link, open))}
    ${remedy ? html`<button class="link" @click=${() => remedy.reach(remedy.control)}>${actionOf(remedy.control)}</button>` : nothing}
  </div>`;
}

/** A link to a place in a config. */
export function placeLink(link: PlaceLink, open: (link: PlaceLink) => void): TemplateResult {
  return html`<a href="#" @click=${(event: Event) => (event.preventDefault(), open(link))}>${link.label}</a>`;
}

interface Neighbours {
  readonly above: Row | undefined;
  readonly below: Row | undefined;
}

// The markup inside <pre> has no line breaks of its own: each would be shown.
function turn(row: TurnRow, at: number, { above, below }: Neighbours, look: RowLook): TemplateResult {
  const { turn, index, parts, first, last } = row;
  // What stands in front of a row that a turn is cut into is in the row above.
  const before = first || above?.kind !== 'turn' ? undefined : above.parts.at(-1)?.text.at(-1);
  const after = last || below?.kind !== 'turn' ? undefined : below.parts[0]?.text[0];
  return html`<div
    class="turn ${turn.kind}${first ? ' first' : ''}${last ? ' last' : ''}${look.isLeftOut(turn) ? ' left-out' : ''}"
    data-row=${at}
  >
    <div class="who">${first ? who(row, above) : nothing}</div>
    <pre>
${parts.map((part, i) => piece(part, `${index}-${part.at}`, look, parts[i - 1]?.text.at(-1) ?? before, parts[i + 1]?.text[0] ?? after))}${
  last && turn.generates ? html`<span class="caret">${say`the model writes from here`}</span>` : nothing
}</pre>
  </div>`;
}

function who({ turn: { who, detail, shot } }: TurnRow, above: Row | undefined): TemplateResult {
  // Which example this is stands beside its first turn.
  const known = shot !== undefined && above?.kind === 'turn' && above.turn.shot === shot && above.turn.detail === detail;
  const small = known ? [] : (detail?.split(' · ') ?? []);
  return html`${who}${small.map((words) => html`<span>${words}</span>`)}`;
}

function piece(
  { segment, from, text }: RowPart,
  key: string,
  look: RowLook,
  before: string | undefined,
  after: string | undefined,
): TemplateResult {
  const classes = `seg ${segment.kind}${segment.origins.length > 0 ? ' linked' : ''}${segment.scored ? ' scored' : ''}${segment.fault ? ' fault' : ''}${segment.added ? ' added' : ''}${look.isMarked(segment) ? ' cursor' : ''}${look.hot === key ? ' hot' : ''}`;
  return html`<span
    class=${classes}
    data-key=${key}
    role=${segment.origins.length > 0 ? 'link' : nothing}
    tabindex=${look.tabStop === key && from === 0 ? 0 : -1}
    aria-describedby=${look.described(key) ? 'tip' : nothing}
    >${markInvisible(text, before, after, look.whitespace).map(visible)}</span
  >`;
}

function fold({ shots, open, foot }: FoldRow, at: number, { toggleFold }: RowLook): TemplateResult {
  const text = shots === 1 ? say`1 more example` : say`${shots} more examples`;
  const fold = shots === 1 ? say`fold the example above` : say`fold the ${shots} examples above`;
  return html`<div class="folds" data-row=${at}>
    <button class="fold" aria-expanded=${open} @click=${toggleFold}>${foot ? html`▴ ${fold}` : html`${open ? '▾' : '▸'} ${text}`}</button>
  </div>`;
}

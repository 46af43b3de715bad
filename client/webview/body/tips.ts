import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { say } from '../../../server/src/engine/core/say.js';
import { createRef, ref } from 'lit/directives/ref.js';
import type { PlaceLink } from '../../../server/src/protocol/place.js';
import { placeTip, tipContent, type Tip } from '../tip.js';
import type { ShownPiece } from './piece.js';

/** The tip stays this long after the mouse has left, so that the mouse can reach its links. */
const leaveMs = 200;
/** A mouse that only passes over the prompt opens no tip. */
const enterMs = 250;

/** The tip that says what a piece is and where it comes from: under the mouse, or at the piece that has the focus. */
export class Tips {
  /** The piece under the mouse, or with a tip: it is marked. */
  hot: string | undefined;
  private tip: Tip | undefined;
  private placed: Tip | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly element = createRef<HTMLElement>();

  /**
   * @param host drawn anew when the tip comes and goes
   * @param open what a link of the tip does
   * @param focus puts the focus back on a piece
   */
  constructor(
    private readonly host: LitElement,
    private readonly open: (link: PlaceLink) => void,
    private readonly focus: (key: string) => void,
  ) {}

  /** The mouse is over a piece. */
  point(piece: ShownPiece): void {
    clearTimeout(this.timer);
    this.heat(piece.key);
    if (this.tip) this.show(piece);
    else this.timer = setTimeout(() => this.show(piece), enterMs);
  }

  show({ key, segment, turn, path, element }: ShownPiece): void {
    clearTimeout(this.timer);
    if (this.tip?.key === key || !element.isConnected) return;
    // A piece of many lines has many boxes: the tip hangs under the first.
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    this.tip = { key, segment, turn, path, left: box.left, top: box.top, bottom: box.bottom };
    this.heat(key);
  }

  readonly leave = (): void => {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.hide, leaveMs);
  };

  readonly hide = (): void => {
    clearTimeout(this.timer);
    if (this.tip === undefined && this.hot === undefined) return;
    this.tip = undefined;
    this.hot = undefined;
    this.host.requestUpdate();
  };

  /** From a piece the tab key goes on to the links of its tip; anywhere else the tip closes. */
  blurred(to: EventTarget | null, isPiece: boolean): void {
    const element = this.element.value;
    const inTip = to instanceof Node && element?.contains(to);
    if (!inTip && !isPiece && !element?.matches(':hover')) this.hide();
  }

  /** Places a tip that has come. */
  updated(): void {
    if (this.tip && this.tip !== this.placed && this.element.value) placeTip(this.element.value, this.tip);
    this.placed = this.tip;
  }

  /** Whether the tip is there, so that what it describes can point to it. */
  isShown(key: string): boolean {
    return this.tip?.key === key;
  }

  render(): TemplateResult | typeof nothing {
    if (!this.tip) return nothing;
    return html`<div
      class="tip"
      id="tip"
      role="group"
      aria-label=${say`Origin`}
      ${ref(this.element)}
      @pointerenter=${() => clearTimeout(this.timer)}
      @pointerleave=${this.leave}
      @focusout=${({ relatedTarget }: FocusEvent) => this.blurred(relatedTarget, false)}
      @keydown=${this.pressed}
    >
      ${tipContent(this.tip, this.opened)}
    </div>`;
  }

  private heat(key: string): void {
    this.hot = key;
    this.host.requestUpdate();
  }

  private readonly opened = (link: PlaceLink): void => {
    this.hide();
    this.open(link);
  };

  private readonly pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.tip) return;
    const { key } = this.tip;
    this.hide();
    this.focus(key);
  };
}

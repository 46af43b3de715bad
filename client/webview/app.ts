import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import type { FromWebview, PageState, Shown, ToWebview } from '../../server/src/protocol/page.js';
import type { CursorPlace, PlaceLink } from '../../server/src/protocol/place.js';
import type { Preview, PreviewSegment, PreviewStage } from '../../server/src/protocol/preview.js';
import { previewOf, uriOf } from '../src/preview/shown.js';
import { bar } from './bar.js';
import { emptyPage } from './empty.js';
import { foot, problems } from './foot.js';
import { withoutBackticks } from './split-code.js';
import { stageTabs } from './stages.js';
import { styles } from './styles/index.js';
import { placeTip, tipContent, type Tip } from './tip.js';
import { placeLink, prompt } from './turns.js';
import { finalStage, pageOfCharacters, pickStage } from './view.js';
import { withCode } from './with-code.js';

/** How the page reaches the panel. */
export interface Host {
  post(message: FromWebview): void;
  /** Kept by VS Code across a reload of the window. */
  save(state: PageState): void;
}

/** The tip stays this long after the mouse has left, so that the mouse can reach its links. */
const tipLeaveMs = 200;
/** A mouse that only passes over the prompt opens no tip. */
const tipEnterMs = 250;
const copiedMs = 1500;
/** What is shown is kept for a reload when it has stood for so long: keeping it costs too much to be done on each keystroke. */
const saveMs = 300;
/** A prompt that is longer, as JSON, is not kept. */
const savedCharacters = 1_000_000;

/** The preview page: shows the newest answer, reports picks and clicks. All that it shows is put in as text, never as HTML. */
export class PromptPreview extends LitElement {
  static override styles = styles;
  static override properties = {
    shown: { state: true },
    locked: { state: true },
    cursor: { state: true },
    stageId: { state: true },
    whitespace: { state: true },
    unfolded: { state: true },
    limit: { state: true },
    hot: { state: true },
    tip: { state: true },
    tabStop: { state: true },
    copied: { state: true },
  };

  host: Host | undefined;
  declare private shown: Shown | undefined;
  declare private locked: boolean;
  declare private cursor: CursorPlace | undefined;
  declare private stageId: string | undefined;
  declare private whitespace: boolean;
  declare private unfolded: boolean;
  declare private limit: number;
  declare private hot: string | undefined;
  declare private tip: Tip | undefined;
  declare private tabStop: string;
  declare private copied: boolean;
  private saveTimer: ReturnType<typeof setTimeout> | undefined;
  private tipTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly body = createRef<HTMLElement>();
  private readonly tipElement = createRef<HTMLElement>();
  private readonly resized = new ResizeObserver(() => this.showSelectedStage());

  constructor() {
    super();
    this.locked = false;
    this.whitespace = true;
    this.unfolded = false;
    this.limit = pageOfCharacters;
    this.tabStop = '0-0';
    this.copied = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resized.disconnect();
  }

  /** Takes a message of the panel. */
  receive(message: ToWebview): void {
    if (message.type === 'cursor') this.cursor = message.cursor;
    else this.show(message);
  }

  private show(message: Extract<ToWebview, { type: 'show' }>): void {
    const before = previewOf(this.shown);
    this.shown = message.shown;
    this.locked = message.locked;
    this.hideTip();
    const now = previewOf(this.shown);
    if (now?.uri !== before?.uri || now?.selection.dataset !== before?.selection.dataset) {
      this.limit = pageOfCharacters;
      this.tabStop = '0-0';
    }
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => this.save(message), saveMs);
  }

  private save({ shown, locked }: Extract<ToWebview, { type: 'show' }>): void {
    const last = previewOf(shown);
    const fits = last !== undefined && JSON.stringify(last).length <= savedCharacters;
    this.host?.save({ uri: uriOf(shown), selection: last?.selection ?? {}, locked, ...(fits && { last }) });
  }

  protected override updated(changed: PropertyValues): void {
    const element = this.tipElement.value;
    if (changed.has('tip') && this.tip && element) placeTip(element, this.tip);
    if (changed.has('stageId')) this.body.value?.scrollTo(0, 0);
    if (changed.has('stageId') || changed.has('shown')) this.showSelectedStage();
  }

  protected override render(): TemplateResult {
    const { shown } = this;
    const preview = previewOf(shown);
    return html`${shown?.kind === 'failed' ? this.failed(shown.reason) : nothing}${preview ? this.page(preview) : emptyPage(shown, this.open)}
      <div class="offscreen" role="status" aria-live="polite">${this.announcement()}</div>`;
  }

  private page(preview: Preview): TemplateResult {
    const stage = pickStage(preview, this.stageId);
    const look = {
      whitespace: this.whitespace,
      unfolded: this.unfolded,
      limit: this.limit,
      hot: this.hot,
      cursor: this.cursor,
      tabStop: this.tabStop,
    };
    const stale = this.shown?.kind !== 'preview';
    const messages = preview.output?.kind === 'messages' && stage === finalStage(preview);
    const { whitespace, copied, locked } = this;
    return html`${bar(
        preview,
        { whitespace, copied, locked },
        {
          pick: (selection) => this.host?.post({ type: 'select', selection }),
          toggleWhitespace: () => (this.whitespace = !this.whitespace),
          copy: () => this.copy(preview),
          toggleLock: () => this.host?.post({ type: 'lock', locked: !this.locked }),
        },
      )}
      ${this.staleBanner()} ${stage ? stageTabs(preview.stages, stage.id, (id) => (this.stageId = id)) : nothing}
      <main
        class="body ${stale ? 'stale' : ''} ${messages ? 'messages' : ''}"
        id="prompt"
        role="tabpanel"
        aria-label=${stage?.title ?? 'Prompt'}
        ${ref(this.body)}
        @click=${this.clicked}
        @keydown=${this.keyPressed}
        @pointerover=${this.pointed}
        @pointerleave=${this.left}
        @focusin=${this.focused}
        @focusout=${this.focusLeft}
        @scroll=${this.hideTip}
      >
        ${
          stage
            ? prompt(stage, look, {
                toggleFold: () => (this.unfolded = !this.unfolded),
                showMore: () => (this.limit += pageOfCharacters),
                open: this.open,
              })
            : nothing
        }
      </main>
      ${
        this.tip
          ? html`<div
              class="tip"
              id="tip"
              role="group"
              aria-label="Origin"
              ${ref(this.tipElement)}
              @pointerenter=${this.keepTip}
              @pointerleave=${this.left}
              @focusout=${this.focusLeft}
              @keydown=${this.tipKey}
            >
              ${tipContent(this.tip, this.open)}
            </div>`
          : nothing
      }
      ${problems(preview, stale, this.open, (problem, fix) => this.host?.post({ type: 'fix', problem, fix, version: preview.version }))}
      ${foot(preview, this.shown?.kind === 'preview' ? this.shown.renderMs : undefined)}`;
  }

  /** In a narrow panel the tabs scroll sideways. */
  private showSelectedStage(): void {
    const bar = this.renderRoot.querySelector<HTMLElement>('.stages');
    const tab = bar?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!bar || !tab) return;
    const hidden = tab.offsetLeft < bar.scrollLeft || tab.offsetLeft + tab.offsetWidth > bar.scrollLeft + bar.clientWidth;
    if (hidden) bar.scrollLeft = tab.offsetLeft + tab.offsetWidth - bar.clientWidth + 12;
  }

  private staleBanner(): TemplateResult | typeof nothing {
    if (!this.shown || this.shown.kind === 'preview' || this.shown.kind === 'failed') return nothing;
    const { reason, link } = this.shown;
    return html`<div class="banner stale warning">
      <span class="icon" aria-hidden="true">⚠</span><span>Not up to date: the last good prompt is shown.</span
      ><span>${withCode(reason)}</span>${link ? placeLink(link, this.open) : nothing}
    </div>`;
  }

  private failed(reason: string): TemplateResult {
    return html`<div class="banner failed error">
      <span class="icon" aria-hidden="true">✖</span><span>The server did not answer: ${withCode(reason)}</span>
      <small>“Prompt Preflight: Restart Server” starts it again; “Show Log” says more.</small>
    </div>`;
  }

  /** For screen readers: what changed without a click. */
  private announcement(): string {
    if (this.shown?.kind === 'failed') return 'The server did not answer.';
    if (this.shown?.kind === 'stale' || (this.shown?.kind === 'none' && this.shown.last))
      return `Not up to date. ${withoutBackticks(this.shown.reason)}`;
    return this.copied ? 'Copied.' : '';
  }

  private copy(preview: Preview): void {
    if (!preview.output) return;
    this.host?.post({ type: 'copy', text: preview.output.text });
    this.copied = true;
    setTimeout(() => (this.copied = false), copiedMs);
  }

  private readonly open = (link: PlaceLink): void => {
    this.hideTip();
    this.host?.post({ type: 'open', link });
  };

  private clicked(event: MouseEvent): void {
    const found = this.pieceAt(event.target);
    // A drag that selects text is not a click.
    if (found?.segment.origins[0] && document.getSelection()?.type !== 'Range') this.open(found.segment.origins[0]);
  }

  private pointed(event: PointerEvent): void {
    const found = this.pieceAt(event.target);
    if (!found) return this.left();
    this.hot = found.key;
    clearTimeout(this.tipTimer);
    if (this.tip) this.showTip(found);
    else this.tipTimer = setTimeout(() => this.showTip(found), tipEnterMs);
  }

  private focused(event: FocusEvent): void {
    const found = this.pieceAt(event.target);
    if (!found) return;
    this.tabStop = found.key;
    if (found.element.matches(':focus-visible')) this.showTip(found);
  }

  /** From a piece the tab key goes on to the links of its tip; anywhere else the tip closes. */
  private focusLeft({ relatedTarget }: FocusEvent): void {
    const inTip = relatedTarget instanceof Node && this.tipElement.value?.contains(relatedTarget);
    if (!inTip && !this.pieceAt(relatedTarget) && !this.tipElement.value?.matches(':hover')) this.hideTip();
  }

  private keyPressed(event: KeyboardEvent): void {
    const found = this.pieceAt(event.target);
    if (!found) return;
    if (event.key === 'Enter' && found.segment.origins[0]) this.open(found.segment.origins[0]);
    else if (event.key === 'Escape') this.hideTip();
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') this.moveFocus(found.element, event.key === 'ArrowRight' ? 1 : -1);
    else return;
    event.preventDefault();
  }

  private moveFocus(from: HTMLElement, step: number): void {
    const all = [...this.renderRoot.querySelectorAll<HTMLElement>('.seg')];
    const to = all[all.indexOf(from) + step];
    to?.focus();
    to?.scrollIntoView({ block: 'nearest' });
  }

  private tipKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.tip) return;
    const { key } = this.tip;
    this.hideTip();
    this.renderRoot.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  }

  private pieceAt(target: EventTarget | null): { key: string; segment: PreviewSegment; element: HTMLElement } | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>('.seg') : null;
    const key = element?.dataset['key'];
    const [turn, at] = (key ?? '').split('-').map(Number);
    const segment = this.shownStage()?.turns[turn ?? -1]?.segments[at ?? -1];
    return element && key !== undefined && segment ? { key, segment, element } : undefined;
  }

  private shownStage(): PreviewStage | undefined {
    const preview = previewOf(this.shown);
    return preview && pickStage(preview, this.stageId);
  }

  private showTip({ key, segment, element }: { key: string; segment: PreviewSegment; element: HTMLElement }): void {
    clearTimeout(this.tipTimer);
    this.hot = key;
    if (this.tip?.key === key || !element.isConnected) return;
    // A piece of many lines has many boxes: the tip hangs under the first.
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    this.tip = { key, segment, left: box.left, top: box.top, bottom: box.bottom };
  }

  private readonly keepTip = (): void => clearTimeout(this.tipTimer);
  private readonly hideTip = (): void => {
    clearTimeout(this.tipTimer);
    this.tip = undefined;
    this.hot = undefined;
  };
  private readonly left = (): void => {
    clearTimeout(this.tipTimer);
    this.tipTimer = setTimeout(this.hideTip, tipLeaveMs);
  };
}

import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { say } from '../../../server/src/engine/core/say.js';
import { createRef, ref } from 'lit/directives/ref.js';
import type { PlaceLink } from '../../../server/src/protocol/place.js';
import type { Preview, PreviewSegment, PreviewStage, PreviewTurn } from '../../../server/src/protocol/preview.js';
import { promptRows, trouble, type Remedy } from '../turns.js';
import { FindBar, type Findable } from './find-bar.js';
import { keyBeside, pieceAt, placeOfKey, type ShownPiece } from './piece.js';
import { layOut, rowOfPlace, rowOfSegment, type Row } from './rows.js';
import { RowWindow, type WindowElements } from './row-window.js';
import { firstBehind, StageText, type Match } from './search.js';
import { Selecting } from './selecting.js';
import { RowText } from './text-ranges.js';
import { Tips } from './tips.js';

/** What the body shows, and how it is looked at. */
export interface BodyView {
  readonly stage: PreviewStage;
  /** The keys that segments are written under, by their numbers. */
  readonly paths: Preview['paths'];
  /** Whether the turns are pieces of one text: then nothing stands between them. */
  readonly isText: boolean;
  readonly stale: boolean;
  /** Whether each turn is a message of its own. */
  readonly messages: boolean;
  readonly whitespace: boolean;
  /** Whether what the stage adds is set apart. */
  readonly added: boolean;
  readonly unfolded: boolean;
  /** The segments that are made where the cursor is in the editor. */
  readonly marked: ReadonlySet<PreviewSegment>;
  /** The last move of the cursor, and whether what is marked is to come into sight. */
  readonly cursor: { readonly follow: boolean } | undefined;
  /** Whether the run leaves a turn out. */
  readonly isLeftOut: (turn: PreviewTurn) => boolean;
  /** What can be done about a stage that cannot be known. */
  readonly remedy: Remedy | undefined;
}

/** What the body asks for. */
export interface BodyActions {
  toggleFold(): void;
  open(link: PlaceLink): void;
}

/** What is marked and not in sight: its first piece, and how many there are. */
interface Beyond {
  readonly row: number;
  readonly key: string;
  readonly count: number;
  readonly above: boolean;
}

/** Pages overlap by so much of their height. */
const pageStep = 0.9;

/**
 * The prompt of one stage, of any length: only the rows in sight are in the page. Its elements stand in the tree of the page around it, whose styles they take; a step of the wheel draws
 * this element alone.
 */
export class PromptBody extends LitElement implements Findable {
  static override properties = { view: { attribute: false }, tabStop: { state: true }, beyond: { state: true } };

  declare view: BodyView;
  declare actions: BodyActions;
  declare private tabStop: string;
  /** Where what is marked is, if none of it is in sight. */
  declare private beyond: Beyond | undefined;
  /** The move of the cursor that was followed. */
  private followed: BodyView['cursor'];
  private rows: readonly Row[] = [];
  private stageText: StageText | undefined;
  private readonly window = new RowWindow();
  private readonly scroller = createRef<HTMLElement>();
  private readonly sheet = createRef<HTMLElement>();
  private readonly roomBefore = createRef<HTMLElement>();
  private readonly roomBehind = createRef<HTMLElement>();
  private readonly probe = createRef<HTMLElement>();
  private readonly tips = new Tips(
    this,
    (link) => this.actions.open(link),
    (key) => this.focusKey(key),
  );
  private readonly find = new FindBar(this, this);
  private readonly selecting = new Selecting(() => this.scroller.value);
  private readonly resized = new ResizeObserver(() => this.sized());
  /** What is to be brought into sight when the rows around it are there. */
  private wanted: (() => Range | undefined) | undefined;
  /** A match to go to that is folded away still. */
  private foldedAway: Match | undefined;
  private hadFocus: Element | undefined;

  constructor() {
    super();
    this.tabStop = '0-0';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.resized.observe(this);
    addEventListener('keydown', this.pressedAnywhere);
    document.addEventListener('copy', this.copied);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resized.disconnect();
    removeEventListener('keydown', this.pressedAnywhere);
    document.removeEventListener('copy', this.copied);
  }

  /** Closes the tip: what it describes is going. */
  hideTip(): void {
    this.tips.hide();
  }

  /** Puts the first tab stop back to the start, for another prompt. */
  startAnew(): void {
    this.tabStop = '0-0';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.hadFocus = this.scroller.value?.contains(this.active()) ? (this.active() ?? undefined) : undefined;
    const elements = this.elements();
    if (elements) this.window.catchUp(elements);
    if (!changed.has('view')) return;
    const before = changed.get('view') as BodyView | undefined;
    const { view } = this;
    if (before?.stage !== view.stage || before.unfolded !== view.unfolded) {
      this.rows = layOut(view.stage, view.unfolded);
      this.window.layOut(this.rows, before?.stage.id === view.stage.id);
      this.window.choose(this.scroller.value?.clientHeight ?? innerHeight);
    }
    if (before?.stage !== view.stage) {
      this.stageText = undefined;
      this.wanted = undefined;
      this.selecting.all = false;
    }
    this.find.look();
  }

  protected override render(): TemplateResult {
    const { view, window } = this;
    return html`${this.find.render()}
      <div
        class="body ${view.stale ? 'stale' : ''} ${view.messages ? 'messages' : ''} ${view.added ? 'sets-apart' : ''}"
        id="prompt"
        data-stage=${view.stage.id}
        role="tabpanel"
        aria-labelledby=${`stage-${view.stage.id}`}
        tabindex="0"
        ${ref(this.scroller)}
        @click=${this.clicked}
        @pointerdown=${this.touched}
        @keydown=${this.pressed}
        @pointerover=${this.pointed}
        @pointerleave=${this.tips.leave}
        @focusin=${this.focused}
        @focusout=${this.blurred}
        @scroll=${this.scrolled}
      >
        ${trouble(view.stage, this.actions.open, view.remedy)}
        <div class="sheet" ${ref(this.sheet)}>
          <div class="turn probe" aria-hidden="true">
            <div class="who"></div>
            <pre><span ${ref(this.probe)}>${'0'.repeat(50)}</span></pre>
          </div>
          <div class="room" ${ref(this.roomBefore)}></div>
          ${promptRows(this.rows, window.first, window.last, {
            whitespace: view.whitespace,
            hot: this.tips.hot,
            described: (key) => this.tips.isShown(key),
            isMarked: (segment) => view.marked.has(segment),
            isLeftOut: view.isLeftOut,
            tabStop: this.tabStop,
            toggleFold: this.actions.toggleFold,
          })}
          <div class="room" ${ref(this.roomBehind)}></div>
        </div>
        ${this.rows.length === 0 && !view.stage.error && !view.stage.unknown ? html`<p class="nothing">${say`This stage adds nothing.`}</p>` : ''}
      </div>
      ${this.badge()} ${this.tips.render()}`;
  }

  protected override updated(): void {
    this.tips.updated();
    if (this.foldedAway && this.view.unfolded) this.reveal(this.foldedAway);
    const elements = this.elements();
    if (!elements) return;
    if (this.measureText()) this.window.choose(elements.scroller.clientHeight);
    if (this.window.settle(elements, this.rowElements())) this.requestUpdate();
    else this.arrive();
    this.paintMatches();
    this.follow();
    // A piece that leaves the page takes the focus with it: the keyboard goes on from the prompt as a whole.
    if (this.hadFocus && !this.hadFocus.isConnected && document.hasFocus()) this.focusPrompt();
  }

  /** What was wanted is there: it stands in sight now, or is scrolled to. */
  private arrive(): void {
    const box = this.wanted?.()?.getBoundingClientRect();
    const scroller = this.scroller.value;
    // Without a box its row is not in the page yet.
    if (!box || !scroller) return;
    this.wanted = undefined;
    const { top, bottom } = scroller.getBoundingClientRect();
    if (box.top < top || box.bottom > bottom) scroller.scrollTop += box.top - top - scroller.clientHeight / 3;
  }

  // What is marked

  /** Brings what the cursor makes into sight, once for each of its moves; else says where it is. */
  private follow(): void {
    const { cursor, marked } = this.view;
    const beyond = this.markedBeyond();
    const moved = cursor !== this.followed && marked.size > 0;
    if (moved) this.followed = cursor;
    if (moved && cursor?.follow && beyond) this.goToMarked(beyond);
    else this.sayBeyond(beyond);
  }

  private sayBeyond(beyond: Beyond | undefined): void {
    const same = (['row', 'key', 'count', 'above'] as const).every((part) => beyond?.[part] === this.beyond?.[part]);
    if (!same) this.beyond = beyond;
  }

  private goToMarked({ row, key }: Beyond): void {
    this.goTo(row, () => {
      const element = this.querySelector(`[data-key="${key}"]`);
      if (!element) return undefined;
      const range = document.createRange();
      range.selectNode(element);
      return range;
    });
  }

  /** The first segment that is marked and not folded away, where none is in sight. */
  private markedBeyond(): Beyond | undefined {
    const { marked } = this.view;
    const scroller = this.scroller.value;
    if (marked.size === 0 || !scroller) return undefined;
    const { top, bottom } = scroller.getBoundingClientRect();
    for (const element of this.querySelectorAll('.seg.cursor'))
      for (const box of element.getClientRects()) if (box.bottom > top && box.top < bottom) return undefined;
    const row = this.rows.findIndex((row) => row.kind === 'turn' && row.parts.some(({ segment }) => marked.has(segment)));
    const found = this.rows[row];
    if (found?.kind !== 'turn') return undefined;
    const { at } = found.parts.find(({ segment }) => marked.has(segment))!;
    const first = this.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect();
    const above = first ? first.bottom <= top || (first.top < top && first.bottom < bottom) : row < this.window.first;
    return { row, key: `${found.index}-${at}`, count: marked.size, above };
  }

  private badge(): TemplateResult | string {
    const { beyond } = this;
    if (!beyond) return '';
    const { count, above } = beyond;
    return html`<button class="beyond ${above ? 'above' : 'below'}" @click=${() => this.goToMarked(beyond)}>
      ${above ? say`↑ ${count} marked above` : say`↓ ${count} marked below`}
    </button>`;
  }

  // Findable

  placeInSight(): number {
    const scroller = this.scroller.value;
    const top = scroller?.getBoundingClientRect().top ?? 0;
    const shown = [...this.rowElements()].find((row) => row.getBoundingClientRect().bottom > top);
    const row = this.rows[Number(shown?.dataset['row'] ?? -1)];
    return row?.kind === 'turn' ? this.text().startOf(row.index) + row.start : 0;
  }

  reveal({ start, end }: Match): void {
    const { turn, offset } = this.text().placeOf(start);
    const row = rowOfPlace(this.rows, turn, offset);
    // It is in an example that is folded away: it is gone to when that is there.
    this.foldedAway = row === undefined && !this.view.unfolded ? { start, end } : undefined;
    if (this.foldedAway) this.actions.toggleFold();
    if (row === undefined) return;
    this.goTo(row, () => this.rangeIn(row, offset, offset + end - start));
  }

  focusPrompt(): void {
    this.scroller.value?.focus({ preventScroll: true });
  }

  text(): StageText {
    return (this.stageText ??= new StageText(this.view.stage, this.between));
  }

  private get between(): string {
    return this.view.isText ? '' : '\n';
  }

  /** @param start in units of the row's turn */
  private rangeIn(row: number, start: number, end: number): Range | undefined {
    const element = this.querySelector<HTMLElement>(`[data-row="${row}"]`);
    const found = this.rows[row];
    return element && found?.kind === 'turn' ? new RowText(element).range(start - found.start, end - found.start) : undefined;
  }

  private goTo(row: number, wanted: () => Range | undefined): void {
    this.wanted = wanted;
    const { first, last } = this.window;
    if (row < first || row > last) this.window.goTo(row, this.scroller.value?.clientHeight ?? 0);
    this.requestUpdate();
  }

  private paintMatches(): void {
    const { found, current, isOpen } = this.find;
    if (!('highlights' in CSS)) return;
    const all: Range[] = [];
    const now: Range[] = [];
    if (isOpen && found.length > 0)
      for (const element of this.rowElements()) {
        const row = this.rows[Number(element.dataset['row'])];
        if (row?.kind !== 'turn' || row.length === 0) continue;
        const from = this.text().startOf(row.index) + row.start;
        const text = new RowText(element);
        for (let i = firstBehind(found, from); i < found.length && found[i]!.start < from + row.length; i++)
          (i === current ? now : all).push(text.range(found[i]!.start - from, Math.min(found[i]!.end - from, row.length)));
      }
    CSS.highlights.set('match', new Highlight(...all));
    CSS.highlights.set('current-match', new Highlight(...now));
  }

  // Size and scrolling

  private elements(): WindowElements | undefined {
    const [scroller, sheet, before, behind] = [this.scroller.value, this.sheet.value, this.roomBefore.value, this.roomBehind.value];
    return scroller && sheet && before && behind && { scroller, sheet, before, behind };
  }

  private rowElements(): NodeListOf<HTMLElement> {
    return this.querySelectorAll<HTMLElement>('[data-row]');
  }

  /** @returns whether the text has another size, or another width to wrap at */
  private measureText(): boolean {
    const probe = this.probe.value;
    const line = probe?.parentElement;
    if (!probe || !line) return false;
    const { width, height } = probe.getBoundingClientRect();
    const style = getComputedStyle(line);
    const room = line.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (width === 0 || room <= 0) return false;
    return this.window.resize({
      columns: Math.max(1, Math.floor((room * 50) / width)),
      lineHeight: parseFloat(style.lineHeight) || height,
    });
  }

  private sized(): void {
    this.tips.hide();
    if (this.hasUpdated) this.requestUpdate();
  }

  private readonly scrolled = (): void => {
    this.tips.hide();
    const elements = this.elements();
    if (elements && this.window.look(elements, this.selecting.rows())) this.requestUpdate();
    else this.sayBeyond(this.markedBeyond());
  };

  private scrollKey(event: KeyboardEvent): boolean {
    const scroller = this.scroller.value;
    if (!scroller || event.altKey || event.shiftKey) return false;
    const page = scroller.clientHeight * pageStep;
    if (event.key === 'PageDown' || (event.key === ' ' && event.target === scroller)) scroller.scrollTop += page;
    else if (event.key === 'PageUp') scroller.scrollTop -= page;
    else if (event.key === 'Home') scroller.scrollTop = 0;
    else if (event.key === 'End') {
      this.window.goToEnd(scroller.clientHeight);
      this.requestUpdate();
    } else return false;
    return true;
  }

  // Keyboard and mouse

  private readonly pressedAnywhere = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    const inField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
    const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    // With the capitals locked the letter is one of them.
    const key = event.key.toLowerCase();
    if (command && key === 'f') this.find.open(this.selecting.all ? '' : this.selecting.text(this.rows, this.between));
    else if (event.key === 'F3' && this.find.isOpen) (event.shiftKey ? this.find.previous : this.find.next)();
    else if (command && key === 'a' && !inField) this.selecting.selectAll();
    else return;
    event.preventDefault();
  };

  private readonly copied = (event: ClipboardEvent): void => {
    const text = this.selecting.text(this.rows, this.between);
    if (text === '' || !event.clipboardData) return;
    event.clipboardData.setData('text/plain', this.selecting.all ? this.text().text : text);
    event.preventDefault();
  };

  private readonly pressed = (event: KeyboardEvent): void => {
    const found = this.pieceAt(event.target);
    if (event.key === 'Escape') this.tips.hide();
    else if (event.ctrlKey || event.metaKey || !this.handled(event, found)) return;
    event.preventDefault();
  };

  private handled(event: KeyboardEvent, found: ShownPiece | undefined): boolean {
    if (found && event.key === 'Enter' && found.segment.origins[0]) this.open(found.segment.origins[0]);
    else if (found && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) this.moveFocus(found, event.key === 'ArrowRight' ? 1 : -1);
    else return this.scrollKey(event);
    return true;
  }

  private moveFocus({ key }: ShownPiece, step: 1 | -1): void {
    const beside = keyBeside(key, step, this.view.stage);
    if (beside !== undefined) this.focusKey(beside);
  }

  private focusKey(key: string): void {
    const { turn, at } = placeOfKey(key);
    const row = rowOfSegment(this.rows, turn, at);
    if (row === undefined) return;
    this.goTo(row, () => {
      const element = this.querySelector<HTMLElement>(`[data-key="${key}"]`);
      element?.focus({ preventScroll: true });
      const range = document.createRange();
      if (element) range.selectNode(element);
      return element ? range : undefined;
    });
  }

  private open(link: PlaceLink): void {
    this.tips.hide();
    this.actions.open(link);
  }

  private touched(): void {
    this.selecting.all = false;
  }

  private clicked(event: MouseEvent): void {
    const found = this.pieceAt(event.target);
    // A drag that selects text is not a click.
    if (found?.segment.origins[0] && document.getSelection()?.type !== 'Range') this.open(found.segment.origins[0]);
  }

  private pointed(event: PointerEvent): void {
    const found = this.pieceAt(event.target);
    if (found) this.tips.point(found);
    else this.tips.leave();
  }

  private focused(event: FocusEvent): void {
    const found = this.pieceAt(event.target);
    if (!found) return;
    this.tabStop = found.key;
    if (found.element.matches(':focus-visible')) this.tips.show(found);
  }

  private blurred({ relatedTarget }: FocusEvent): void {
    this.tips.blurred(relatedTarget, this.pieceAt(relatedTarget) !== undefined);
  }

  private pieceAt(target: EventTarget | null): ShownPiece | undefined {
    return pieceAt(target, this.view.stage, this.view.paths);
  }

  private active(): Element | null {
    const root = this.getRootNode();
    return root instanceof ShadowRoot ? root.activeElement : document.activeElement;
  }
}

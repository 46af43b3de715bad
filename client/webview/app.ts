import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { say } from '../../server/src/engine/core/say.js';
import { finalStage } from '../../server/src/engine/core/final-stage.js';
import { withJsonChanges } from '../../server/src/protocol/json-changes.js';
import type {
  CursorShown,
  FromWebview,
  PageLook,
  PageState,
  Shown,
  ShownComparison,
  TokensShown,
  ToWebview,
} from '../../server/src/protocol/page.js';
import type { PlaceLink } from '../../server/src/protocol/place.js';
import type { Preview, PreviewSelection, PreviewStage } from '../../server/src/protocol/preview.js';
import { partsOf, previewOf, shownOf, uriOf, type ShownParts } from '../src/preview/shown.js';
import { bar, hasMatrix } from './bar/bar.js';
import type { PromptBody, BodyView } from './body/element.js';
import { shownComparison } from './compare/shown-comparison.js';
import { emptyPage } from './empty.js';
import { foot } from './foot.js';
import { labelRows } from './label-rows.js';
import { matrix } from './pairs/matrix-of.js';
import { Pairs } from './pairs/pairs.js';
import { problems } from './problems.js';
import { reach, type Control } from './reach.js';
import type { SealState } from './seal.js';
import { withoutBackticks } from './split-code.js';
import { showTab, stageTabs } from './stages.js';
import { styles } from './styles/index.js';
import { summaryLine } from './summary-line.js';
import { isLeftOut, tokenLine, tokensOf, tokensStage, tokensStageId, withCounts, withTokens } from './tokens.js';
import type { Remedy } from './turns.js';
import { markedSegments, pickStage } from './view.js';
import { withCode } from './with-code.js';

/** How the page reaches the panel. */
export interface Host {
  post(message: FromWebview): void;
  /** Kept by VS Code across a reload of the window. */
  save(state: PageState): void;
}

const copiedMs = 1500;
/** What is shown is kept for a reload when it has stood for so long: keeping it costs too much to be done on each keystroke. */
const saveMs = 300;
/** A prompt that is longer, as JSON, is not kept. */
const savedCharacters = 1_000_000;
/** In a panel that is lower the bar, and the problems, fold away: the prompt is what one looks at. */
const smallHeight = 560;

/** What of the page is folded away: as the user wants it, else by the size of the panel. */
type Folds = Readonly<Partial<Record<'bar' | 'problems', boolean>>>;

/** The preview page: shows the newest answer, reports picks and clicks. All that it shows is put in as text, never as HTML. */
export class PromptPreview extends LitElement {
  static override styles = styles;
  static override properties = {
    shown: { state: true },
    compared: { state: true },
    locked: { state: true },
    cursor: { state: true },
    stageId: { state: true },
    whitespace: { state: true },
    unfolded: { state: true },
    added: { state: true },
    copied: { state: true },
    matrix: { state: true },
    small: { state: true },
    folds: { state: true },
    reasons: { state: true },
    tokens: { state: true },
    tokenIds: { state: true },
  };

  host: Host | undefined;
  declare private shown: Shown | undefined;
  /** Which of the panel's messages it is from. */
  private shownNumber = 0;
  declare private compared: ShownComparison | undefined;
  declare private locked: boolean;
  declare private cursor: CursorShown | undefined;
  declare private stageId: string | undefined;
  declare private whitespace: boolean;
  declare private unfolded: boolean;
  /** Whether what a stage adds is set apart. */
  declare private added: boolean;
  declare private copied: boolean;
  declare private matrix: boolean;
  private readonly pairs = new Pairs(this, (message) => this.host?.post(message));
  declare private small: boolean;
  declare private folds: Folds;
  declare private reasons: SealState['reasons'];
  declare private tokens: TokensShown | undefined;
  /** Whether ids stand in place of the pieces. */
  declare private tokenIds: boolean;
  /** The stage of tokens is the same as long as nothing of it changes: its rows are laid out once. */
  private made: { readonly of: readonly unknown[]; readonly stage: PreviewStage | undefined } | undefined;
  /** What the tabs of the stages said when they were looked at last, and which was selected. */
  private tabs = '';
  private saveTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly body = createRef<PromptBody>();
  private readonly resized = new ResizeObserver(() => {
    this.small = this.clientHeight < smallHeight;
    this.tabs = '';
    this.showSelectedStage();
  });

  constructor() {
    super();
    this.locked = false;
    this.whitespace = true;
    this.unfolded = false;
    this.added = true;
    this.copied = false;
    this.matrix = false;
    this.small = false;
    this.folds = {};
    this.reasons = 'closed';
    this.tokenIds = false;
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
    if (message.type === 'cursor') this.cursor = message;
    else if (message.type === 'compare') this.compare(message.compared);
    else if (message.type === 'tokens') this.tokens = message.tokens;
    else if (message.type === 'show') this.show(message);
    else if (message.type === 'changed') this.change(message);
    else this.pairs.receive(message);
  }

  private change({ of, changes, ...others }: Extract<ToWebview, { type: 'changed' }>): void {
    if (!this.shown || of !== this.shownNumber) return this.host?.post({ type: 'ready' });
    this.show({
      ...others,
      type: 'show',
      shown: changes ? shownOf(withJsonChanges(partsOf(this.shown), changes) as ShownParts) : this.shown,
    });
  }

  private show(message: Extract<ToWebview, { type: 'show' }>): void {
    const before = previewOf(this.shown);
    if (message.look && !this.shown) this.lookAs(message.look);
    this.shown = message.shown;
    this.shownNumber = message.number;
    if (message.cursor) this.cursor = message.cursor;
    this.pairs.shows(previewOf(message.shown));
    this.locked = message.locked;
    this.body.value?.hideTip();
    const now = previewOf(this.shown);
    // What covers the prompt was opened for another one.
    if (now?.uri !== before?.uri) this.reasons = 'closed';
    if (now?.uri !== before?.uri || now?.selection.dataset !== before?.selection.dataset) this.body.value?.startAnew();
    this.saveSoon();
  }

  /** What was kept of how the prompt was looked at. */
  private compare(compared: ShownComparison | undefined): void {
    this.compared = compared;
    if (compared) this.matrix = false;
  }

  private lookAs({ stage, matrix, whitespace, unfolded, added = true }: PageLook): void {
    this.stageId = stage;
    Object.assign(this, { matrix, whitespace, unfolded, added });
  }

  private saveSoon(): void {
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => this.shown && this.save(this.shown), saveMs);
  }

  private save(shown: Shown): void {
    const { locked, matrix, whitespace, unfolded, added, stageId } = this;
    const look = { matrix, whitespace, unfolded, added, ...(stageId !== undefined && { stage: stageId }) };
    const last = previewOf(shown);
    const fits = last !== undefined && JSON.stringify(last).length <= savedCharacters;
    const compared = this.compared && { compared: this.compared.with };
    this.host?.save({ uri: uriOf(shown), selection: last?.selection ?? {}, locked, look, ...compared, ...(fits && { last }) });
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    this.classList.toggle('comparing', this.compared !== undefined);
    if (changed.has('stageId') || changed.has('shown')) this.showSelectedStage();
    if (changed.has('stageId')) this.host?.post({ type: 'stage', ...(this.stageId !== undefined && { stage: this.stageId }) });
    if (this.matrix) this.pairs.open();
    if (['compared', 'stageId', 'matrix', 'whitespace', 'unfolded', 'added'].some((name) => changed.has(name))) this.saveSoon();
  }

  protected override render(): TemplateResult {
    const { shown } = this;
    const preview = previewOf(shown);
    return html`${shown?.kind === 'failed' ? this.failed(shown.reason) : nothing}${preview ? this.page(preview) : emptyPage(shown, this.open)}
      <div class="offscreen" role="status" aria-live="polite">${this.announcement()}</div>`;
  }

  private page(full: Preview): TemplateResult {
    const tokens = tokensOf(full, this.tokens);
    const preview = withTokens(full, tokens);
    const last = this.tokensStage(full, tokens);
    const stage = last && this.stageId === tokensStageId ? last : pickStage(preview, this.stageId);
    const stages = [...withCounts(preview.stages, tokens), ...(last ? [last] : [])];
    const stale = this.shown?.kind !== 'preview';
    if (this.matrix && hasMatrix(preview)) return html`${this.top(preview)} ${matrix(preview, this.pairs, this.pickPair)}`;
    return html`${this.top(preview)}
      <main>
        <h1 class="offscreen">${say`Prompt`}</h1>
        ${shownComparison(this.compared, this.whitespace, (message) => this.host?.post(message))}
        ${stage ? stageTabs(stages, stage.id, (id) => (this.stageId = id)) : nothing}
        ${tokenLine(full, tokens, this.tokenIds, stage?.id ?? '', this.tokenActions)}
        ${
          stage && stage.id === finalStage(preview)?.id && !this.small
            ? labelRows(preview, (label) => this.host?.post({ type: 'select', selection: { label } }))
            : nothing
        }
        ${stage ? this.prompt(preview, stage, stale) : nothing}
      </main>
      ${problems(
        preview,
        { stale, folded: this.isFolded('problems'), small: this.small },
        {
          open: this.open,
          apply: (problem, fix) => this.host?.post({ type: 'fix', problem, fix, version: preview.version }),
          toggle: () => this.toggle('problems'),
        },
      )}
      ${foot(
        preview,
        this.shown,
        { reasons: this.reasons },
        { show: (reasons) => (this.reasons = reasons), open: this.open, reach: (control) => this.reach(control) },
      )}`;
  }

  private top(preview: Preview): TemplateResult {
    const folded = this.isFolded('bar');
    const { whitespace, added, copied, locked } = this;
    const line = this.small ? summaryLine(preview, folded, () => this.toggle('bar')) : nothing;
    if (folded) return html`${line}`;
    return html`${line}${bar(
      preview,
      this.pairs,
      { whitespace, added, copied, locked, matrix: this.matrix && hasMatrix(preview), comparing: this.compared !== undefined },
      {
        pick: (selection) => this.host?.post({ type: 'select', selection }),
        toggleWhitespace: () => (this.whitespace = !this.whitespace),
        toggleAdded: () => (this.added = !this.added),
        copy: () => this.copy(preview),
        take: (taken) => this.host?.post(taken === 'compare' ? { type: 'compare' } : { type: 'take', form: taken }),
        toggleLock: () => this.host?.post({ type: 'lock', locked: !this.locked }),
        toggleMatrix: () => (this.matrix = !this.matrix),
      },
    )}`;
  }

  private prompt(preview: Preview, stage: PreviewStage, stale: boolean): TemplateResult {
    const isFinal = stage === finalStage(preview);
    const view: BodyView = {
      stage,
      paths: preview.paths,
      isText: (isFinal || stage.id === tokensStageId) && preview.output?.kind === 'text',
      stale,
      messages: isFinal && preview.output?.kind === 'messages',
      whitespace: this.whitespace,
      added: this.added,
      unfolded: this.unfolded,
      marked: markedSegments(stage, preview.keys, this.cursor?.cursor),
      cursor: this.cursor,
      remedy: canChooseTemplate(preview, stage) ? this.templateRemedy : undefined,
      isLeftOut: (turn) => isLeftOut(preview, turn, tokensOf(preview, this.tokens)),
    };
    return html`<prompt-body ${ref(this.body)} .view=${view} .actions=${this.bodyActions}></prompt-body>`;
  }

  private tokensStage(preview: Preview, tokens: TokensShown | undefined): PreviewStage | undefined {
    const of = [preview, tokens, this.tokenIds];
    if (!this.made || this.made.of.some((part, i) => part !== of[i]))
      this.made = { of, stage: tokensStage(preview, tokens, this.tokenIds) };
    return this.made.stage;
  }

  private readonly tokenActions = {
    pick: (): void => this.host?.post({ type: 'pick-tokenizer' }),
    toggleIds: (): void => void (this.tokenIds = !this.tokenIds),
  };

  private readonly templateRemedy: Remedy = { control: 'chat-template', reach: (control) => this.reach(control) };

  private readonly bodyActions = {
    toggleFold: (): void => void (this.unfolded = !this.unfolded),
    open: (link: PlaceLink): void => this.open(link),
  };

  private isFolded(part: keyof Folds): boolean {
    return this.folds[part] ?? this.small;
  }

  private toggle(part: keyof Folds): void {
    this.folds = { ...this.folds, [part]: !this.isFolded(part) };
  }

  /** Leads to the control of the bar that can do something about a reason of the seal. */
  private reach(control: Control): void {
    this.reasons = 'closed';
    this.folds = { ...this.folds, bar: false };
    void this.updateComplete.then(() => reach(this.renderRoot, control));
  }

  /** In a narrow panel the tabs scroll sideways. */
  private showSelectedStage(): void {
    const bar = this.renderRoot.querySelector<HTMLElement>('.stages');
    const tab = bar?.querySelector<HTMLElement>('[aria-selected="true"]');
    const tabs = `${tab?.id ?? ''} ${bar?.textContent ?? ''}`;
    // Where they are can only be asked of a page that is laid out: not at each keystroke.
    if (!bar || !tab || tabs === this.tabs) return;
    this.tabs = tabs;
    showTab(bar, tab);
  }

  private failed(reason: string): TemplateResult {
    return html`<div class="banner failed error">
      <span class="icon" aria-hidden="true">✖</span><span>${withCode(say`The server did not answer: ${reason}`)}</span>
      <small>${say`“Prompt Preflight: Restart Server” starts it again; “Show Log” says more.`}</small>
    </div>`;
  }

  /** For screen readers: what changed without a click. */
  private announcement(): string {
    if (this.shown?.kind === 'failed') return say`The server did not answer.`;
    if (this.shown?.kind === 'stale' || (this.shown?.kind === 'none' && this.shown.last))
      return say`Not up to date. ${withoutBackticks(this.shown.reason)}`;
    return this.copied ? say`Copied.` : '';
  }

  private copy(preview: Preview): void {
    if (!preview.output) return;
    this.host?.post({ type: 'copy', text: preview.output.text });
    this.copied = true;
    setTimeout(() => (this.copied = false), copiedMs);
  }

  private readonly pickPair = (selection: PreviewSelection): void => {
    this.matrix = false;
    this.host?.post({ type: 'select', selection });
  };

  private readonly open = (link: PlaceLink): void => {
    this.body.value?.hideTip();
    this.host?.post({ type: 'open', link });
  };
}

/** Whether a stage that is unknown is so for want of a chat template. */
function canChooseTemplate({ chatTemplates }: Preview, { id, unknown }: PreviewStage): boolean {
  return id === 'chat-template' && unknown !== undefined && chatTemplates.length > 0;
}

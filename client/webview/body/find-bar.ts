import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { say } from '../../../server/src/engine/core/say.js';
import { createRef, ref } from 'lit/directives/ref.js';
import { findAll, firstBehind, isCut, type Match, type Search, type StageText } from './search.js';

/** What the bar needs of the prompt. */
export interface Findable {
  text(): StageText;
  /** Where a search starts that has no match yet: the first character in sight. */
  placeInSight(): number;
  /** Brings a match into sight. */
  reveal(match: Match): void;
  /** Where the focus goes when the bar closes. */
  focusPrompt(): void;
}

/** Finds a text in the whole prompt. The browser's own search sees only what is in the page, which of a long prompt is a small part. */
export class FindBar {
  isOpen = false;
  found: readonly Match[] = [];
  /** Index of the match that is in sight. */
  current = -1;
  private search: Search = { text: '', matchCase: false };
  private text: StageText | undefined;
  private readonly input = createRef<HTMLInputElement>();

  constructor(
    private readonly host: LitElement,
    private readonly prompt: Findable,
  ) {}

  /** Opens the bar, or puts the focus into it. @param selected what is looked for at first */
  open(selected: string): void {
    this.isOpen = true;
    this.text = this.prompt.text();
    if (selected !== '' && !selected.includes('\n')) this.search = { ...this.search, text: selected };
    this.seek();
    void this.host.updateComplete.then(() => (this.input.value?.focus(), this.input.value?.select()));
  }

  /** Looks through another text, or through the same one after a change; what was found stays in sight. */
  look(): void {
    const text = this.isOpen ? this.prompt.text() : undefined;
    if (!text || text.text === this.text?.text) return;
    const at = this.found[this.current]?.start;
    this.text = text;
    this.found = findAll(text.text, this.search);
    this.current = at === undefined ? -1 : Math.min(firstBehind(this.found, at), this.found.length - 1);
  }

  readonly next = (): void => this.step(1);
  readonly previous = (): void => this.step(-1);

  render(): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    const { found, current, search } = this;
    const none = search.text !== '' && found.length === 0;
    return html`<div class="find" role="search" @keydown=${this.pressed}>
      <input
        ${ref(this.input)}
        type="text"
        class=${none ? 'none' : ''}
        aria-label=${say`Find in the prompt`}
        placeholder=${say`Find`}
        .value=${search.text}
        @input=${(event: InputEvent) => this.sought((event.target as HTMLInputElement).value)}
      />
      <button
        class="tool"
        aria-label=${say`Match case`}
        title=${say`Match case`}
        aria-pressed=${search.matchCase}
        @click=${() => this.change({ ...search, matchCase: !search.matchCase })}
      >
        Aa
      </button>
      <span class="count" role="status">${search.text === '' ? '' : this.countWords(found, current)}</span>
      <button
        class="tool"
        aria-label=${say`Previous match`}
        title=${say`Previous match (Shift+Enter)`}
        ?disabled=${found.length === 0}
        @click=${this.previous}
      >
        ↑
      </button>
      <button
        class="tool"
        aria-label=${say`Next match`}
        title=${say`Next match (Enter)`}
        ?disabled=${found.length === 0}
        @click=${this.next}
      >
        ↓
      </button>
      <button class="tool" aria-label=${say`Close the search`} title=${say`Close (Escape)`} @click=${this.close}>✕</button>
    </div>`;
  }

  private countWords(found: readonly Match[], current: number): string {
    if (found.length === 0) return say`No results`;
    return say`${(current + 1).toLocaleString('en')} of ${`${found.length.toLocaleString('en')}${isCut(found) ? '+' : ''}`}`;
  }

  private sought(text: string): void {
    this.change({ ...this.search, text });
  }

  private change(search: Search): void {
    this.search = search;
    this.seek();
  }

  /** Finds anew, and goes to the first match from what is in sight on. */
  private seek(): void {
    this.found = this.text ? findAll(this.text.text, this.search) : [];
    const from = firstBehind(this.found, this.prompt.placeInSight());
    this.goTo(from < this.found.length ? from : 0);
  }

  private step(by: 1 | -1): void {
    this.goTo((this.current + by + this.found.length) % this.found.length);
  }

  private goTo(index: number): void {
    this.current = this.found.length === 0 ? -1 : index;
    const match = this.found[this.current];
    if (match) this.prompt.reveal(match);
    this.host.requestUpdate();
  }

  readonly close = (): void => {
    this.isOpen = false;
    this.found = [];
    this.current = -1;
    this.text = undefined;
    this.host.requestUpdate();
    this.prompt.focusPrompt();
  };

  private readonly pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' && event.target === this.input.value && this.found.length > 0) this.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

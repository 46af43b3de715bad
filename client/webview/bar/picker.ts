import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { styled } from '../styled.js';
import { say } from '../../../server/src/engine/core/say.js';
import type { Choice, PairState } from '../../../server/src/protocol/preview.js';
import { Dropdown } from './dropdown.js';
import { entriesOf, inSight, pieces, type Entry } from './entries.js';
import { stateName, stateSigns } from './marks.js';
import { pickerStyles } from './picker-styles.js';

/** Height of a line of the list, in pixels, as the styles have it. */
const lineHeight = 24;
const widest = 620;
const highest = 460;
/** What is scrolled past is not asked about. */
const restMs = 60;

/**
 * A button that opens a list with a field to search it: a combobox with a listbox, by the pattern of ARIA. Of the list only what is in sight is on the page, so
 * that ten thousand entries are no more than ten.
 */
export class ChoicePicker extends Dropdown {
  static override styles = pickerStyles;
  static override properties = {
    name: { attribute: false },
    label: { attribute: false },
    value: { attribute: false },
    shown: { attribute: false },
    choices: { attribute: false },
    recent: { attribute: false },
    cut: { attribute: false },
    stateOf: { attribute: false },
    epoch: { attribute: false },
    open: { state: true },
    query: { state: true },
    active: { state: true },
    scrolled: { state: true },
  };

  /** What is picked here, as an identifier of the bar: `dataset`. */
  declare name: string;
  /** The same in words. */
  declare label: string;
  /** The id of what is chosen. */
  declare value: string;
  /** What is chosen, where the list is not there yet. */
  declare shown: Choice | undefined;
  /** Undefined while they are being read. */
  declare choices: readonly Choice[] | undefined;
  declare recent: readonly string[];
  /** Why there may be others. */
  declare cut: string | undefined;
  /** What is known of a choice; absent: choices have no states. */
  declare stateOf: ((id: string) => PairState | undefined) | undefined;
  /** Another one where states may be other ones. */
  declare epoch: number;
  /** The list opens: it may have to be read. */
  opened: () => void = () => undefined;
  picked: (id: string) => void = () => undefined;
  /** These are in sight, and their states are not known. */
  wanted: (ids: readonly string[]) => void = () => undefined;

  declare private open: boolean;
  declare private query: string;
  declare private active: string | undefined;
  declare private scrolled: number;
  private made: { readonly of: readonly Choice[]; readonly query: string; readonly entries: readonly Entry[] } | undefined;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.name = '';
    this.label = '';
    this.value = '';
    this.recent = [];
    this.epoch = 0;
    this.open = false;
    this.query = '';
    this.scrolled = 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.rest);
  }

  protected override render(): TemplateResult {
    const chosen = this.choices?.find(({ id }) => id === this.value) ?? this.shown;
    const words = [chosen?.label, chosen?.detail, chosen?.place].filter((each) => each !== undefined).join(' · ');
    return html`<button
        class="pick ${this.name}"
        aria-haspopup="listbox"
        aria-expanded=${this.open}
        aria-label=${`${this.label}: ${words}`}
        title=${`${this.label}: ${words}`}
        @click=${() => (this.open ? this.close() : this.show())}
        @keydown=${this.buttonKey}
      >
        <small class="title">${this.label}</small><span class="chosen">${chosen?.label}</span>${
          chosen?.detail ? html`<small class="detail">${chosen.detail}</small>` : nothing
        }<span class="arrow" aria-hidden="true">▾</span>
      </button>
      ${this.open ? this.popup() : nothing}`;
  }

  private popup(): TemplateResult {
    const entries = this.entries();
    const active = this.activeEntry(entries);
    return html`<div class="popup" ${styled(this.place(widest, highest))} @focusout=${this.focusLeft} @mousedown=${keepFocus}>
      <input
        type="text"
        role="combobox"
        aria-label=${say`Search: ${this.label}`}
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls="list"
        aria-activedescendant=${active ? `choice-${String(active.position)}` : nothing}
        placeholder=${say`Search`}
        spellcheck="false"
        .value=${this.query}
        @input=${this.typed}
        @keydown=${this.inputKey}
      />
      <div class="list" id="list" role="listbox" aria-label=${this.label} tabindex="-1" @scroll=${this.scrolledTo}>
        <div class="all" role="presentation" ${styled({ height: `${String(entries.length * lineHeight)}px` })}>
          ${this.lines(entries, active)}
        </div>
      </div>
      ${this.about(entries, active)}
    </div>`;
  }

  private lines(entries: readonly Entry[], active: Entry | undefined): TemplateResult[] {
    const total = entries.reduce((count, { kind }) => count + (kind === 'choice' ? 1 : 0), 0);
    const { from, to } = inSight(entries.length, this.scrolled, highest, lineHeight);
    return entries.slice(from, to).map((entry, i) => {
      const place = styled({ top: `${String((from + i) * lineHeight)}px` });
      if (entry.kind === 'group') return html`<div class="line group" role="presentation" ${place}>${entry.text}</div>`;
      return this.line(entry, place, { total, active: entry === active });
    });
  }

  private line(
    { choice, at, position, group }: Extract<Entry, { kind: 'choice' }>,
    place: unknown,
    { total, active }: { readonly total: number; readonly active: boolean },
  ): TemplateResult {
    const state = this.stateOf?.(choice.id);
    return html`<div
      class="line choice ${active ? 'active' : ''}"
      role="option"
      id=${`choice-${String(position)}`}
      aria-selected=${choice.id === this.value}
      aria-setsize=${total}
      aria-posinset=${position}
      data-id=${choice.id}
      title=${choice.label}
      ${place}
      @click=${() => this.pick(choice.id)}
    >
      ${
        this.stateOf
          ? html`<span
              class="state ${state?.state ?? ''}"
              role=${state ? 'img' : nothing}
              aria-label=${state ? stateName(state.state) : nothing}
              >${state ? stateSigns[state.state] : '·'}</span
            >`
          : nothing
      }<span class="check" aria-hidden="true">${choice.id === this.value ? '●' : nothing}</span
      ><span class="name">${pieces(choice.label, at).map(({ text, typed }) => (typed ? html`<b>${text}</b>` : text))}</span
      >${choice.detail ? html`<small>${choice.detail}</small>` : nothing}${group ? html`<small class="from">${group}</small>` : nothing}
    </div>`;
  }

  /** The whole name of the line that the keyboard is at, and what is wrong with it. */
  private about(entries: readonly Entry[], active: Extract<Entry, { kind: 'choice' }> | undefined): TemplateResult {
    if (!this.choices) return html`<div class="nothing" role="status">${say`Reading …`}</div>`;
    if (entries.length === 0) return html`<div class="nothing" role="status">${say`Nothing fits.`}</div>`;
    const reason = active && this.stateOf?.(active.choice.id)?.reason;
    return html`<div class="about">
      ${active ? html`<span>${active.choice.label}</span>${active.choice.group ? ` · ${active.choice.group}` : nothing}` : nothing}
      ${reason ? html`<div>${reason}</div>` : nothing} ${this.cut ? html`<div>${this.cut}</div>` : nothing}
    </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('open') && this.open) this.renderRoot.querySelector('input')?.focus();
    if (this.open && (changed.has('open') || changed.has('choices'))) this.goTo(this.activeEntry(this.entries()));
    if (this.open) this.askSoon();
  }

  /** Asks about what is in sight, when the list has come to rest. */
  private askSoon(): void {
    const { stateOf } = this;
    if (!stateOf) return;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      if (!this.open) return;
      const entries = this.entries();
      const { from, to } = inSight(entries.length, this.scrolled, highest, lineHeight);
      const unknown = entries
        .slice(from, to)
        .flatMap((entry) => (entry.kind === 'choice' && !stateOf(entry.choice.id) ? [entry.choice.id] : []));
      if (unknown.length > 0) this.wanted(unknown);
    }, restMs);
  }

  private entries(): readonly Entry[] {
    const of = this.choices ?? (this.shown ? [this.shown] : []);
    if (this.made?.of !== of || this.made.query !== this.query)
      this.made = { of, query: this.query, entries: entriesOf(of, this.query, this.recent) };
    return this.made.entries;
  }

  private activeEntry(entries: readonly Entry[]): Extract<Entry, { kind: 'choice' }> | undefined {
    const choices = entries.filter((entry) => entry.kind === 'choice');
    const byKey = choices.find(({ position }) => `choice-${String(position)}` === this.active);
    // Of what is on the list twice, as the last used, the second is where it belongs.
    return byKey ?? (this.query === '' ? choices.findLast(({ choice }) => choice.id === this.value) : undefined) ?? choices[0];
  }

  private show(query = ''): void {
    this.query = query;
    this.active = undefined;
    this.scrolled = 0;
    this.open = true;
    this.opened();
  }

  private close(): void {
    this.open = false;
    clearTimeout(this.rest);
    this.renderRoot.querySelector<HTMLElement>('.pick')?.focus();
  }

  private pick(id: string): void {
    this.close();
    if (id !== this.value) this.picked(id);
  }

  private readonly buttonKey = (event: KeyboardEvent): void => {
    const typed = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && !typed) return;
    event.preventDefault();
    this.show(typed ? event.key : '');
  };

  private readonly typed = (event: Event): void => {
    this.query = (event.target as HTMLInputElement).value;
    this.active = undefined;
    this.scrolled = 0;
    this.renderRoot.querySelector('.list')?.scrollTo(0, 0);
  };

  private readonly inputKey = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((this.renderRoot.querySelector('.list')?.clientHeight ?? 0) / lineHeight) - 1);
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const step = steps[event.key];
    if (step !== undefined) this.step(step);
    else if (event.key === 'Enter') {
      const active = this.activeEntry(this.entries());
      if (active) this.pick(active.choice.id);
    } else if (event.key === 'Escape') this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private step(by: number): void {
    const entries = this.entries();
    const choices = entries.filter((entry) => entry.kind === 'choice');
    const now = this.activeEntry(entries);
    const at = now ? choices.indexOf(now) : -1;
    const single = Math.abs(by) === 1;
    // One step goes round at the ends, a page stops there.
    const to = single ? (at + by + choices.length) % choices.length : Math.max(0, Math.min(choices.length - 1, at + by));
    const next = choices[to];
    if (!next) return;
    this.active = `choice-${String(next.position)}`;
    this.goTo(next);
  }

  private goTo(entry: Entry | undefined): void {
    const list = this.renderRoot.querySelector('.list');
    if (!list || !entry) return;
    const top = this.entries().indexOf(entry) * lineHeight;
    if (top < list.scrollTop + lineHeight) list.scrollTop = Math.max(0, top - lineHeight);
    else if (top + lineHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + lineHeight - list.clientHeight;
  }

  private readonly scrolledTo = (event: Event): void => {
    this.scrolled = (event.target as HTMLElement).scrollTop;
  };

  private readonly focusLeft = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && this.renderRoot.contains(relatedTarget)) return;
    this.open = false;
  };
}

/** A click in the list leaves the focus in the field. */
function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof HTMLInputElement) && !(event.target instanceof Element && event.target.closest('.about')))
    event.preventDefault();
}

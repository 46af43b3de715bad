import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { styled } from '../styled.js';
import { say } from '../../../server/src/engine/core/say.js';
import type { Choice, PairState } from '../../../server/src/protocol/preview.js';
import { inSight } from '../bar/entries.js';
import { stateName, stateSigns } from '../bar/marks.js';
import { matrixStyles } from './matrix-styles.js';
import { countPairs, modelReasons, nextCell, rowsWith, uprightName } from './matrix-view.js';

const lineHeight = 24;
/** With more models than these, their names stand upright. */
const mostWide = 6;
const states = ['error', 'warning', 'fine'] as const;

/** So wide, in letters, is the column of the datasets at least, and beside the longest name. */
const namesRoom = { least: 10, beside: 4 } as const;

function widthOfNames(datasets: readonly Choice[]): number {
  return Math.max(namesRoom.least, namesRoom.beside + datasets.reduce((most, { label }) => Math.max(most, label.length), 0));
}

/** All pairs of a config: one cell a pair with its state, counts on top, the reason of the cell that one is at below. */
export class PairMatrix extends LitElement {
  static override styles = matrixStyles;
  static override properties = {
    datasets: { attribute: false },
    models: { attribute: false },
    stateOf: { attribute: false },
    epoch: { attribute: false },
    told: { attribute: false },
    chosen: { attribute: false },
    only: { state: true },
    at: { state: true },
    scrolled: { state: true },
    height: { state: true },
  };

  /** Undefined while they are being read. */
  declare datasets: readonly Choice[] | undefined;
  /** One without a name where tasks are asked without a model. */
  declare models: readonly Choice[];
  declare stateOf: (dataset: string, model: string) => PairState | undefined;
  /** Another one where states may be other ones. */
  declare epoch: number;
  /** Another one where more is known of states. */
  declare told: number;
  /** The pair whose prompt is shown. */
  declare chosen: { readonly dataset: string; readonly model: string };
  picked: (dataset: string, model: string) => void = () => undefined;
  wanted: (datasets: readonly string[], models: readonly string[]) => void = () => undefined;

  declare private only: PairState['state'] | undefined;
  declare private at: { readonly row: number; readonly column: number };
  declare private scrolled: number;
  declare private height: number;
  /** Whether the pairs have been there. */
  private started = false;
  private readonly resized = new ResizeObserver(() => this.measure());

  constructor() {
    super();
    this.models = [];
    this.stateOf = () => undefined;
    this.epoch = 0;
    this.told = 0;
    this.chosen = { dataset: '', model: '' };
    this.at = { row: 0, column: 0 };
    this.scrolled = 0;
    this.height = 600;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resized.disconnect();
  }

  protected override render(): TemplateResult {
    const { datasets } = this;
    if (!datasets) return html`<div class="counts" role="status">${say`Reading …`}</div>`;
    const rows = this.rows();
    const upright = this.models.length > mostWide;
    const sizes = { '--names': `min(${String(widthOfNames(datasets))}ch, 320px, 50vw)`, '--cell': upright ? '30px' : '110px' };
    return html`${this.counts(datasets)} ${this.ofModels(datasets)}
      <div class="scroll ${upright ? 'upright' : ''}" ${styled(sizes)} @scroll=${this.scrolledTo}>
        <div
          class="grid"
          role="grid"
          aria-label=${say`Matrix of all pairs`}
          aria-rowcount=${rows.length + 1}
          aria-colcount=${this.models.length + 1}
          @keydown=${this.keyPressed}
          @focusin=${this.focused}
          @pointerover=${this.focused}
        >
          <div class="row head" role="row" aria-rowindex="1">
            <span class="dataset" role="columnheader"></span>${this.models.map(
              ({ label }) =>
                html`<span class="model" role="columnheader" title=${label} aria-label=${label}
                  >${upright ? uprightName(label) : label}</span
                >`,
            )}
          </div>
          ${this.body(rows)}
        </div>
      </div>
      ${this.about(rows)}`;
  }

  private body(rows: readonly Choice[]): TemplateResult {
    const { from, to } = inSight(rows.length, this.scrolled, this.height, lineHeight);
    return html`<div role="rowgroup" ${styled({ position: 'relative', height: `${String(rows.length * lineHeight)}px` })}>
      ${rows.slice(from, to).map((row, i) => this.row(row, from + i))}
    </div>`;
  }

  private row(dataset: Choice, index: number): TemplateResult {
    return html`<div class="row body" role="row" aria-rowindex=${index + 2} ${styled({ top: `${String(index * lineHeight)}px` })}>
      <span class="dataset" role="rowheader" title=${dataset.label}>${dataset.label}</span>${this.models.map((model, column) =>
        this.cell(dataset, model, { row: index, column }),
      )}
    </div>`;
  }

  private cell(dataset: Choice, model: Choice, at: { readonly row: number; readonly column: number }): TemplateResult {
    const state = this.stateOf(dataset.id, model.id);
    const shown = this.chosen.dataset === dataset.id && this.chosen.model === model.id;
    const isAt = this.at.row === at.row && this.at.column === at.column;
    const name = state ? stateName(state.state) : say`not looked at yet`;
    return html`<span class="cell ${state?.state ?? ''} ${shown ? 'shown' : ''}" role="gridcell" aria-selected=${shown}
      ><button
        tabindex=${isAt ? 0 : -1}
        data-row=${at.row}
        data-column=${at.column}
        title=${state?.reason || nothing}
        aria-label=${[dataset.label, model.label, name, state?.reason ?? ''].filter((words) => words !== '').join(', ')}
        @click=${() => this.picked(dataset.id, model.id)}
      >
        <span class="sign ${state ? '' : 'none'}" aria-hidden="true">${state ? stateSigns[state.state] : '·'}</span>
      </button></span
    >`;
  }

  private counts(datasets: readonly Choice[]): TemplateResult {
    const counts = countPairs(datasets, this.models, this.stateOf);
    const total = datasets.length * this.models.length;
    return html`<div class="counts">
      ${states.map(
        (state) =>
          html`<button
            class=${state}
            aria-pressed=${this.only === state}
            aria-label=${`${String(counts[state])} ${stateName(state)}`}
            title=${say`Show only these`}
            @click=${() => this.showOnly(state)}
          >
            <span class="sign" aria-hidden="true">${stateSigns[state]}</span> ${counts[state].toLocaleString('en')}
          </button>`,
      )}
      <span class="dim"
        >${total === 1 ? say`of 1 pair` : say`of ${total.toLocaleString('en')} pairs`}${
          counts.unknown > 0 ? ` · ${say`${counts.unknown.toLocaleString('en')} are being looked at`}` : nothing
        }</span
      >
    </div>`;
  }

  /** What is wrong with a whole column is said on top, once. */
  private ofModels(datasets: readonly Choice[]): TemplateResult | typeof nothing {
    const reasons = modelReasons(datasets, this.models, this.stateOf);
    if (reasons.size === 0) return nothing;
    const named = this.models.filter(({ id, label }) => label !== '' && reasons.has(id));
    return html`<ul class="of-models">
      ${named.map(({ id, label }) => {
        const { state, reason } = reasons.get(id)!;
        return html`<li class=${state}><span class="sign" aria-hidden="true">${stateSigns[state]}</span> <b>${label}</b> ${reason}</li>`;
      })}
    </ul>`;
  }

  private about(rows: readonly Choice[]): TemplateResult {
    const dataset = rows[this.at.row];
    const model = this.models[this.at.column];
    if (!dataset || !model) return html`<div class="about">${say`No pair is in this state.`}</div>`;
    const state = this.stateOf(dataset.id, model.id);
    return html`<div class="about">
      <b>${dataset.label}</b>${model.label === '' ? nothing : html` × <b>${model.label}</b>`}
      <p>${state ? (state.reason === '' ? say`Nothing is wrong with this pair.` : state.reason) : say`not looked at yet`}</p>
    </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (this.datasets && !this.started) {
      this.started = true;
      this.goToChosen();
    }
    const others = ['datasets', 'models', 'epoch'].some((name) => changed.has(name));
    if (this.datasets && (others || (changed.has('scrolled') && this.isUnknown(this.inSight())))) this.wantAll(this.datasets);
  }

  /** What is in sight is asked about first. */
  private wantAll(datasets: readonly Choice[]): void {
    const ids = new Set([...this.inSight(), ...datasets].map(({ id }) => id));
    this.wanted(
      [...ids],
      this.models.map(({ id }) => id),
    );
  }

  private inSight(): readonly Choice[] {
    const rows = this.rows();
    const { from, to } = inSight(rows.length, this.scrolled, this.height, lineHeight);
    return rows.slice(from, to);
  }

  private isUnknown(datasets: readonly Choice[]): boolean {
    return datasets.some((dataset) => this.models.some((model) => !this.stateOf(dataset.id, model.id)));
  }

  private rows(): readonly Choice[] {
    return rowsWith(this.datasets ?? [], this.models, this.stateOf, this.only);
  }

  private showOnly(state: PairState['state']): void {
    this.only = this.only === state ? undefined : state;
    this.at = { row: 0, column: 0 };
    this.renderRoot.querySelector('.scroll')?.scrollTo(0, 0);
  }

  private readonly scrolledTo = (event: Event): void => {
    this.scrolled = (event.target as HTMLElement).scrollTop;
  };

  private measure(): void {
    this.height = this.renderRoot.querySelector('.scroll')?.clientHeight ?? this.height;
  }

  private readonly focused = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('.cell')?.querySelector('button') : undefined;
    if (button) this.at = { row: Number(button.dataset['row']), column: Number(button.dataset['column']) };
  };

  /** Brings a cell into sight. */
  private goTo(cell: { readonly row: number; readonly column: number }): void {
    this.at = cell;
    const list = this.renderRoot.querySelector('.scroll');
    const top = cell.row * lineHeight;
    if (list && top < list.scrollTop) list.scrollTop = top;
    if (list && top + 3 * lineHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + 3 * lineHeight - list.clientHeight;
    this.scrolled = list?.scrollTop ?? 0;
  }

  /** The pair whose prompt was shown is where one is at first. */
  private goToChosen(): void {
    const row = this.rows().findIndex(({ id }) => id === this.chosen.dataset);
    const column = this.models.findIndex(({ id }) => id === this.chosen.model);
    this.measure();
    if (row >= 0) this.goTo({ row, column: Math.max(0, column) });
  }

  private readonly keyPressed = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(this.height / lineHeight) - 3);
    const next = nextCell(event.key, this.at, this.rows().length, this.models.length, page);
    if (!next) return;
    event.preventDefault();
    this.goTo(next);
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>(`[data-row="${String(next.row)}"][data-column="${String(next.column)}"]`)?.focus(),
    );
  };
}

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { say } from '../../../server/src/engine/core/say.js';
import { shownText } from '../../../server/src/engine/core/shown.js';
import type { ShownComparison } from '../../../server/src/protocol/page.js';
import type { ComparedSide, PromptComparison } from '../../../server/src/protocol/compare.js';
import { baseStyles } from '../styles/base.js';
import { promptStyles } from '../styles/prompt.js';
import { visible } from '../body/visible.js';
import { foldedRows, type ComparedItem, type ComparedRow } from './fold.js';
import { markedPieces } from './marked.js';
import { comparisonStyles } from './styles.js';

/** So many rows are put on the page at first, and again when more are wanted: a comparison may have a hundred thousand. */
const pageOfRows = 400;

type Compared = Extract<NonNullable<ShownComparison['answer']>, { kind: 'comparison' }>;

/** Another prompt beside the one that is shown: what is only in the other is struck, what is only in this one is marked. All is put in as text. */
export class PromptComparisonView extends LitElement {
  static override styles = [baseStyles, promptStyles, comparisonStyles];
  static override properties = {
    compared: { attribute: false },
    whitespace: { attribute: false },
    here: { state: true },
    open: { state: true },
    rows: { state: true },
  };

  declare compared: ShownComparison | undefined;
  /** Whether whitespace is marked where it does not differ, too. */
  declare whitespace: boolean;
  /** The difference that was gone to last. */
  declare private here: number;
  declare private open: ReadonlySet<string>;
  declare private rows: number;

  constructor() {
    super();
    this.whitespace = true;
    this.forget();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('keydown', this.keyPressed);
  }

  private forget(): void {
    this.here = -1;
    this.open = new Set();
    this.rows = pageOfRows;
  }

  protected override willUpdate(changed: PropertyValues<{ compared?: ShownComparison }>): void {
    const before = changed.get('compared');
    if (before && before.name !== this.compared?.name) this.forget();
  }

  protected override render(): TemplateResult {
    const { compared } = this;
    const answer = compared?.answer;
    const found = answer?.kind === 'comparison' ? answer : undefined;
    const reason = !answer || answer.kind === 'comparison' ? say`Comparing …` : answer.reason;
    return html`<div class="compare-bar" role="toolbar" aria-label=${say`Comparison`}>
        <span class="sides"
          ><del>− ${compared?.name}</del><ins>+ ${compared?.now}</ins
          ><small role="status">${found ? this.counts(found.comparison) : nothing}</small></span
        >
        ${found ? this.steps(found.comparison) : nothing}
        <button class="tool" @click=${() => this.tell('choose')}>${say`Compare with…`}</button>
        <button class="tool" title=${say`Show the prompt again (Escape)`} @click=${() => this.tell('close')}>✕ ${say`Back`}</button>
      </div>
      ${found ? this.found(found) : html`<p class="nothing">${reason}</p>`}`;
  }

  private counts({ differences, renamed, added, removed }: PromptComparison): string {
    if (differences === 0) return renamed === 0 ? say`no difference` : say`no difference of the text`;
    const place = this.here < 0 ? '' : `${String(this.here + 1)} / `;
    const many = differences === 1 ? say`1 difference` : say`${differences} differences`;
    return `${place}${many} · ${charactersOf(removed, added)}`;
  }

  private steps({ differences }: PromptComparison): TemplateResult {
    return html`<span
      ><button
        class="tool"
        aria-label=${say`Previous difference`}
        title=${say`Previous difference (Shift+F7)`}
        ?disabled=${differences === 0}
        @click=${() => this.go(-1)}
      >
        ↑</button
      ><button
        class="tool"
        aria-label=${say`Next difference`}
        title=${say`Next difference (F7)`}
        ?disabled=${differences === 0}
        @click=${() => this.go(1)}
      >
        ↓
      </button></span
    >`;
  }

  private found({ before, after, note, comparison }: Compared): TemplateResult {
    const told = [
      ...sideTold(this.compared?.name, before),
      ...sideTold(this.compared?.now, after),
      ...settingsTold(before, after),
      ...(note === undefined ? [] : [note]),
    ];
    const rows = foldedRows(comparison.turns, this.open);
    const left = rows.length - this.rows;
    return html`${told.length > 0 ? html`<div class="told" role="note">${told.map((text) => html`<p>${shownText(text)}</p>`)}</div>` : nothing}
      <main class="body" tabindex="0" aria-label=${say`Differences of the prompts`}>
        ${comparison.differences + comparison.renamed === 0 ? html`<p class="nothing">${say`Nothing differs: both prompts are the same, byte for byte.`}</p>` : nothing}
        ${comparison.by === 'lines' ? html`<p class="nothing">${say`These prompts differ too much for their words to be compared: whole lines are marked.`}</p>` : nothing}
        ${rows.slice(0, this.rows).map((row) => this.row(row))}
        ${left > 0 ? html`<button class="fold link" @click=${() => (this.rows += pageOfRows)}>${say`Show more: ${left} turns are left`}</button>` : nothing}
      </main>`;
  }

  private row(row: ComparedRow): TemplateResult {
    if (row.kind === 'turns')
      return html`<button class="fold" aria-expanded="false" @click=${() => this.unfold(row.id)}>
        ▸ ${row.count === 1 ? say`1 unchanged turn` : say`${row.count} unchanged turns`}
      </button>`;
    const { who, was, kind, change, difference } = row.turn;
    const mark = change === 'removed' ? '− ' : change === 'added' ? '+ ' : '';
    return html`<div class="turn ${kind} ${change}">
      <div class="who ${this.here === difference && difference !== undefined ? 'here' : ''}" data-difference=${difference ?? nothing}>
        ${was === undefined ? nothing : html`<del>${shownText(was)}</del>`}${mark}${shownText(who)}
      </div>
      <pre>${row.items.map((item, at) => this.item(item, markedPieces(row.items, at, this.whitespace).map(visible)))}</pre>
    </div>`;
  }

  private item(item: ComparedItem, marked: unknown): TemplateResult {
    if (item.kind === 'fold')
      return html`<button class="unchanged" aria-expanded="false" @click=${() => this.unfold(item.id)}>
          ▸ ${item.lines === 1 ? say`${item.text.length} unchanged characters` : say`${item.lines} unchanged lines`}</button
        >${'\n'}`;
    const { change, difference } = item.piece;
    if (change === 'same') return html`${marked}`;
    const here = difference === this.here ? 'here' : '';
    return change === 'removed'
      ? html`<del class=${here} data-difference=${difference!}>${marked}</del>`
      : html`<ins class=${here} data-difference=${difference!}>${marked}</ins>`;
  }

  private unfold(id: string): void {
    this.open = new Set([...this.open, id]);
  }

  private go(step: 1 | -1): void {
    const answer = this.compared?.answer;
    if (answer?.kind !== 'comparison' || answer.comparison.differences === 0) return;
    const { differences } = answer.comparison;
    this.here = (Math.max(this.here, step === 1 ? -1 : 0) + step + differences) % differences;
    // What is looked for may lie behind the rows that are on the page.
    const at = foldedRows(answer.comparison.turns, this.open).findIndex(
      (row) =>
        row.kind === 'turn' &&
        (row.turn.difference === this.here || row.items.some((item) => item.kind === 'piece' && item.piece.difference === this.here)),
    );
    this.rows = Math.max(this.rows, at + 1);
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector(`[data-difference="${String(this.here)}"]`)?.scrollIntoView({ block: 'center' });
    });
  }

  private readonly keyPressed = (event: KeyboardEvent): void => {
    if (event.key === 'F7') this.go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') this.tell('close');
    else return;
    event.preventDefault();
  };

  private tell(what: 'close' | 'choose'): void {
    this.dispatchEvent(new CustomEvent(what));
  }
}

function sideTold(name: string | undefined, { lack }: ComparedSide): string[] {
  return lack === undefined ? [] : [`${name ?? ''}: ${lack}`];
}

/** Settings of the generation are no text of the prompt, and change what comes back. */
function settingsTold(before: ComparedSide, after: ComparedSide): string[] {
  if (before.request === undefined || after.request === undefined || before.request === after.request) return [];
  return [`− ${before.request}`, `+ ${after.request}`];
}

/** How many characters differ: of what is only removed, or only added, nothing is said of the other. */
function charactersOf(removed: number, added: number): string {
  if (removed === 0) return added === 1 ? say`1 character added` : say`${added} characters added`;
  if (added === 0) return removed === 1 ? say`1 character removed` : say`${removed} characters removed`;
  return removed === 1 ? say`1 character removed, ${added} added` : say`${removed} characters removed, ${added} added`;
}
